/** A position in a text that only moves forward, by sticky patterns, so that reading takes linear time. */
export class Cursor {
  constructor(
    readonly text: string,
    public position = 0,
  ) {}

  get isAtEnd(): boolean {
    return this.position >= this.text.length;
  }

  /** If the pattern matches at the position, moves behind the match and returns it. The pattern must be sticky. */
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
/** The text without blanks around it. `trim` would be wrong for a text with one character per byte: it also cuts byte A0. */
export function trimBlanks(text: string): string {
  return withoutLastBlanks(text).replace(/^[ \t]+/, '');
}
