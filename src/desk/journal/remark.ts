import { parseEnvironment, type Environment } from '../../contract/environments.js';
import { lineObject, text, type JournalEntry } from './entry.js';

/** What somebody did about a purchase or a player without a call: a note for the case, or a reply to the player. */
export interface Remark {
  /** Like the id of a call. */
  readonly id: string;
  readonly at: string;
  readonly command: 'note' | 'reply';
  readonly case: string | null;
  /** The id of the call that a reply was made from. */
  readonly call: string | null;
  /** Of a note; without receipts, tokens and secrets. */
  readonly text: string | null;
  /** Of a reply: which text it was, by the id of a verdict or a situation. */
  readonly situation: string | null;
  readonly languages: readonly string[];
  readonly profile: string | null;
  readonly environment: Environment | null;
  readonly origin: string | null;
  /** Fingerprints, as in the entry of a call. */
  readonly receipt: string | null;
  readonly player: string | null;
  readonly order_id: string | null;
  readonly user: string | null;
  readonly host: string | null;
  readonly version: string;
}

const texts = [
  'case',
  'call',
  'text',
  'situation',
  'profile',
  'origin',
  'receipt',
  'player',
  'order_id',
  'user',
  'host',
] as const;

/** undefined for any other line. Members of later versions are dropped, missing ones are null. */
export function parseRemark(line: string): Remark | undefined {
  const object = lineObject(line);
  if (object === undefined) return undefined;
  const id = text(object, 'id');
  const at = text(object, 'at');
  const command = (['note', 'reply'] as const).find((each) => each === object['command']);
  if (id === null || at === null || Number.isNaN(Date.parse(at)) || command === undefined) return undefined;
  const languages = object['languages'];
  return {
    id,
    at,
    command,
    ...(Object.fromEntries(texts.map((name) => [name, text(object, name)])) as Record<
      (typeof texts)[number],
      string | null
    >),
    languages: Array.isArray(languages) ? languages.filter((each) => typeof each === 'string') : [],
    environment: parseEnvironment(text(object, 'environment') ?? '') ?? null,
    version: text(object, 'version') ?? '',
  };
}

/** The remarks about the case, the purchase or the player of any of these calls, oldest first. */
export const remarksAbout = (remarks: readonly Remark[], calls: readonly JournalEntry[]): Remark[] =>
  remarks
    .filter((remark) => calls.some((call) => isAbout(remark, call)))
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at));

/** One ticket may be about several purchases: a reply that names one is not about another. */
const isOfOther = (remark: Remark, call: JournalEntry): boolean =>
  (['receipt', 'player', 'order_id'] as const).some(
    (name) => remark[name] !== null && call[name] !== null && remark[name] !== call[name],
  );

const isAbout = (remark: Remark, call: JournalEntry): boolean =>
  remark.call === call.id ||
  (remark.case !== null &&
    remark.case.toLowerCase() === call.case?.toLowerCase() &&
    !isOfOther(remark, call)) ||
  (remark.origin === call.origin &&
    remark.environment === call.environment &&
    ((remark.receipt !== null && remark.receipt === call.receipt) ||
      (remark.player !== null && remark.player === call.player)));
