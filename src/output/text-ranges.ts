/** A part of a text, its end not included. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Adds a range that ends behind all others. Ranges that touch or overlap become one. */
export function addRange(ranges: TextRange[], { start, end }: TextRange): void {
  let joinedStart = start;
  let last = ranges.at(-1);
  while (last !== undefined && last.end >= start) {
    joinedStart = Math.min(joinedStart, last.start);
    ranges.pop();
    last = ranges.at(-1);
  }
  ranges.push({ start: joinedStart, end });
}

/** The ranges in order. Those that touch or overlap become one. */
export function joinRanges(ranges: readonly TextRange[]): TextRange[] {
  const joinedRanges: TextRange[] = [];
  for (const range of [...ranges].sort((one, other) => one.start - other.start)) {
    const last = joinedRanges.at(-1);
    // addRange needs a range that ends last, but this one may lie within the last one: so its end is moved.
    addRange(joinedRanges, { start: range.start, end: Math.max(range.end, last?.end ?? 0) });
  }
  return joinedRanges;
}
