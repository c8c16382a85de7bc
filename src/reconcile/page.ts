import type { Advice } from '../service/policy.js';
import { html as markup, nothing, type Markup } from '../output/markup.js';
import { below, htmlPage, mark, prose, section, shapes, type Tone } from '../output/page.js';
import { filter, filterRules, radio } from '../output/page-filter.js';
import { counted } from '../text/counted.js';
import { classIds, meaningOf, type ClassId } from './classes.js';
import { shownTime } from './moments.js';
import { pageRows, type PageRow, type PageRows } from './page-rows.js';
import type { Reconciled } from './reconcile.js';
import { roleIds, roles, type RoleId } from './roles.js';
import type { Happened } from './timeline.js';

/** What was reconciled as one HTML file: no script, nothing from elsewhere, no receipt. Its filter is made of rules alone. */

interface PageFacts {
  readonly files: readonly { readonly role: RoleId; readonly name: string }[];
  readonly headline: string;
  readonly tone: Tone;
  /** Where all rows are; undefined: standard output, or nowhere. */
  readonly out: string | undefined;
  readonly madeAtMs: number;
  readonly version: string;
}

export function reconcilePage(reconciled: Reconciled, facts: PageFacts): string {
  const { summary } = reconciled;
  const shown = pageRows(reconciled.rows());
  const present = classIds.filter((id) => summary.classes[id] > 0);
  const main = markup`<header>
<h1>Purchases, refunds and grants</h1>
<p class="place">${inputsOf(facts, summary)}</p>
</header>
<div class="verdict ${facts.tone}">
${shapes[facts.tone]}
<p class="says">${facts.headline}</p>
</div> ${section('By class', byClass(present, reconciled))} ${timeline(shown)} ${rows(shown, reconciled, facts)}
<footer><p>Reasons and sources of a void are the store’s own words.</p>
<p>Made by pvg ${facts.version} on ${new Date(facts.madeAtMs).toISOString()}. This page contains no receipt, only fingerprints.</p></footer>`;
  return htmlPage({
    title: 'Purchases, refunds and grants',
    style: style + filterRules(choiceIds(present, shown)),
    main,
  });
}

/** An export of the store has more rows than voided purchases, so that rows are counted. */
const inputsOf = ({ files }: PageFacts, { inputs }: Reconciled['summary']): Markup[] =>
  roleIds
    .filter((role) => inputs[role] !== undefined)
    .map((role, at) => {
      const names = files.filter((file) => file.role === role).map(({ name }) => name);
      const rows = counted(inputs[role] ?? 0, 'row');
      return markup`${at === 0 ? '' : ' · '}<bdi>${names.join(', ')}</bdi>: <b>${rows} of ${roles[role].contents}</b>`;
    });

const toneOf = (advice: Advice): Tone =>
  advice === 'check' ? 'bad' : advice === 'retry-later' ? 'careful' : 'good';

const percent = (part: number, all: number): string =>
  part > 0 && part * 1000 < all ? 'under 0.1 %' : `${((100 * part) / all).toFixed(1)} %`;

const byClass = (present: readonly ClassId[], { summary }: Reconciled): Markup =>
  markup`<table class="classes">
<thead>
<tr><th>Class</th><th class="number">Purchases</th><th class="number">Share</th><th></th><th>Meaning</th><th>Who acts next</th></tr>
</thead>
<tbody>
${present.map((id) => {
  const count = summary.classes[id];
  const { says, next, advice } = meaningOf(id, summary.inputs);
  return markup`<tr>
<td><div class="what">${mark(toneOf(advice))}<code>${id}</code></div></td>
<td class="number" data-name="Purchases">${String(count)}</td>
<td class="number" data-name="Share">${percent(count, summary.purchases)}</td>
<td><meter max="${String(summary.purchases)}" value="${String(count)}"></meter></td>
<td data-name="Meaning">${says}</td>
<td data-name="Who acts"><div>${prose(next)}</div></td>
</tr>\n`;
})}</tbody>
</table>`;

const happenings: readonly (readonly [Happened, title: string, noun: string])[] = [
  ['voided', 'Voided', 'voided purchase'],
  ['granted', 'Granted', 'granted purchase'],
];

function timeline({ bars: { unit, bars }, undated }: PageRows): Markup {
  const undatedWords = happenings
    .filter(([happened]) => undated[happened] > 0)
    .map(([happened, , noun]) => `${counted(undated[happened], noun)} without a date that pvg can read`);
  const without = undatedWords.length === 0 ? '' : ` Not in it: ${undatedWords.join(', ')}.`;
  if (bars.length === 0)
    return undatedWords.length === 0
      ? nothing
      : section('Over time', markup`<p class="lead">${without.trim()}</p>`);
  return section(
    'Over time',
    markup`<p class="lead">One bar per ${unit} in UTC; the first void and the first grant of each purchase count. Choose a bar to see its purchases below.${without}</p>
${happenings.map(([happened, title, noun]) => {
  const most = Math.max(...bars.map(({ counts }) => counts[happened]));
  if (most === 0) return nothing;
  return markup`<div class="chart ${happened}"><p class="title">${title} <span>(highest bar: ${String(most)})</span></p><div class="bars">${bars.map(
    ({ label, counts }, at) => {
      const count = counts[happened];
      if (count === 0) return markup`<span class="bar"></span>`;
      // Even one of a million is to be seen.
      const height = Math.max(3, Math.round((100 * count) / most));
      return radio(
        barId(happened, at),
        markup`<span class="told">${label}: ${counted(count, noun)}</span><svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true"><title>${label}: ${counted(count, noun)}</title><rect x="0" y="${String(100 - height)}" width="10" height="${String(height)}"/></svg>`,
      );
    },
  )}</div></div>\n`;
})}<p class="ends"><span>${bars[0]?.label ?? ''}</span><span>${bars.length > 1 ? (bars.at(-1)?.label ?? '') : ''}</span></p>`,
  );
}

const barId = (happened: Happened, at: number): string => `${happened}-${String(at)}`;

function rows(shown: PageRows, { summary }: Reconciled, { out }: PageFacts): Markup {
  const present = classIds.filter((id) => summary.classes[id] > 0);
  const missing = summary.purchases - shown.rows.length;
  const left =
    missing === 0
      ? ''
      : `${counted(missing, 'more purchase')} not on this page, which shows 500 of each class at most. `;
  const where = out === undefined ? '' : `All rows are in ${out}.`;
  return section(
    'Purchases',
    markup`${filter(
      summary.purchases,
      present.map((id) => ({ id, label: id, count: summary.classes[id] })),
    )}
<p class="lead">${left}${where}</p>
<table class="rows">
<thead>
<tr><th>Class</th><th>Order id or receipt</th><th>Verdict</th><th>Voided</th><th>Granted</th><th>Why, and who acts</th></tr>
</thead>
<tbody>
${shown.rows.map((each) => row(each, shown))}</tbody>
</table>`,
  );
}

const row = (
  { row: { class: id, also, order_id, verdict, voided, granted, advice, says }, fingerprint, days }: PageRow,
  { bars }: PageRows,
): Markup => {
  const inBars = happenings.flatMap(([happened]) => {
    const day = days[happened];
    const at = day === undefined ? undefined : bars.indexOf(day);
    return at === undefined ? [] : [barId(happened, at)];
  });
  const times = granted?.at.flatMap((each) => each ?? []) ?? [];
  return markup`<tr class="${[id, ...inBars].join(' ')}">
<td data-name="Class"><div class="what">${mark(toneOf(advice))}<code>${id}</code></div>${below(also.join(', '))}</td>
<td data-name="Purchase">${order_id ?? markup`<code>${fingerprint ?? '–'}</code>`}</td>
<td data-name="Verdict">${verdict === null ? '–' : markup`<code>${verdict}</code>`}</td>
<td data-name="Voided"><div>${voided === null ? '–' : voided.at === null ? 'no date' : moment(voided.at)}</div></td>
<td data-name="Granted"><div>${granted === null ? '–' : times.length === 0 ? 'no date' : times.map(moment)}${below(granted?.players.join(', ') ?? '')}</div></td>
<td data-name="Why"><div>${prose(says)}</div></td>
</tr>\n`;
};

const moment = (text: string): Markup => markup`<div class="moment">${shownTime(text)}</div>`;

/** The classes of its rows: their class of purchase, and the bars that they are in. */
const choiceIds = (present: readonly ClassId[], { bars: { bars } }: PageRows): string[] => [
  ...present,
  ...bars.flatMap(({ counts }, at) =>
    happenings.flatMap(([happened]) => (counts[happened] === 0 ? [] : [barId(happened, at)])),
  ),
];

const style = `
main { max-width: 76rem; } .verdict { align-items: center; }
.chart { margin: 0 0 0.75rem; } .chart .title { margin: 0 0 0.25rem; font-size: 0.8125rem; font-weight: 600; }
.chart .title span { color: var(--soft); font-weight: 400; }
.bars { display: flex; gap: 2px; height: 5rem; border-bottom: 1px solid var(--line); }
.bars > label, .bars > .bar { flex: 1 1 0; min-width: 2px; height: 100%; }
.bars > label { position: relative; cursor: pointer; } .bars svg { display: block; width: 100%; height: 100%; }
.voided rect { fill: var(--bad); } .granted rect { fill: var(--accent); }
.bars > label:hover, .bars > input:checked + label { background: var(--line); }
.bars > input:checked + label { outline: 2px solid var(--ink); }
.told { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.ends { display: flex; justify-content: space-between; margin: 0; color: var(--soft); font-size: 0.8125rem; }
.classes th:nth-child(1) { width: 19%; } .classes th:nth-child(2), .classes th:nth-child(3) { width: 8%; }
.classes th:nth-child(4) { width: 11%; } .classes th:nth-child(5) { width: 24%; }
.rows th:nth-child(1) { width: 16%; } .rows th:nth-child(2) { width: 17%; } .rows th:nth-child(3) { width: 12%; }
.rows th:nth-child(4), .rows th:nth-child(5) { width: 15%; } .rows .moment { font-size: 0.8125rem; }
@media print {
  .bars { height: 3rem; } rect { print-color-adjust: exact; }
}
`;
