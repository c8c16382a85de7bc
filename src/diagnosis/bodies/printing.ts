/** Prints one body in many ways: reshaped, laid out, its texts and numbers written as an encoder writes them. */
import { JsonNumber, JsonObject, type Json } from '../../json/json.js';
import { stringPrinter } from './escapes.js';
import { layouts, type Empty, type Layout } from './layouts.js';
import { numberPrinters } from './numbers.js';
import type { Settings } from './settings.js';
import { drops, empties, names, orders } from './shapes.js';

/** What a walk over the body hands out, in order. */
interface Sink {
  readonly glue: (text: string) => void;
  readonly text: (value: Json) => void;
}

const isScalar = (value: Json): boolean => !Array.isArray(value) && !(value instanceof JsonObject);
/** Unreal calls them short: numbers, true, false and null share a line. */
const isShort = (value: Json): boolean => isScalar(value) && typeof value !== 'string';

/** Walks the body once, putting white space and brackets between the texts. */
const layOut = (layout: Layout, body: Json, { glue: put, text: putText }: Sink): void => {
  const { indent } = layout;
  const line = (depth: number): string => (indent === undefined ? '' : layout.newline + indent.repeat(depth));
  const emptyLine = (kind: Empty, depth: number): string => {
    if (kind === 'line') return line(depth);
    if (kind === 'lines') return layout.newline + line(depth);
    return kind === 'inner' ? line(depth + 1) + line(depth) : kind;
  };
  const padding = indent === undefined ? layout.padding : '';

  const object = ({ members }: JsonObject, depth: number): void => {
    if (members.length === 0) {
      put(`{${emptyLine(layout.emptyObject, depth)}}`);
      return;
    }
    const width = (name: string): number => (layout.aligned === true ? JSON.stringify(name).length : 0);
    const widest = members.reduce((most, [name]) => Math.max(most, width(name)), 0);
    members.forEach(([name, value], at) => {
      put((at === 0 ? `{${padding}` : layout.comma) + line(depth + 1));
      putText(name);
      put(' '.repeat(widest - width(name)));
      const below = layout.arrays === 'unreal' && value instanceof JsonObject;
      put(below ? `:${line(depth + 1)}` : layout.colon);
      visit(value, depth + 1);
    });
    put(`${padding}${line(depth)}}`);
  };

  const array = (items: readonly Json[], depth: number): void => {
    if (items.length === 0) {
      put(`[${emptyLine(layout.emptyArray, depth)}]`);
    } else if (layout.arrays === 'unreal') {
      unrealArray(items, depth);
    } else {
      const onOne = layout.arrays !== 'as-objects';
      items.forEach((item, at) => {
        if (at === 0) put(`[${onOne ? layout.padding : padding}`);
        else put(onOne ? (layout.inner ?? layout.comma) : layout.comma);
        if (!onOne) put(line(depth + 1));
        visit(item, layout.arrays === 'line' ? depth : depth + 1);
      });
      put(onOne ? `${layout.padding}]` : `${padding}${line(depth)}]`);
    }
  };

  // Source: TJsonWriter::WriteValue, WriteArrayEnd: a short value stays on the line of the bracket or of a short one.
  const unrealArray = (items: readonly Json[], depth: number): void => {
    let afterShort = true;
    items.forEach((item, at) => {
      put((at === 0 ? '[' : ',') + (isShort(item) && afterShort ? ' ' : line(depth + 1)));
      visit(item, depth + 1);
      afterShort = isShort(item);
    });
    put(`${afterShort ? ' ' : line(depth)}]`);
  };

  const visit = (value: Json, depth: number): void => {
    if (value instanceof JsonObject) object(value, depth);
    else if (Array.isArray(value)) array(value, depth);
    else putText(value);
  };

  visit(body, 0);
};

/** What was made before; of large things nothing, which would cost more memory than time. */
class Kept<Value> {
  private readonly values = new Map<string, Value>();

  constructor(private readonly keeps: boolean) {}

  of(key: string, make: () => Value): Value {
    const known = this.values.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (this.keeps) this.values.set(key, made);
    return made;
  }
}

type TextPrinter = (text: string) => string;

const shapeOf = (body: Json, { order, drop, empties: emptied, names: named }: Settings): Json =>
  orders[order](empties[emptied](names[named](drops[drop](body))));

const largestKept = 100_000;

/** Prints one body by any settings. */
export class BodyPrinter {
  private readonly keeps: boolean;
  private readonly shapes: Kept<Json>;
  private readonly strings: Kept<TextPrinter>;
  private readonly numbers: Kept<TextPrinter>;

  constructor(
    private readonly body: Json,
    size: number,
  ) {
    this.keeps = size <= largestKept;
    this.shapes = new Kept(this.keeps);
    this.strings = new Kept(this.keeps);
    this.numbers = new Kept(this.keeps);
  }

  print(settings: Settings): string {
    const { order, drop, empties: emptied, names: named, numbers, escapes, layout, end } = settings;
    const escapesKey = typeof escapes === 'string' ? escapes : Object.values(escapes).join(' ');
    const shape = this.shapes.of(`${order} ${drop} ${emptied} ${named}`, () => shapeOf(this.body, settings));
    const string = this.strings.of(escapesKey, () => this.remembering(stringPrinter(escapes)));
    const number = this.numbers.of(numbers, () => this.remembering(numberPrinters[numbers]));
    let out = '';
    layOut(layouts[layout], shape, {
      glue: (text) => {
        out += text;
      },
      text: (value) => {
        if (typeof value === 'string') out += string(value);
        else if (value instanceof JsonNumber) out += number(value.source);
        // Boost's property tree knows only strings.
        else out += numbers === 'quoted' ? `"${String(value)}"` : String(value);
      },
    });
    return out + end;
  }

  private remembering(print: TextPrinter): TextPrinter {
    if (!this.keeps) return print;
    const known = new Kept<string>(true);
    return (text) => known.of(text, () => print(text));
  }
}
