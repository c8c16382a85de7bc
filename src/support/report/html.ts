import { html as markup, noMarkup, type Markup } from '../../output/markup.js';
import { banner, htmlPage, mark, prose, section } from '../../output/page.js';
import type { ReportFact, Named, PastCall, Report, Section } from './section.js';

/** A report as one page. */
export function htmlReport({ title, banner: warning, lead, sections, footer }: Report): string {
  const main = markup`${banner(warning)}<header><h1>${nameOf(title)}</h1>
<p>${prose(lead)}</p></header>
${sections.map(sectionMarkup)}
<footer>${footer.map((words) => markup`<p>${prose(words)}</p>`)}</footer>`;
  return htmlPage(`${title.kind} ${title.name}`.trim(), main);
}

const nameOf = ({ kind, name }: Named): Markup => markup`${kind} <bdi>${name}</bdi>`;

function sectionMarkup(its: Section): Markup {
  switch (its.kind) {
    case 'subject':
      return markup`<article><h2>${nameOf(its.subject)}</h2><p class="place">Profile <b><bdi>${its.place}</bdi></b></p></article>
<div class="verdict ${its.tone}">
${mark(its.tone)}
<div><p class="says">${its.headline}</p><ul class="badges">${its.badges.map((badge) => markup`<li>${badge}</li>`)}</ul></div>
<div class="next"><p>${prose(its.next)}</p></div>
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

const line = ({ label, value, besides }: ReportFact): Markup =>
  markup`<div><dt>${label}</dt><dd><bdi>${value}</bdi>${small(besides)}</dd></div>\n`;

const past = ({ at, tone, says, facts }: PastCall): Markup =>
  markup`<li class="what">${tone === null ? markup`<span></span>` : mark(tone)}<div><span class="moment">${at}</span> <span class="says">${says}</span>${small(facts.join(' · '))}</div></li>\n`;

const small = (text = ''): Markup =>
  text === '' ? noMarkup : markup`<small><bdi>${text}</bdi></small>`;
