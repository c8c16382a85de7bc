import type { Advice } from '../service/policy.js';
import type { LookupKind } from '../service/outcome.js';
import type { RoleId } from './roles.js';

/** What the inputs say about one purchase, as far as a class depends on it. */
export interface Evidence {
  /** How many times the game granted it. */
  readonly grants: number;
  /** The store's voided list has it. */
  readonly voided: boolean;
  /** The verdict of its look-up; `failed` without an answer, null without a look-up. */
  readonly lookup: LookupKind | 'failed' | null;
}

interface Meaning {
  readonly says: string;
  /** Who acts, and what they do. */
  readonly next: string;
  readonly advice: Advice;
}

/** What a class means, and its condition in TypeScript and in SQL: a test compares the two. */
interface Class extends Meaning {
  /** What it means instead where the list that it rests on was not given. */
  readonly without?: { readonly list: 'granted' | 'voided' } & Meaning;
  readonly applies: (evidence: Evidence) => boolean;
  /** Over the columns `grants`, `voided` and `lookup`. */
  readonly sql: string;
}

const recordedHere = ['paid-and-recorded', 'paid-recorded-with-error'] as const;
const paid = [...recordedHere, 'paid-never-received'] as const;
/** Not paid, not paid any more, or paid for another game. */
const notPaid = [
  'pending',
  'cancelled',
  'cancelled-after-recorded',
  'not-confirmed',
  'paid-recorded-elsewhere',
] as const;
const open = ['failed', 'unknown', 'store-unavailable'] as const;

const isOneOf = (ids: readonly string[], { lookup }: Evidence): boolean =>
  lookup !== null && ids.includes(lookup);
const among = (ids: readonly string[]): string => `lookup in (${ids.map((id) => `'${id}'`).join(', ')})`;

/** A purchase has the first class that applies; further ones are in `also`. Those about money come first. */
export const classes = {
  'granted-twice': {
    says: 'The game granted it more than once.',
    next: 'The game’s developers check whether the player got the item twice.',
    advice: 'check',
    applies: ({ grants }) => grants > 1,
    sql: 'grants > 1',
  },
  'granted-and-voided': {
    says: 'The game granted it, and the store voided the purchase.',
    next: 'The game’s developers decide whether the player keeps the item.',
    advice: 'check',
    applies: ({ grants, voided }) => grants > 0 && voided,
    sql: 'grants > 0 and voided',
  },
  'granted-unknown': {
    says: 'The game granted it, and it was not looked up.',
    next: 'Look it up with `pvg batch`, and reconcile again.',
    advice: 'check',
    applies: ({ grants, lookup }) => grants > 0 && lookup === null,
    sql: 'grants > 0 and lookup is null',
  },
  unresolved: {
    says: 'Its look-up gave no result.',
    next: 'Look it up again with `pvg batch --resume`, and reconcile again. Do not act on it before.',
    advice: 'retry-later',
    applies: (evidence) => isOneOf(open, evidence),
    sql: among(open),
  },
  'granted-not-paid': {
    says: 'The game granted it, but it is not paid, or not for this game.',
    next: 'The game’s developers check why it was granted.',
    advice: 'check',
    applies: (evidence) => evidence.grants > 0 && isOneOf(notPaid, evidence),
    sql: `grants > 0 and ${among(notPaid)}`,
  },
  'voided-not-granted': {
    says: 'The store voided the purchase, and the game did not grant it.',
    next: 'Nothing to do: do not grant it now.',
    advice: 'do-not-grant',
    without: {
      list: 'granted',
      says: 'The store voided the purchase. There is no list of what the game granted.',
      next: 'The game’s developers check in their own records whether the player has the item.',
      advice: 'check',
    },
    applies: ({ grants, voided }) => voided && grants === 0,
    sql: 'voided and grants = 0',
  },
  'paid-never-received': {
    says: 'Paid at the store, but the gateway has no verify on record.',
    next: 'The game’s developers find out why their server sent no verify. The game must send its own, and grant only if that succeeds.',
    advice: 'check',
    applies: ({ lookup }) => lookup === 'paid-never-received',
    sql: among(['paid-never-received']),
  },
  'paid-not-granted': {
    says: 'Paid at the store, but the game did not grant it.',
    next: 'The game’s developers check in their own records why it was not delivered.',
    advice: 'check',
    without: {
      list: 'granted',
      says: 'Paid at the store. There is no list of what the game granted.',
      next: 'Give the list with `--granted`, and reconcile again.',
      advice: 'check',
    },
    applies: (evidence) => evidence.grants === 0 && !evidence.voided && isOneOf(paid, evidence),
    sql: `grants = 0 and not voided and ${among(paid)}`,
  },
  settled: {
    says: 'Paid, recorded and granted once, and not voided.',
    next: 'Nothing to do.',
    advice: 'none',
    without: {
      list: 'voided',
      says: 'Paid, recorded and granted once. There is no list of voided purchases.',
      next: 'To see whether the store voided it, give the list with `--voided`, and reconcile again.',
      advice: 'none',
    },
    applies: (evidence) => evidence.grants === 1 && !evidence.voided && isOneOf(recordedHere, evidence),
    sql: `grants = 1 and not voided and ${among(recordedHere)}`,
  },
  'not-paid': {
    says: 'Not paid, or not for this game; and not granted.',
    next: 'Nothing to do.',
    advice: 'none',
    without: {
      list: 'granted',
      says: 'Not paid, or not for this game. There is no list of what the game granted.',
      next: 'Do not grant it. If the game did, its developers check why.',
      advice: 'do-not-grant',
    },
    applies: (evidence) => evidence.grants === 0 && isOneOf(notPaid, evidence),
    sql: `grants = 0 and ${among(notPaid)}`,
  },
} as const satisfies Readonly<Record<string, Class>>;

export type ClassId = keyof typeof classes;

export const classIds = Object.keys(classes) as readonly ClassId[];

const classOf = (id: ClassId): Class => classes[id];

/** Its condition over the columns of the SQL query. */
export const sqlOfClass = (id: ClassId): string => classOf(id).sql;

/** How many rows each input has; an input that was not given is missing. */
export type Inputs = Readonly<Partial<Record<RoleId, number>>>;

/** Without a list, “not in the list” would claim what nobody knows. */
export const meaningOf = (id: ClassId, inputs: Inputs): Meaning => {
  const { without, ...meaning } = classOf(id);
  return without !== undefined && inputs[without.list] === undefined ? without : meaning;
};

/** Every class that applies, the one of the purchase first: at least one, if any input has the purchase. */
export const classesOf = (evidence: Evidence): readonly ClassId[] =>
  classIds.filter((id) => classOf(id).applies(evidence));
