import { escapeUnsafe } from '../../text/json/print.js';

/** Finds the lines that have one of some texts, before any line is parsed: most lines of a journal are about other calls. */

/** The lines of a piece of the journal that may matter, the last first. */
export type LinesIn = (piece: Buffer) => string[];

/** More texts than this are looked up among the names of a line, not searched for one by one. */
const mostSearched = 16;

/** undefined: every line. The texts are found in any case. */
export function linesWith(texts: readonly string[] | undefined): LinesIn {
  if (texts === undefined) return (piece) => lastFirst(piece, () => true);
  const wanted = [...new Set(texts.map(asWritten))];
  return wanted.length > mostSearched ? linesNaming(new Set(wanted)) : linesContaining(wanted);
}

/** As it stands in a line, which is JSON, in lower case. */
function asWritten(text: string): string {
  const quoted = escapeUnsafe(JSON.stringify(text));
  return quoted.slice(1, -1).toLowerCase();
}

function lastFirst(piece: Buffer, mayMatter: (line: string) => boolean): string[] {
  const lines = piece
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '' && mayMatter(line));
  return lines.reverse();
}

function linesContaining(wanted: readonly string[]): LinesIn {
  const hasOne = (text: string): boolean => {
    const lower = text.toLowerCase();
    return wanted.some((each) => lower.includes(each));
  };
  const mayHaveOne = wanted.every(isAscii)
    ? (piece: Buffer): boolean => hasOne(piece.toString('latin1'))
    : (): boolean => true;
  // Most pieces have none, and then they are not even decoded.
  return (piece) => (mayHaveOne(piece) ? lastFirst(piece, hasOne) : []);
}

/** Such a text stands in the bytes of UTF-8 as in any other encoding. */
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** The members by which a call or a reply is known, as `printLine` writes them. */
const nameMembers = /"(?:id|case|order_id|receipt|player|call|moved_from)":"((?:[^"\\]|\\.)*)"/g;

function linesNaming(wanted: ReadonlySet<string>): LinesIn {
  const namesOne = (line: string): boolean =>
    [...line.matchAll(nameMembers)].some(([, name = '']) => wanted.has(name.toLowerCase()));
  return (piece) => lastFirst(piece, namesOne);
}

/** Before a line is parsed: it has one of these texts, or is a reply or a remark. */
export function isAboutOrReply(texts: readonly string[]): (line: string) => boolean {
  return (line) => {
    return (
      /"command":"(?:reply|note|move|refusal)"/.test(line) ||
      texts.some((text) => line.includes(text))
    );
  };
}
