/** A place in a text, which sticky patterns move on. A reader that only moves on takes time in proportion. */
export class Cursor {
  constructor(
    readonly text: string,
    public at = 0,
  ) {}

  get ended(): boolean {
    return this.at >= this.text.length;
  }

  /** What the pattern finds right here; it must be sticky. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text) ?? undefined;
    this.at += found?.[0].length ?? 0;
    return found;
  }

  /** The rest of the line; its end is passed over. */
  line(): string {
    return this.take(/([^\n]*?)\r?(?:\n|$)/y)?.[1] ?? '';
  }
}

export const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;

/** A pattern like `[ ]+$` would look at a long run of blanks once from each of them. */
export const withoutLastBlanks = (text: string): string => /^[^]*[^ \t\r\n]/.exec(text)?.[0] ?? '';
