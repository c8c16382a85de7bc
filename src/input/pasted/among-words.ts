import { hasTokenForm } from '../../contract/purchase-token.js';
import { madeOnce } from '../../text/made-once.js';
import { readLabelledLine } from './candidates.js';
import { fromChat, withoutChatMarks } from './chat.js';
import { trimReceiptMarks } from './end-of-sentence.js';
import { scriptsWithoutBlanks } from './foreign-labels.js';
import { joinTokenLines } from './joined-token.js';
import { isPlainWord, mayBeReceipt } from './plain-words.js';
import { removeQuoting } from './paste-layers.js';
import { isFarewell, isLongToken, isTextBelow, splitWords } from './text-below.js';

/** A receipt among the words of a chat or a mail. */

interface LabelledToken {
  /** The text with the receipt in a line of its own: `token: "…"`. */
  readonly text: string;
  /** What was done, for the person. */
  readonly note: string;
}

/** A word that begins as the store’s tokens do: 24 small letters and `.AO-`, with a blank or nothing in front. */
const tokenStart = /(?<!\S)[a-z]{24}\.AO-\S*/;

/** A letter that may touch a token, because its language writes no blanks: Japanese has `領収書<token>です`. */
const letterAtToken = String.raw`[${scriptsWithoutBlanks}\u3000-\u303F\uFF00-\uFF65]`;
const tokenBehindLetter = madeOnce(
  () => new RegExp(String.raw`(?<=${letterAtToken})(?=[a-z]{24}\.AO-)`, 'gu'),
);
const tokenBeforeLetter = madeOnce(
  () => new RegExp(String.raw`([a-z]{24}\.AO-[\w-]{38,})(?=${letterAtToken})`, 'gu'),
);

/** Puts blanks around a token that touches such letters. */
function separateToken(text: string): string {
  return text.replace(tokenBehindLetter(), ' ').replace(tokenBeforeLetter(), '$1 ');
}

/** Labels the only receipt of a text: `token: "…"`. undefined if there is not exactly one, or if its end is not certain. */
export function labelTokenAmongWords(text: string): LabelledToken | undefined {
  const plain = separateToken(removeQuoting(text));
  const withoutMarks = withoutChatMarks(plain);
  const [withoutWriters = withoutMarks] = fromChat(withoutMarks);
  const writtenLines = withoutMarks.split(/\r?\n/).map((line) => line.trim());
  const lines = withoutWriters.split(/\r?\n/).map((line) => line.trim());
  const startIndex = lines.findIndex((line) => tokenStart.test(line));
  const tokenMatch = tokenStart.exec(lines[startIndex] ?? '');
  if (tokenMatch === null) return undefined;
  const [tokenWord] = tokenMatch;
  const wordsAfter = tokenMatch.input.slice(tokenMatch.index + tokenWord.length);
  const linesAfterStart = lines.slice(startIndex + 1);
  const reading = readToken(tokenWord, wordsAfter, {
    lines: linesAfterStart,
    // The first message is the line of the token itself.
    messageCount: countMessagesFrom(startIndex, lines, writtenLines) - 1,
  });
  if (reading === undefined || !hasTokenForm(reading.token)) return undefined;
  const linesAbove = [...lines.slice(0, startIndex), tokenMatch.input.slice(0, tokenMatch.index)];
  const linesBelow = [wordsAfter, ...linesAfterStart.slice(reading.lineCount - 1)];
  const words = [...linesAbove, ...linesBelow].join(' ').split(/\s+/).filter(Boolean);
  // A bare token needs no label, because it is read without one.
  const isAlone = words.length === 0 && withoutMarks === plain;
  if (isAlone || words.some(mayBeOtherReceipt)) return undefined;
  return {
    text: [...linesAbove, `token: "${reading.token}"`, ...linesBelow].join('\n'),
    note: reading.note ?? 'Took the one receipt that stands among the words.',
  };
}

/**
 * How many messages follow one another from a line on. A line that differs from the line as it was written is a message,
 * because the name of its writer was removed.
 */
function countMessagesFrom(
  start: number,
  lines: readonly string[],
  writtenLines: readonly string[],
): number {
  const end = lines.findIndex((line, index) => index >= start && line === writtenLines[index]);
  return (end === -1 ? lines.length : end) - start;
}

function mayBeOtherReceipt(word: string): boolean {
  return word.includes('.AO-') || mayBeReceipt(word);
}

interface ReadToken {
  readonly token: string;
  readonly lineCount: number;
  /** A sentence about joining its lines. */
  readonly note?: string;
}

interface LinesBelow {
  readonly lines: readonly string[];
  /** How many of them are messages of a chat, each with the name of its writer. */
  readonly messageCount: number;
}

/** Reads the receipt that begins with a word: at the end of its line it may go on in the lines below. */
function readToken(
  word: string,
  wordsAfter: string,
  { lines: below, messageCount }: LinesBelow,
): ReadToken | undefined {
  const token = trimReceiptMarks(word);
  const hasMarkAtEnd = token !== word;
  if (hasMarkAtEnd) return { token, lineCount: 1 };
  if (wordsAfter !== '') return mayGoOn(wordsAfter) ? undefined : { token: word, lineCount: 1 };
  const endIndex = findEnd(below);
  const pieces = [word, ...below.slice(0, endIndex)];
  const lineAtEnd = below[endIndex] ?? '';
  const isOtherValueAtEnd = hasOtherLabel(lineAtEnd);
  const isAtEnd = lineAtEnd === '' || isOtherValueAtEnd;
  if (!isOtherValueAtEnd && mayGoOn(below.slice(pieces.length - 1).join('\n'))) return undefined;
  if (pieces.length === 1) {
    if (isFarewell(below[0] ?? '')) return undefined;
    const isWhole = isAtEnd || isLongToken(word) || isTextBelow(word, below[0] ?? '');
    return isWhole ? { token: word, lineCount: 1 } : undefined;
  }
  const joined = joinTokenLines(pieces.join('\n'), {
    isOfMessages: pieces.length - 1 <= messageCount,
  });
  // A program wraps all lines at one width, so a shorter line is the last.
  const isLastShorter = (pieces.at(-1) ?? '').length < word.length;
  if (joined === undefined || !(isAtEnd || isLastShorter)) return undefined;
  return { token: joined.token, lineCount: pieces.length, note: joined.note };
}

/** The index of the first line that is no piece of the receipt; after the last line if all may be pieces. */
function findEnd(lines: readonly string[]): number {
  const index = lines.findIndex((line) => endsReceipt(line) || /\s/.test(line));
  return index === -1 ? lines.length : index;
}

function endsReceipt(line: string): boolean {
  return line === '' || isFarewell(line) || hasOtherLabel(line);
}

/** `orderId: GPA.…`: no token has a colon or an equals sign, so what stands above such a line is whole. */
function hasOtherLabel(line: string): boolean {
  const role = readLabelledLine(line)?.[0];
  return otherMember.test(line) || (role !== undefined && role !== 'receipt');
}

/** What the store’s billing library writes beside the receipt: `purchaseState: 0`. */
const otherMember =
  /^(?:purchase(?:State|Time|TimeMillis)|acknowledged|quantity|autoRenewing|developerPayload|signature)[:=]/;

/** Whether the first word behind a receipt may be its rest: a program may have put a blank into it. */
function mayGoOn(textBehind: string): boolean {
  // A mark with blanks around it belongs to the sentence: `<token> , thanks`.
  const [firstWord = ''] = splitWords(textBehind).filter((word) => !/^[,;.:!?]$/.test(word));
  if (new RegExp(`^${letterAtToken}`, 'u').test(firstWord)) return false;
  return firstWord !== '' && !isPlainWord(firstWord);
}
