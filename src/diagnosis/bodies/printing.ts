/**
 * Prints one body in many ways. A body in one shape is a row of texts (names, strings, numbers, literals) with glue
 * between them; a way of printing chooses the texts and the glue.
 */
import { JsonNumber, JsonObject, type Json } from '../../json/json.js';
import { stringPrinter, type Escapes, type EscapesName } from './escapes.js';
import { layouts, type Empty, type Layout } from './layouts.js';
import { numberPrinters, type NumbersName } from './numbers.js';
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
      const onOne = layout.arrays !== 'as objects';
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

/** A body laid out: `glue` has one more entry than `texts`. */
interface Row {
  readonly glue: readonly string[];
  readonly texts: readonly Json[];
}

const rowOf = (layout: Layout, body: Json): Row => {
  const glue = [''];
  const texts: Json[] = [];
  layOut(layout, body, {
    glue: (text) => {
      glue[texts.length] = (glue[texts.length] ?? '') + text;
    },
    text: (value) => {
      texts.push(value);
      glue.push('');
    },
  });
  return { glue, texts };
};

/** What was made before. */
class Kept<Value> {
  private readonly values = new Map<string, Value>();

  of(key: string, make: () => Value): Value {
    const known = this.values.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.values.set(key, made);
    return made;
  }
}

type TextPrinter = (text: string) => string;

const remembering = (print: TextPrinter): TextPrinter => {
  const known = new Kept<string>();
  return (text) => known.of(text, () => print(text));
};

const scalarPrinter = (string: TextPrinter, number: TextPrinter, numbers: NumbersName) => (value: Json) => {
  if (typeof value === 'string') return string(value);
  if (value instanceof JsonNumber) return number(value.source);
  // Boost's property tree knows only strings.
  return numbers === 'quoted' ? `"${String(value)}"` : String(value);
};

const shapeOf = (body: Json, { order, drop, empties: emptied, names: named }: Settings): Json =>
  orders[order](empties[emptied](names[named](drops[drop](body))));

const printOnce = (body: Json, settings: Settings): string => {
  const { numbers, escapes, layout, end } = settings;
  const scalar = scalarPrinter(stringPrinter(escapes), numberPrinters[numbers], numbers);
  let out = '';
  layOut(layouts[layout], shapeOf(body, settings), {
    glue: (text) => {
      out += text;
    },
    text: (value) => {
      out += scalar(value);
    },
  });
  return out + end;
};

/** Above this the pieces are made anew for each print: keeping them all would cost more memory than time. */
const largestKept = 100_000;

/** Prints one body by any settings. */
export class BodyPrinter {
  private readonly shapes = new Kept<Json>();
  private readonly rows = new Kept<Row>();
  private readonly strings = new Kept<TextPrinter>();
  private readonly numbers = new Kept<TextPrinter>();

  constructor(
    private readonly body: Json,
    private readonly size: number,
  ) {}

  print(settings: Settings): string {
    if (this.size > largestKept) return printOnce(this.body, settings);
    const { numbers, escapes, end } = settings;
    const { glue, texts } = this.row(settings);
    const scalar = scalarPrinter(this.stringsOf(escapes), this.numbersOf(numbers), numbers);
    return (
      texts.reduce<string>((out, value, at) => out + scalar(value) + (glue[at + 1] ?? ''), glue[0] ?? '') +
      end
    );
  }

  private row(settings: Settings): Row {
    const { order, drop, empties: emptied, names: named, layout } = settings;
    const key = `${order} ${drop} ${emptied} ${named}`;
    return this.rows.of(`${key} ${layout}`, () =>
      rowOf(
        layouts[layout],
        this.shapes.of(key, () => shapeOf(this.body, settings)),
      ),
    );
  }

  private stringsOf(escapes: EscapesName | Escapes): TextPrinter {
    const key = typeof escapes === 'string' ? escapes : Object.values(escapes).join(' ');
    return this.strings.of(key, () => remembering(stringPrinter(escapes)));
  }

  private numbersOf(numbers: NumbersName): TextPrinter {
    return this.numbers.of(numbers, () => remembering(numberPrinters[numbers]));
  }
}
