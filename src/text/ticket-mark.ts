import { withoutEnd } from './visible.js';

/** A keyboard of Japan or China writes them as wide as its own characters. */
const wideCharacter = /[\uFF10-\uFF19\uFF0D]/g;

/**
 * A ticket without the `#` in front of it, which some people write and some do not. The shell takes an unquoted one for the
 * beginning of a comment, so commands are written without it. The mark of a sentence behind it is not of the ticket either,
 * and wide digits are the same digits.
 */
export function withoutTicketMark(ticket: string): string {
  const written = ticket
    .trim()
    .replace(wideCharacter, (wide) => wide.normalize('NFKC'))
    .replace(/^(?:[#\uFF03]\s*)+(?=[^#\uFF03\s])/, '');
  const bare = withoutEnd(written, '.,;:!\u3002\uFF0C\uFF01');
  return bare === '' ? written : bare.trimEnd();
}
