import { JsonNumber, JsonObject, JsonSyntaxError, type Json } from '../json/json.js';
import { parseJson } from '../json/parse.js';
import { escapeUnsafe } from '../json/print.js';
import { ambiguous, guessesOf, missingFields, missingHint, placesOf, type Places } from './columns.js';
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
  #last: Shape | undefined;

  constructor(private readonly settings: RowSettings) {}

  get columns(): readonly string[] {
    return this.#columns;
  }

  get guessed(): readonly string[] {
    return this.#guessed ?? [];
  }

  read(block: Block): readonly (readonly Row[])[] {
    this.#line = block.line + block.lines;
    if (block.tooLong) return [[this.#bad(block.line, 'it is longer than 1 MB')]];
    const rows: Row[] = [];
    let line = block.line;
    for (let at = 0; at < block.text.length; line += 1) {
      const end = block.text.indexOf('\n', at);
      const text = block.text.slice(at, end === -1 ? undefined : end);
      at = end === -1 ? block.text.length : end + 1;
      if (text.trim() !== '') rows.push(this.#row(line, text, block.invalid));
    }
    return [rows];
  }

  end(missing?: string): readonly (readonly Row[])[] {
    return missing === undefined ? [] : [[this.#bad(this.#line, missing, wholeInput)]];
  }

  #row(line: number, text: string, invalid: boolean): Row {
    if (invalid && holdsNotUtf8(text)) return this.#bad(line, 'it is not UTF-8');
    let json: Json;
    try {
      json = parseJson(text);
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
      return this.#bad(line, `it is not JSON: ${error.message}`);
    }
    if (!(json instanceof JsonObject)) return this.#bad(line, 'it is not a JSON object');
    this.#number += 1;
    const input = plain.test(text) ? text : onOneLine(text);
    const { purchase, problem } = this.#purchaseOf(line, json.members);
    return { number: this.#number, line, input, purchase, problem };
  }

  #purchaseOf(line: number, members: JsonObject['members']): Pick<Row, 'purchase' | 'problem'> {
    const names = members.map(([name]) => name);
    if (this.#columns.length === 0) this.#columns = [...new Set(names)];
    const { places, hasTwice, twice } = this.#shapeOf(names);
    if (hasTwice) {
      const problem = unreadable(line, 'a member stands in it twice', 'Leave the right one of the two.');
      return { purchase: undefined, problem };
    }
    if (twice !== undefined) {
      const problem = unreadable(line, `it has ${twice.says}`, twice.hint);
      return { purchase: undefined, problem };
    }
    this.#guessed ??= guessesOf(names, places, this.settings);
    const missing = missingFields(places, this.settings);
    if (missing.length > 0 && places.os.length === 0) {
      const says = `it has no member for ${missing.join(' and none for ')}`;
      return { purchase: undefined, problem: unreadable(line, says, missingHint(missing)) };
    }
    const at = (place: number | undefined): Member =>
      place === undefined ? undefined : memberOf(members[place]?.[1]);
    return readPurchase(
      line,
      {
        receipt: at(places.receipt),
        productId: at(places.product_id),
        package: at(places.package),
        os: places.os.map(at),
      },
      this.settings,
    );
  }

  #shapeOf(names: readonly string[]): Shape {
    if (this.#last === undefined || !areSame(this.#last.names, names)) {
      const hasTwice = new Set(names).size < names.length;
      this.#last = {
        names,
        places: placesOf(names, this.settings),
        hasTwice,
        twice: ambiguous(names, this.settings),
      };
    }
    return this.#last;
  }

  #bad(line: number, says: string, hint = mendRow): Row {
    this.#number += 1;
    const problem = unreadable(line, says, hint);
    return { number: this.#number, line, input: 'null', purchase: undefined, problem };
  }
}

interface Shape {
  readonly names: readonly string[];
  readonly places: Places;
  readonly hasTwice: boolean;
  readonly twice: ReturnType<typeof ambiguous>;
}

const areSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((each, at) => each === others[at]);

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
