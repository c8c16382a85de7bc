import { html as markup } from '../output/markup.js';
import { bannerWords, type Tone } from '../output/page.js';
import { purchaseName, rowsPage, withoutReceipt, type PageRow } from '../tables/rows-page.js';
import { refundCaveat, type EndingFacts } from './ending.js';
import { span } from './span.js';
import type { Summary } from './summary.js';

/** The page of `--report`: no receipt, only fingerprints. */
export function reportPage(
  summary: Summary,
  opening: Readonly<Record<'headline' | 'version', string> & Record<'exit' | 'startedAtMs', number>>,
  facts: Pick<EndingFacts, 'profile' | 'environment' | 'input' | 'out' | 'seconds' | 'words'>,
): string {
  const { profile, environment, input, out, seconds, words } = facts;
  const { headline, exit, startedAtMs, version } = opening;
  const lines = summary.lines();
  // The codes of a service are a stranger's words.
  const kinds = lines.map(({ name, rows, says, who, kind }, at) => {
    const tone: Tone = kind === 'failure' ? 'bad' : name === 'paid-and-recorded' ? 'good' : 'careful';
    return { id: `k${at}`, name, count: rows, says, next: who, tone };
  });
  const kindOf = new Map(kinds.map((kind) => [kind.name, kind.id]));
  const who = new Map(lines.map((line) => [line.name, line.who]));
  return rowsPage({
    title: `Look-ups of ${input}`,
    banner: bannerWords([{ environment, demo: profile === 'local' }]),
    place: markup`Profile <b><bdi>${profile}</bdi></b> · Environment <b>${environment}</b>`,
    tone: exit === 0 ? 'good' : exit === 20 || exit === 21 ? 'careful' : 'bad',
    ...{ headline, kinds, noun: 'row', kindName: 'Verdict or error', all: summary.rows },
    marks: summary.unusual === 0 ? [] : [{ id: 'unusual', label: 'unusual', count: summary.unusual }],
    head: ['Row', 'Order id or receipt', 'Product', 'Advice', 'Who acts next'],
    rows: [...summary.page.rows]
      .sort((one, other) => one.row - other.row)
      .map((written) =>
        rowOf(written, {
          kind: kindOf.get(written.counts) ?? 'others',
          advice: words.adviceOf(written.advice),
          who: who.get(written.counts) ?? '',
        }),
      ),
    where: out === undefined ? 'All rows were printed on standard output.' : `All rows are in ${out}.`,
    footer: [
      ...(summary.hasPaid ? [refundCaveat] : []),
      `Begun on ${new Date(startedAtMs).toISOString()}, ${span(seconds)} long; made by pvg ${version}. A look-up changes nothing. This page contains no receipt, only fingerprints.`,
    ],
  });
}

function rowOf(
  written: Summary['page']['rows'][number],
  { kind, advice, who }: Readonly<Record<'kind' | 'advice' | 'who', string>>,
): PageRow {
  const { row, place, advice: id, orderId, purchase, unusual, says, fate } = written;
  const isGood = unusual === '' && (id === 'none' || id === 'grant');
  const tone: Tone = fate === 'failed' || fate === 'unreadable' ? 'bad' : isGood ? 'good' : 'careful';
  const receipt = purchase?.receipt ?? null;
  const asked = purchase?.orderId;
  const isOther = unusual.includes('other-order') && asked !== undefined;
  const below = isOther ? `asked: ${withoutReceipt(asked, receipt)}` : undefined;
  return {
    ...{ kind, tone, marks: unusual === '' ? [] : ['unusual'] },
    more: unusual === '' ? (says ?? '') : `Unusual: ${withoutReceipt(unusual, receipt)}.`,
    cells: [
      [`Row ${row}`, place],
      [purchaseName(orderId ?? asked ?? null, receipt), below],
      [withoutReceipt(written.productId ?? '', receipt)],
      [advice],
      [who],
    ],
  };
}
