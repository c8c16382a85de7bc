import type { Advice } from '../service/policy.js';
import type { Lookup, Purchase } from './join.js';
import type { RoleId } from './roles.js';

interface Meaning {
  readonly says: string;
  /** Who acts, and what they do. */
  readonly next: string;
  readonly advice: Advice;
}

interface Class extends Meaning {
  /** All of it must hold. */
  readonly when: readonly Condition[];
  /** What it means instead where the list that it rests on was not given. */
  readonly without?: { readonly list: 'granted' | 'voided' } & Meaning;
  /** What it means instead for some of its purchases. */
  readonly instead?: Partial<Meaning> & { readonly of: Condition[0] };
}

/** The same twice: the SQL is over the columns `grants`, `voids` and `lookup`. */
type Condition = readonly [holds: (of: Purchase) => boolean, sql: string];

const notGranted: Condition = [({ grants }) => grants.length === 0, 'grants = 0'];
const grantedOnce: Condition = [({ grants }) => grants.length === 1, 'grants = 1'];
const granted: Condition = [({ grants }) => grants.length > 0, 'grants > 0'];
const grantedTwice: Condition = [({ grants }) => grants.length > 1, 'grants > 1'];
const voided: Condition = [({ voids }) => voids > 0, 'voids > 0'];
const notVoided: Condition = [({ voids }) => voids === 0, 'voids = 0'];
const notLookedUp: Condition = [({ lookup }) => lookup === null, 'lookup is null'];
const lookedUp = (...kinds: readonly Lookup['verdict'][]): Condition => [
  ({ lookup }) => lookup !== null && kinds.includes(lookup.verdict),
  `lookup in (${kinds.map((kind) => `'${kind}'`).join(', ')})`,
];
const recordedHere = ['paid-and-recorded', 'paid-recorded-with-error'] as const;
/** Not paid, not paid any more, or paid for another game. */
const notPaid = lookedUp(
  ...(['pending', 'cancelled', 'cancelled-after-recorded', 'not-confirmed'] as const),
  'paid-recorded-elsewhere',
);

const otherProduct = {
  of: ({ lookup }: Purchase) => lookup?.isOtherProduct === true,
  says: 'The look-up named another product than the store has for this receipt, so it is not known whether it is paid.',
  next: 'Correct the product id in the input, look it up again with `pvg batch`, and reconcile again.',
};

/** A purchase has the first class that applies; further ones are in `also`. Those about money come first. */
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
  },
  'granted-unknown': {
    when: [granted, notLookedUp],
    says: 'The game granted it, and no look-up found it.',
    next: 'Look it up with `pvg batch`, and reconcile again. If its receipt was looked up, the answer has another order id, or none.',
    advice: 'check',
  },
  unresolved: {
    when: [lookedUp('failed', 'unknown', 'store-unavailable')],
    says: 'Its look-up gave no result.',
    next: 'Look it up again with `pvg batch --resume`. If its `error` is a refusal, or is about the input, correct that first. Then reconcile again. Do not act on it before.',
    advice: 'retry-later',
    instead: {
      of: ({ lookup }: Purchase) => lookup?.verdict === 'unknown',
      says: 'Its look-up has an answer that does not say enough to judge the purchase.',
      // The answer is there, so that --resume would not ask again.
      next: 'Show the operator the answer in its row of the look-ups. Do not act on it before.',
      advice: 'check',
    },
  },
  'granted-not-paid': {
    when: [granted, notPaid],
    says: 'The game granted it, but it is not paid, or not for this game.',
    next: 'The game’s developers check why it was granted.',
    advice: 'check',
    instead: { ...otherProduct, says: `The game granted it. ${otherProduct.says}` },
  },
  'voided-not-granted': {
    when: [notGranted, voided],
    says: 'The store voided the purchase, and the game did not grant it.',
    next: 'Nothing to do: do not grant it now.',
    advice: 'do-not-grant',
    without: {
      list: 'granted',
      says: 'The store voided the purchase. There is no list of what the game granted.',
      next: 'The game’s developers check in their own records whether the player has the item.',
      advice: 'check',
    },
  },
  'paid-never-received': {
    when: [lookedUp('paid-never-received')],
    says: 'Paid at the store, but the gateway has no verify on record.',
    next: 'The game’s developers find out why their server sent no verify. If it has not granted the item, it sends its own, and grants only if that succeeds.',
    advice: 'check',
    instead: {
      of: granted[0],
      next: 'The game granted it already: do not grant it again. Its developers find out why it did so without a verify on record.',
    },
  },
  'paid-not-granted': {
    when: [notGranted, notVoided, lookedUp(...recordedHere, 'paid-never-received')],
    says: 'Paid at the store, but the game did not grant it.',
    next: 'The game’s developers check in their own records why it was not delivered.',
    advice: 'check',
    without: {
      list: 'granted',
      says: 'Paid at the store. There is no list of what the game granted.',
      next: 'Give the list with `--granted`, and reconcile again.',
      advice: 'check',
    },
  },
  settled: {
    when: [grantedOnce, notVoided, lookedUp(...recordedHere)],
    says: 'Paid, recorded and granted once, and not voided.',
    next: 'Nothing to do.',
    advice: 'none',
    without: {
      list: 'voided',
      says: 'Paid, recorded and granted once. There is no list of voided purchases.',
      next: 'To see whether the store voided it, give the list with `--voided`, and reconcile again.',
      advice: 'none',
    },
  },
  'not-paid': {
    when: [notGranted, notPaid],
    says: 'Not paid, or not for this game; and not granted.',
    next: 'Nothing to do.',
    advice: 'none',
    instead: otherProduct,
    without: {
      list: 'granted',
      says: 'Not paid, or not for this game. There is no list of what the game granted.',
      next: 'Do not grant it. If the game did, its developers check why.',
      advice: 'do-not-grant',
    },
  },
} as const satisfies Readonly<Record<string, Class>>;

export type ClassId = keyof typeof classes;

export const classIds = Object.keys(classes) as readonly ClassId[];

export const sqlOfClass = (id: ClassId): string => classes[id].when.map(([, sql]) => sql).join(' and ');

/** How many rows each input has; an input that was not given is missing. */
export type Inputs = Readonly<Partial<Record<RoleId, number>>>;

/** Without a list, “not in the list” would claim what nobody knows. */
export function meaningOf(id: ClassId, inputs: Inputs, purchase?: Purchase): Meaning {
  const { without, instead, ...meaning }: Class = classes[id];
  if (purchase && instead?.of(purchase)) return { ...meaning, ...instead };
  return without !== undefined && inputs[without.list] === undefined ? without : meaning;
}

/** Every class that applies, the one of the purchase first: at least one, if any input has the purchase. */
export const classesOf = (purchase: Purchase): readonly ClassId[] =>
  classIds.filter((id) => classes[id].when.every(([holds]) => holds(purchase)));
