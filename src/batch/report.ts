import { html as markup } from '../output/markup.js';
import { bannerWords, type Tone } from '../output/page.js';
import { purchaseName, renderRowsPage, withoutReceipt, type PageRow } from '../tables/rows-page.js';
import {
  askedProfileWords,
  exitOfFailedRows,
  exitOfUnreadableRows,
  refundNote,
  type EndingFacts,
} from './finished-run.js';
import { spanWords } from './span.js';
import { anomalyText } from './result.js';
import type { ResultOnPage, BatchSummary, SummaryLine } from './summary.js';

interface PageHead {
  readonly headline: string;
  readonly exit: number;
  readonly startedAtMs: number;
  readonly version: string;
}

/** The page of `--report`: no receipt, only fingerprints. */
export function reportPage(
  summary: BatchSummary,
  head: PageHead,
  facts: Pick<EndingFacts, 'profile' | 'environment' | 'input' | 'out' | 'seconds' | 'words'>,
): string {
  const { profile, environment, input, out, seconds, words } = facts;
  const { headline, exit, startedAtMs, version } = head;
  const kinds = summary.lines().map((line) => ({
    name: line.name,
    count: line.rows,
    says: line.says,
    next: line.who,
    tone: lineTone(line),
    rows: summary.firstOf(line).map((row) => pageRow(row, words.adviceOf(row.advice))),
  }));
  return renderRowsPage({
    title: `Look-ups of ${input}`,
    banner: environment === null ? null : bannerWords([{ environment, demo: profile === 'local' }]),
    subtitle: markup`Profile <b><bdi>${askedProfileWords(facts)}</bdi></b> · Environment <b>${environment ?? 'none'}</b>`,
    tone: exitTone(exit),
    headline,
    kinds,
    noun: 'row',
    kindName: 'Verdict or error',
    rowCount: summary.rows,
    head: ['Row', 'Order id or receipt', 'Product', 'Advice', 'Unusual, or why it failed'],
    placeOfRows:
      out === undefined ? 'All rows were printed on standard output.' : `All rows are in ${out}.`,
    footer: [
      ...(summary.hasPaid ? [refundNote] : []),
      `Begun on ${new Date(startedAtMs).toISOString()}, ${spanWords(seconds)} long; made by pvg ${version}. A look-up changes nothing. pvg put no receipt into this page, only fingerprints.`,
    ],
  });
}

function exitTone(exit: number): Tone {
  if (exit === 0) return 'good';
  return exit === exitOfFailedRows || exit === exitOfUnreadableRows ? 'careful' : 'bad';
}

function lineTone({ rowStatus, name }: SummaryLine): Tone {
  if (rowStatus !== 'answered') return 'bad';
  return name === 'paid-and-recorded' ? 'good' : 'careful';
}

function rowTone({ rowStatus, anomalies, advice }: ResultOnPage): Tone {
  if (rowStatus !== 'answered') return 'bad';
  const isGood = anomalies.length === 0 && (advice === 'none' || advice === 'grant');
  return isGood ? 'good' : 'careful';
}

function pageRow(result: ResultOnPage, adviceWords: string): PageRow {
  const { row, place, orderId, purchase, anomalies, says } = result;
  const receipt = purchase?.receipt ?? null;
  const askedOrderId = purchase?.orderId;
  const names = [askedOrderId, purchase?.productId, purchase?.package];
  const isOtherOrder =
    askedOrderId !== undefined && anomalies.some(({ id }) => id === 'other-order');
  const unusual = anomalyText(anomalies);
  return {
    tone: rowTone(result),
    cells: [
      [`Row ${row}`, place],
      [
        purchaseName(orderId ?? askedOrderId ?? null, receipt, names),
        isOtherOrder ? `asked: ${withoutReceipt(askedOrderId, receipt, names)}` : undefined,
      ],
      [withoutReceipt(result.productId ?? '', receipt, names)],
      [adviceWords],
      [unusual === '' ? says : withoutReceipt(unusual, receipt, names)],
    ],
  };
}
