import { PvgError } from '../failure.js';
import { mendRow } from './purchase.js';
import type { Row } from './row.js';

/** What an input is by its beginning, and what it may be instead where nothing in it can be read. */

/** @throws {PvgError} `input-unreadable` for JSON that is not NDJSON */
export function formatOf(text: string): 'csv' | 'ndjson' {
  const start = text.trimStart();
  if (start.startsWith('[')) {
    throw new PvgError('input-unreadable', 'The input is a JSON array, not NDJSON. Nothing was sent.', {
      hint: 'Write one object a line: `jq -c ".[]" <file> | pvg batch -`.',
    });
  }
  return start.startsWith('{') ? 'ndjson' : 'csv';
}

const taken = 'It takes CSV with a header (`receipt,product_id,package`) or NDJSON, one purchase a line.';

export const noRows = (says: string): PvgError =>
  new PvgError('input-unreadable', `${says} Nothing was sent.`, { hint: taken });

/**
 * A file of which no row can be read is the wrong file, or has other names: no reason to go through all of it.
 * @param json how an input begins that was taken for NDJSON
 */
export function noneReadable(rows: readonly Row[], json: string | undefined): PvgError {
  const other = json === undefined ? undefined : otherJson(json, rows.length > 1);
  if (other !== undefined)
    return new PvgError('input-unreadable', `The input is ${other.is}. Nothing was sent.`, {
      hint: other.hint,
    });
  const all =
    rows.length === 1
      ? 'The only row cannot be read'
      : `None of the first ${String(rows.length)} rows can be read`;
  const problem = rows[0]?.problem;
  return new PvgError('input-unreadable', `${all}. ${problem?.says ?? ''} Nothing was sent.`, {
    hint: problem === undefined || problem.hint === mendRow ? taken : problem.hint,
  });
}

/** JSON whose first character is that of NDJSON, and whose lines are none. */
function otherJson(
  text: string,
  goesOn: boolean,
): { readonly is: string; readonly hint: string } | undefined {
  const [first = '', second] = text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isSpread =
    second === undefined ? goesOn && /[{,:]$/.test(first) : !first.endsWith('}') && /^["},\]]/.test(second);
  if (isSpread)
    return {
      is: 'JSON over several lines, not NDJSON',
      hint: 'Write one object a line: `jq -c . <file> | pvg batch -`.',
    };
  if (/^[^\n]*\}[ \t]*\r[ \t\r]*\{/.test(text.trimStart()))
    return {
      is: 'NDJSON with CR for its line ends, which are LF (or CRLF)',
      hint: "Mend them on the way: `tr '\\r' '\\n' < <file> | pvg batch -`.",
    };
  return undefined;
}
