import { lookupKinds } from '../../service/outcome.js';
import { entryOutcome, matchesTypedName, neverAnswered } from './calls.js';
import { isCall, isReply, type KeptEntry, type RemarkEntry, type ReplyEntry } from './entry.js';

/** The outcome of a line of the journal, and the words by which a person finds it. */

/** The verdict or the code of a call; for any other line its command: `reply`, `note`, `move`, `refusal`. */
export function outcomeId(kept: KeptEntry): string {
  return isCall(kept) ? entryOutcome(kept).word : kept.command;
}

/** The outcome of a call, or what was replied, noted, moved or refused. */
export function outcomeWords(entry: KeptEntry): string {
  if (isCall(entry)) return entryOutcome(entry).word;
  return isReply(entry) ? replyWords(entry) : remarkWords(entry);
}

export function remarkWords(remark: RemarkEntry): string {
  const { command, text } = remark;
  if (command === 'note') return `note: ${text ?? ''}`;
  if (command === 'refusal') return `refused: ${text ?? ''}`;
  return `moved ${moveWords(remark)}`;
}

type MovedLine = Pick<RemarkEntry, 'text' | 'call' | 'case' | 'moved_from'>;

export function moveWords({ text, call, case: caseId, moved_from: movedFrom }: MovedLine): string {
  return `${call ?? text ?? ''} from ${movedFrom ?? 'no ticket'} to ${caseId ?? ''}`;
}

/** Which reply it was: `pending (ko, en)`. */
export function replyWords({ situation, languages }: ReplyEntry): string {
  return `${situation ?? 'reply'} (${languages.join(', ')})`;
}

/** `copied` or `printed`, never `sent`: pvg does not know whether a reply was sent. */
export function replyAct({ via }: Pick<ReplyEntry, 'via'>): 'copied' | 'printed' {
  return via === 'desk' ? 'copied' : 'printed';
}

/** Whether a line has this outcome: a word (`pending`, `chargeback`, `note`), or the whole outcome as it is printed. */
export function hasOutcome(kept: KeptEntry, typed: string): boolean {
  const situation = isReply(kept) && !isChosenVerdict(kept) ? kept.situation : null;
  const names = [outcomeId(kept), situation, outcomeWords(kept)];
  return names.some((name) => matchesTypedName(name, typed));
}

/** Whether somebody chose the reply of a verdict without a call. `pending` must not find it, because no answer was `pending`. */
function isChosenVerdict({ call, receipt, player, situation }: ReplyEntry): boolean {
  const isChosen = (call ?? receipt ?? player) === null;
  return isChosen && lookupKinds.some((kind) => kind === situation);
}

/** The part of a typed outcome that stands in a line as it is kept; undefined if its words stand in no line, such as `never answered`. */
export function keptTextOf(typed: string): string | undefined {
  const text = typed.trim();
  const isMadeUp = text.toLowerCase() === neverAnswered || /^status \d{1,3}$/i.test(text);
  if (isMadeUp) return undefined;
  // `moved 3 lines from T-7 to T-8`: the line of the move has `3 lines`, and the two tickets as other members.
  const [, moved] = /^moved (.+?) from .* to /i.exec(text) ?? [];
  const [, remark] = /^(?:note|refused): (.*)$/i.exec(text) ?? [];
  return moved ?? remark ?? withoutReplyLanguages(text);
}

/** Removes the languages of a reply: `pending (es)` becomes `pending`. */
export function withoutReplyLanguages(outcome: string): string {
  return outcome.replace(/ \([a-z, ]*\)$/i, '');
}
