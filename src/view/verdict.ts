import type { Environment } from '../contract/environments.js';
import { fixOf, wordsOf } from './code-words.js';
import type { Situation } from './situation.js';
import type { VerdictId } from '../service/policy.js';
import { isVerdict, verdictWords } from './verdict-words.js';
import type { Verdict } from './words.js';

/** The same object each time. */
const verdicts = Object.fromEntries(
  Object.entries(verdictWords).map(([id, words]) => [id, { id, ...words }]),
) as Readonly<Record<VerdictId, Verdict>>;

export const verdictNamed = (id: VerdictId): Verdict => verdicts[id];

/** What the answer means for the person asking; null if it is no answer about the purchase or the player. */
export function verdictOf(of: Situation): Verdict | null {
  const { kind, operation, isIos, anomalies } = of;
  if (kind === 'rejected') return rejected(of);
  if (!isVerdict(kind)) return null;
  const verdict = verdicts[kind];
  const has = (id: string): boolean => anomalies.some((each) => each.id === id);
  if (kind === 'already-verified') {
    const words = wordsOf('gateway', 'DUPLICATE_TRANSACTION');
    return { ...verdict, ...(words && { next: fixOf(words, isIos) }) };
  }
  if (kind === 'store-unavailable' && isStoreCredentials(of)) return { ...verdict, ...noAccess };
  if (operation !== 'lookup') return verdict;
  const told = kind === 'unknown' && has('other-product') ? { ...verdict, says: ofOtherProduct } : verdict;
  return has('other-order') ? { ...told, ...getTheRightOne } : told;
}

const ofOtherProduct = 'The answer is about a different product from the one asked for.';

/** The store did not let the gateway in (§2.4): neither the agent nor the player can do anything about it. */
export const isStoreCredentials = ({ storeStatus }: Pick<Situation, 'storeStatus'>): boolean =>
  storeStatus === '401' || storeStatus === '403';

const noAccess = {
  says: 'The store refused the gateway’s credentials, so it gave no result for this purchase.',
  who: 'the operator',
  next: 'The operator must fix the store’s credentials of this game; waiting does not help. This says nothing about the purchase, so do not grant or refuse on it. Look up the purchase again after that.',
} as const;

/** Who acts on an answer about another order. */
export const getTheRightOne = {
  who: 'you',
  next: 'Get the receipt of the order in the ticket, and look that up. What is said here is about the other order.',
} as const;

/** Of a call from here: whoever asked may have mistyped it, so nothing is said about swapped receipts. */
export const mismatch = {
  who: 'you, then the game’s developers',
  next: 'Do not grant. If the product id is right, the receipt belongs to another product: the developers find out why.',
} as const;

export const isMismatch = ({ kind, code, status }: Pick<Situation, 'kind' | 'code' | 'status'>): boolean =>
  kind === 'rejected' && code === 'PRODUCT_MISMATCH' && status !== 200;

function rejected(of: Situation): Verdict {
  const { operation, code } = of;
  const doNotGrant = {
    id: 'not-confirmed',
    says: 'The gateway does not confirm this purchase.',
    next: 'Do not grant the item on this answer.',
  };
  if (isMismatch(of)) return { ...doNotGrant, ...mismatch };
  const who = wordsOf('gateway', code)?.who ?? 'the game’s developers';
  if (operation === 'verify') return { ...doNotGrant, who };
  // One of its listed causes is the operator's.
  const { who: sender, next } = verdictWords['not-confirmed'];
  return { ...doNotGrant, next, who: code === 'VERIFICATION_FAILED' ? who : sender };
}

export const sectionsOfVerdict = (id: string | undefined): readonly string[] =>
  id !== undefined && isVerdict(id) ? (verdicts[id].sections ?? []) : [];

/** The first question about a purchase that a test environment does not confirm. */
export const rightEnvironment = ({
  environment,
  local,
}: {
  readonly environment: Environment;
  readonly local: boolean;
}): string | undefined => {
  if (environment === 'prod') return undefined;
  return local
    ? 'Is this the right environment? `local` is the emulator on this computer: it knows its demo purchases only. A real purchase needs a profile of your game: `pvg profile list`.'
    : 'Is this the right environment? This is dev. A purchase from the live game needs a prod profile: `pvg profile list`.';
};
