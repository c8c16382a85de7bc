import type { CauseId } from '../catalogue/causes.js';
import { parseTree } from '../json-forms/tree.js';

/** What happened to a JSON text after it was signed, and what the text may have been before. */
interface Damage {
  readonly id: CauseId;
  readonly says: string;
  readonly repair: (sent: string) => readonly string[];
}

const straightQuotes = (text: string): string =>
  text.replace(/[\u201c-\u201f\u00ab\u00bb]/g, '"').replace(/[\u2018-\u201b]/g, "'");

/** A damaged text is not JSON: what is still JSON was changed in another way. */
const damageTable: readonly Damage[] = [
  {
    id: 'body-pasted',
    says: 'The body was sent with curly quotes in place of the straight ones that were signed.',
    repair: (sent) => [straightQuotes(sent)],
  },
  {
    id: 'body-pasted',
    says: 'The body was sent with no-break spaces in place of the spaces that were signed.',
    repair: (sent) => [sent.replaceAll('\u00a0', ' ')],
  },
  {
    id: 'body-pasted',
    says: 'The body was sent with curly quotes and no-break spaces in place of what was signed.',
    repair: (sent) => [straightQuotes(sent).replaceAll('\u00a0', ' ')],
  },
  {
    id: 'body-quotes-lost',
    says: 'The body was sent with single quotes in place of the double quotes that were signed.',
    repair: (sent) => [sent.replaceAll("'", '"')],
  },
  {
    id: 'body-quotes-lost',
    says: 'The body was signed with its double quotes, but sent without them.',
    repair: (sent) => withQuotes(sent),
  },
  {
    id: 'body-sent-twice',
    says: 'The body was sent twice in a row, but signed once.',
    repair: (sent) => {
      const half = sent.slice(0, sent.length / 2);
      return half + half === sent ? [half] : [];
    },
  },
  {
    id: 'body-sent-cut',
    says: 'The body was sent without its end, which was signed.',
    repair: (sent) => lostEnds(sent).map((end) => sent + end),
  },
];

/** The texts that a body which is not JSON may have been, each with the damage. */
export function* repairedTexts(sent: string): Generator<readonly [text: string, damage: Damage]> {
  if (!isDamaged(sent)) return;
  for (const damage of damageTable) {
    for (const text of damage.repair(sent)) if (text !== sent) yield [text, damage];
  }
}

/** Longer bodies are not looked at: a cut one has as many ends as it has braces. */
const mostCharacters = 20_000;

export function isDamaged(sent: string): boolean {
  const isText = /^\s*\{/.test(sent) && sent.length <= mostCharacters;
  return isText && parseTree(sent) === undefined;
}

/** What closes a JSON text of one level or two. */
function lostEnds(sent: string): readonly string[] {
  const isInText = (sent.match(/(?<!\\)"/g)?.length ?? 0) % 2 === 1;
  const closing = ['}', '}}', ']}', '}]}'];
  return isInText ? closing.map((end) => `"${end}`) : [...closing, '"}', 'l}', 'e}', '0}'];
}

/** The quotes that a shell of Windows takes away: every name and every value is a text, or numbers stay numbers. */
function withQuotes(sent: string): readonly string[] {
  if (sent.includes('"')) return [];
  const [, inside = ''] = /^\s*\{(.*)\}\s*$/s.exec(sent) ?? [];
  const pairs = inside.split(',').map((pair) => /^([\w-]+)\s*:(.*)$/s.exec(pair.trim()));
  if (pairs.some((pair) => pair === null)) return [];
  const isBare = (value: string): boolean => /^(?:-?(?:0|[1-9]\d*)|true|false|null)$/.test(value);
  const printed = (quoteAll: boolean, comma: string, colon: string): string => {
    const members = pairs.map((pair) => {
      const [, name = '', found = ''] = pair ?? [];
      const value = found.trim();
      const text = isBare(value) && !quoteAll ? value : `"${value}"`;
      return `"${name}"${colon}${text}`;
    });
    return `{${members.join(comma)}}`;
  };
  return [true, false].flatMap((quoteAll) => [
    printed(quoteAll, ',', ':'),
    printed(quoteAll, ', ', ': '),
  ]);
}

const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));

/** The end of a text whose last one or two characters were lost with its quote: a length was counted in characters. */
export function* guessedEnds(sent: string): Generator<string> {
  if (!isDamaged(sent)) return;
  for (const first of printable) yield `${sent}${first}"}`;
  for (const first of printable) {
    for (const second of printable) yield `${sent}${first}${second}"}`;
  }
}
