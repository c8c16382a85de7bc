import type { Context } from '../context.js';
import type { CommandResult } from '../output/command-result.js';
import { buildJsonObject } from '../output/print-result.js';
import { JsonObject, printJson, type Printable } from '../text/json/json.js';
import { toPlainData } from '../text/json/parse.js';
import { escapeControlsInLines, mapTexts } from '../text/visible.js';
import { nonEmptyTexts } from '../text/sentences.js';
import { itemTwiceNote, listMentions } from '../support/replies/mentions.js';
import { noReplyReasons } from '../support/replies/situations.js';
import { inPageWords, pageFacts, pageWarnings, withPageQuestion } from './page-words.js';
import { nameRefused, refusalWords, refusedAction } from './refusal-words.js';
import type { JournalAnswer, RunResult, ShownFact, ShownResult } from './wire.js';

/** The end of a command as a person reads it, without secrets. */
export function shownResult(context: Context, result: CommandResult): ShownResult {
  const { secrets, mentionedPlayer } = context;
  const { verdict, error, view, http, notes = [] } = result;
  // The notes of a call that was never made repeat the hint, with the commands for it.
  const { replyDoubts = [] } = view;
  const wasMade = error === null || http !== null;
  const viewNotes = wasMade
    ? (view.notes ?? [])
    : nonEmptyTexts(itemTwiceNote(listMentions(context)));
  const allNotes = [...notes, ...viewNotes];
  const action = error ?? verdict;
  const { headline: pageHeadline, next: pageNext } = refusalWords(result);
  const data = view.data === undefined ? '' : Buffer.from(view.data).toString('utf8');
  const facts = pageFacts(result).map(({ label, value, atMs, isDetail = false }): ShownFact =>
    atMs === undefined ? { label, value, isDetail } : { label, value, atMs, isDetail },
  );
  const shown: ShownResult = {
    headline: pageHeadline ?? view.headline ?? error?.says ?? verdict?.says ?? '',
    mood: view.mood ?? 'plain',
    warnings: pageWarnings(result),
    actor: action?.who ?? '',
    not: action?.not ?? '',
    next: pageNext ?? error?.hint ?? verdict?.next ?? '',
    caveat: view.caveat ?? '',
    facts,
    notes: allNotes.filter((note) => !isAboutReply(note) && !replyDoubts.includes(note)),
    reply_doubts: replyDoubts,
    no_reply: allNotes.filter(isAboutReply).join(' '),
    data,
    order_id: orderIdOf(result),
    mentioned_player: mentionedPlayer === undefined ? null : (mentionedPlayer.username ?? ''),
  };
  const { data: wholeText, ...words } = mapTexts(shown, secrets.redact);
  return {
    ...mapTexts(words, (text) => inPageWords(escapeControlsInLines(text))),
    data: wholeText,
  };
}

/** Only a look-up answers with an object that the service sent. */
function orderIdOf({ command, answer }: CommandResult): string {
  const orderId =
    command === 'lookup' && answer instanceof JsonObject ? answer.get('order_id') : undefined;
  return typeof orderId === 'string' ? orderId : '';
}

/** Why there is no reply: it stands where the reply would be. */
function isAboutReply(note: string): boolean {
  return Object.values(noReplyReasons).some(({ says }) => note.startsWith(says));
}

/**
 * The object of `--json` for the page. Anybody may have written the texts of the journal, so characters that act or hide are
 * written out there.
 */
export function objectForPage(context: Context, result: CommandResult): Printable {
  const object = buildJsonObject(context, result);
  if (!result.command.startsWith('journal ')) return object;
  const redact = (text: string): string => escapeControlsInLines(withPageQuestion(text));
  const plain = JSON.parse(printJson(object, { redact })) as RunResult<JournalAnswer | null>;
  return toPlainData(withRefusalWords(plain));
}

/** Adds to the refused texts of the journal what they are, and who acts. */
function withRefusalWords(result: RunResult<JournalAnswer | null>): object {
  const { answer } = result;
  if (answer?.remarks === undefined) return result;
  const remarks = answer.remarks.map((line) => ({
    ...line,
    says: nameRefused(line),
    action: refusedAction(line),
  }));
  return { ...result, answer: { ...answer, remarks } };
}
