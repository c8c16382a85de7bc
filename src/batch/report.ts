import { html as markup } from '../output/markup.js';
import { bannerWords, type Tone } from '../output/page.js';
import { purchaseName, rowsPage, withoutReceipt, type PageRow } from '../tables/rows-page.js';
import { refundNote, type EndingFacts } from './run-end.js';
import { span } from './span.js';
import type { PageWritten, BatchSummary, SummaryLine } from './summary.js';

/** The page of `--report`: no receipt, only fingerprints. */
export function reportPage(
  summary: BatchSummary,
  opening: Readonly<
    Record<'headline' | 'version', string> & Record<'exit' | 'startedAtMs', number>
  >,
  facts: Pick<EndingFacts, 'profile' | 'environment' | 'input' | 'out' | 'seconds' | 'words'>,
): string {
  const { profile, environment, input, out, seconds, words } = facts;
  const { headline, exit, startedAtMs, version } = opening;
  const kinds = summary.lines().map((line) => {
    const { name, rows, says, who } = line;
    const first = summary.firstOf(line).map((each) => rowOf(each, words.adviceOf(each.advice)));
    return { name, count: rows, says, next: who, tone: toneOf(line), rows: first };
  });
  return rowsPage({
    title: `Look-ups of ${input}`,
    banner: bannerWords([{ environment, demo: profile === 'local' }]),
    place: markup`Profile <b><bdi>${profile}</bdi></b> · Environment <b>${environment}</b>`,
    tone: exit === 0 ? 'good' : exit === 20 || exit === 21 ? 'careful' : 'bad',
    headline,
    kinds,
    noun: 'row',
    kindName: 'Verdict or error',
    all: summary.rows,
    head: ['Row', 'Order id or receipt', 'Product', 'Advice', 'Unusual, or why it failed'],
    where:
      out === undefined ? 'All rows were printed on standard output.' : `All rows are in ${out}.`,
    footer: [
      ...(summary.hasPaid ? [refundNote] : []),
      `Begun on ${new Date(startedAtMs).toISOString()}, ${span(seconds)} long; made by pvg ${version}. A look-up changes nothing. pvg put no receipt into this page, only fingerprints.`,
    ],
  });
}

function toneOf({ fate, name }: SummaryLine): Tone {
  if (fate !== 'answered') return 'bad';
  return name === 'paid-and-recorded' ? 'good' : 'careful';
}

function rowOf(written: PageWritten, advice: string): PageRow {
  const { row, place, advice: id, orderId, purchase, unusual, says, fate } = written;
  const isGood = unusual === '' && (id === 'none' || id === 'grant');
  const tone: Tone = fate !== 'answered' ? 'bad' : isGood ? 'good' : 'careful';
  const receipt = purchase?.receipt ?? null;
  const asked = purchase?.orderId;
  const names = [asked, purchase?.productId, purchase?.package];
  const isOther = unusual.includes('other-order') && asked !== undefined;
  return {
    tone,
    cells: [
      [`Row ${row}`, place],
      [
        purchaseName(orderId ?? asked ?? null, receipt, names),
        isOther ? `asked: ${withoutReceipt(asked, receipt, names)}` : undefined,
      ],
      [withoutReceipt(written.productId ?? '', receipt, names)],
      [advice],
      [unusual === '' ? says : withoutReceipt(unusual, receipt, names)],
    ],
  };
}
