import type { Context } from '../../context.js';
import { isVerdict, verdictWords } from '../../wording/verdict.js';
import type { Caller } from './calls.js';
import { isCall, type JournalEntry, type KeptEntry } from './entry.js';
import { playerIds, type PlayerKeyContext } from './player-key.js';

/**
 * An assistant gets no names of users and computers. In their place it gets one short name a person, keyed with the random
 * key that players are keyed with: it cannot be found by trying names.
 */

type PeopleContext = PlayerKeyContext & Pick<Context, 'assistant'>;

/** Shows lines of the journal to whoever asked: an assistant, or a person, who sees them as they are. */
type ShowLine = <Line extends KeptEntry>(line: Line) => Line;

/** @param lines all that will be shown */
export async function createLineShower(
  context: PeopleContext,
  lines: readonly Caller[],
): Promise<ShowLine> {
  if (context.assistant === undefined) return (line) => line;
  const names = new Map<string, string>();
  for (const line of lines) {
    const person = personName(line);
    if (person !== null && !names.has(person)) names.set(person, await keyedName(context, person));
  }
  return (line) => ({ ...line, user: names.get(personName(line) ?? '') ?? null, host: null });
}

/** The name of a person: that of the user, who may work on several computers; that of the computer if the user is not known. */
const personName = ({ user, host }: Caller): string | null => user ?? host;

/** `person-3f9a12c4`; without a key all people are one. */
async function keyedName(context: PeopleContext, person: string): Promise<string> {
  // Other ids than those of players with the same name; by the first key, which stays when another comes into use.
  const [id] = await playerIds(context, `user of pvg: ${person}`);
  return id === undefined ? 'a person' : `person-${id.slice(-12, -4)}`;
}

/**
 * A line of the journal for an assistant: what pvg told a person about a colleague's verify has the colleague's name in it,
 * so the words are made again from the verdict's id.
 */
export function withoutToldNames(kept: KeptEntry): KeptEntry {
  if (!isCall(kept)) return kept;
  const { verdict, error, exit } = kept;
  const plain: JournalEntry = {
    ...kept,
    verdict: verdict && { ...verdict, says: plainWords(verdict) },
  };
  // Who recorded a purchase before stands in the first sentence of that refusal.
  if (error === null || exit !== 7) return plain;
  return { ...plain, error: { ...error, first: '' } };
}

const plainWords = ({ id }: NonNullable<JournalEntry['verdict']>): string =>
  isVerdict(id) ? verdictWords[id].says : id;
