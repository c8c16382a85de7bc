import { html as markup, nothing, type Markup } from '../../output/markup.js';
import { banner, htmlPage, mark, prose, section } from '../../output/page.js';
import { caseBeside, verdictsIn } from './section.js';
import type { Line, Named, PastCall, Report, Section } from './section.js';
import { nonEmpty } from '../../text/sentences.js';

/** A report as one page. */
export function htmlReport(report: Report): string {
  const { title, case: ticket, lead, sections, footer } = report;
  const verdicts = verdictsIn(sections);
  const one = verdicts.length === 1 ? verdicts[0] : undefined;
  const beside = caseBeside(report);
  const named = beside === null ? nothing : markup`Ticket <b><bdi>${beside}</bdi></b> · `;
  const main = markup`${banner(report.banner)}<header><h1>${nameOf(title)}</h1>
<p>${named}${prose(lead)}</p></header>
${one ? nothing : glance(verdicts)}${sections.map((each) => sectionMarkup(each, one !== undefined))}
<footer>${footer.map((words) => markup`<p>${prose(words)}</p>`)}</footer>`;
  const names = nonEmpty(ticket, `${title.kind} ${title.name}`.trim(), one?.verdict.headline);
  return htmlPage([...new Set(names)].join(' · '), main);
}

const nameOf = ({ kind, name }: Named): Markup => markup`${kind} <bdi>${name}</bdi>`;

/** The verdicts of a case, before the first of its purchases and players. */
const glance = (verdicts: ReturnType<typeof verdictsIn>): Markup =>
  markup`<ol class="glance">${verdicts.map(
    ({ subject, place, verdict }) =>
      markup`<li>${mark(verdict.tone)}<span>${nameOf(subject)}<small><bdi>${place}</bdi></small></span><span>${verdict.headline}</span></li>\n`,
  )}</ol>\n`;

function sectionMarkup(its: Section, isOne: boolean): Markup {
  switch (its.kind) {
    case 'subject': {
      const place = markup`<p class="place">Profile <b><bdi>${its.place}</bdi></b></p>\n`;
      return isOne ? place : markup`<article><h2>${nameOf(its.subject)}</h2>${place}</article>`;
    }
    case 'verdict':
      return markup`<div class="verdict ${its.tone}">
${mark(its.tone)}
<div><p class="says">${its.headline}</p><ul class="badges">${its.badges.map((badge) => markup`<li>${badge}</li>`)}</ul></div>
<div class="next"><h3>Who acts next</h3><p>${prose(its.next)}</p></div>
</div>
${its.notes.map((note) => markup`<p class="after">${prose(note)}</p>`)}`;
    case 'facts': {
      const list = markup`<dl>${its.facts.map(line)}</dl>`;
      return its.folded
        ? markup`<details><summary>${its.title}</summary>${list}</details>\n`
        : section(its.title, list);
    }
    case 'calls':
      return section(its.title, markup`<ol>${its.calls.map(past)}</ol>`);
  }
}

const line = ({ label, value, moment }: Line): Markup =>
  markup`<div><dt>${label}</dt><dd><bdi>${value}</bdi>${small(moment?.local, moment?.age)}</dd></div>\n`;

const past = ({ at, age, tone, says, facts }: PastCall): Markup =>
  markup`<li class="what">${tone === null ? markup`<span></span>` : mark(tone)}<div><span class="moment">${at}</span> <span class="says">${says}</span>${small(age)}${small(...facts)}</div></li>\n`;

const small = (...parts: readonly (string | null | undefined)[]): Markup => {
  const text = nonEmpty(...parts).join(' · ');
  return text === '' ? nothing : markup`<small><bdi>${text}</bdi></small>`;
};
