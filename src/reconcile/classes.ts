import { isRenewal } from '../contract/order-id.js';
import type { Advice } from '../service/outcome.js';
import { isPartlyVoided } from './extent.js';
import type { Lookup, JoinedPurchase } from './purchase.js';
import type { RoleId } from './column-roles.js';

interface Meaning {
  readonly says: string;
  /** Who acts, and what they do. */
  readonly next: string;
  readonly advice: Advice;
}

/** What the meaning of a class depends on beside the purchase. */
export interface InputFacts {
  /** How many rows each input has; an input that was not given is missing. */
  readonly rowCounts: Readonly<Partial<Record<RoleId, number>>>;
  /** `--partial-voided`: the store's list is not complete. */
  readonly isVoidedPartial: boolean;
}

/** What a class means instead for some of its purchases. `applies` gets no purchase if the meaning of the whole class is wanted. */
interface Variant extends Partial<Meaning> {
  readonly applies: (inputFacts: InputFacts, purchase: JoinedPurchase | undefined) => boolean;
}

interface Class extends Meaning {
  /** All conditions must hold. */
  readonly when: readonly Condition[];
  /** The first one that applies counts. */
  readonly variants?: readonly Variant[];
}

/**
 * One condition in two forms, which must agree. The SQL is over the columns of the query of `--sql`: `grants` and `voids` are
 * counts, `verdict_or_failed` is `Lookup.verdict` or null, `renewal` is 0 or 1.
 */
interface Condition {
  readonly holds: (purchase: JoinedPurchase, inputFacts: InputFacts) => boolean;
  readonly sql: (inputFacts: Pick<InputFacts, 'isVoidedPartial'>) => string;
}

const condition = (sql: string, holds: Condition['holds']): Condition => ({
  holds,
  sql: () => sql,
});

const notGranted = condition('grants = 0', ({ grantCount }) => grantCount === 0);
const grantedOnce = condition('grants = 1', ({ grantCount }) => grantCount === 1);
const granted = condition('grants > 0', ({ grantCount }) => grantCount > 0);
const grantedTwice = condition('grants > 1', ({ grantCount }) => grantCount > 1);
const voided = condition('voids > 0', ({ voidCount }) => voidCount > 0);
const notVoided = condition('voids = 0', ({ voidCount }) => voidCount === 0);
const notLookedUp = condition('verdict_or_failed is null', ({ lookup }) => lookup === null);
const isRenewalOrder = condition(
  'renewal = 1',
  ({ orderId }) => orderId !== null && isRenewal(orderId),
);
const isNoRenewal = condition(
  'renewal = 0',
  ({ orderId }) => orderId === null || !isRenewal(orderId),
);
const lookedUp = (...kinds: readonly Lookup['verdict'][]): Condition =>
  condition(
    `verdict_or_failed in (${kinds.map((kind) => `'${kind}'`).join(', ')})`,
    ({ lookup }) => lookup !== null && kinds.includes(lookup.verdict),
  );
const voidedListIs = (extent: 'partial' | 'complete'): Condition => {
  const hasExtent = ({ isVoidedPartial }: Pick<InputFacts, 'isVoidedPartial'>): boolean =>
    isVoidedPartial === (extent === 'partial');
  return {
    holds: (_purchase, inputFacts) => hasExtent(inputFacts),
    // The answer is known when the SQL is written, and every engine reads `1 = 1`.
    sql: (inputFacts) => (hasExtent(inputFacts) ? '1 = 1' : '1 = 0'),
  };
};
const recordedHere = ['paid-and-recorded', 'paid-recorded-with-error'] as const;
/** The look-up says: not paid, not paid any more, or paid for another game. */
const notPaid = lookedUp(
  ...(['pending', 'cancelled', 'cancelled-after-recorded', 'not-confirmed'] as const),
  'paid-recorded-elsewhere',
);

/** Whether a list was not given: then the meaning may not say “not in the list”, which nobody knows. */
const isListMissing =
  (role: 'granted' | 'voided'): Variant['applies'] =>
  ({ rowCounts }) =>
    rowCounts[role] === undefined;
const isOtherProduct: Variant['applies'] = (_inputFacts, purchase) =>
  purchase?.lookup?.isOtherProduct === true;
const isGranted: Variant['applies'] = (_inputFacts, purchase) => (purchase?.grantCount ?? 0) > 0;
const isVerdictUnknown: Variant['applies'] = (_inputFacts, purchase) =>
  purchase?.lookup?.verdict === 'unknown';
const isLookupRefused: Variant['applies'] = (_inputFacts, purchase) =>
  purchase?.lookup?.verdict === 'refused';
const isStoreClosed: Variant['applies'] = (_inputFacts, purchase) =>
  purchase?.lookup?.verdict === 'store-closed';
/** Any purchase, but not the class as a whole. It is the last variant of `unresolved`: only look-ups without a result are left. */
const isOnePurchase: Variant['applies'] = (_inputFacts, purchase) => purchase !== undefined;
const isPartVoided: Variant['applies'] = (_inputFacts, purchase) =>
  purchase !== undefined && isPartlyVoided(purchase);

const otherProductSays =
  'The look-up named another product than the store has for this receipt, so it is not known whether it is paid.';
const otherProductNext =
  'Correct the product id in the input, look it up again with `pvg batch`, and reconcile again.';

/** A purchase has the first class that applies; further ones are in `also`. Classes about money come first. */
const classes = {
  'granted-twice': {
    when: [grantedTwice],
    says: 'The game granted it more than once.',
    next: 'The game’s developers check whether the player got the item twice.',
    advice: 'check',
  },
  'granted-and-voided': {
    when: [granted, voided],
    says: 'The game granted it, and the store voided the purchase.',
    next: 'The game’s developers decide whether the player keeps the item.',
    advice: 'check',
    variants: [
      {
        applies: isPartVoided,
        says: 'The game granted it, and the store voided a part of the purchase.',
        next: 'The game’s developers decide what of it the player keeps.',
      },
    ],
  },
  'granted-unknown': {
    when: [granted, notLookedUp, isNoRenewal],
    says: 'The game granted it, and no look-up found it.',
    next: 'Look it up with `pvg batch`, and reconcile again. If its receipt was looked up, the answer has another order id, or none.',
    advice: 'check',
  },
  unresolved: {
    when: [lookedUp('failed', 'refused', 'unknown', 'store-unavailable', 'store-closed')],
    says: 'Its look-up failed, or its answer does not say enough.',
    next: 'Look it up again with `pvg batch --resume`, then reconcile again. Do not act on it before.',
    advice: 'retry-later',
    variants: [
      {
        applies: isLookupRefused,
        says: 'Its look-up was refused, or its row cannot be read.',
        next: 'Correct what the `error` of its row in the look-ups says, look it up with `pvg batch --resume`, and reconcile again. Do not act on it before.',
        advice: 'fix-request',
      },
      {
        applies: isVerdictUnknown,
        says: 'Its look-up has an answer that does not say enough to judge the purchase.',
        // The answer is there, so that --resume would not ask again.
        next: 'Show the operator the answer in its row of the look-ups. Do not act on it before.',
        advice: 'check',
      },
      {
        applies: isStoreClosed,
        says: 'The store refused the gateway’s credentials, so its look-up gave no result.',
        next: 'The operator must fix the store’s credentials of this game; waiting does not help. Then look it up with `pvg batch --resume`, and reconcile again. Do not act on it before.',
        advice: 'check',
      },
      { applies: isOnePurchase, says: 'Its look-up gave no result.' },
    ],
  },
  'granted-not-paid': {
    when: [granted, notPaid],
    says: 'The game granted it, but it is not paid, or not for this game.',
    next: 'The game’s developers check why it was granted.',
    advice: 'check',
    variants: [
      {
        applies: isOtherProduct,
        says: `The game granted it. ${otherProductSays}`,
        next: otherProductNext,
      },
    ],
  },
  'voided-not-granted': {
    when: [notGranted, voided],
    says: 'The store voided the purchase, and the game did not grant it.',
    next: 'Nothing to do: do not grant it now.',
    advice: 'do-not-grant',
    variants: [
      {
        applies: (inputFacts, purchase) =>
          isListMissing('granted')(inputFacts, purchase) && isPartVoided(inputFacts, purchase),
        says: 'The store voided a part of the purchase. There is no list of what the game granted.',
        next: 'The game’s developers check in their own records what the player has.',
        advice: 'check',
      },
      {
        applies: isListMissing('granted'),
        says: 'The store voided the purchase. There is no list of what the game granted.',
        next: 'The game’s developers check in their own records whether the player has the item.',
        advice: 'check',
      },
      {
        applies: isPartVoided,
        says: 'The store voided a part of the purchase, and the game did not grant it.',
        next: 'The game’s developers check whether the rest is paid and was not delivered.',
        advice: 'check',
      },
    ],
  },
  'paid-never-received': {
    when: [lookedUp('paid-never-received')],
    says: 'Paid at the store, but the gateway has no verify on record.',
    next: 'The game’s developers find out why their server sent no verify. If it has not granted the item, it sends its own, and grants only if that succeeds.',
    advice: 'check',
    variants: [
      {
        applies: isGranted,
        next: 'The game granted it already: do not grant it again. Its developers find out why it did so without a verify on record.',
      },
    ],
  },
  'paid-not-granted': {
    when: [notGranted, notVoided, lookedUp(...recordedHere, 'paid-never-received')],
    says: 'Paid at the store, but the game did not grant it.',
    next: 'The game’s developers check in their own records why it was not delivered.',
    advice: 'check',
    variants: [
      {
        applies: isListMissing('granted'),
        says: 'Paid at the store. There is no list of what the game granted.',
        next: 'Give the list with `--granted`, and reconcile again.',
      },
    ],
  },
  renewal: {
    when: [granted, notLookedUp, isRenewalOrder],
    says: 'The game granted a renewal of a subscription. A look-up answers for one order of it, and none answered for this one.',
    next: 'The game’s developers compare it with the orders of the subscription in the store’s console.',
    advice: 'check',
  },
  'not-voided-so-far': {
    when: [grantedOnce, notVoided, lookedUp(...recordedHere), voidedListIs('partial')],
    says: 'Paid, recorded and granted once, and not in the part of the voided list that was given.',
    next: 'Get the rest of the list, and reconcile again.',
    advice: 'none',
  },
  settled: {
    when: [grantedOnce, notVoided, lookedUp(...recordedHere), voidedListIs('complete')],
    says: 'Paid, recorded and granted once, and not voided.',
    next: 'Nothing to do.',
    advice: 'none',
    variants: [
      {
        applies: isListMissing('voided'),
        says: 'Paid, recorded and granted once. There is no list of voided purchases.',
        next: 'To see whether the store voided it, give the list with `--voided`, and reconcile again.',
      },
    ],
  },
  'not-paid': {
    when: [notGranted, notPaid],
    says: 'Not paid, or not for this game; and not granted.',
    next: 'Nothing to do.',
    advice: 'none',
    variants: [
      { applies: isOtherProduct, says: otherProductSays, next: otherProductNext },
      {
        applies: isListMissing('granted'),
        says: 'Not paid, or not for this game. There is no list of what the game granted.',
        next: 'Do not grant it. If the game did, its developers check why.',
        advice: 'do-not-grant',
      },
    ],
  },
} as const satisfies Readonly<Record<string, Class>>;

export type ClassId = keyof typeof classes;

export const classIds = Object.keys(classes) as readonly ClassId[];

/** The conditions of a class as one expression of SQL. */
export function buildClassSql(
  id: ClassId,
  inputFacts: Pick<InputFacts, 'isVoidedPartial'>,
): string {
  return classes[id].when.map(({ sql }) => sql(inputFacts)).join(' and ');
}

/** What a class means for a purchase; without one, for most of its purchases. */
export function findMeaning(
  id: ClassId,
  inputFacts: InputFacts,
  purchase?: JoinedPurchase,
): Meaning {
  const { says, next, advice, variants = [] }: Class = classes[id];
  const variant = variants.find(({ applies }) => applies(inputFacts, purchase));
  return {
    says: variant?.says ?? says,
    next: variant?.next ?? next,
    advice: variant?.advice ?? advice,
  };
}

/** The class of a purchase, and the others that apply to it, too. */
interface Classified {
  readonly id: ClassId;
  readonly also: readonly ClassId[];
}

/** Some class applies to every purchase that an input has, so that the default is never taken. */
export function classify(purchase: JoinedPurchase, inputFacts: InputFacts): Classified {
  const [id = 'unresolved', ...also] = findClasses(purchase, inputFacts);
  return { id, also };
}

/** Every class that applies, in the order of the table: the first is the class of the purchase. */
export function findClasses(purchase: JoinedPurchase, inputFacts: InputFacts): readonly ClassId[] {
  return classIds.filter((id) =>
    classes[id].when.every(({ holds }) => holds(purchase, inputFacts)),
  );
}
