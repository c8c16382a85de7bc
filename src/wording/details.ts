import { neverReceivedReason, verifiedState } from '../contract/states.js';
import type { Outcome, OutcomeKind } from '../service/outcome.js';

/** Which facts of an answer are details, shown only with `--verbose`: they repeat the verdict or what was asked, or few people need them. */

interface ReadMember {
  /** The member's value as it came. */
  readonly text: string;
  readonly outcome: Outcome;
}

type DetailRule = (member: ReadMember) => boolean;

const always: DetailRule = () => true;

/** The rule for each member of an answer that may be a detail. A member without a rule is always shown. */
const detailRules: Readonly<Record<string, DetailRule>> = {
  product_id: ({ text, outcome }) => text === outcome.subject.productId,
  purchase_state: always,
  quantity: ({ text }) => text === '1',
  region_code: always,
  acknowledgement_state: ({ text, outcome }) => text !== '0' || !isPaid(outcome.kind),
  found: always,
  current_state: ({ text }) => text === verifiedState,
  recorded_for_this_game: ({ outcome }) => outcome.kind !== 'cancelled-after-recorded',
  reason: ({ text }) => text === neverReceivedReason,
  xmdtCompleted: always,
  xmdtRequired: always,
};

const isPaid = (kind: OutcomeKind): boolean => /^(?:paid-|verified)/.test(kind);

/** Verdicts that do not say what the answer means, so all its members are shown. */
const unclearKinds: readonly OutcomeKind[] = ['unknown', 'verified-doubtful'];

export function isDetail(member: string, read: ReadMember): boolean {
  const { kind, anomalies } = read.outcome;
  const isUnusual = anomalies.some(({ field }) => field.split('.').at(-1) === member);
  if (isUnusual || unclearKinds.includes(kind)) return false;
  return detailRules[member]?.(read) ?? false;
}
