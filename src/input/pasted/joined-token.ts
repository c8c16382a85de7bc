import { hasTokenForm } from '../../contract/purchase-token.js';

/** A receipt that a program wrapped over several lines. */

interface JoinedToken {
  readonly token: string;
  /** What was done, for the person. */
  readonly note: string;
}

interface TokenLines {
  /** Whether the lines were messages of a chat, each with the name of its writer: then a program divided the text. */
  readonly isOfMessages: boolean;
}

/** Joins the lines of a receipt. undefined if the text may be something else, such as a whole receipt with a word below it. */
export function joinTokenLines(
  text: string,
  { isOfMessages }: TokenLines = { isOfMessages: false },
): JoinedToken | undefined {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.replace(/^[>|\s]+/, '').trim());
  const token = lines.join('');
  if (!haveEqualWidth(lines) || !hasTokenForm(token)) return undefined;
  if (/^[a-z]*$/.test(lines[0] ?? '') && (lines[0] ?? '').length < fewestCharactersOfBeginning) {
    return undefined;
  }
  const isWhole = isOfMessages ? !mayBeMessage(lines.at(-1) ?? '') : isLastPiece(lines);
  if (!isWhole) return undefined;
  return { token, note: describeJoin(lines) };
}

/** Says what was done, and warns of a hyphen at the end of a line: it may be of the token, or a program may have added it. */
function describeJoin(lines: readonly string[]): string {
  const note = `Joined the ${lines.length} lines of the receipt into one.`;
  if (!lines.slice(0, -1).some((line) => line.endsWith('-'))) return note;
  return `${note} A line ends with a hyphen: pvg took it as a part of the receipt. If the answer does not fit, copy the receipt again, in one piece.`;
}

/** Whether all lines but the last have the same width. */
function haveEqualWidth(lines: readonly string[]): boolean {
  const widths = lines.map(({ length }) => length);
  const [width = 0] = widths;
  return (
    widths.length > 1 &&
    widths.slice(0, -1).every((each) => each === width) &&
    (widths.at(-1) ?? 0) <= width
  );
}

/** In characters. A shorter line of letters above a receipt may be a word, although a token begins with letters. */
const fewestCharactersOfBeginning = 16;
/** In characters. The store’s tokens are longer, so a line that is longer may be a whole one. */
export const mostCharactersOfPiece = 99;
/** In characters. Names are shorter, and the longer ids that people write do not mix small letters, capitals and digits. */
export const fewestCharactersOfMixedPiece = 20;

/**
 * Whether the last line belongs to the receipt. If the lines before it may already be a whole receipt, the last line may be
 * something else. Then it must be longer than a name, and mixed as only a token is.
 */
function isLastPiece(lines: readonly string[]): boolean {
  const [first = ''] = lines;
  const last = lines.at(-1) ?? '';
  if (first.length > mostCharactersOfPiece || mayBeWords(last)) return false;
  const mayBeWhole = hasTokenForm(lines.slice(0, -1).join(''));
  return !mayBeWhole || (last.length >= fewestCharactersOfMixedPiece && isMixed(last));
}

/** Whether a line of a chat may be a message of its own: a single letter or number may be an answer, as `k` for yes. */
function mayBeMessage(line: string): boolean {
  if (line.length <= 2) return /^(?:[a-z]+|\d+|[A-Z][a-z])$/.test(line);
  return mayBeWords(line);
}

/** Whether a line may be words or names of a person: `Thanks`, `gems_100`, `PlayerOne99`, `3312-4410-7719-58204`; not `i8`. */
export function mayBeWords(line: string): boolean {
  if (line.length <= 2 && /[a-z]\d|\d[a-z]/i.test(line)) return false;
  return !isMixed(line) || line.split(/[-_]/).every((part) => /^[A-Za-z]*\d*$/.test(part));
}

function isMixed(line: string): boolean {
  return /[a-z]/.test(line) && /[A-Z]/.test(line) && /\d/.test(line);
}

/** A word that begins as the store’s tokens do, at the end of a line: `token: kpdlfgomhbaknjcedjlbgnaf.AO-J1O…`. */
const tokenAtEnd = /(?<![\w.-])[a-z]{24}\.AO-[\w-]*$/;

/** The number of the line whose receipt may go on in the next line; undefined without one. */
export function findLineThatMayGoOn(text: string): number | undefined {
  const lines = text.split('\n').map((line) => line.replace(/^[>|\s]+/, '').trim());
  const index = lines.findIndex(
    (line, each) => tokenAtEnd.test(line) && mayBePiece(lines[each + 1] ?? ''),
  );
  return index === -1 ? undefined : index + 1;
}

function mayBePiece(line: string): boolean {
  return /^[\w.-]+$/.test(line) && !mayBeWords(line);
}
