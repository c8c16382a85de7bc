import type { LookupKind } from '../service/outcome.js';
import { spreadsheetCell, joinCells } from '../tables/csv-out.js';
import { valueAt } from '../tables/json.js';
import type { PlainObject } from '../text/json/plain.js';
import { escapeUnsafe } from '../text/json/json.js';
import { joinSentences } from '../text/sentences.js';
import { classify, findMeaning, type InputFacts } from './classes.js';
import { computeExtent } from './extent.js';
import type { Grant, JoinedPurchase, Lookup } from './purchase.js';
import { formatVoids } from './void-words.js';

/** One purchase of the output: docs/schemas/reconcile-row.schema.json. */
export type ReconciledRow = ReturnType<typeof buildReconciledRow>;

/** How many of its grants a purchase lists: it may have been granted a thousand times. */
const mostListedGrants = 20;

/** @param verdictSays gives the sentence that says what the service confirmed or not */
export function buildReconciledRow(
  purchase: JoinedPurchase,
  inputFacts: InputFacts,
  verdictSays: (verdict: LookupKind) => string,
) {
  const { orderId, receipt, lookup, voids, grants } = purchase;
  const { id, also } = classify(purchase, inputFacts);
  const { says, next, advice } = findMeaning(id, inputFacts, purchase);
  const verdict = lookup === null ? null : findVerdict(lookup);
  // The sentence of this class leaves open which verdict came, unless it is about another product.
  const needsVerdictSentence =
    id === 'granted-not-paid' && verdict !== null && lookup?.isOtherProduct !== true;
  return {
    class: id,
    also,
    order_id: orderId,
    receipt,
    verdict,
    voided: buildVoided(purchase),
    granted: buildGranted(grants),
    advice,
    says: joinSentences(
      says,
      id === 'granted-twice' && formatLookAlikeGrants(grants),
      needsVerdictSentence && verdictSays(verdict),
      voids.length > 0 && formatVoids(purchase),
      next,
    ),
  };
}

/** The verdict of a look-up; null if it has no result. */
function findVerdict({ verdict }: Lookup): LookupKind | null {
  if (verdict === 'store-closed') return 'store-unavailable';
  return verdict === 'failed' || verdict === 'refused' ? null : verdict;
}

function buildVoided(purchase: JoinedPurchase) {
  const [first] = purchase.voids;
  if (first === undefined) return null;
  const { at: timeText, reason, source } = first;
  const { quantity, bought, partial } = computeExtent(purchase);
  return {
    count: purchase.voids.length,
    at: timeText,
    reason,
    source,
    quantity,
    of: bought,
    partial,
  };
}

function buildGranted(grants: readonly Grant[]) {
  if (grants.length === 0) return null;
  const players = new Set(grants.flatMap(({ player }) => player ?? []));
  return {
    count: grants.length,
    at: grants.slice(0, mostListedGrants).map(({ at: timeText }) => timeText),
    players: [...players].slice(0, mostListedGrants),
  };
}

/**
 * Says that grants with the same time and player may be one grant: two exports of it may differ in a column that says when the
 * export was made. Empty if a time or a player tells the grants apart.
 */
function formatLookAlikeGrants(grants: readonly Grant[]): string {
  const different = new Set(
    grants.map(({ at: timeText, player }) => `${timeText ?? ''}\n${player ?? ''}`),
  );
  if (different.size > 1) return '';
  return `Its ${grants.length} rows have the same time and player, and differ in another column. If a column has the id of a grant, name it with \`--map granted.id=<column>\`.`;
}

export const rowFormats = ['ndjson', 'csv'] as const;

const columns = [
  ...['class', 'also', 'order_id', 'receipt', 'verdict', 'advice'],
  ...['voided.count', 'voided.at', 'voided.reason', 'voided.source', 'voided.quantity'],
  ...['voided.of', 'voided.partial', 'granted.count', 'granted.at', 'granted.players', 'says'],
];

interface LineForm {
  readonly format: (typeof rowFormats)[number];
  /** The rows are compared with those of an earlier run. */
  readonly hasChanges: boolean;
}

export function* formatReconciledRows(
  rows: Iterable<ReconciledRow>,
  { format, hasChanges }: LineForm,
): Generator<string> {
  const names = hasChanges ? [...columns, 'change'] : columns;
  const paths = names.map((name) => name.split('.'));
  if (format === 'csv') yield joinCells(names, ',');
  for (const row of rows) {
    yield format === 'csv' ? formatCsvLine(row, paths) : `${escapeUnsafe(JSON.stringify(row))}\n`;
  }
}

const formatCsvLine = (row: ReconciledRow, paths: readonly (readonly string[])[]): string => {
  const values = paths.map((path) => valueAt(row as ReconciledRow & PlainObject, path));
  const cells = values.map((value) => {
    // null in a list stands for a grant without a time, and is left out.
    const text = Array.isArray(value) ? value.filter(Boolean).join(' ') : value;
    return spreadsheetCell(text);
  });
  return joinCells(cells, ',');
};
