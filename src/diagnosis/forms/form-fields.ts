import { textTree, type Member, type Tree } from '../json-forms/tree.js';

type Fields = readonly (readonly [name: string, value: string])[];

export function isMultipart(text: string): boolean {
  return /^--[^\r\n]{1,200}\r?\nContent-Disposition:/i.test(text);
}

/** The fields of a=1&b=2 or of multipart form data; empty for another text. White space at the end is ignored. */
function fieldsOf(body: string): Fields {
  if (isMultipart(body)) return fieldsOfMultipart(body);
  const text = body.trimEnd();
  return /^[^\s{["=&]+=[^\s{["]*$/.test(text) ? [...new URLSearchParams(text)] : [];
}

const mostMultipart = 65_536;
/** The first header of a part, which has the name of the field: `Content-Disposition: form-data; name="receipt"`. */
const partHead = /^\r?\nContent-Disposition:[^\r\n]*?\bname="([^"\r\n]*)"[^\r\n]*/i;

/** The content of a part, without the line break before the next boundary. */
function afterBlankLine(part: string): string | undefined {
  const text = part.replace(/\r$/, '');
  const blank = /\r?\n\r?\n/.exec(text);
  return blank === null ? undefined : text.slice(blank.index + blank[0].length);
}

function fieldsOfMultipart(body: string): Fields {
  const [boundary = ''] = /^--[^\r\n]+/.exec(body) ?? [];
  if (body.length > mostMultipart) return [];
  // A boundary stands at the start of a line: in the middle of one it belongs to a value.
  return `\n${body}`.split(`\n${boundary}`).flatMap((part): [string, string][] => {
    const name = partHead.exec(part)?.[1];
    const value = afterBlankLine(part);
    return name === undefined || value === undefined ? [] : [[name, value]];
  });
}

/**
 * The fields of a form as an object, in three ways: only os_id as a number, all values as texts, or all whole numbers as
 * numbers. Empty if the body is not a form.
 */
export function treesOfForm(body: string): readonly Tree[] {
  const fields = fieldsOf(body);
  if (fields.length === 0) return [];
  const treeOf = (mayBeNumber: (name: string) => boolean): Tree => ({
    kind: 'object',
    members: fields.map(([name, value]): Member => [
      textTree(name),
      mayBeNumber(name) && /^(?:0|[1-9]\d{0,8})$/.test(value)
        ? { kind: 'number', raw: value }
        : textTree(value),
    ]),
  });
  return [treeOf((name) => name === 'os_id'), treeOf(() => false), treeOf(() => true)];
}
