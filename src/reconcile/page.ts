import { html as markup } from '../output/markup.js';
import type { Tone } from '../output/page.js';
import type { Advice } from '../service/outcome.js';
import { purchaseName, renderRowsPage, withoutReceipt } from '../tables/rows-page.js';
import type { PageRow, RowsPage } from '../tables/rows-page.js';
import { counted } from '../text/sentences.js';
import { changeIds, type Change, type ChangedRow } from './changes.js';
import { classIds, findMeaning, type ClassId } from './classes.js';
import { shownTime } from './timestamps.js';
import type { ClassifiedPurchases } from './classified-purchases.js';
import { roles } from './column-roles.js';
import type { ReconciledRow } from './row.js';

interface PageOpening extends Pick<RowsPage, 'headline' | 'tone' | 'placeOfRows'> {
  /** A sentence: by which pvg the page was made, and when. */
  readonly origin: string;
}

/** What was reconciled, as one HTML file. */
export function buildReconcilePage(reconciled: ClassifiedPurchases, opening: PageOpening): string {
  const { summary, changes } = reconciled;
  return renderRowsPage({
    title: 'Purchases, refunds and grants',
    headline: opening.headline,
    tone: opening.tone,
    placeOfRows: opening.placeOfRows,
    banner: summary.inputFacts.isVoidedPartial ? partialListSays : null,
    subtitle: [
      ...summary.files.map(
        ({ role, path, rowCount }, index) =>
          markup`${index === 0 ? '' : ' · '}<bdi>${path}</bdi> (${roles[role].contents}): <b>${counted(rowCount, 'row')}</b>`,
      ),
      ...(changes === null ? [] : [markup` · ${formatChanges(changes)}`]),
    ],
    noun: 'purchase',
    kindName: 'Class',
    rowCount: summary.purchases + (changes?.gone ?? 0),
    kinds: [
      ...classIds.filter((id) => summary.classes[id] > 0).map((id) => buildClass(reconciled, id)),
      ...buildGone(reconciled),
    ],
    head: ['Order id or receipt', 'Verdict', 'Voided', 'Granted', 'Why, and who acts'],
    footer: [
      'Reasons and sources of a void are the store’s own words.',
      `${opening.origin} pvg put no receipt into this page, only fingerprints.`,
    ],
  });
}

function buildClass(reconciled: ClassifiedPurchases, id: ClassId): RowsPage['kinds'][number] {
  const { summary } = reconciled;
  const { says, next, advice } = findMeaning(id, summary.inputFacts);
  return {
    says,
    next,
    name: id,
    count: summary.classes[id],
    tone: toneOf(advice),
    rows: reconciled.firstOf(id).map(buildPageRow),
  };
}

/** Purchases of the earlier run that this one does not have: a kind of their own, because their classes are past. */
function buildGone(reconciled: ClassifiedPurchases): RowsPage['kinds'] {
  const { changes } = reconciled;
  if (changes === null || changes.gone === 0) return [];
  return [
    {
      name: 'gone',
      count: changes.gone,
      tone: 'careful',
      says: 'In the earlier results, and in no input of this run.',
      next: 'If this run should have them, compare its inputs with those of the earlier run.',
      rows: reconciled.firstGone().map(buildPageRow),
    },
  ];
}

/** `Compared with the earlier run: 3 new, 1 changed, 0 gone, 5 same.` */
export function formatChanges(changes: Readonly<Record<Change, number>>): string {
  const counts = changeIds.map((id) => `${changes[id]} ${id}`);
  return `Compared with the earlier run: ${counts.join(', ')}.`;
}

export const partialListSays =
  'The list of voided purchases is not complete: the store may have voided a purchase that is not in it.';

function toneOf(advice: Advice): Tone {
  if (advice === 'check') return 'bad';
  return advice === 'retry-later' || advice === 'fix-request' ? 'careful' : 'good';
}

function buildPageRow(row: ReconciledRow | ChangedRow): PageRow {
  const { also, order_id, receipt, verdict, voided, granted, says } = row;
  const isPart = voided?.partial === true;
  const times = granted?.at.flatMap((time) => (time === null ? [] : [shownTime(time)])) ?? [];
  const players = granted?.players.map((player) => withoutReceipt(player, receipt)).join(', ');
  return {
    tone: toneOf(row.advice),
    cells: [
      [purchaseName(order_id, receipt, [order_id ?? undefined]), 'change' in row ? row.change : ''],
      [verdict],
      [voided && shownTime(voided.at ?? 'no date'), isPart ? formatPart(voided) : ''],
      [granted && (times.join(', ') || 'no date'), players],
      [says, also.length > 0 ? `Also: ${also.join(', ')}` : ''],
    ],
  };
}

/** `a part: 1 of 3 units`. */
function formatPart({ quantity, of: bought }: NonNullable<ReconciledRow['voided']>): string {
  if (quantity === null) return 'a part';
  if (bought === null) return `a part: ${counted(quantity, 'unit')}`;
  return `a part: ${quantity} of ${counted(bought, 'unit')}`;
}
