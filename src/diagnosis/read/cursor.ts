/** A place in a text, moved forward by sticky patterns. A reader that only moves forward needs linear time. */
export class Cursor {
  constructor(
    readonly text: string,
    public position = 0,
  ) {}

  get isAtEnd(): boolean {
    return this.position >= this.text.length;
  }

  /** Moves behind what the pattern matches exactly here, and returns it. The pattern must be sticky. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text) ?? undefined;
    this.position += found?.[0].length ?? 0;
    return found;
  }

  /** Moves to the next line, and returns the rest of this one without its line break. */
  takeLine(): string {
    return this.take(/([^\n]*?)\r?(?:\n|$)/y)?.[1] ?? '';
  }
}

export function lineNumberAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** The text without blanks and line breaks at its end. `[ ]+$` would need quadratic time on a long run of blanks. */
export function withoutLastBlanks(text: string): string {
  return /^[^]*[^ \t\r\n]/.exec(text)?.[0] ?? '';
}
/** The text without blanks around it. In a text of one character per byte, `trim` would also cut bytes of some letters. */
export function trimBlanks(text: string): string {
  return withoutLastBlanks(text).replace(/^[ \t]+/, '');
}
