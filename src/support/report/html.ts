import { html as markup, noMarkup, type Markup } from '../../output/markup.js';
import { banner, htmlPage, mark, prose, section } from '../../output/page.js';
import type {
  FactsSection,
  NamedSubject,
  OpenSection,
  PastCall,
  Report,
  ReportFact,
  Section,
  SubjectAnswer,
  SubjectSection,
} from './section.js';

/** A report as one page. */
export function htmlReport(report: Report): string {
  const { title, lead, summary, sections, footer } = report;
  const main = markup`${banner(report.banner)}<header><h1>${subjectMarkup(title)}</h1>
<p>${prose(lead)}</p>${summaryMarkup(summary)}</header>
${sections.map(sectionMarkup)}
<footer>${footer.map((words) => markup`<p>${prose(words)}</p>`)}</footer>`;
  return htmlPage(`${title.kind} ${title.name}`.trim(), main);
}

function subjectMarkup({ kind, name }: NamedSubject): Markup {
  return markup`${kind} <bdi>${name}</bdi>`;
}

function sectionMarkup(part: Section): Markup {
  switch (part.kind) {
    case 'open':
      return openSectionMarkup(part);
    case 'subject':
      return subjectSectionMarkup(part);
    case 'facts':
      return factsSectionMarkup(part);
    case 'calls':
      return section(part.title, markup`<ol>${part.calls.map(callMarkup)}</ol>`);
  }
}

function summaryMarkup(summary: string | null): Markup {
  return summary === null ? noMarkup : markup`<p><b>${prose(summary)}</b></p>`;
}

/** The `<article>` holds only the heading, because the style of the page draws a line above each article. */
function openSectionMarkup({ subject, headline, next, facts }: OpenSection): Markup {
  const list = facts.length === 0 ? noMarkup : markup`<dl>${facts.map(factMarkup)}</dl>`;
  return markup`<article><h2>${subjectMarkup(subject)}</h2></article>
<div class="verdict careful">
${mark('careful')}
<div><p class="says">${headline}</p></div>
<div class="next"><p>${prose(next)}</p></div>
</div>
${list}`;
}

function subjectSectionMarkup(part: SubjectSection): Markup {
  const heading = markup`<h2>${subjectMarkup(part.subject)}</h2>`;
  return markup`${answerMarkup(part, heading)}${part.also.map((answer) => answerMarkup(answer, noMarkup))}`;
}

/** The `<article>` holds only the heading and the profile, as in `openSectionMarkup`. */
function answerMarkup(answer: SubjectAnswer, heading: Markup): Markup {
  const { place, tone, headline, badges, next, notes } = answer;
  const badgeItems = badges.map((badge) => markup`<li>${badge}</li>`);
  return markup`<article>${heading}<p class="place">Profile <b><bdi>${place}</bdi></b></p></article>
<div class="verdict ${tone}">
${mark(tone)}
<div><p class="says">${headline}</p><ul class="badges">${badgeItems}</ul></div>
<div class="next"><p>${prose(next)}</p></div>
</div>
${notes.map((note) => markup`<p class="after">${prose(note)}</p>`)}`;
}

function factsSectionMarkup({ title, facts, folded }: FactsSection): Markup {
  const list = markup`<dl>${facts.map(factMarkup)}</dl>`;
  if (!folded) return section(title, list);
  return markup`<details><summary>${title}</summary>${list}</details>\n`;
}

function factMarkup({ label, value, besides }: ReportFact): Markup {
  return markup`<div><dt>${label}</dt><dd><bdi>${value}</bdi>${smallMarkup(besides)}</dd></div>\n`;
}

function callMarkup({ at: moment, tone, says, facts, texts }: PastCall): Markup {
  const sign = tone === null ? markup`<span></span>` : mark(tone);
  const besides = smallMarkup(facts.join(' · '));
  return markup`<li class="what">${sign}<div><span class="moment">${moment}</span> <span class="says">${says}</span>${besides}${texts.map(quoteMarkup)}</div></li>\n`;
}

/** The text of a reply, each paragraph of it as a paragraph of the page. */
function quoteMarkup(text: string): Markup {
  const paragraphs = text.trim().split(/\n+/);
  return markup`<blockquote dir="auto">${paragraphs.map((paragraph) => markup`<p>${paragraph}</p>`)}</blockquote>`;
}

function smallMarkup(text = ''): Markup {
  return text === '' ? noMarkup : markup`<small><bdi>${text}</bdi></small>`;
}
