import { sectionWords } from '../../contract/sections.js';
import { html as markup, nothing, type Markup } from '../../output/markup.js';
import { banner, htmlPage, mark, prose, section, shapes } from '../../output/page.js';
import { sourceOf, type Block, type Line } from './block.js';
import { contentsOf, type Evidence, type PastCall, type Reply } from './evidence.js';
import { footerWords, othersWords, replyWords, titles, utcTime } from './form-words.js';

export const htmlReport = (evidence: Evidence): string => {
  const main = markup`${banner(evidence.banner)}${header(evidence)}
${glance(evidence)}${evidence.blocks.map((each) => block(each, evidence))}
${replies(evidence.replies)}${calls(evidence.calls)}
<footer>${footerWords(evidence).map((words) => markup`<p>${words}</p>`)}${sections(evidence)}</footer>`;
  return htmlPage({ title: titleOf(evidence), main });
};

const nameOf = ({ kind, name }: Evidence['title']): string => `${kind} ${name}`.trim();

function titleOf({ case: ticket, title, blocks }: Evidence): string {
  const [first, ...more] = blocks;
  const says = first !== undefined && more.length === 0 ? first.headline : contentsOf(blocks);
  return [...new Set([...(ticket === null ? [] : [ticket]), nameOf(title), says])].join(' · ');
}

const isOnly = ({ blocks }: Evidence): boolean => blocks.length < 2;

function header(evidence: Evidence): Markup {
  const { case: ticket, audience, title, blocks, incomplete } = evidence;
  const named =
    ticket !== null && title.kind !== 'Case' ? markup`Case <b><bdi>${ticket}</bdi></b> · ` : nothing;
  const counts = isOnly(evidence) ? nothing : markup`${contentsOf(blocks)} · `;
  const [first] = blocks;
  return markup`<header><h1>${title.kind} <bdi>${title.name}</bdi></h1>
<p>${named}${counts}evidence for the ${audience === 'operator' ? 'operator' : 'ticket'}</p>
${first !== undefined && isOnly(evidence) ? place(first) : nothing}
${incomplete === null ? nothing : markup`<p class="after"><b>${incomplete}</b></p>`}</header>`;
}

const place = ({ profile, environment }: Block): Markup =>
  markup`<p class="place">Profile <b><bdi>${profile ?? 'environment variables'}</bdi></b> · Environment <b>${environment}</b></p>`;

/** The verdicts of a case, before the first of its blocks. */
const glance = (evidence: Evidence): Markup =>
  isOnly(evidence)
    ? nothing
    : markup`<ol class="glance">${capped(
        evidence.blocks,
        ({ tone, subject, headline, environment }) =>
          markup`<li>${mark(tone)}<span>${subject.kind} <b><bdi>${subject.name}</bdi></b><small>${environment}</small></span><span>${headline}</span></li>\n`,
      )}</ol>\n`;

const block = (its: Block, evidence: Evidence): Markup => {
  const heading = markup`<h2>${its.subject.kind} <bdi>${its.subject.name}</bdi></h2>\n${place(its)}\n`;
  return markup`<article class="${isOnly(evidence) ? 'only' : 'one'}">
${isOnly(evidence) ? nothing : heading}${verdict(its)}${after(its, evidence)}${error(its)}
<div class="pair">
${lines(titles.facts, its.facts, 'There was no readable answer.')}${lines(titles.asked, its.asked)}
</div>
${lines(titles.operator, its.operator)}${anomalies(its)}${open(its)}
<details><summary>${titles.technical}</summary>${list(its.technical)}</details>
</article>
`;
};

const verdict = ({ tone, headline, advice, verdict: id, next }: Block): Markup => {
  const badges = [
    ...(advice === null ? [] : [markup`<li>${advice}</li>`]),
    ...(id === null ? [] : [markup`<li><code>${id}</code></li>`]),
  ];
  return markup`<div class="verdict ${tone}">
${shapes[tone]}
<div><p class="says">${headline}</p><ul class="badges">${badges}</ul></div>
<div class="next"><h3>Who acts next</h3><p>${prose(next)}</p></div>
</div>`;
};

const after = ({ newer }: Block, evidence: Evidence): Markup =>
  markup`${[newer, othersWords(evidence)]
    .filter((words) => words !== null)
    .map((words) => markup`<p class="after">${prose(words)}</p>`)}`;

const error = ({ error: found, unsaid }: Block): Markup =>
  found === null || unsaid.length === 0
    ? nothing
    : markup`<section class="error">
<h2>Error <code>${found.code}</code>${sourceOf(found.code)}</h2>
${unsaid.map((text) => markup`<p>${prose(text)}</p>`)}
</section>`;

const lines = (title: string, all: readonly Line[], otherwise = ''): Markup => {
  if (all.length > 0) return section(title, list(all));
  return otherwise === '' ? nothing : section(title, markup`<p class="lead">${otherwise}</p>`);
};

const list = (all: readonly Line[]): Markup => markup`<dl>${all.map(line)}</dl>`;

const line = ({ label, value, moment }: Line): Markup =>
  markup`<div><dt>${label}</dt><dd><bdi>${value}</bdi>${moment ? small(moment.local, moment.age) : nothing}</dd></div>\n`;

const small = (...parts: readonly (string | null)[]): Markup => {
  const text = besides(...parts);
  return text === '' ? nothing : markup`<small class="moment">${text}</small>`;
};

const besides = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(' · ');

const anomalies = ({ anomalies: all }: Block): Markup => {
  if (all.length === 0) return nothing;
  const items = capped(
    all,
    ({ field, says }) => markup`<li><code><bdi>${field}</bdi></code> <bdi>${says}</bdi></li>\n`,
  );
  const lead = markup`<p class="lead">The contract does not show this. It is shown here as it came.</p>`;
  return section(titles.anomalies, markup`${lead}<ul class="list odd">${items}</ul>`);
};

const open = ({ open: all }: Block): Markup => {
  const items = capped(all, (question) => markup`<li>${question}</li>\n`);
  return all.length === 0 ? nothing : section(titles.open, markup`<ul class="list">${items}</ul>`);
};

const replies = (all: readonly Reply[]): Markup => {
  const items = capped(
    all,
    (reply) =>
      markup`<li><p>${replyWords(reply)}</p>${small(utcTime(reply.at), reply.local, reply.by)}</li>\n`,
  );
  return all.length === 0 ? nothing : section(titles.replies, markup`<ol>${items}</ol>`);
};

const calls = (all: readonly PastCall[]): Markup =>
  all.length === 0
    ? nothing
    : section(
        titles.calls,
        markup`<table class="calls"><thead><tr><th>When</th><th>Call and outcome</th><th>Profile</th><th>Receipt or player</th><th>HTTP</th><th>By</th></tr></thead>
<tbody>
${all.slice(0, mostItems).map(past)}</tbody></table>${all.length > mostItems ? markup`<p class="lead">${more(all)}</p>` : nothing}`,
      );

const past = (call: PastCall): Markup => markup`<tr class="${call.reported ? 'here' : 'there'}">
<td class="moment">${utcTime(call.at)}${small(call.clock)}</td>
<td><div class="what">${mark(call.tone)}<div><span class="says">${call.command}: ${call.says}</span>${small(call.elsewhere, call.product)}<small><code>${call.id}</code></small></div></div></td>
<td data-name="Profile"><span>${call.profile ?? 'environment variables'}<small>${call.environment}</small></span></td>
<td data-name="${call.player === null ? 'Receipt' : 'Player'}"><code>${call.fingerprint ?? '–'}</code></td>
<td data-name="HTTP">${call.http === null ? '–' : String(call.http)}</td>
<td data-name="By">${call.by ?? '–'}</td>
</tr>
`;

const mostItems = 200;

const more = (all: readonly unknown[]): Markup =>
  markup`… and ${String(all.length - mostItems)} more: see <code>--json</code>.`;

const capped = <Item>(all: readonly Item[], print: (item: Item) => Markup): Markup[] => [
  ...all.slice(0, mostItems).map(print),
  ...(all.length > mostItems ? [markup`<li>${more(all)}</li>`] : []),
];

const sections = (evidence: Evidence): Markup => {
  const words = sectionWords(evidence);
  return words === '' ? nothing : markup`<p>${prose(words)}</p>`;
};
