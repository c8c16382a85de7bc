import { createHash } from 'node:crypto';
import { sectionWords } from '../../contract/sections.js';
import { sourceOf, type Evidence, type Line, type PastCall } from './evidence.js';
import { html as markup, Markup, nothing } from '../../output/markup.js';
import { reportStyle } from './style.js';
import type { Tone } from './words.js';

/** The evidence as one page on its own: no script, no request, and a stranger's text only as text. */
export const htmlReport = (evidence: Evidence): string => `${page(evidence).text}\n`;

const styleHash = createHash('sha256').update(reportStyle).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;

// The program's own constants, which escaping would spoil.
const policyMeta = new Markup(`<meta http-equiv="Content-Security-Policy" content="${policy}">`);
const styleElement = new Markup(`<style>${reportStyle}</style>`);

const page = (evidence: Evidence): Markup => markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policyMeta}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${titleOf(evidence)}</title>
${styleElement}
</head>
<body>
<main>
<header><h1>${evidence.subject.kind} <bdi>${evidence.subject.name}</bdi></h1>${caseOf(evidence)}</header>
${verdict(evidence)}${error(evidence)}
<div class="pair">
${lines('What was asked', evidence.asked)}
${lines('What the answer says', evidence.facts, 'There was no readable answer.')}
</div>
${lines('For the operator', evidence.operator)}${anomalies(evidence)}${open(evidence)}${history(evidence)}
${lines('When', evidence.times)}${lines('The call', evidence.call)}
<footer><p>${footer(evidence)}</p>${sections(evidence)}</footer>
</main>
</body>
</html>`;

const titleOf = ({ case: ticket, subject, headline }: Evidence): string =>
  [...(ticket === null ? [] : [ticket]), `${subject.kind} ${subject.name}`.trim(), headline].join(' · ');

const caseOf = ({ case: ticket, audience }: Evidence): Markup => {
  const named = ticket === null ? nothing : markup`Case <b><bdi>${ticket}</bdi></b> · `;
  return markup`<p>${named}evidence for the ${audience === 'operator' ? 'operator' : 'ticket'}</p>`;
};

// A shape for each tone, so that the page also works without colours.
const shape = (paths: string): Markup =>
  new Markup(
    `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`,
  );
const shapes: Readonly<Record<Tone, Markup>> = {
  good: shape('<circle cx="12" cy="12" r="9.5"/><path d="M7.5 12.5l3 3 6-6.5"/>'),
  careful: shape('<path d="M12 3L22 20.5H2z"/><path d="M12 10v4.5M12 17.4v.1"/>'),
  bad: shape('<path d="M8 2.5h8l5.5 5.5v8L16 21.5H8L2.5 16V8z"/><path d="M9 9l6 6M15 9l-6 6"/>'),
};

const verdict = ({ tone, headline, advice, verdict: id, next }: Evidence): Markup => {
  const badges = [
    ...(advice === null ? [] : [markup`<li>${advice}</li>`]),
    ...(id === null ? [] : [markup`<li><code>${id}</code></li>`]),
  ];
  return markup`<section class="verdict ${tone}">
${shapes[tone]}
<div><h2>${headline}</h2><ul class="badges">${badges}</ul></div>
<div class="next"><h3>Who acts next</h3><p>${prose(next)}</p></div>
</section>`;
};

/** All of pvg's sentences have commands in backquotes. */
const prose = (text: string): Markup[] =>
  text
    .split('`')
    .map((part, at, parts) =>
      at % 2 === 0 || at === parts.length - 1
        ? markup`${at % 2 === 0 ? '' : '`'}${part}`
        : markup`<code>${part}</code>`,
    );

const section = (title: string, content: Markup): Markup =>
  markup`<section><h2>${title}</h2>${content}</section>`;

const error = ({ error: found, unsaid }: Evidence): Markup =>
  found === null || unsaid.length === 0
    ? nothing
    : markup`<section class="error">
<h2>Error <code>${found.code}</code>${sourceOf(found.code)}</h2>
${unsaid.map((text) => markup`<p>${prose(text)}</p>`)}
</section>`;

const lines = (title: string, list: readonly Line[], otherwise = ''): Markup => {
  if (list.length > 0) return section(title, markup`<dl>${list.map(line)}</dl>`);
  return otherwise === '' ? nothing : section(title, markup`<p class="lead">${otherwise}</p>`);
};

const line = ({ label, value, moment }: Line): Markup =>
  markup`<div><dt>${label}</dt><dd><bdi>${value}</bdi>${moment ? small(moment.local, moment.age) : nothing}</dd></div>\n`;

const small = (...parts: readonly (string | null)[]): Markup => {
  const text = besides(...parts);
  return text === '' ? nothing : markup`<small class="moment">${text}</small>`;
};

const besides = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(' · ');

const anomalies = ({ anomalies: list }: Evidence): Markup => {
  if (list.length === 0) return nothing;
  const items = capped(
    list,
    ({ field, says }) => markup`<li><code><bdi>${field}</bdi></code> <bdi>${says}</bdi></li>\n`,
  );
  const lead = markup`<p class="lead">The contract does not show this. It is shown here as it came.</p>`;
  return section('Unusual in the answer', markup`${lead}<ul class="list odd">${items}</ul>`);
};

const open = ({ open: list }: Evidence): Markup => {
  const items = capped(list, (question) => markup`<li>${question}</li>\n`);
  return list.length === 0 ? nothing : section('Open questions', markup`<ul class="list">${items}</ul>`);
};

const history = ({ history: calls, case: ticket }: Evidence): Markup => {
  const title = ticket === null ? 'All calls about this' : 'All calls of this case';
  return calls.length < 2 ? nothing : section(title, markup`<ol>${capped(calls, past)}</ol>`);
};

const past = (call: PastCall): Markup => markup`<li class="${call.reported ? 'here' : 'there'}">
<span class="${call.tone}">${shapes[call.tone]}</span>
<p>${call.command}: ${call.says}${call.reported ? ' (this report)' : ''}
${small(call.at, call.local, call.age)}
<small>${besides(call.product, call.receipt, call.id)}</small></p>
</li>`;

const mostItems = 200;

const capped = <Item>(list: readonly Item[], print: (item: Item) => Markup): Markup[] => [
  ...list.slice(0, mostItems).map(print),
  ...(list.length > mostItems
    ? [markup`<li>… and ${String(list.length - mostItems)} more: see <code>--json</code>.</li>`]
    : []),
];

const footer = ({ version }: Evidence): string =>
  `Made by pvg ${version}. This report contains no receipt, no token, no secret and no player’s name. Times come from the clock of the computer that made the calls.`;

const sections = (evidence: Evidence): Markup => {
  const words = sectionWords(evidence);
  return words === '' ? nothing : markup`<p>${prose(words)}</p>`;
};
