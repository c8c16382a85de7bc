import type { LookupKind } from '../service/outcome.js';
import type { Advice } from '../service/policy.js';
import { sentences } from '../text/sentences.js';
import { classesOf, meaningOf, type ClassId, type Inputs } from './classes.js';
import type { Grant, Purchase, Void } from './join.js';
import { voidWords } from './voids.js';

/** One purchase of the output. */
export interface Row {
  readonly class: ClassId;
  readonly also: readonly ClassId[];
  readonly order_id: string | null;
  readonly receipt: string | null;
  readonly verdict: LookupKind | null;
  /** How many rows of the store's list; what the first of them says. */
  readonly voided: ({ readonly count: number } & Void) | null;
  readonly granted: {
    readonly count: number;
    readonly at: readonly (string | null)[];
    readonly players: readonly string[];
    /** How many have the order id of one purchase and the receipt of another. */
    readonly contradictory: number;
  } | null;
  readonly advice: Advice;
  readonly says: string;
}

// Of a purchase that was granted a thousand times.
const mostListed = 20;

/** Every purchase has a class: it is in an input. */
function allClasses({ lookup, voided, grants }: Purchase): readonly [ClassId, ...ClassId[]] {
  const evidence = { grants: grants.length, voided: voided !== null, lookup: lookup?.verdict ?? null };
  const [first = 'unresolved', ...also] = classesOf(evidence);
  return [first, ...also];
}

export const classOf = (purchase: Purchase): ClassId => allClasses(purchase)[0];

/** @param verdictSays what the service confirmed or not, as a sentence */
export function rowOf(purchase: Purchase, inputs: Inputs, verdictSays: (verdict: LookupKind) => string): Row {
  const { orderId, receipt, lookup, voids, voided, grants } = purchase;
  const [first, ...also] = allClasses(purchase);
  const { says, next, advice } = meaningOf(first, inputs);
  const contradictory = contradictoryOf(purchase);
  const verdict = lookup === null || lookup.verdict === 'failed' ? null : lookup.verdict;
  return {
    class: first,
    also,
    order_id: orderId,
    receipt,
    verdict,
    voided: voided && { count: voids, ...voided },
    granted:
      grants.length === 0
        ? null
        : {
            count: grants.length,
            at: grants.slice(0, mostListed).map(({ at }) => at),
            players: [...new Set(grants.flatMap(({ player }) => player ?? []))].slice(0, mostListed),
            contradictory: contradictory.length,
          },
    advice: adviceOf(purchase, inputs),
    says: sentences(
      says,
      first === 'granted-twice' && grantWords(purchase),
      first === 'granted-not-paid' && verdict !== null && verdictSays(verdict),
      voided !== null && voidWords(voided, lookup?.quantity ?? null, grants),
      contradictory.length > 0 && contradictionWords(contradictory),
      contradictory.length > 0 && advice === 'none' ? undefined : next,
    ),
  };
}

const contradictoryOf = ({ grants }: Purchase): readonly Grant[] =>
  grants.filter((grant) => grant.contradictory !== undefined);

/** Of the two purchases of a contradictory grant none is settled. */
export const adviceOf = (purchase: Purchase, inputs: Inputs): Advice => {
  const { advice } = meaningOf(classOf(purchase), inputs);
  return advice === 'none' && contradictoryOf(purchase).length > 0 ? 'check' : advice;
};

const contradictionWords = (grants: readonly Grant[]): string => {
  const line = grants[0]?.contradictory ?? 0;
  return `A grant has the order id of one purchase and the receipt of another (line ${line} of --granted). It counts for both: the game’s developers find out which one it was for.`;
};

/** Two exports may overlap: then the same grant stands there twice. */
const grantWords = ({ grants }: Purchase): string | false => {
  const different = new Set(grants.map(({ at, player }) => `${at ?? ''}\n${player ?? ''}`));
  return (
    different.size === 1 &&
    `All ${grants.length} rows are the same: perhaps they are one grant, exported more than once.`
  );
};
