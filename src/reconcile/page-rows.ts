import { looksLikeToken } from '../contract/purchase-token.js';
import { shownFingerprint } from '../signing/digest.js';
import type { ClassId } from './classes.js';
import { dayOf } from './moments.js';
import type { Row } from './row.js';
import { Timeline, type Bars, type Happened } from './timeline.js';

/** The rows that a page shows: a limited number, so that a frequent class does not keep a rare one off the page. */

export interface PageRow {
  readonly row: Omit<Row, 'receipt'>;
  /** Of the receipt, for a purchase without an order id. */
  readonly fingerprint: string | null;
  /** Its bars. */
  readonly days: Readonly<Record<Happened, number | undefined>>;
}

export interface PageRows {
  readonly rows: readonly PageRow[];
  readonly bars: Bars;
  readonly undated: Readonly<Record<Happened, number>>;
}

/** pvg's own policy: with more rows a browser gets slow. */
const mostOfClass = 500;

/** Of a purchase the first void and the first grant count. */
export function pageRows(all: Iterable<Row>): PageRows {
  const timeline = new Timeline();
  const ofClass = new Map<ClassId, number>();
  const rows: PageRow[] = [];
  for (const row of all) {
    const times: Record<Happened, string | null> = {
      voided: row.voided?.at ?? null,
      granted: row.granted?.at[0] ?? null,
    };
    if (row.voided) timeline.add('voided', times.voided);
    if (row.granted) timeline.add('granted', times.granted);
    const before = ofClass.get(row.class) ?? 0;
    ofClass.set(row.class, before + 1);
    if (before < mostOfClass)
      rows.push({
        ...withoutReceipt(row),
        days: { voided: dayOf(times.voided), granted: dayOf(times.granted) },
      });
  }
  return { rows, bars: timeline.bars(), undated: timeline.undated };
}

/** Never a receipt, not even one in the wrong column. */
function withoutReceipt({ receipt, ...row }: Row): Pick<PageRow, 'row' | 'fingerprint'> {
  const isSafe = (text: string): boolean =>
    !looksLikeToken(text) && (receipt === null || !text.includes(receipt));
  const safe = <Text extends string | null>(text: Text): Text | string =>
    text === null || isSafe(text) ? text : shownFingerprint(text);
  return {
    row: {
      ...row,
      order_id: safe(row.order_id),
      granted: row.granted && { ...row.granted, players: row.granted.players.map(safe) },
    },
    fingerprint: receipt === null ? null : shownFingerprint(receipt),
  };
}
