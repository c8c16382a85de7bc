import { visible } from '../../text/visible.js';
import { sectionWords } from '../../contract/sections.js';
import { sourceOf, type Evidence, type Line, type PastCall } from './evidence.js';
import { clipped } from '../../output/markup.js';
import type { Tone } from './words.js';

/** The evidence as Markdown that GitHub, Jira and Zendesk show the same way: headings, lists, code spans; no tables or HTML. */
export const markdownReport = (evidence: Evidence): string =>
  [
    `# ${evidence.subject.kind}${evidence.subject.name === '' ? '' : ` ${code(evidence.subject.name)}`}`,
    `**${marks[evidence.tone]} ${prose(evidence.headline)}**`,
    [
      ...(evidence.advice === null ? [] : [`${evidence.advice}.`]),
      ...(evidence.verdict === null ? [] : [`Verdict: ${code(evidence.verdict)}.`]),
      ...(evidence.case === null ? [] : [`Case: ${code(evidence.case)}.`]),
      ...(evidence.audience === 'operator' ? ['For the operator.'] : []),
    ].join(' '),
    `**Who acts next:** ${prose(evidence.next)}`,
    error(evidence),
    section('What was asked', evidence.asked.map(line)),
    section('What the answer says', evidence.facts.map(line)),
    section('For the operator', evidence.operator.map(line)),
    section(
      'Unusual in the answer',
      evidence.anomalies.map(({ field, says }) => `${code(field)}: ${code(says)}`),
    ),
    section('Open questions', evidence.open.map(prose)),
    section('All calls', evidence.history.length < 2 ? [] : evidence.history.map(past)),
    section('When', evidence.times.map(line)),
    section('The call', evidence.call.map(line)),
    `Made by pvg ${prose(evidence.version)}. This report contains no receipt, no token, no secret and no player’s name.`,
    prose(sectionWords(evidence)),
  ]
    .filter((block) => block !== '')
    .join('\n\n') + '\n';

const marks: Readonly<Record<Tone, string>> = { good: '✔', careful: '⚠', bad: '✘' };

const mostItems = 200;

const section = (title: string, items: readonly string[]): string =>
  items.length === 0
    ? ''
    : [
        `## ${title}\n`,
        ...items.slice(0, mostItems).map((item) => `- ${item}`),
        ...(items.length > mostItems ? [`- … and ${String(items.length - mostItems)} more`] : []),
      ].join('\n');

const line = ({ label, value, moment }: Line): string =>
  `${prose(label)}: ${code(value)}${moment === undefined ? '' : besides(moment)}`;

const besides = ({ local, age }: { readonly local: string | null; readonly age: string }): string => {
  const parts = [...(local === null ? [] : [prose(local)]), ...(age === '' ? [] : [age])];
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`;
};

const past = (call: PastCall): string =>
  [
    `${prose(call.at)}${besides(call)}: ${call.command}: ${prose(call.says)}${call.reported ? ' **(this report)**' : ''}`,
    ...[call.product, call.receipt, call.id].filter((part) => part !== null).map(code),
  ].join(' · ');

const error = ({ error: found, unsaid }: Evidence): string =>
  found === null || unsaid.length === 0
    ? ''
    : [`**Error** ${code(found.code)}${prose(sourceOf(found.code))}:`, ...unsaid.map(prose)].join(' ');

/** A stranger's text, shown letter by letter. The fence is longer than any in the text. */
function code(text: string): string {
  const shown = visible(clipped(text));
  if (shown.trim() === '') return '–';
  const fence = '`'.repeat(1 + longestRun(shown));
  const pad = /^[` ]|[` ]$/.test(shown) ? ' ' : '';
  return `${fence}${pad}${shown}${pad}${fence}`;
}

const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);

/** A sentence: commands in backquotes stay code, everything else that Markdown would interpret is escaped. */
const prose = (text: string): string =>
  clipped(text)
    .split('`')
    .map((part, at, parts) =>
      at % 2 === 1 && at < parts.length - 1 ? code(part) : (at % 2 === 1 ? '\\`' : '') + plain(part),
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
  visible(text)
    .replace(/[\\*{}[\]<>#|~&@$]/g, '\\$&')
    // Inside a word an underscore has no meaning.
    .replace(/(?<![a-z0-9])_|_(?![a-z0-9])/gi, '\\_')
    .replace(/:(?=\/\/)/g, '\\:')
    .replace(/\b(www)\./gi, '$1\\.');
