import type { Context } from '../../context.js';
import { isVerdict, verdictWords } from '../../wording/verdict.js';
import type { Caller } from './calls.js';
import { isCall, type JournalEntry, type KeptEntry } from './entry.js';
import { playerIds, type PlayerKeyContext } from './player-key.js';

/**
 * An assistant gets no names of users and computers. Instead it gets one short name for each person. The name is hashed with
 * the key of the players, so the person cannot be found by trying names.
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

/** The name of the user, who may work on several computers; the name of the computer if the user is not known. */
const personName = ({ user, host }: Caller): string | null => user ?? host;

/** `person-3f9a12c4`; without a key all people are one. */
async function keyedName(context: PeopleContext, person: string): Promise<string> {
  // The prefix keeps a user and a player of the same name apart. The first key is used, because it stays when another is added.
  const [id] = await playerIds(context, `user of pvg: ${person}`);
  // The id is `hmac:` and 12 digits, of which the name has the first 8.
  return id === undefined ? 'a person' : `person-${id.slice(-12, -4)}`;
}

/**
 * A line of the journal for an assistant. Its verdict may name a colleague who verified the purchase, so the words of the
 * verdict are made again from its id.
 */
export function withoutToldNames(kept: KeptEntry): KeptEntry {
  if (!isCall(kept)) return kept;
  const { verdict, error, exit } = kept;
  const plain: JournalEntry = {
    ...kept,
    verdict: verdict && { ...verdict, says: plainWords(verdict) },
  };
  // Exit status 7 means already verified: `first` of that error says who did it.
  if (error === null || exit !== 7) return plain;
  return { ...plain, error: { ...error, first: '' } };
}

const plainWords = ({ id }: NonNullable<JournalEntry['verdict']>): string =>
  isVerdict(id) ? verdictWords[id].says : id;
