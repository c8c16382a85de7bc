/** A JSON text as it was written: without the spaces between its tokens, and where its members stand. */

/** Escapes and numbers keep their spelling. */
export const spacesRemoved = (text: string): string =>
  text.replace(/("(?:[^"\\]|\\.)*")|[ \t\r\n]+/gs, (_, string?: string) => string ?? '');

export interface MemberSpan {
  /** 1 for the members of the outermost value. */
  readonly depth: number;
  /** Of the name, or of the value where it is an item of an array. */
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
  readonly inObject: boolean;
}

interface Open {
  readonly inObject: boolean;
  start: number;
  valueStart: number;
}

// Valid JSON is taken for granted: the text was parsed before.
const token = /"(?:[^"\\]|\\.)*"|[{}[\],]|[^\s{}[\]:,"]+/gs;

/** All members of all levels, each container behind what it holds. */
export function memberSpans(text: string): MemberSpan[] {
  const spans: MemberSpan[] = [];
  const open: Open[] = [];
  let lastEnd = 0;
  const began = (at: number): void => {
    const top = open.at(-1);
    if (top === undefined) return;
    if (top.start < 0) top.start = at;
    else if (top.valueStart < 0) top.valueStart = at;
  };
  const closeMember = (): void => {
    const top = open.at(-1);
    if (top === undefined || top.start < 0) return;
    const valueStart = top.inObject ? top.valueStart : top.start;
    spans.push({ depth: open.length, start: top.start, valueStart, end: lastEnd, inObject: top.inObject });
    top.start = -1;
    top.valueStart = -1;
  };
  for (const { 0: word, index } of text.matchAll(token)) {
    if (word === ',') closeMember();
    else if (word === '}' || word === ']') {
      closeMember();
      open.pop();
      lastEnd = index + 1;
    } else {
      began(index);
      lastEnd = index + word.length;
      if (word === '{' || word === '[') open.push({ inObject: word === '{', start: -1, valueStart: -1 });
    }
  }
  return spans;
}
