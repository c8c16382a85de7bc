import type { Format, Mistaken, OutputForm } from './format.js';
import { adviceNamed } from '../service/policy.js';
import { JsonNumber, JsonObject, JsonSyntaxError, type Json, memberIn } from '../text/json/json.js';
import { jsonIn, parseJson } from '../text/json/parse.js';
import { escapeUnsafe, printJson } from '../text/json/print.js';
import { membersAt, shapeOf, takesPackageOfProfile, type Shape, noText, type Member } from './columns.js';
import { holdsNotUtf8, type Block } from './lines.js';
import { badRow, readPurchase, unreadable, wholeInput } from './purchase.js';
import { wrongInput } from './refusal.js';
import { resultJson } from './result.js';
import type { Row, RowReader, RowSettings } from './row.js';

export const ndjson: Format = {
  id: 'ndjson',
  name: 'NDJSON',
  takes: 'NDJSON, one purchase per line',
  ending: '.ndjson',
  isJson: true,
  hasHeader: false,
  spansLines: false,
  begins: (text) => {
    if (text.startsWith('['))
      throw wrongInput(
        'The input is a JSON array, not NDJSON.',
        'Write one object per line: `jq -c ".[]" <file> | pvg batch -`.',
      );
    return text.startsWith('{');
  },
  reader: (settings) => new NdjsonReader(settings),
  mistaken: otherJson,
  output: () => ndjsonOutput,
};

/** Reads one object per line and keeps its text as it was written. */
class NdjsonReader implements RowReader {
  columns: readonly string[] = [];
  #guessed: readonly string[] | undefined;
  #number = 0;
  #line = 1;
  // A cache: rows of one file mostly have the same members in the same order.
  #last: { readonly key: string; readonly shape: Shape } | undefined;

  constructor(private settings: RowSettings) {}

  get guessed(): readonly string[] {
    return this.#guessed ?? [];
  }

  read(block: Block): Iterable<readonly Row[]> {
    this.#line = block.line;
    if (block.tooLong) return [[this.#bad('is longer than 1 MB')]];
    const rows: Row[] = [];
    for (const text of block.text.replace(/\n$/, '').split('\n')) {
      if (text.trim() !== '') rows.push(this.#row(text));
      this.#line += 1;
    }
    return [rows];
  }

  end(missing?: string): Iterable<readonly Row[]> {
    return missing === undefined ? [] : [[this.#bad(missing, wholeInput)]];
  }

  #row(text: string): Row {
    if (holdsNotUtf8(text)) return this.#bad('is not UTF-8 text');
    let json: Json;
    try {
      json = parseJson(text);
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
      return this.#bad(`is not JSON: ${error.message}`);
    }
    if (!(json instanceof JsonObject)) return this.#bad('is not a JSON object');
    this.#number += 1;
    if (this.columns.length === 0) {
      this.columns = [...new Set(json.members.map(([name]) => name))];
      // Decided once: a package that only some rows lack may be another game's.
      if (!takesPackageOfProfile(this.columns, this.settings))
        this.settings = { ...this.settings, packageOfProfile: undefined };
    }
    const purchase = this.#purchaseOf([...json.members, ...this.#nested(json)]);
    return { number: this.#number, line: this.#line, input: onOneLine(text), ...purchase };
  }

  #purchaseOf(members: JsonObject['members']): Pick<Row, 'purchase' | 'problem' | 'has'> {
    const problem = (says: string, hint: string): Pick<Row, 'purchase' | 'problem'> => ({
      purchase: undefined,
      problem: unreadable({ line: this.#line }, says, hint),
    });
    const names = members.map(([name]) => name);
    if (new Set(names).size < names.length)
      return problem('has the same member twice', 'Remove one of the two.');
    const { places, guessed, ambiguous, missing } = this.#shapeOf(names);
    if (ambiguous) return problem(`has ${ambiguous.says}`, ambiguous.hint);
    this.#guessed ??= guessed;
    if (missing && places.os.length === 0) return problem(`has ${missing.says}`, missing.hint);
    const given = membersAt(places, (place) => memberOf(members[place]?.[1]));
    return readPurchase({ line: this.#line }, given, this.settings);
  }

  /** Nested members that `--map` names: `payload.token`. */
  #nested(json: JsonObject): JsonObject['members'] {
    return [...this.settings.map.values()].flatMap((path): JsonObject['members'] => {
      const value = json.has(path) ? undefined : valueAt(json, path.split('.'));
      return value === undefined ? [] : [[path, value]];
    });
  }

  #shapeOf(names: readonly string[]): Shape {
    const key = names.join('\n');
    if (this.#last?.key !== key) this.#last = { key, shape: shapeOf(names, this.settings, 'member') };
    return this.#last.shape;
  }

  #bad(says: string, hint?: string): Row {
    this.#number += 1;
    return badRow(this.#number, { line: this.#line }, says, hint);
  }
}

/** The same JSON on one line, safe for a terminal. A tab or CR can only be between its values. */
const onOneLine = (json: string): string => escapeUnsafe(json.replace(/[\t\r]/g, ' ').trim());

/** A number counts as its digits, null as missing. */
function memberOf(value: Json | undefined): Member {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return undefined;
  return value instanceof JsonNumber ? value.source : noText;
}

function valueAt(json: Json | undefined, path: readonly string[]): Json | undefined {
  const [first, ...rest] = path;
  if (first === undefined) return json;
  const next = Array.isArray(json) ? json[Number(first)] : memberIn(json, first);
  return valueAt(next, rest);
}

/** JSON that begins like NDJSON but does not have one object per line. */
function otherJson(text: string, rows: readonly Row[]): Mistaken | undefined {
  const [first = '', second] = text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isSpread =
    second === undefined
      ? rows.length > 1 && /[{,:]$/.test(first)
      : !first.endsWith('}') && /^["},\]]/.test(second);
  if (isSpread)
    return {
      is: 'JSON over several lines, not NDJSON',
      hint: 'Write one object per line: `jq -c . <file> | pvg batch -`.',
    };
  if (/^[^\n]*\}[ \t]*\r[ \t\r]*\{/.test(text.trimStart()))
    return {
      is: 'NDJSON with CR as its line breaks, not LF or CRLF',
      hint: "Convert the line breaks: `tr '\\r' '\\n' < <file> | pvg batch -`.",
    };
  return undefined;
}

const lineStart = '{"row":';

const ndjsonOutput: OutputForm = {
  header: '',
  line: (result) => `${resultJson(result)}\n`,
  keyOf: (input) => printJson(parseJson(input)),
  couldBegin: (text) => lineStart.startsWith(text.slice(0, lineStart.length)),
  next: (text, at) => {
    const lineEnd = text.indexOf('\n', at);
    if (lineEnd === -1) return undefined;
    const line = text.slice(at, lineEnd);
    const json = line.startsWith(lineStart) ? jsonIn(line) : undefined;
    const input = memberIn(json, 'input');
    if (input === undefined) return 'foreign';
    const name = memberIn(memberIn(json, 'verdict'), 'id') ?? memberIn(memberIn(json, 'error'), 'code');
    return {
      end: lineEnd + 1,
      row: {
        row: numberOf(memberIn(json, 'row')),
        exit: numberOf(memberIn(json, 'exit')),
        key: printJson(input),
        counts: textOf(name) ?? 'unknown',
        advice: adviceNamed(textOf(memberIn(json, 'advice'))),
        orderId: textOf(memberIn(memberIn(json, 'answer'), 'order_id')) ?? null,
        unusual: anomaliesTold(memberIn(json, 'anomalies')),
        wasBroken: input === null,
      },
    };
  },
};

/** `transactions[0].quantity wrong-type; …`; empty if there are none. */
const anomaliesTold = (value: Json | undefined): string =>
  (Array.isArray(value) ? value : [])
    .map((each) => ['field', 'id'].map((name) => textOf(memberIn(each, name)) ?? '').join(' '))
    .join('; ');

const numberOf = (value: Json | undefined): number => (value instanceof JsonNumber ? value.value : NaN);

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
