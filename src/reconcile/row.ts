import type { LookupKind } from '../service/outcome.js';
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
  return { id, also, ...meaningOf(id, inputs) };
}

/** @param verdictSays what the service confirmed or not, as a sentence */
export function rowOf(purchase: Purchase, inputs: Inputs, verdictSays: (verdict: LookupKind) => string) {
  const { orderId, receipt, lookup, voids, voided, grants } = purchase;
  const { id, also, says, next, advice } = judged(purchase, inputs);
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
          },
    advice,
    says: sentences(
      says,
      id === 'granted-twice' && grantWords(grants),
      id === 'granted-not-paid' && verdict !== null && verdictSays(verdict),
      voided !== null && voidWords(voided, lookup?.quantity ?? null, grants),
      next,
    ),
  };
}

/** Two exports may overlap: then the same grant stands there twice. */
const grantWords = (grants: readonly Grant[]): string | false =>
  new Set(grants.map(({ at, player }) => `${at ?? ''}\n${player ?? ''}`)).size === 1 &&
  `All ${grants.length} rows are the same: perhaps they are one grant, exported more than once.`;
