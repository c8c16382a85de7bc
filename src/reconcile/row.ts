import type { LookupKind } from '../service/outcome.js';
import { cell, line } from '../tables/csv-out.js';
import { valueAt } from '../tables/json.js';
import type { PlainObject } from '../text/json/plain.js';
import { escapeUnsafe } from '../text/json/print.js';
import { sentences } from '../text/sentences.js';
import { classesOf, meaningOf, type Inputs } from './classes.js';
import type { Grant, Purchase, Void } from './join.js';
import { shownTime, spanOf } from './moments.js';

/** One purchase of the output: docs/schemas/reconcile-row.schema.json. */
export type Row = ReturnType<typeof rowOf>;

// Of a purchase that was granted a thousand times.
const mostListed = 20;

/** @param verdictSays what the service confirmed or not, as a sentence */
export function rowOf(purchase: Purchase, inputs: Inputs, verdictSays: (verdict: LookupKind) => string) {
  const { orderId, receipt, lookup, voids, voided, grants } = purchase;
  const [id = 'unresolved', ...also] = classesOf(purchase);
  const { says, next, advice } = meaningOf(id, inputs, purchase);
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
      id === 'granted-not-paid' && verdict !== null && !lookup?.isOtherProduct && verdictSays(verdict),
      voided !== null && voidWords(voided, lookup?.quantity ?? null, grants),
      next,
    ),
  };
}

/** Two exports may overlap: then the same grant stands there twice. */
const grantWords = (grants: readonly Grant[]): string | false =>
  new Set(grants.map(({ at, player }) => `${at ?? ''}\n${player ?? ''}`)).size === 1 &&
  `All ${grants.length} rows are the same: perhaps they are one grant, exported more than once.`;

/** Source: the store's API, purchases.voidedpurchases. The words are the store's. */
const sources = ['user', 'developer', 'Google'];
const reasons = [
  ...['other', 'remorse', 'not received', 'defective', 'accidental purchase', 'fraud', 'friendly fraud'],
  ...['chargeback', 'unacknowledged purchase'],
];

const told = (what: string, words: readonly string[], text: string | null): string[] =>
  text === null ? [] : [`${what}: ${words[Number(text)] ?? text}`];

/** `Voided on …, before the grant; the store says source: user, reason: remorse; 1 of 3 units.` */
export function voidWords(
  { at, source, reason, quantity }: Void,
  bought: string | null,
  grants: readonly Grant[],
): string {
  const details = [...told('source', sources, source), ...told('reason', reasons, reason)].join(', ');
  const isPart = quantity !== null && bought !== null && Number(quantity) < Number(bought);
  return [
    at === null ? 'The store’s list has no date for it' : `Voided on ${shownTime(at)}`,
    whenWords(at, grants),
    details && `; the store says ${details}`,
    isPart ? `; ${quantity} of ${bought} units` : '',
    '.',
  ].join('');
}

const whenWords = (at: string | null, grants: readonly Grant[]): string => {
  if (grants.length === 0) return '';
  const [voided, granted] = [spanOf(at), spanOf(grants[0]?.at ?? null)];
  if (voided && granted && voided.toMs < granted.fromMs) return ', before the grant';
  if (voided && granted && voided.fromMs > granted.toMs) return ', after the grant';
  return ', and it is not known whether before the grant';
};

export const rowFormats = ['ndjson', 'csv'] as const;

const columns = [
  ...['class', 'also', 'order_id', 'receipt', 'verdict', 'advice'],
  ...['voided.count', 'voided.at', 'voided.reason', 'voided.source', 'voided.quantity'],
  ...['granted.count', 'granted.at', 'granted.players', 'says'],
];
const paths = columns.map((name) => name.split('.'));

export function* linesOf(rows: Iterable<Row>, format: (typeof rowFormats)[number]): Generator<string> {
  if (format === 'csv') yield line(columns, ',');
  for (const row of rows) yield format === 'csv' ? csvLine(row) : `${escapeUnsafe(JSON.stringify(row))}\n`;
}

const csvLine = (row: Row): string => {
  const values = paths.map((path) => valueAt(row as Row & PlainObject, path));
  // null in a list: a grant without a time.
  const cells = values.map((value) => cell(Array.isArray(value) ? value.filter(Boolean).join(' ') : value));
  return line(cells, ',');
};
