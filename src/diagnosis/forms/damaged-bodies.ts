import type { CauseId } from '../catalogue/causes.js';
import { parseTree } from '../json-forms/tree.js';

/** A kind of damage to JSON after it was signed. `repair` returns the texts that it may have been before. */
interface Damage {
  readonly id: CauseId;
  readonly says: string;
  readonly repair: (sent: string) => readonly string[];
}

const straightQuotes = (text: string): string =>
  text.replace(/[\u201c-\u201f\u00ab\u00bb]/g, '"').replace(/[\u2018-\u201b]/g, "'");

/** For texts that are not JSON any more (`isDamaged`). A body that still is JSON was changed in another way. */
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
    repair: (sent) => restoreQuotes(sent),
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
    repair: (sent) => possibleEnds(sent).map((end) => sent + end),
  },
];

/** The texts that a body which is not JSON may have been, each with the damage. */
export function* repairedTexts(sent: string): Generator<readonly [text: string, damage: Damage]> {
  if (!isDamaged(sent)) return;
  for (const damage of damageTable) {
    for (const text of damage.repair(sent)) if (text !== sent) yield [text, damage];
  }
}

/** Longer bodies are not repaired: `guessWholeBodies` makes some 9,000 copies of a body, and each one is signed. */
const mostCharacters = 20_000;

/** Whether a text begins like a JSON object but is not JSON. */
export function isDamaged(sent: string): boolean {
  if (sent.length > mostCharacters) return false;
  const beginsAsObject = /^\s*\{/.test(sent);
  return beginsAsObject && parseTree(sent) === undefined;
}

/** The ends that may have been cut off a JSON text with one or two levels. */
function possibleEnds(sent: string): readonly string[] {
  const quotes = sent.match(/(?<!\\)"/g) ?? [];
  const isCutInsideText = quotes.length % 2 === 1;
  const closing = ['}', '}}', ']}', '}]}'];
  if (isCutInsideText) return closing.map((end) => `"${end}`);
  // After a text that ends with a backslash the count is wrong by one, so a closing quote is tried here too.
  const closingAfterQuote = '"}';
  // The last character of `null`, of `true` or `false`, or of a number that ends with 0 may have been cut off.
  const closingAfterCharacter = ['l}', 'e}', '0}'];
  return [...closing, closingAfterQuote, ...closingAfterCharacter];
}

/**
 * A Windows shell removes the double quotes of an argument. Two guesses are made which values had quotes: all of them, or
 * all but the numbers, true, false and null.
 */
function restoreQuotes(sent: string): readonly string[] {
  if (sent.includes('"')) return [];
  const [, inside = ''] = /^\s*\{(.*)\}\s*$/s.exec(sent) ?? [];
  const pairs = inside.split(',').map((pair) => /^([\w-]+)\s*:(.*)$/s.exec(pair.trim()));
  if (pairs.some((pair) => pair === null)) return [];
  const mayBeBare = (value: string): boolean =>
    /^(?:-?(?:0|[1-9]\d*)|true|false|null)$/.test(value);
  const printed = (quoteAll: boolean, comma: string, colon: string): string => {
    const members = pairs.map((pair) => {
      const [, name = '', found = ''] = pair ?? [];
      const value = found.trim();
      const text = mayBeBare(value) && !quoteAll ? value : `"${value}"`;
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

/**
 * Whole bodies that a cut body may have been, if it lost one or two characters of its last text, the quote and the brace.
 * That happens when a client counts Content-Length in characters, and some characters have several bytes.
 */
export function* guessWholeBodies(sent: string): Generator<string> {
  if (!isDamaged(sent)) return;
  for (const first of printable) yield `${sent}${first}"}`;
  for (const first of printable) {
    for (const second of printable) yield `${sent}${first}${second}"}`;
  }
}
