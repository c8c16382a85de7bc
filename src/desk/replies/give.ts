import type { GlobalOptions } from '../../input/options.js';
import { withNotes, type Finished } from '../../output/finished.js';
import type { JournalEntry } from '../journal/entry.js';
import type { Recorded, Recorder } from '../journal/recorder.js';
import { isSilence, silences, tellable, type Silence, type Situation } from './situations.js';
import { repliesFor, textOf, type Replies } from './texts.js';

export interface GivenReply {
  readonly situation: Situation;
  readonly languages: readonly string[];
  /** The call that it was made from. */
  readonly call: JournalEntry | undefined;
  readonly case: string | null;
  /** Of a reply without a call. */
  readonly orderId?: string | undefined;
}

/** Keeps it in the journal, for the question what the player was told. */
export const keepReply = (
  recorder: Recorder,
  { situation, languages, call, case: caseId, orderId }: GivenReply,
): ReturnType<Recorder['remarked']> =>
  recorder.remarked({
    command: 'reply',
    situation,
    languages,
    case: caseId,
    order_id: orderId ?? null,
    ...(call && {
      call: call.id,
      profile: call.profile,
      environment: call.environment,
      origin: call.origin,
      receipt: call.receipt,
      player: call.player,
      order_id: call.order_id,
    }),
  });

/** Adds the reply to a look-up that has just been made. */
export async function withReply(
  globals: GlobalOptions,
  replies: Replies | undefined,
  finished: Finished,
  { recorder, recorded: { entry } }: { readonly recorder: Recorder; readonly recorded: Recorded },
): Promise<Finished> {
  if (replies === undefined) return finished;
  const told = tellable(entry);
  const given = told === undefined || isSilence(told) ? [] : repliesFor(replies, told);
  const [first] = given;
  if (told === undefined || isSilence(told) || first === undefined) {
    const members = { ...finished.members, reply: null, replies: [] };
    return withNotes(globals, { ...finished, members }, [], [saysNone(told)]);
  }
  const languages = given.map(({ language }) => language);
  await keepReply(recorder, { situation: told, languages, call: entry, case: entry.case });
  return {
    ...finished,
    members: { ...finished.members, reply: { ...first }, replies: given.map((each) => ({ ...each })) },
    view: {
      ...finished.view,
      copy: { label: `Reply to the player (${languages.join(', ')})`, text: textOf(given) },
    },
  };
}

function saysNone(told: Situation | Silence | undefined): string {
  if (told === undefined)
    return 'There is no reply for the player, because this answer says nothing about the purchase.';
  if (!isSilence(told)) return `The files with the replies have no text for ${told}.`;
  return `${silences[told].says} ${silences[told].hint}`;
}
