import { html as markup } from '../output/markup.js';
import type { Tone } from '../output/page.js';
import type { Advice } from '../service/policy.js';
import { purchaseName, rowsPage, withoutReceipt } from '../tables/rows-page.js';
import type { PageRow, RowsPage } from '../tables/rows-page.js';
import { counted } from '../text/count.js';
import { classIds, meaningOf } from './classes.js';
import { shownTime } from './timestamps.js';
import type { Reconciled } from './reconcile.js';
import { roles } from './column-roles.js';
import type { ReconciledRow } from './row.js';

/** What was reconciled as one HTML file. @param made by which pvg, and when */
export function reconcilePage(
  { summary, firstOf }: Reconciled,
  {
    where,
    made,
    ...opening
  }: Pick<RowsPage, 'headline' | 'tone' | 'where'> & { readonly made: string },
): string {
  return rowsPage({
    ...{ title: 'Purchases, refunds and grants', ...opening, where },
    banner: summary.lists.isVoidedPartial ? partialListSays : null,
    place: summary.files.map(
      ({ role, name, rows }, at) =>
        markup`${at === 0 ? '' : ' · '}<bdi>${name}</bdi> (${roles[role].contents}): <b>${counted(rows, 'row')}</b>`,
    ),
    ...{ noun: 'purchase', kindName: 'Class', all: summary.purchases },
    kinds: classIds
      .filter((id) => summary.classes[id] > 0)
      .map((id) => {
        const meaning = meaningOf(id, summary.lists);
        const count = summary.classes[id];
        return {
          ...meaning,
          name: id,
          count,
          tone: toneOf(meaning.advice),
          rows: firstOf(id).map(pageRow),
        };
      }),
    head: ['Order id or receipt', 'Verdict', 'Voided', 'Granted', 'Why, and who acts'],
    footer: [
      'Reasons and sources of a void are the store’s own words.',
      `${made} pvg put no receipt into this page, only fingerprints.`,
    ],
  });
}

export const partialListSays =
  'The list of voided purchases is not complete: the store may have voided a purchase that is not in it.';

const toneOf = (advice: Advice): Tone =>
  advice === 'check' ? 'bad' : advice === 'retry-later' ? 'careful' : 'good';

function pageRow({
  also,
  order_id,
  receipt,
  verdict,
  voided,
  granted,
  advice,
  says,
}: ReconciledRow): PageRow {
  const times = granted?.at.flatMap((each) => (each === null ? [] : [shownTime(each)])) ?? [];
  const players = granted?.players.map((player) => withoutReceipt(player, receipt)).join(', ');
  return {
    tone: toneOf(advice),
    cells: [
      [purchaseName(order_id, receipt, [order_id ?? undefined])],
      [verdict],
      [
        voided && shownTime(voided.at ?? 'no date'),
        voided?.partial === true ? partWords(voided) : '',
      ],
      [granted && (times.join(', ') || 'no date'), players],
      [says, also.length > 0 ? `Also: ${also.join(', ')}` : ''],
    ],
  };
}

/** `a part: 1 of 3 units`. */
function partWords({ quantity, of: bought }: NonNullable<ReconciledRow['voided']>): string {
  if (quantity === null) return 'a part';
  return bought === null
    ? `a part: ${counted(quantity, 'unit')}`
    : `a part: ${quantity} of ${counted(bought, 'unit')}`;
}
