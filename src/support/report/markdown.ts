import { clipText } from '../../text/visible.js';
import { escapeControls } from '../../text/visible.js';
import type { ReportFact, Named, PastCall, Report, Section } from './section.js';
import { nonEmptyTexts } from '../../text/sentences.js';

/** A report that GitHub, Jira and Zendesk show the same way: headings, lists, code spans; no tables or HTML. */
export function markdownReport({ title, banner, lead, sections, footer }: Report): string {
  const parts = nonEmptyTexts(
    `# ${named(title)}`,
    banner && `**${prose(banner)}**`,
    prose(lead),
    ...sections.flatMap(sectionText),
    ...footer.map(prose),
  );
  return `${parts.join('\n\n')}\n`;
}

const named = ({ kind, name }: Named): string => `${kind}${name === '' ? '' : ` ${code(name)}`}`;

const marks = { good: '✔', careful: '⚠', bad: '✘' } as const;

/** Its paragraphs. */
function sectionText(its: Section): string[] {
  switch (its.kind) {
    case 'subject':
      return [
        `## ${named(its.subject)}`,
        `Profile: ${code(its.place)}.`,
        `**${marks[its.tone]} ${prose(its.headline)}**`,
        its.badges.map(code).join(' · '),
        ...[its.next, ...its.notes].map(prose),
      ];
    case 'facts':
      return [`### ${its.title}`, its.facts.map(line).join('\n')];
    case 'calls':
      return [`## ${its.title}`, its.calls.map(past).join('\n')];
  }
}

const line = ({ label, value, besides }: ReportFact): string =>
  `- ${prose(label)}: ${code(value)}${besides ? ` (${prose(besides)})` : ''}`;

const past = ({ at, says, facts }: PastCall): string =>
  [`- ${prose(at)}: ${prose(says)}`, ...facts.map(code)].join(' · ');

/** A stranger's text, shown letter by letter. The fence is longer than any in the text. */
function code(text: string): string {
  const shown = escapeControls(clipText(text));
  if (shown.trim() === '') return '–';
  const runs = (shown.match(/`+/g) ?? []).map(({ length }) => length);
  const fence = '`'.repeat(1 + Math.max(0, ...runs));
  const pad = /^[` ]|[` ]$/.test(shown) ? ' ' : '';
  return `${fence}${pad}${shown}${pad}${fence}`;
}

/** A sentence: commands in backquotes stay code, everything else that Markdown would interpret is escaped. */
const prose = (text: string): string =>
  clipText(text)
    .split('`')
    .map((part, at, parts) =>
      at % 2 === 1 && at < parts.length - 1
        ? code(part)
        : (at % 2 === 1 ? '\\`' : '') + plain(part),
    )
    .join('');

/** An address is code, so that it does not become a link. */
const plain = (text: string): string =>
  text
    .split(/(\bhttps?:\/\/[^\s"'()<>]*[^\s"'()<>.,:;!?])/i)
    .map((part, at) => (at % 2 === 1 ? code(part) : inert(part)))
    .join('');

/** Also escapes what only some renderers link or expand: other addresses, @names, #numbers, {macros}, $formulas$. */
const inert = (text: string): string =>
  escapeControls(text)
    .replace(/[\\*{}[\]<>#|~&@$]/g, '\\$&')
    // Inside a word an underscore has no meaning.
    .replace(/(?<![a-z0-9])_|_(?![a-z0-9])/gi, '\\_')
    .replace(/:(?=\/\/)/g, '\\:')
    .replace(/\b(www)\./gi, '$1\\.');
