import { known, type Word } from './command.js';
import type { Cursor } from './cursor.js';
import { inputUnreadable } from './found.js';
import { quotedAt, type Dollar } from './powershell.js';

/** Values of a PowerShell script, as far as a web request needs them. Nothing is run. */

export interface PsText {
  readonly text: string;
  /** Made bytes in UTF-8, so no later encoding changes it. */
  readonly isUtf8?: true;
}

/** Its names are compared without regard to case. */
export type PsTable = Map<string, readonly [name: string, value: PsValue]>;

/** undefined: only a run would show it. */
export type PsValue = PsText | PsTable | undefined;

export const blanks = /(?:[ \t\r]|`[ \t]*\r?\n)+/y;
const space = /(?:\s|`\r?\n|;|#[^\n]*(?:\n|$))+/y;
const ends = /(?=[ \t]*(?:`[ \t]*)?(?:\r?\n|[;)}\],#]|$))/y;
const deepest = 50;

/** Reads values, with the variables that the script has set before. */
export class PsValues {
  readonly variables = new Map<string, PsValue>();

  constructor(private readonly cursor: Cursor) {}

  /** A value that ends its statement, bracket or line; undefined if more than a literal makes it. */
  value(depth = 0): PsValue {
    const value = this.literal(depth);
    return this.cursor.take(ends) === undefined ? undefined : value;
  }

  /** A value among the words of a command. */
  argument(): PsValue {
    const value = this.literal(0, /[^\s;|(){}`'"]+/y);
    if (this.cursor.take(/(?=[\s;|)}`]|$)/y)) return value;
    this.cursor.take(/[^\s;|]+/y);
    return undefined;
  }

  private literal(depth: number, bareword = /[\w./:-]+/y): PsValue {
    const { cursor } = this;
    if (depth > deepest) throw inputUnreadable('The values of the command are nested too deeply.');
    cursor.take(blanks);
    while (cursor.take(/\[(?:ordered|string|hashtable|pscustomobject|int|long)\]\s*/iy));
    const quoted = quotedAt(cursor, this.dollar);
    if (quoted !== undefined) return quoted.open ? undefined : { text: quoted.text };
    if (cursor.take(/@\{/y)) return this.table(depth);
    if (cursor.take(/\[(?:System\.)?Text\.Encoding\]::UTF8\.GetBytes\(/iy)) {
      const inner = this.bracketed(depth);
      return inner === undefined || inner instanceof Map ? undefined : { ...inner, isUtf8: true };
    }
    if (cursor.take(/New-Object\s+['"]?[\w.]*(?:Dictionary|Hashtable)[^\n;]*/iy)) return new Map();
    if (cursor.take(/\(/y)) return this.bracketed(depth);
    const name = cursor.take(/\$(?:\w+:)?(\w+)/y)?.[1];
    if (name !== undefined) return this.variables.get(name.toLowerCase());
    const text = cursor.take(bareword)?.[0];
    return text === undefined ? undefined : { text };
  }

  /** Up to the closing bracket. */
  private bracketed(depth: number): PsValue {
    const value = this.value(depth + 1);
    this.cursor.take(space);
    if (this.cursor.take(/\)/y)) return value;
    this.skip(/\)/y);
    this.cursor.take(/\)/y);
    return undefined;
  }

  private table(depth: number): PsTable {
    const { cursor } = this;
    const members: PsTable = new Map();
    for (;;) {
      cursor.take(space);
      if (cursor.ended || cursor.take(/\}/y)) return members;
      const name = quotedAt(cursor, this.dollar) ?? bare(cursor.take(/[\w-]+/y)?.[0]);
      const isPair = cursor.take(/\s*=\s*/y) !== undefined;
      const value = isPair ? this.value(depth + 1) : undefined;
      if (name?.open === false && isPair) members.set(name.text.toLowerCase(), [name.text, value]);
      if (!cursor.take(/(?=[ \t]*[;\r\n}])/y)) this.skip(/[;\n}]/y);
      // What cannot be read must not be read again and again.
      if (!isPair) cursor.take(/[^}]/y);
    }
  }

  /** To a mark that is outside quotes and brackets. */
  skip(mark: RegExp): void {
    const { cursor } = this;
    for (let depth = 0; !cursor.ended;) {
      const { at } = cursor;
      if (depth === 0 && cursor.take(mark)) {
        cursor.at = at;
        return;
      }
      if (cursor.take(/`[^]?/y) ?? quotedAt(cursor, this.dollar)) continue;
      const character = cursor.take(/[^]/y)?.[0] ?? '';
      if ('({'.includes(character)) depth += 1;
      else if (depth > 0 && ')}'.includes(character)) depth -= 1;
    }
  }

  /** `$name` that the script has set, and `$([char]233)`, as a browser writes what is outside ASCII. */
  private readonly dollar: Dollar = (cursor) => {
    const unit = cursor.take(/\$\(\[char\](\d{1,5})\)/iy)?.[1];
    if (unit !== undefined) return known(String.fromCharCode(Number(unit)));
    const { at } = cursor;
    const [, plain, braced] = cursor.take(/\$(?:(\w+)|\{(\w+)\})/y) ?? [];
    const value = this.variables.get((plain ?? braced ?? '').toLowerCase());
    if (value !== undefined && !(value instanceof Map)) return known(value.text);
    cursor.at = at;
    return undefined;
  };
}

const bare = (text: string | undefined): Word | undefined => (text === undefined ? undefined : known(text));
