import { visible } from '../../text/visible.js';
import { sectionWords } from '../../contract/sections.js';
import { clipped } from '../../output/markup.js';
import type { Tone } from '../../output/page.js';
import { sourceOf, type Block, type Line } from './block.js';
import { contentsOf, type Evidence, type PastCall, type Reply } from './evidence.js';
import { footerWords, othersWords, replyWords, titles, utcTime } from './form-words.js';

/** The evidence as Markdown that GitHub, Jira and Zendesk show the same way: headings, lists, code spans; no tables or HTML. */
export function markdownReport(evidence: Evidence): string {
  const { blocks, title, banner, incomplete } = evidence;
  const isOnly = blocks.length < 2;
  return (
    [
      `# ${named(title)}`,
      banner === null ? '' : `**${prose(banner)}**`,
      incomplete === null ? '' : `**${prose(incomplete)}**`,
      isOnly ? '' : introduction(evidence),
      ...blocks.map((its) => block(its, evidence, isOnly ? '##' : '###')),
      section('##', titles.replies, evidence.replies.map(reply)),
      section('##', titles.calls, evidence.calls.map(past)),
      ...blocks.map((its) =>
        section(
          '##',
          `${titles.technical}${isOnly ? '' : ` of ${named(its.subject)}`}`,
          its.technical.map(line),
        ),
      ),
      footerWords(evidence).map(prose).join(' '),
      prose(sectionWords(evidence)),
    ]
      .filter((each) => each !== '')
      .join('\n\n') + '\n'
  );
}

const named = ({ kind, name }: Evidence['title']): string => `${kind}${name === '' ? '' : ` ${code(name)}`}`;

const introduction = ({ blocks, audience, case: ticket, title }: Evidence): string =>
  [
    `${contentsOf(blocks)}.`,
    ...(ticket === null || title.kind === 'Case' ? [] : [`Case: ${code(ticket)}.`]),
    ...(audience === 'operator' ? ['For the operator.'] : []),
  ].join(' ');

const block = (its: Block, evidence: Evidence, level: string): string =>
  [
    level === '##' ? '' : `## ${named(its.subject)}`,
    `**${marks[its.tone]} ${prose(its.headline)}**`,
    [
      ...(its.advice === null ? [] : [`${its.advice}.`]),
      ...(its.verdict === null ? [] : [`Verdict: ${code(its.verdict)}.`]),
      `Profile: ${code(its.profile ?? 'environment variables')} (${its.environment}).`,
      ...(level === '##' && evidence.case !== null ? [`Case: ${code(evidence.case)}.`] : []),
      ...(level === '##' && evidence.audience === 'operator' ? ['For the operator.'] : []),
    ].join(' '),
    `**Who acts next:** ${prose(its.next)}`,
    ...[its.newer, othersWords(evidence)].map((words) => prose(words ?? '')),
    error(its),
    section(level, titles.facts, its.facts.map(line)),
    section(level, titles.asked, its.asked.map(line)),
    section(level, titles.operator, its.operator.map(line)),
    section(
      level,
      titles.anomalies,
      its.anomalies.map(({ field, says }) => `${code(field)}: ${code(says)}`),
    ),
    section(level, titles.open, its.open.map(prose)),
  ]
    .filter((each) => each !== '')
    .join('\n\n');

const marks: Readonly<Record<Tone, string>> = { good: '✔', careful: '⚠', bad: '✘' };

const mostItems = 200;

const section = (level: string, title: string, items: readonly string[]): string =>
  items.length === 0
    ? ''
    : [
        `${level} ${title}\n`,
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
    `${prose(utcTime(call.at))}${besides({ local: call.local, age: '' })}: ${call.command}: ${prose(call.says)}`,
    ...(call.elsewhere === null ? [] : [prose(call.elsewhere)]),
    `${code(call.profile ?? 'environment variables')} (${call.environment})`,
    ...[call.product, call.receipt ?? call.player].filter((part) => part !== null).map(code),
    ...(call.http === null ? [] : [`HTTP ${String(call.http)}`]),
    ...[call.id, call.by].filter((part) => part !== null).map(code),
  ].join(' · ');

const signed = (remark: Reply): string =>
  `${prose(utcTime(remark.at))}${besides(remark)}${remark.by === null ? '' : `, ${code(remark.by)}`}`;

const reply = (its: Reply): string => `${signed(its)}: ${prose(replyWords(its))}`;

const error = ({ error: found, unsaid }: Block): string =>
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
