import { JsonNumber, JsonObject, JsonSyntaxError, type Json } from '../text/json/json.js';
import { parseJson } from '../text/json/parse.js';
import { escapeUnsafe } from '../text/json/print.js';
import { membersAt, shapeOf, type Shape } from './columns.js';
import { holdsNotUtf8, type Block } from './lines.js';
import { mendRow, noText, readPurchase, unreadable, wholeInput, type Member } from './purchase.js';
import type { Row, RowReader, RowSettings } from './row.js';

/** Rows of NDJSON: one object a line, which stays as it was written. */
export class NdjsonReader implements RowReader {
  #number = 0;
  #line = 1;
  #columns: readonly string[] = [];
  #guessed: readonly string[] | undefined;
  // Rows of one file mostly have the same members in the same order.
  #last: { readonly key: string; readonly shape: Shape } | undefined;

  constructor(private readonly settings: RowSettings) {}

  get columns(): readonly string[] {
    return this.#columns;
  }

  get guessed(): readonly string[] {
    return this.#guessed ?? [];
  }

  read(block: Block): readonly (readonly Row[])[] {
    this.#line = block.line;
    if (block.tooLong) return [[this.#bad('it is longer than 1 MB')]];
    const rows: Row[] = [];
    for (const text of block.text.replace(/\n$/, '').split('\n')) {
      if (text.trim() !== '') rows.push(this.#row(text));
      this.#line += 1;
    }
    return [rows];
  }

  end(missing?: string): readonly (readonly Row[])[] {
    return missing === undefined ? [] : [[this.#bad(missing, wholeInput)]];
  }

  #row(text: string): Row {
    if (holdsNotUtf8(text)) return this.#bad('it is not UTF-8');
    let json: Json;
    try {
      json = parseJson(text);
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
      return this.#bad(`it is not JSON: ${error.message}`);
    }
    if (!(json instanceof JsonObject)) return this.#bad('it is not a JSON object');
    this.#number += 1;
    const input = plain.test(text) ? text : onOneLine(text);
    const { purchase, problem } = this.#purchaseOf(json.members);
    return { number: this.#number, line: this.#line, input, purchase, problem };
  }

  #purchaseOf(members: JsonObject['members']): Pick<Row, 'purchase' | 'problem'> {
    const problem = (says: string, hint: string): Pick<Row, 'purchase' | 'problem'> => ({
      purchase: undefined,
      problem: unreadable(this.#line, says, hint),
    });
    const names = members.map(([name]) => name);
    if (this.#columns.length === 0) this.#columns = [...new Set(names)];
    if (new Set(names).size < names.length)
      return problem('a member stands in it twice', 'Leave the right one of the two.');
    const { places, guessed, ambiguous, missing } = this.#shapeOf(names);
    if (ambiguous) return problem(`it has ${ambiguous.says}`, ambiguous.hint);
    this.#guessed ??= guessed;
    if (missing && places.os.length === 0) return problem(`it has ${missing.says}`, missing.hint);
    return readPurchase(
      this.#line,
      membersAt(places, (place) => memberOf(members[place]?.[1])),
      this.settings,
    );
  }

  #shapeOf(names: readonly string[]): Shape {
    const key = names.join('\n');
    if (this.#last?.key !== key) this.#last = { key, shape: shapeOf(names, this.settings, 'member') };
    return this.#last.shape;
  }

  #bad(says: string, hint = mendRow): Row {
    this.#number += 1;
    const problem = unreadable(this.#line, says, hint);
    return { number: this.#number, line: this.#line, input: 'null', purchase: undefined, problem };
  }
}

/** A text that may stand in the output as it is. */
const plain = /^\{[\x20-\x7e]*\}$/;

/** The same JSON for a terminal and for a line of its own. A tab or CR can only stand between its values. */
const onOneLine = (json: string): string => escapeUnsafe(json.replace(/[\t\r]/g, ' ').trim());

/** A number stands for its digits, and null for nothing. */
function memberOf(value: Json | undefined): Member {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return undefined;
  return value instanceof JsonNumber ? value.source : noText;
}
