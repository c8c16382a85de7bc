/** A JSON text as it was written: without the spaces between its tokens, and the places of its members. */

/** Escapes and numbers keep their spelling. */
export const spacesRemoved = (text: string): string =>
  text.replace(/("[^"\\]*(?:\\.[^"\\]*)*"?)|[ \t\r\n]/gs, (_, string?: string) => string ?? '');

/** The tokens as they were written, with repeated members: json.Indent, an editor's formatter. */
export function laidOut(tight: string, indent: string, newline: string): string {
  let depth = 0;
  const line = (deeper: 0 | 1 | -1): string => newline + indent.repeat((depth += deeper));
  return tight.replace(/"(?:[^"\\]|\\.)*"|\{\}|\[\]|[{}[\],:]/gs, (token) => {
    if (token === '{' || token === '[') return token + line(1);
    if (token === '}' || token === ']') return line(-1) + token;
    if (token === ',') return token + line(0);
    return token === ':' ? ': ' : token;
  });
}

export interface MemberSpan {
  /** 1 for the members of the outermost value. */
  readonly depth: number;
  /** Of the name, or of the value if it is an item of an array. */
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
  readonly inObject: boolean;
}

interface Open {
  readonly inObject: boolean;
  /** Of the name and of the value of the member being read, or of the item. */
  starts: number[];
}

// The text was parsed before, so it is valid JSON.
const token = /"(?:[^"\\]|\\.)*"|[{}[\],]|[^\s{}[\]:,"]+/gs;

/** All members of all levels; a container comes after its members. */
export function memberSpans(text: string): MemberSpan[] {
  const spans: MemberSpan[] = [];
  const open: Open[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(token)) {
    const top = open.at(-1);
    if (word !== ',' && word !== '}' && word !== ']') {
      top?.starts.push(index);
      end = index + word.length;
      if (word === '{' || word === '[') open.push({ inObject: word === '{', starts: [] });
      continue;
    }
    const [start, valueStart = start] = top?.starts ?? [];
    if (top !== undefined && start !== undefined && valueStart !== undefined)
      spans.push({ depth: open.length, start, valueStart, end, inObject: top.inObject });
    if (top !== undefined) top.starts = [];
    if (word === ',') continue;
    open.pop();
    end = index + 1;
  }
  return spans;
}
