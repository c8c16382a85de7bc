import { JsonNumber, JsonObject, JsonSyntaxError, type Json } from '../json/json.js';
import { parseJson } from '../json/parse.js';
import { printJson } from '../json/print.js';
import { missingFields, missingHint, placesOf } from './columns.js';
import type { Block } from './lines.js';
import { readPurchase, unreadable } from './purchase.js';
import type { Field, Row, RowSettings } from './row.js';

/** Rows of NDJSON: one object a line, numbers and spelling kept. */
export class NdjsonReader {
  #number = 0;
  #columns: readonly string[] = [];
  // Rows of one file mostly have the same members in the same order.
  #last: { readonly key: string; readonly places: ReadonlyMap<Field, number> } | undefined;

  constructor(private readonly settings: RowSettings) {}

  get columns(): readonly string[] {
    return this.#columns;
  }

  read(block: Block): Row[] {
    const rows: Row[] = [];
    if (block.tooLong) {
      rows.push(this.#bad(block.line, 'it is longer than 1 MB'));
      return rows;
    }
    let line = block.line;
    for (let at = 0; at < block.text.length; line += 1) {
      const end = block.text.indexOf('\n', at);
      const text = block.text.slice(at, end === -1 ? undefined : end);
      at = end === -1 ? block.text.length : end + 1;
      if (text.trim() !== '') rows.push(this.#row(line, text, block.invalid));
    }
    return rows;
  }

  #row(line: number, text: string, invalid: boolean): Row {
    if (invalid && text.includes('\ufffd')) return this.#bad(line, 'it is not UTF-8');
    let json: Json;
    try {
      json = parseJson(text);
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
      return this.#bad(line, `it is not JSON: ${error.message}`);
    }
    if (!(json instanceof JsonObject)) return this.#bad(line, 'it is not a JSON object');
    this.#number += 1;
    const row = { number: this.#number, line, input: plain.test(text) ? text : printJson(json) };
    const names = json.members.map(([name]) => name);
    if (this.#columns.length === 0) this.#columns = [...new Set(names)];
    const twice = names.findIndex((name, at) => names.indexOf(name) !== at);
    if (twice !== -1) {
      const problem = unreadable(line, 'a member stands in it twice', 'Leave the right one of the two.');
      return { ...row, purchase: undefined, problem };
    }
    const places = this.#places(names);
    const at = (field: Field): string | undefined => {
      const place = places.get(field);
      return place === undefined ? undefined : asText(json.members[place]?.[1]);
    };
    const missing = missingFields(places, this.settings);
    if (missing.length > 0 && places.get('os') === undefined) {
      const problem = unreadable(
        line,
        `it has no member for ${missing.join(' and none for ')}`,
        missingHint(missing),
      );
      return { ...row, purchase: undefined, problem };
    }
    const members = {
      receipt: at('receipt'),
      productId: at('product_id'),
      package: at('package'),
      os: at('os'),
    };
    return { ...row, ...readPurchase(line, members, this.settings) };
  }

  #places(names: readonly string[]): ReadonlyMap<Field, number> {
    const key = names.join('\0');
    if (this.#last?.key !== key) this.#last = { key, places: placesOf(names, this.settings) };
    return this.#last.places;
  }

  #bad(line: number, says: string): Row {
    this.#number += 1;
    const problem = unreadable(line, says, 'Mend the row; the rows after it were read.');
    return { number: this.#number, line, input: 'null', purchase: undefined, problem };
  }
}

/** A text that may stand in the output as it is. */
const plain = /^[\x20-\x7e]*$/;

/** A number stands for its digits; anything else that is no text is as good as missing. */
const asText = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? value : value instanceof JsonNumber ? value.source : undefined;
