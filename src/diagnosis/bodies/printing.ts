/** Prints one body in many ways: its shape, layout, texts and numbers as an encoder writes them. */
import { JsonNumber, JsonObject, type Json } from '../../text/json/json.js';
import { stringPrinter } from './escapes.js';
import { layouts, type Empty, type Layout } from './layouts.js';
import { numberPrinters } from './numbers.js';
import type { Settings } from './settings.js';
import { drops, empties, names, orders } from './shapes.js';

type TextPrinter = (text: string) => string;

const isScalar = (value: Json): boolean => !Array.isArray(value) && !(value instanceof JsonObject);
/** Unreal's short values: numbers, true, false and null share a line. */
const isShort = (value: Json): boolean => isScalar(value) && typeof value !== 'string';

/** Spaces as long as a longer name, on each of many lines, would fill the memory. */
const widestName = 200;

/** Every line but the first, and but empty ones, further to the right. */
const hung = (text: string, by: number): string => text.replace(/\n(?!\r?\n)/g, `\n${' '.repeat(by)}`);

/** Puts white space and brackets around the printed scalars. */
class LaidOut {
  constructor(
    private readonly layout: Layout,
    private readonly scalar: (value: Json) => string,
  ) {}

  value(value: Json, depth: number): string {
    if (value instanceof JsonObject) return this.object(value, depth);
    return Array.isArray(value) ? this.array(value, depth) : this.scalar(value);
  }

  private object({ members }: JsonObject, depth: number): string {
    const { arrays, aligned, colon, comma, emptyObject, hanging } = this.layout;
    if (members.length === 0) return `{${this.empty(emptyObject, depth)}}`;
    const width = (name: string): number =>
      aligned === true ? Math.min(JSON.stringify(name).length, widestName) : 0;
    const widest = members.reduce((most, [name]) => Math.max(most, width(name)), 0);
    const line = this.line(depth + 1);
    const rows = members.map(([name, value]) => {
      const between = arrays === 'unreal' && value instanceof JsonObject ? `:${line}` : colon;
      const start = line + this.scalar(name) + ' '.repeat(widest - width(name)) + between;
      // The name is a part of the indentation: its own lines are made as if they began at the left edge.
      if (hanging === true)
        return (
          start + hung(this.value(value, 0), Math.min(start.length - this.layout.newline.length, widestName))
        );
      return start + this.value(value, depth + 1);
    });
    return `{${this.padding}${rows.join(comma)}${this.padding}${this.line(depth)}}`;
  }

  private array(items: readonly Json[], depth: number): string {
    const { arrays, comma, inner = comma, padding, emptyArray } = this.layout;
    if (items.length === 0) return `[${this.empty(emptyArray, depth)}]`;
    if (arrays === 'unreal') return this.unrealArray(items, depth);
    if (arrays === 'as-objects') {
      const line = this.line(depth + 1);
      const rows = items.map((item) => line + this.value(item, depth + 1));
      return `[${this.padding}${rows.join(comma)}${this.padding}${this.line(depth)}]`;
    }
    const rows = items.map((item) => this.value(item, arrays === 'line' ? depth : depth + 1));
    return `[${padding}${rows.join(inner)}${padding}]`;
  }

  /** Source: TJsonWriter::WriteValue, WriteArrayEnd: a short value stays on the line of the bracket or of a short one. */
  private unrealArray(items: readonly Json[], depth: number): string {
    const follows = (at: number): boolean => at === 0 || isShort(items[at - 1] ?? null);
    const rows = items.map(
      (item, at) => (isShort(item) && follows(at) ? ' ' : this.line(depth + 1)) + this.value(item, depth + 1),
    );
    return `[${rows.join(',')}${follows(items.length) ? ' ' : this.line(depth)}]`;
  }

  /** Inside the brackets of a line. */
  private get padding(): string {
    return this.layout.indent === undefined ? this.layout.padding : '';
  }

  private line(depth: number): string {
    const { indent, newline } = this.layout;
    return indent === undefined ? '' : newline + indent.repeat(depth);
  }

  private empty(kind: Empty, depth: number): string {
    if (kind === 'line') return this.line(depth);
    if (kind === 'lines') return this.layout.newline + this.line(depth);
    return kind === 'inner' ? this.line(depth + 1) + this.line(depth) : kind;
  }
}

/** Values that were made before, up to a number of them. */
class Kept<Value> {
  private readonly values = new Map<string, Value>();

  constructor(private readonly most: number) {}

  of(key: string, make: () => Value): Value {
    const known = this.values.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (this.values.size < this.most) this.values.set(key, made);
    return made;
  }
}

const shapeOf = (body: Json, { order, drop, empties: emptied, names: named }: Settings): Json =>
  orders[order](empties[emptied](names[named](drops[drop](body))));

/** The shapes of larger bodies are not kept: that would take too much memory. */
const largestKept = 100_000;
const mostTexts = 10_000;

const remembering = (print: TextPrinter): TextPrinter => {
  const known = new Kept<string>(mostTexts);
  return (text) => known.of(text, () => print(text));
};

/** Prints one body by any settings. */
export class BodyPrinter {
  private readonly shapes: Kept<Json>;
  private readonly strings: Kept<TextPrinter>;
  private readonly numbers: Kept<TextPrinter>;

  constructor(
    private readonly body: Json,
    size: number,
  ) {
    const most = size <= largestKept ? Infinity : 0;
    this.shapes = new Kept(most);
    this.strings = new Kept(most);
    this.numbers = new Kept(most);
  }

  print(settings: Settings): string {
    const { order, drop, empties: emptied, names: named, numbers, escapes, layout, end } = settings;
    const escapesKey = typeof escapes === 'string' ? escapes : Object.values(escapes).join(' ');
    const shape = this.shapes.of(`${order} ${drop} ${emptied} ${named}`, () => shapeOf(this.body, settings));
    const string = this.strings.of(escapesKey, () => remembering(stringPrinter(escapes)));
    const number = this.numbers.of(numbers, () => remembering(numberPrinters[numbers]));
    const laidOut = new LaidOut(layouts[layout], (value) => {
      if (typeof value === 'string') return string(value);
      if (value instanceof JsonNumber) return number(value.source);
      // Boost's property tree knows only strings.
      return numbers === 'quoted' ? `"${String(value)}"` : String(value);
    });
    return laidOut.value(shape, 0) + end;
  }
}
