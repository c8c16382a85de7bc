import { parseEnvironment } from '../../contract/environments.js';
import type { JournalEntry } from './entry.js';
import { looksLikeToken } from '../../contract/purchase-token.js';
import { shownFingerprint } from '../../signing/digest.js';
import {
  foreign,
  inTime,
  isNamed,
  lineWith,
  listOf,
  needed,
  oneOf,
  orElse,
  readMembers,
  text,
  time,
  type Clean,
  type LineOf,
} from './line.js';

const members = {
  /** Like the id of a call. */
  id: needed(text),
  at: needed(time),
  command: needed(oneOf('reply')),
  case: foreign,
  /** The id of the call that it was made from. */
  call: text,
  /** Which text it was, by the id of a verdict or a situation. */
  situation: text,
  languages: listOf(text),
  profile: text,
  environment: (value: unknown) => parseEnvironment(text(value) ?? '') ?? null,
  origin: text,
  /** Receipt and player are fingerprints, as in the entry of a call. */
  receipt: text,
  player: text,
  order_id: foreign,
  user: foreign,
  host: foreign,
  version: orElse(text, ''),
};

/** A reply to the player that was printed. */
export type Remark = LineOf<typeof members>;

type Known = 'id' | 'at' | 'command';

/** Somebody may paste a receipt as a case or an order id. */
const withoutTokens =
  (redact: Clean): Clean =>
  (text) =>
    redact(text).replace(/\S+/g, (word) =>
      looksLikeToken(word) ? `[receipt ${shownFingerprint(word)}]` : word,
    );

/** People write the case and the order id. */
export const remarkWith = (known: Pick<Remark, Known> & Partial<Remark>, redact: Clean): Remark =>
  lineWith(members, known, withoutTokens(redact));

/** undefined for anything else. */
export const readRemark = (given: unknown): Remark | undefined => readMembers(members, given);

/** The remarks about the case, the purchase or the player of any of these calls, oldest first. */
export const remarksAbout = (remarks: readonly Remark[], calls: readonly JournalEntry[]): Remark[] =>
  inTime(remarks.filter((remark) => calls.some((call) => isAbout(remark, call))));

/** One ticket may be about several purchases: a reply that names one is not about another. */
const isOfOther = (remark: Remark, call: JournalEntry): boolean =>
  (['receipt', 'player', 'order_id'] as const).some(
    (name) => remark[name] !== null && call[name] !== null && remark[name] !== call[name],
  );

const isAbout = (remark: Remark, call: JournalEntry): boolean =>
  remark.call === call.id ||
  (remark.case !== null && isNamed(call.case, remark.case) && !isOfOther(remark, call)) ||
  (remark.origin === call.origin &&
    remark.environment === call.environment &&
    ((remark.receipt !== null && remark.receipt === call.receipt) ||
      (remark.player !== null && remark.player === call.player)));
