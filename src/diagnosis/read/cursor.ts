/** A place in a text, moved forward by sticky patterns. A reader that only moves forward needs linear time. */
export class Cursor {
  constructor(
    readonly text: string,
    public position = 0,
  ) {}

  get ended(): boolean {
    return this.position >= this.text.length;
  }

  /** What the pattern matches exactly here. The pattern must be sticky. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text) ?? undefined;
    this.position += found?.[0].length ?? 0;
    return found;
  }

  /** The rest of the line, without its line break. Moves to the next line. */
  takeLine(): string {
    return this.take(/([^\n]*?)\r?(?:\n|$)/y)?.[1] ?? '';
  }
}

export function lineNumberAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** Not with `[ ]+$`, which needs quadratic time on a long run of blanks. */
export function withoutLastBlanks(text: string): string {
  return /^[^]*[^ \t\r\n]/.exec(text)?.[0] ?? '';
}
/** For a text of one character per byte: `trim` would also take the last byte of some letters. */
export function trimBlanks(text: string): string {
  return withoutLastBlanks(text).replace(/^[ \t]+/, '');
}
