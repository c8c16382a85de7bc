import { looksLikeToken } from '../contract/purchase-token.js';
import { html as markup, nothing, type Markup } from '../output/markup.js';
import { banner, below, htmlPage, mark, prose, section, shapes, type Tone } from '../output/page.js';
import { filter, filterRules, type Choice } from '../output/page-filter.js';
import { shownFingerprint } from '../signing/digest.js';
import { counted } from '../text/counted.js';

/** Rows by kind as one HTML file: no script, nothing from elsewhere, no receipt. Its filter is made of rules alone. */

interface Kind {
  /** A word of pvg, not of a stranger: the filter is made of it. */
  readonly id: string;
  readonly name: string;
  readonly count: number;
  readonly says: string;
  /** Who acts next, or what they do. */
  readonly next: string;
  readonly tone: Tone;
}

export interface PageRow {
  /** The id of one of the kinds. */
  readonly kind: string;
  /** Further choices of the filter that show it. */
  readonly marks?: readonly string[];
  readonly tone: Tone;
  /** Below the kind. */
  readonly more: string;
  /** A text, and a smaller one below it. */
  readonly cells: readonly (readonly [text: string, below?: string | undefined])[];
}

interface RowsPage {
  readonly title: string;
  readonly banner: string | null;
  readonly place: Markup | readonly Markup[];
  readonly tone: Tone;
  readonly headline: string;
  /** What a row is: `row`, `purchase`. */
  readonly noun: string;
  /** What a kind is: `Class`, `Verdict or error`. */
  readonly kindName: string;
  readonly kinds: readonly Kind[];
  /** Choices of the filter beside the kinds. */
  readonly marks?: readonly Choice[];
  /** How many rows there are, on the page or not. */
  readonly all: number;
  readonly head: readonly string[];
  readonly rows: readonly PageRow[];
  /** Where all rows are, as a sentence. */
  readonly where: string;
  readonly facts?: readonly (readonly [name: string, value: string])[];
  readonly footer: readonly string[];
}

/** The filter knows this many kinds apart; all further ones count as one. */
const mostKinds = 30;
/** pvg’s own policy, so that a frequent kind does not keep a rare one off the page: with more rows a browser gets slow. */
export const mostOfKind = 500;

const style = `
main { max-width: 76rem; } .verdict { align-items: center; }
.kinds th:nth-child(1) { width: 19%; } .kinds th:nth-child(2), .kinds th:nth-child(3) { width: 8%; }
.kinds th:nth-child(4) { width: 11%; } .kinds th:nth-child(5) { width: 24%; } .rows th:nth-child(1) { width: 17%; }
`;

export function rowsPage(page: RowsPage): string {
  const { title, tone, headline, kindName, facts = [] } = page;
  const choices = choicesOf(page);
  const main = markup`${banner(page.banner)}<header>
<h1><bdi>${title}</bdi></h1>
<p class="place">${page.place}</p>
</header>
<div class="verdict ${tone}">
${shapes[tone]}
<p class="says">${headline}</p>
</div> ${section(`By ${kindName.toLowerCase()}`, kindTable(page))} ${rowTable(page, choices)}
${facts.length === 0 ? nothing : section('The run', factList(facts))}
<footer>${page.footer.map((text) => markup`<p>${prose(text)}</p>`)}</footer>`;
  return htmlPage({ title, style: style + filterRules(choices.map(({ id }) => id)), main });
}

const choicesOf = ({ kinds, marks = [] }: RowsPage): readonly Choice[] => {
  const kept = kinds.length > mostKinds ? kinds.slice(0, mostKinds - 1) : kinds;
  const others = kinds.slice(kept.length).reduce((sum, { count }) => sum + count, 0);
  return [
    ...kept.map(({ id, name, count }) => ({ id, label: name, count })),
    ...(others === 0 ? [] : [{ id: 'others', label: 'others', count: others }]),
    ...marks,
  ];
};

const plural = (noun: string): string => `${(noun[0] ?? '').toUpperCase()}${noun.slice(1)}s`;

const percent = (part: number, all: number): string =>
  part > 0 && part * 1000 < all ? 'under 0.1 %' : `${((100 * part) / Math.max(1, all)).toFixed(1)} %`;

const kindTable = ({ kinds, all, kindName, noun }: RowsPage): Markup => markup`<table class="kinds">
<thead>
<tr><th>${kindName}</th><th class="number">${plural(noun)}</th><th class="number">Share</th><th></th><th>Meaning</th><th>Who acts next</th></tr>
</thead>
<tbody>
${kinds.map(
  ({ name, count, says, next, tone }) => markup`<tr>
<td><div class="what">${mark(tone)}<code>${name}</code></div></td>
<td class="number" data-name="${plural(noun)}">${String(count)}</td>
<td class="number" data-name="Share">${percent(count, all)}</td>
<td><meter max="${String(all)}" value="${String(count)}"></meter></td>
<td data-name="Meaning">${says}</td>
<td data-name="Who acts"><div>${prose(next)}</div></td>
</tr>\n`,
)}</tbody>
</table>`;

function rowTable(page: RowsPage, choices: readonly Choice[]): Markup {
  const { all, rows, noun, head, kindName, where } = page;
  if (rows.length === 0) return nothing;
  const missing = all - rows.length;
  const left =
    missing === 0
      ? ''
      : `${counted(missing, `more ${noun}`)} not on this page, which shows ${mostOfKind} of each ${kindName.toLowerCase()} at most. `;
  const names = new Map(page.kinds.map((kind) => [kind.id, kind.name]));
  const shown = new Set(choices.map(({ id }) => id));
  return section(
    plural(noun),
    markup`${choices.length > 1 ? filter(all, choices) : nothing}
<p class="lead">${left}${where}</p>
<table class="rows">
<thead>
<tr><th>${kindName}</th>${head.map((name) => markup`<th>${name}</th>`)}</tr>
</thead>
<tbody>
${rows.map(
  ({
    kind,
    marks = [],
    tone,
    more,
    cells,
  }) => markup`<tr class="${[shown.has(kind) ? kind : 'others', ...marks].join(' ')}">
<td data-name="${kindName}"><div class="what">${mark(tone)}<code>${names.get(kind) ?? kind}</code></div>${below(more)}</td>
${cells.map(([text, small], at) => markup`<td data-name="${head[at] ?? ''}"><div>${text === '' ? '–' : prose(text)}</div>${below(small)}</td>\n`)}</tr>\n`,
)}</tbody>
</table>`,
  );
}

const factList = (facts: readonly (readonly [name: string, value: string])[]): Markup =>
  markup`<dl>${facts.map(
    ([name, value]) => markup`<div>
<dt>${name}</dt>
<dd><bdi>${value}</bdi></dd>
</div>\n`,
  )}</dl>`;

/** Never a receipt, not even one in the wrong column or repeated by the service. */
export const withoutReceipt = (text: string, receipt: string | null): string =>
  looksLikeToken(text) || (receipt !== null && text.includes(receipt)) ? shownFingerprint(text) : text;

export const purchaseName = (orderId: string | null, receipt: string | null): string =>
  orderId !== null ? withoutReceipt(orderId, receipt) : receipt === null ? '' : shownFingerprint(receipt);
