import { adviceLabels } from '../view/words.js';
import type { Environment } from '../contract/environments.js';
import { html as markup, nothing, type Markup } from '../output/markup.js';
import {
  banner,
  bannerWords,
  below,
  htmlPage,
  mark,
  prose,
  section,
  shapes,
  type Tone,
} from '../output/page.js';
import { filter, filterRules, type Choice } from '../output/page-filter.js';
import { getTheRightOne } from '../view/verdict.js';
import { counted } from '../text/counted.js';
import { refundCaveat } from './closing.js';
import type { ShownRow } from './page-rows.js';
import type { Summary, SummaryLine } from './summary.js';

/** A batch as one HTML file: no script, nothing from elsewhere, no receipt. Its filter is made of rules alone. */

interface ReportFacts {
  readonly profile: string;
  readonly environment: Environment;
  readonly input: string;
  /** undefined: standard output. */
  readonly output: string | undefined;
  readonly startedAtMs: number;
  readonly elapsedMs: number;
  readonly exit: number;
  readonly ended: string;
  readonly version: string;
}

/** The filter knows this many kinds of rows apart; all further ones count as one. */
const mostKinds = 30;

const style = `
main { max-width: 72rem; } .verdict { align-items: center; }
.kinds th:nth-child(1) { width: 27%; } .kinds th:nth-child(2) { width: 8%; } .kinds th:nth-child(3) { width: 15%; }
.rows th:nth-child(1) { width: 11%; } .rows th:nth-child(2) { width: 20%; } .rows th:nth-child(3) { width: 13%; }
.rows th:nth-child(4) { width: 25%; } .rows th:nth-child(5) { width: 13%; }
`;

export function reportPage(summary: Summary, facts: ReportFacts): string {
  const lines = summary.lines();
  const { input, profile, environment } = facts;
  const main = markup`${banner(bannerWords([{ environment, demo: profile === 'local' }]))}
    <header>
<h1>Look-ups of <bdi>${input}</bdi></h1>
<p class="place">
        Profile <b><bdi>${profile}</bdi></b> · Environment <b>${environment}</b>
</p>
</header>
    ${outcome(facts)} ${section('By verdict', kinds(lines, summary.rows))} ${rows(summary, lines, facts)}
    ${section('The run', run(summary, facts))}
<footer>${summary.hasPaid ? markup`<p>${prose(refundCaveat)}</p>` : nothing}<p>${footer(facts)}</p></footer>`;
  const rules = filterRules(choicesOf(summary, lines).map(({ id }) => id));
  return htmlPage({ title: `Look-ups: ${input}`, style: style + rules, main });
}

const footer = ({ version }: ReportFacts): string =>
  `Made by pvg ${version}. A look-up changes nothing. This page contains no receipt, only fingerprints.`;

const outcome = ({ exit, ended }: ReportFacts): Markup => {
  const tone: Tone = exit === 0 ? 'good' : [20, 21].includes(exit) ? 'careful' : 'bad';
  return markup`<div class="verdict ${tone}">
${shapes[tone]}
<p class="says">${ended}</p>
</div>`;
};

const run = (summary: Summary, facts: ReportFacts): Markup => {
  const before = summary.before > 0 ? `, ${String(summary.before)} of them by an earlier run` : '';
  const all = [
    ['Input', facts.input],
    ['Output', facts.output ?? 'standard output'],
    ['Started', new Date(facts.startedAtMs).toISOString()],
    ['Duration', `${(facts.elapsedMs / 1000).toFixed(1)} s`],
    ['Rows', `${String(summary.rows)}${before}`],
    ['Failed', String(summary.failed)],
  ] as const;
  return markup`<dl>
    ${all.map(
      ([name, value]) =>
        markup`<div>
<dt>${name}</dt>
<dd><bdi>${value}</bdi></dd>
</div>\n`,
    )}
  </dl>`;
};

const kinds = (lines: readonly SummaryLine[], all: number): Markup =>
  markup`<table class="kinds">
<thead>
<tr>
<th>Verdict or error</th>
<th class="number">Rows</th>
<th></th>
<th>Meaning</th>
</tr>
</thead>
<tbody>
${lines.map(
  ({ name, rows: count, says }) =>
    markup`<tr>
<td><code>${name}</code></td>
<td class="number">${String(count)}</td>
<td><meter max="${String(all)}" value="${String(count)}"></meter></td>
<td>${says}</td>
</tr>\n`,
)}</tbody>
</table>`;

function rows(summary: Summary, lines: readonly SummaryLine[], { output }: ReportFacts): Markup {
  const { unusual } = summary.page;
  const shown = summary.page.all();
  if (shown.length === 0) return nothing;
  const of = new Map(lines.map((line, at) => [line.name, { ...line, at: Math.min(at, mostKinds - 1) }]));
  const missing = summary.rows - shown.length;
  const where =
    output === undefined ? 'All rows were printed on standard output.' : `All rows are in ${output}.`;
  const left = missing === 0 ? '' : ` ${counted(missing, 'more row')} not on this page.`;
  return section(
    'Rows',
    markup`${lines.length > 1 || (unusual > 0 && unusual < summary.rows) ? filter(summary.rows, choicesOf(summary, lines)) : nothing}
<p class="lead">The numbers are those of the output (<code>row</code>); below each is its place in the input.${left} ${where}</p>
<table class="rows">
<thead>
<tr>
<th>Row</th>
<th>Order id or receipt</th>
<th>Product</th>
<th>Verdict or error</th>
<th>Advice</th>
<th>Who acts next</th>
</tr>
</thead>
<tbody>
${shown.map((each) => row(each, of.get(each.counts)))}</tbody>
</table>`,
  );
}

const row = (shown: ShownRow, line: (SummaryLine & { readonly at: number }) | undefined): Markup => {
  const { row: number, where, counts, advice, orderId, receipt, product, unusual, failure, asked } = shown;
  const isVerdict = line?.kind === 'verdict';
  const good = isVerdict && unusual === '' && (advice === 'none' || advice === 'grant');
  const who = isVerdict && asked !== null ? getTheRightOne.who : (line?.who ?? '');
  const other = asked === null ? '' : `the answer is about another order: asked ${asked}; `;
  const said = unusual === '' ? failure : `Unusual: ${other}${unusual}.`;
  const tone: Tone = good ? 'good' : isVerdict ? 'careful' : 'bad';
  return markup`<tr class="k${String(line?.at ?? 0)}${unusual === '' ? '' : ' unusual'}">
<td data-name="Row">${String(number)}${below(where)}</td>
<td data-name="Purchase">${orderId ?? markup`<code>${receipt ?? '–'}</code>`}</td>
<td data-name="Product">${product ?? '–'}</td>
<td data-name="Verdict">
<div class="what">${mark(tone)}<code>${counts}</code></div>${below(said)}
</td>
<td data-name="Advice">${advice === null ? '–' : adviceLabels[advice]}</td>
<td data-name="Who acts">${who === '' ? '–' : who}</td>
</tr>\n`;
};

/** The codes of a service may be any words, so a kind has its number as its id. */
function choicesOf({ page: { unusual } }: Summary, lines: readonly SummaryLine[]): Choice[] {
  const kept = lines.length > mostKinds ? lines.slice(0, mostKinds - 1) : lines;
  const others = lines.slice(kept.length).reduce((sum, { rows: count }) => sum + count, 0);
  const kinds = [...kept, ...(others === 0 ? [] : [{ name: 'others', rows: others }])];
  return [
    ...kinds.map(({ name, rows: count }, at) => ({ id: `k${String(at)}`, label: name, count })),
    ...(unusual === 0 ? [] : [{ id: 'unusual', label: 'unusual', count: unusual }]),
  ];
}
