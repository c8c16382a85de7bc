import { withoutEnd } from './visible.js';

/** Wide digits and the wide hyphen, as keyboards in Japan and China type them. */
const wideCharacter = /[\uFF10-\uFF19\uFF0D]/g;

/**
 * A ticket without the `#` that some people write before it: in a shell an unquoted `#` begins a comment. A punctuation mark
 * after the ticket is removed too, and wide digits become usual digits.
 */
export function withoutTicketMark(ticket: string): string {
  const withoutMark = ticket
    .trim()
    .replace(wideCharacter, (wide) => wide.normalize('NFKC'))
    .replace(/^(?:[#\uFF03]\s*)+(?=[^#\uFF03\s])/, '');
  const bare = withoutEnd(withoutMark, '.,;:!\u3002\uFF0C\uFF01');
  return bare === '' ? withoutMark : bare.trimEnd();
}
