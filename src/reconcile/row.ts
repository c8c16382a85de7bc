import type { LookupKind } from '../service/outcome.js';
import type { Advice } from '../service/policy.js';
import { sentences } from '../text/sentences.js';
import { classesOf, meaningOf, type Inputs } from './classes.js';
import type { Grant, Purchase } from './join.js';
import { voidWords } from './voids.js';

/** One purchase of the output: docs/schemas/reconcile-row.schema.json. */
export type Row = ReturnType<typeof rowOf>;

// Of a purchase that was granted a thousand times.
const mostListed = 20;

/** What a purchase is; every one has a class, because it is in an input. */
export function judged(purchase: Purchase, inputs: Inputs) {
  const [id = 'unresolved', ...also] = classesOf(purchase);
  const meaning = meaningOf(id, inputs);
  const contradictory = purchase.grants.filter((grant) => grant.contradictory !== undefined);
  // Of the two purchases of a contradictory grant none is settled.
  const isOpen = meaning.advice === 'none' && contradictory.length > 0;
  const advice: Advice = isOpen ? 'check' : meaning.advice;
  const next = isOpen ? undefined : meaning.next;
  return { id, also, says: meaning.says, next, advice, contradictory };
}

/** @param verdictSays what the service confirmed or not, as a sentence */
export function rowOf(purchase: Purchase, inputs: Inputs, verdictSays: (verdict: LookupKind) => string) {
  const { orderId, receipt, lookup, voids, voided, grants } = purchase;
  const { id, also, says, next, advice, contradictory } = judged(purchase, inputs);
  const verdict = lookup === null || lookup.verdict === 'failed' ? null : lookup.verdict;
  const players = new Set(grants.flatMap(({ player }) => player ?? []));
  return {
    ...{ class: id, also, order_id: orderId, receipt, verdict },
    voided: voided && { count: voids, ...voided },
    granted:
      grants.length === 0
        ? null
        : {
            count: grants.length,
            at: grants.slice(0, mostListed).map(({ at }) => at),
            players: [...players].slice(0, mostListed),
            contradictory: contradictory.length,
          },
    advice,
    says: sentences(
      says,
      id === 'granted-twice' && grantWords(grants),
      id === 'granted-not-paid' && verdict !== null && verdictSays(verdict),
      voided !== null && voidWords(voided, lookup?.quantity ?? null, grants),
      contradictory.length > 0 && contradictionWords(contradictory),
      next,
    ),
  };
}

const contradictionWords = (grants: readonly Grant[]): string => {
  const line = grants[0]?.contradictory ?? 0;
  return `A grant has the order id of one purchase and the receipt of another (line ${line} of --granted). It counts for both: the game’s developers find out which one it was for.`;
};

/** Two exports may overlap: then the same grant stands there twice. */
const grantWords = (grants: readonly Grant[]): string | false =>
  new Set(grants.map(({ at, player }) => `${at ?? ''}\n${player ?? ''}`)).size === 1 &&
  `All ${grants.length} rows are the same: perhaps they are one grant, exported more than once.`;
