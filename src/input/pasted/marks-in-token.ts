import { hasTokenForm } from '../../contract/purchase-token.js';
import { madeOnce } from '../../text/made-once.js';
import { mayBeWords } from './joined-token.js';

/** Removes marks that programs and people leave in or at a store’s token. No token has such a mark, so none loses a part. */

/** A longer text is a log, which has no marks of a chat. */
const mostCharacters = 100_000;

/** Most tokens begin with 24 letters. The rest, `[\w-]{38,}` in the patterns below, is that of `hasTokenForm`. */
const tokenStartPattern = String.raw`(?<![\w.\\-])[a-z]{24}\\?\.AO\\?-`;

/** Zero-width space, word joiner, soft hyphen, byte order mark. */
const invisibleCharacters = '\u200B\u2060\u00AD\uFEFF';
const tokenWithInvisible = new RegExp(`${tokenStartPattern}[\\w${invisibleCharacters}-]+`, 'gu');
const invisibleMark = new RegExp(`[${invisibleCharacters}]`, 'gu');

/** A token in which Markdown wrote `\_` and `\-`. */
const tokenWithEscapes = new RegExp(String.raw`${tokenStartPattern}(?:[\w-]|\\[_-])+(?!\\)`, 'g');

const emojiPattern = String.raw`(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F|\u200D)`;
/** `<token>🙏`, with all pictures up to the next blank. */
const tokenWithEmoji = madeOnce(
  () => new RegExp(`(${tokenStartPattern}[\\w-]{38,})${emojiPattern}+(?=\\s|$)`, 'gu'),
);

/** `receipt "<token>"`, as a person writes it. In JSON and tables, quotation marks show where a value ends, so they stay. */
const tokenInQuotes = madeOnce(
  () =>
    new RegExp(
      String.raw`(?<=\p{L}[ \t]{1,3})(["'])(${tokenStartPattern}[\w-]{38,})\1(?=[\s.,;!?)]|$)`,
      'gu',
    ),
);
/** A token in one to three backticks, with a blank, `:` or `=` in front: a chat shows such a text as code. */
const tokenInBackticks = new RegExp(
  `(?<![^\\s:=])(\`{1,3})(${tokenStartPattern}[\\w-]{38,})\\1(?=[\\s.,;!?)]|$)`,
  'gu',
);

interface CleanText {
  readonly text: string;
  /** What was done, for the person. */
  readonly note: string | undefined;
}

/** Removes the marks from the tokens of a text; undefined for a text without such marks. */
export function removeMarksInTokens(text: string): CleanText | undefined {
  if (text.length > mostCharacters || !/\.AO\\?-/.test(text)) return undefined;
  const visibleText = text.replace(tokenWithInvisible, removeFromWholeToken(invisibleMark));
  const unescapedText = visibleText.replace(tokenWithEscapes, removeFromWholeToken(/\\/g));
  const textWithoutEmoji = unescapedText.replace(tokenWithEmoji(), '$1');
  const unquotedText = textWithoutEmoji
    .replace(tokenInQuotes(), '$2')
    .replace(tokenInBackticks, '$2');
  if (unquotedText === text) return undefined;
  const note =
    textWithoutEmoji === text
      ? undefined
      : `Left out ${describeRemoved(text, visibleText, unescapedText)}.`;
  return { text: unquotedText, note };
}

function describeRemoved(text: string, visibleText: string, unescapedText: string): string {
  if (visibleText !== text) return 'the invisible characters in the receipt';
  return unescapedText === text
    ? 'the pictures behind the receipt'
    : 'the backslashes of Markdown in the receipt';
}

/**
 * Returns a replacer that removes marks only if what is left is a whole token. In `<receipt>\u200Bthanks` it is not, because
 * another word stands behind the invisible mark.
 */
function removeFromWholeToken(mark: RegExp): (markedToken: string) => string {
  return (markedToken) => {
    const token = markedToken.replace(mark, '');
    const piecesBehind = markedToken.split(mark).filter(Boolean).slice(1);
    const isOfToken =
      hasTokenForm(token) && !(mark === invisibleMark && piecesBehind.some(mayBeWords));
    return isOfToken ? token : markedToken;
  };
}
