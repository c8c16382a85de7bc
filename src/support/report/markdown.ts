import { nonEmptyTexts } from '../../text/sentences.js';
import { clipText, escapeControls } from '../../text/visible.js';
import type {
  NamedSubject,
  PastCall,
  Report,
  ReportFact,
  Section,
  SubjectAnswer,
} from './section.js';

/** A report in the Markdown that GitHub, Jira and Zendesk all show alike: headings, lists and code spans; no tables, no HTML. */
export function markdownReport(report: Report): string {
  const { title, banner, lead, summary, sections, footer } = report;
  const parts = nonEmptyTexts(
    `# ${subjectText(title)}`,
    banner && `**${prose(banner)}**`,
    prose(lead),
    summary && `**${prose(summary)}**`,
    ...sections.flatMap(sectionParagraphs),
    ...footer.map(prose),
  );
  return `${parts.join('\n\n')}\n`;
}

function subjectText({ kind, name }: NamedSubject): string {
  return name === '' ? kind : `${kind} ${codeSpan(name)}`;
}

const marks = { good: '✔', careful: '⚠', bad: '✘' } as const;

function sectionParagraphs(part: Section): string[] {
  switch (part.kind) {
    case 'open':
      return [
        `## ${subjectText(part.subject)}`,
        `**${marks.careful} ${prose(part.headline)}**`,
        prose(part.next),
        part.facts.map(factItem).join('\n'),
      ];
    case 'subject':
      return [
        `## ${subjectText(part.subject)}`,
        ...answerParagraphs(part),
        // The same subject at other places: the line `Profile: …` tells them apart.
        ...part.also.flatMap(answerParagraphs),
      ];
    case 'facts':
      return [`### ${part.title}`, part.facts.map(factItem).join('\n')];
    case 'calls':
      return [`## ${part.title}`, part.calls.map(callItem).join('\n')];
  }
}

function answerParagraphs(answer: SubjectAnswer): string[] {
  return [
    `Profile: ${codeSpan(answer.place)}.`,
    `**${marks[answer.tone]} ${prose(answer.headline)}**`,
    answer.badges.map(codeSpan).join(' · '),
    prose(answer.next),
    ...answer.notes.map(prose),
  ];
}

function factItem({ label, value, besides }: ReportFact): string {
  const item = `- ${prose(label)}: ${codeSpan(value)}`;
  return besides ? `${item} (${prose(besides)})` : item;
}

function callItem({ at: time, says, facts: details, texts }: PastCall): string {
  const item = [`- ${prose(time)}: ${prose(says)}`, ...details.map(codeSpan)].join(' · ');
  return [item, ...texts.map(quote)].join('\n\n');
}

/** The text of a reply as a quotation inside its list item. `quotedLine` escapes what would begin a list or a heading. */
function quote(text: string): string {
  const lines = clipText(text).trim().split('\n');
  return lines.map((line) => `  > ${quotedLine(line)}`.trimEnd()).join('\n');
}

function quotedLine(line: string): string {
  // The number of a list is escaped behind its digits: before a digit, a backslash would be shown.
  return plainProse(line.trim())
    .replace(/^(?=[-+=])/, '\\')
    .replace(/^\d+(?=[.)])/, '$&\\');
}

/** A stranger's text, shown letter by letter. The fence is longer than any in the text. */
function codeSpan(text: string): string {
  const shown = escapeControls(clipText(text));
  if (shown.trim() === '') return '–';
  const runs = (shown.match(/`+/g) ?? []).map(({ length }) => length);
  const fence = '`'.repeat(1 + Math.max(0, ...runs));
  // Markdown removes one space at each end of a code span, and needs it beside backquotes.
  const pad = /^[` ]|[` ]$/.test(shown) ? ' ' : '';
  return `${fence}${pad}${shown}${pad}${fence}`;
}

/** A sentence: commands in backquotes stay code, everything else that Markdown would interpret is escaped. */
function prose(text: string): string {
  const parts = clipText(text).split('`');
  const lastIndex = parts.length - 1;
  const formattedParts = parts.map((part, index) => {
    const isCode = index % 2 === 1;
    if (!isCode) return plainProse(part);
    // The last backquote has no partner.
    return index === lastIndex ? `\\\`${plainProse(part)}` : codeSpan(part);
  });
  return formattedParts.join('');
}

/** An address is code, so that it does not become a link. */
function plainProse(text: string): string {
  // The last character of an address is no punctuation mark: that belongs to the sentence.
  const parts = text.split(/(\bhttps?:\/\/[^\s"'()<>]*[^\s"'()<>.,:;!?])/i);
  // `split` by a pattern with a group returns the parts between the addresses, and the addresses at the odd indexes.
  return parts
    .map((part, index) => (index % 2 === 1 ? codeSpan(part) : escapeMarkdown(part)))
    .join('');
}

/**
 * Escapes what Markdown interprets, and what only some renderers link or expand: addresses (`www.…`, `ftp://…`), @names, #numbers,
 * {macros}, $formulas$.
 */
function escapeMarkdown(text: string): string {
  return (
    escapeControls(text)
      .replace(/[\\`*{}[\]<>#|~&@$]/g, '\\$&')
      // Inside a word an underscore has no meaning.
      .replace(/(?<![a-z0-9])_|_(?![a-z0-9])/gi, '\\_')
      .replace(/:(?=\/\/)/g, '\\:')
      .replace(/\b(www)\./gi, '$1\\.')
  );
}
