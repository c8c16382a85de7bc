import { hasTokenForm } from '../../contract/purchase-token.js';
import { madeOnce } from '../../text/made-once.js';
import { fromChat, withoutChatMarks } from './chat.js';
import { trimSentence } from './end-of-sentence.js';
import { scriptsWithoutBlanks } from './foreign-labels.js';
import { joinedToken } from './joined-token.js';
import { isPlainWord, mayBeReceipt } from './plain-words.js';
import { withoutQuoteMarks } from './paste-layers.js';
import { isClosing, isLongToken, isTextBelow, wordsOfLine } from './text-below.js';

/** A receipt among the words of a chat or a mail. */

interface NamedToken {
  /** The text with the receipt in a line of its own: `token: "…"`. */
  readonly text: string;
  /** What was done, for the person. */
  readonly note: string;
}

/** So the store’s tokens begin: nothing in front of such a word is a part of it. */
const beginningOfToken = /(?<!\S)[a-z]{24}\.AO-\S*/;

const besideToken = String.raw`[${scriptsWithoutBlanks}\u3000-\u303F\uFF00-\uFF65]`;
const wordInFront = madeOnce(
  () => new RegExp(String.raw`(?<=${besideToken})(?=[a-z]{24}\.AO-)`, 'gu'),
);
const wordBehind = madeOnce(
  () => new RegExp(String.raw`([a-z]{24}\.AO-[\w-]{38,})(?=${besideToken})`, 'gu'),
);

/** The text with blanks around its receipt: some languages write none between words. */
function withTokenApart(text: string): string {
  return text.replace(wordInFront(), ' ').replace(wordBehind(), '$1 ');
}

/** undefined for a text without exactly one receipt, or where it is not certain where the receipt ends. */
export function nameTokenAmongWords(text: string): NamedToken | undefined {
  const plain = withTokenApart(withoutQuoteMarks(text));
  const bare = withoutChatMarks(plain);
  const [messages = bare] = fromChat(bare);
  const written = bare.split(/\r?\n/).map((line) => line.trim());
  const lines = messages.split(/\r?\n/).map((line) => line.trim());
  const start = lines.findIndex((line) => beginningOfToken.test(line));
  const found = beginningOfToken.exec(lines[start] ?? '');
  if (found === null) return undefined;
  const [word] = found;
  const wordsAfter = found.input.slice(found.index + word.length);
  const below = lines.slice(start + 1);
  const isMessage = (line: string, index: number): boolean => line !== written[start + index];
  const messageCount = lines.slice(start).findIndex((line, index) => !isMessage(line, index));
  const read = readToken(word, wordsAfter, {
    lines: below,
    messageCount: messageCount === -1 ? below.length : messageCount - 1,
  });
  if (read === undefined || !hasTokenForm(read.token)) return undefined;
  const linesAbove = [...lines.slice(0, start), found.input.slice(0, found.index)];
  const linesBelow = [wordsAfter, ...below.slice(read.lineCount - 1)];
  const words = [...linesAbove, ...linesBelow].join(' ').split(/\s+/).filter(Boolean);
  const isAlone = words.length === 0 && bare === plain;
  if (isAlone || words.some(mayBeOtherReceipt)) return undefined;
  return {
    text: [...linesAbove, `token: "${read.token}"`, ...linesBelow].join('\n'),
    note: read.note ?? 'Took the one receipt that stands among the words.',
  };
}

function mayBeOtherReceipt(word: string): boolean {
  return word.includes('.AO-') || mayBeReceipt(word);
}

interface ReadToken {
  readonly token: string;
  readonly lineCount: number;
  /** What was done to its lines. */
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
  const token = trimSentence(word);
  if (token !== word) return { token, lineCount: 1 };
  if (wordsAfter !== '') return mayGoOn(wordsAfter) ? undefined : { token: word, lineCount: 1 };
  const end = below.findIndex((line) => line === '' || /\s/.test(line) || isClosing(line));
  const pieces = [word, ...(end === -1 ? below : below.slice(0, end))];
  const isAtEnd = end === -1 || below[end] === '';
  if (mayGoOn(below.slice(pieces.length - 1).join('\n'))) return undefined;
  if (pieces.length === 1) {
    if (isClosing(below[0] ?? '')) return undefined;
    const isWhole = isAtEnd || isLongToken(word) || isTextBelow(word, below[0] ?? '');
    return isWhole ? { token: word, lineCount: 1 } : undefined;
  }
  const joined = joinedToken(pieces.join('\n'), {
    isOfMessages: pieces.length - 1 <= messageCount,
  });
  const isLastShorter = (pieces.at(-1) ?? '').length < word.length;
  if (joined === undefined || !(isAtEnd || isLastShorter)) return undefined;
  return { token: joined.token, lineCount: pieces.length, note: joined.note };
}

/** Whether the first word behind a receipt may be its rest: a program may have put a blank into it. */
function mayGoOn(textBehind: string): boolean {
  // A mark with blanks around it is of the sentence.
  const [firstWord = ''] = wordsOfLine(textBehind).filter((word) => !/^[,;.:!?]$/.test(word));
  if (new RegExp(`^${besideToken}`, 'u').test(firstWord)) return false;
  return firstWord !== '' && !isPlainWord(firstWord);
}
