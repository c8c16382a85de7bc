import { createHash } from 'node:crypto';
import { sourceOf, type Evidence, type Line, type PastCall } from './evidence.js';
import { html, Markup, nothing } from '../../output/markup.js';
import { reportStyle } from './style.js';
import type { Moment } from '../../text/times.js';
import type { Tone } from './words.js';

/** The evidence as one page that needs nothing else: no script, no request, no text of a stranger outside of text. */
export const htmlReport = (evidence: Evidence): string => `${page(evidence).text}\n`;

const styleHash = createHash('sha256').update(reportStyle).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;

// The program's own constants, which escaping would spoil.
const policyMeta = new Markup(`<meta http-equiv="Content-Security-Policy" content="${policy}">`);
const styleElement = new Markup(`<style>${reportStyle}</style>`);

const page = (evidence: Evidence): Markup =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        ${policyMeta}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${titleOf(evidence)}</title>
        ${styleElement}
      </head>
      <body>
        <main>
          <header>
            <h1>${evidence.subject.kind} <bdi>${evidence.subject.name}</bdi></h1>
            ${caseOf(evidence)}
          </header>
          ${verdict(evidence)} ${error(evidence)}
          <div class="pair">
            ${lines('What was asked', evidence.asked)}
            ${lines('What the answer says', evidence.facts, 'There was no answer that can be read.')}
          </div>
          ${lines('For the operator', evidence.operator)} ${anomalies(evidence)} ${open(evidence)}
          ${history(evidence)} ${lines('When', evidence.times)} ${lines('The call', evidence.call)}
          <footer><p>${footer(evidence)}</p></footer>
        </main>
      </body>
    </html>`;

const titleOf = ({ case: ticket, subject, headline }: Evidence): string =>
  [...(ticket === null ? [] : [ticket]), `${subject.kind} ${subject.name}`.trim(), headline].join(' · ');

const caseOf = ({ case: ticket, audience }: Evidence): Markup =>
  html`<p>
    ${ticket === null ? nothing : html`Case <b><bdi>${ticket}</bdi></b> · `}evidence for the
    ${audience === 'operator' ? 'operator' : 'ticket'}
  </p>`;

// A shape a tone: what the colours say can be told apart without them.
const shapes: Readonly<Record<Tone, Markup>> = {
  good: new Markup(
    '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="12" cy="12" r="9.5"/><path d="M7.5 12.5l3 3 6-6.5"/></svg>',
  ),
  careful: new Markup(
    '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M12 3L22 20.5H2z"/><path d="M12 10v4.5M12 17.4v.1"/></svg>',
  ),
  bad: new Markup(
    '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M8 2.5h8l5.5 5.5v8L16 21.5H8L2.5 16V8z"/><path d="M9 9l6 6M15 9l-6 6"/></svg>',
  ),
};

const verdict = ({ tone, headline, advice, verdict: id, next }: Evidence): Markup =>
  html`<section class="verdict ${tone}">
    ${shapes[tone]}
    <div>
      <h2>${headline}</h2>
      <ul class="badges">
        ${advice === null ? nothing : html`<li>${advice}</li>`}
        ${id === null ? nothing : html`<li><code>${id}</code></li>`}
      </ul>
    </div>
    <div class="next">
      <h3>Who acts next</h3>
      <p>${prose(next)}</p>
    </div>
  </section>`;

/** Commands stand in backquotes in all of pvg's sentences. */
const prose = (text: string): Markup[] =>
  text
    .split('`')
    .map((part, at, parts) =>
      at % 2 === 0 || at === parts.length - 1
        ? html`${at % 2 === 0 ? '' : '`'}${part}`
        : html`<code>${part}</code>`,
    );

const error = ({ error: found, unsaid }: Evidence): Markup =>
  found === null || unsaid.length === 0
    ? nothing
    : html`<section class="error">
        <h2>Error <code>${found.code}</code>${sourceOf(found.code, found)}</h2>
        ${unsaid.map((text) => html`<p>${prose(text)}</p>`)}
      </section>`;

const lines = (title: string, list: readonly Line[], otherwise = ''): Markup => {
  if (list.length > 0)
    return html`<section>
      <h2>${title}</h2>
      <dl>${list.map(line)}</dl>
    </section>`;
  return otherwise === ''
    ? nothing
    : html`<section>
        <h2>${title}</h2>
        <p class="lead">${otherwise}</p>
      </section>`;
};

const line = ({ label, value, moment }: Line): Markup =>
  html`<div>
    <dt>${label}</dt>
    <dd><bdi>${value}</bdi>${moment === undefined ? nothing : besides(moment)}</dd>
  </div> `;

const besides = ({ local, age }: Pick<Moment, 'local' | 'age'>): Markup =>
  local === null && age === '' ? nothing : html`<small class="moment">${besidesText(local, age)}</small>`;

const besidesText = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(' · ');

const anomalies = ({ anomalies: list }: Evidence): Markup =>
  list.length === 0
    ? nothing
    : html`<section>
        <h2>Odd in the answer</h2>
        <p class="lead">Not as the contract shows it; shown as it came.</p>
        <ul class="list odd">
          ${capped(
            list,
            ({ field, says }) =>
              html`<li>
                <code><bdi>${field}</bdi></code> <bdi>${says}</bdi>
              </li> `,
          )}
        </ul>
      </section>`;

const open = ({ open: list }: Evidence): Markup =>
  list.length === 0
    ? nothing
    : html`<section>
        <h2>Open questions</h2>
        <ul class="list">
          ${capped(list, (question) => html`<li>${question}</li> `)}
        </ul>
      </section>`;

const history = ({ history: calls, case: ticket }: Evidence): Markup =>
  calls.length < 2
    ? nothing
    : html`<section>
        <h2>${ticket === null ? 'All calls about this' : 'All calls of this case'}</h2>
        <ol>
          ${capped(calls, past)}
        </ol>
      </section>`;

const past = (call: PastCall): Markup =>
  html`<li class="${call.reported ? 'here' : 'there'}">
    <span class="${call.tone}">${shapes[call.tone]}</span>
    <p>
      ${call.command}: ${call.says}${call.reported ? ' (this report)' : ''}
      <small class="moment">${besidesText(call.at, call.local, call.age)}</small>
      <small>${pastSubject(call)}</small>
    </p>
  </li>`;

const pastSubject = ({ product, receipt, id }: PastCall): string => besidesText(product, receipt, id);

const mostItems = 200;

const capped = <Item>(list: readonly Item[], print: (item: Item) => Markup): Markup[] => [
  ...list.slice(0, mostItems).map(print),
  ...(list.length > mostItems
    ? [html`<li>… and ${String(list.length - mostItems)} more: see <code>--json</code>.</li>`]
    : []),
];

const footer = ({ version }: Evidence): string =>
  `Made by pvg ${version}. It holds no receipt, no token, no secret and no player’s name. § numbers are sections of the service’s contract. Times come from the clock of the computer that asked.`;
