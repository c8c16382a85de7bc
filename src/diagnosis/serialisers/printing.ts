/**
 * Prints one body in many ways. A body in one shape is a row of texts (names, strings, numbers, literals) with glue
 * between them; a way of printing chooses the texts and the glue, and both are made once.
 */
import { JsonNumber, JsonObject, type Json } from '../../json/json.js';
import { stringPrinter, type EscapesName } from './escapes.js';
import { layouts, type Empty, type Layout, type LayoutName } from './layouts.js';
import { numberPrinters, type NumberPrinter, type NumbersName } from './numbers.js';
import { plain, type Settings } from './settings.js';
import { drops, empties, names, orders } from './shapes.js';

/** What a walk over the body hands out, in order. */
interface Sink {
  glue(text: string): void;
  text(value: Json): void;
}

class Gluing implements Sink {
  /** One more than there are texts. */
  readonly pieces: string[] = [];
  readonly texts: Json[] = [];
  private pending = '';

  glue(text: string): void {
    this.pending += text;
  }
  text(value: Json): void {
    this.pieces.push(this.pending);
    this.pending = '';
    this.texts.push(value);
  }
  finish(): void {
    this.pieces.push(this.pending);
  }
}

const isScalar = (value: Json): boolean => !Array.isArray(value) && !(value instanceof JsonObject);
/** Unreal calls them short: numbers, true, false and null share a line. */
const isShort = (value: Json): boolean => isScalar(value) && typeof value !== 'string';

const widest = (layout: Layout, members: JsonObject['members']): number =>
  layout.aligned === true ? Math.max(...members.map(([name]) => JSON.stringify(name).length)) : 0;

/** Walks the body once, putting white space and brackets between the texts. */
const lay = (layout: Layout, body: Json, out: Sink): void => {
  const lines = layout.indent !== '' || layout.lines === true;
  const line = (depth: number): string => (lines ? layout.newline + layout.indent.repeat(depth) : '');
  const empty = (kind: Empty, depth: number): string => {
    if (kind === 'line') return line(depth);
    if (kind === 'lines') return layout.newline + line(depth);
    if (kind === 'inner') return line(depth + 1) + line(depth);
    return kind;
  };
  const separator = lines ? `,${layout.lineEnd ?? ''}` : layout.comma;
  const padding = lines ? '' : layout.padding;

  const object = ({ members }: JsonObject, depth: number): void => {
    if (members.length === 0) {
      out.glue(`{${empty(layout.emptyObject, depth)}}`);
      return;
    }
    const width = widest(layout, members);
    out.glue(`{${padding}`);
    members.forEach(([name, value], at) => {
      if (at > 0) out.glue(separator);
      out.glue(line(depth + 1));
      out.text(name);
      if (width > 0) out.glue(' '.repeat(Math.max(0, width - JSON.stringify(name).length)));
      const below = layout.braceBelow === true && value instanceof JsonObject;
      out.glue(below ? layout.colon.trimEnd() + line(depth + 1) : layout.colon);
      visit(value, depth + 1);
    });
    out.glue(`${padding}${line(depth)}}`);
  };

  const array = (items: readonly Json[], depth: number): void => {
    if (items.length === 0) {
      out.glue(`[${empty(layout.emptyArray, depth)}]`);
    } else if (lines && (layout.arrays === 'line' || layout.arrays === 'line-deep')) {
      out.glue(`[${layout.padding}`);
      items.forEach((item, at) => {
        if (at > 0) out.glue(layout.comma);
        visit(item, layout.arrays === 'line' ? depth : depth + 1);
      });
      out.glue(`${layout.padding}]`);
    } else if (layout.arrays === 'unreal') {
      unrealArray(items, depth);
    } else {
      out.glue(`[${padding}`);
      items.forEach((item, at) => {
        if (at > 0) out.glue(separator);
        out.glue(line(depth + 1));
        visit(item, depth + 1);
      });
      out.glue(`${padding}${line(depth)}]`);
    }
  };

  // Source: TJsonWriter::WriteValue, WriteArrayEnd: a short value stays on the line of the bracket or of a short one.
  const unrealArray = (items: readonly Json[], depth: number): void => {
    out.glue('[');
    let afterShort = true;
    items.forEach((item, at) => {
      if (at > 0) out.glue(',');
      out.glue(isShort(item) && afterShort ? ' ' : line(depth + 1));
      visit(item, depth + 1);
      afterShort = isShort(item);
    });
    out.glue(`${afterShort ? ' ' : line(depth)}]`);
  };

  const visit = (value: Json, depth: number): void => {
    if (value instanceof JsonObject) object(value, depth);
    else if (Array.isArray(value)) array(value, depth);
    else out.text(value);
  };

  visit(body, 0);
};

const glueFor = (layout: Layout, body: Json): Gluing => {
  const gluing = new Gluing();
  lay(layout, body, gluing);
  gluing.finish();
  return gluing;
};

/** Boost's property tree knows only strings. */
const textOfScalar = (
  value: Json,
  number: NumberPrinter,
  string: (text: string) => string,
  all: boolean,
): string => {
  if (typeof value === 'string') return string(value);
  if (value instanceof JsonNumber) return number(value.source);
  return all ? `"${String(value as null | boolean)}"` : String(value as null | boolean);
};

type ScalarPrinter = (value: Json) => string;

const printerOf = (numbers: NumbersName, escapes: EscapesName): ScalarPrinter => {
  const number = numberPrinters[numbers];
  const string = stringPrinter(escapes);
  return (value) => textOfScalar(value, number, string, numbers === 'quoted');
};

/** The shapes of one body hold much the same texts: each is printed once for each way. */
const remembering = (): ((numbers: NumbersName, escapes: EscapesName) => ScalarPrinter) => {
  const strings = new Map<EscapesName, Map<string, string>>();
  const numberTexts = new Map<NumbersName, Map<string, string>>();
  return (numbers, escapes) => {
    const print = printerOf(numbers, escapes);
    const knownStrings = strings.get(escapes) ?? new Map<string, string>();
    strings.set(escapes, knownStrings);
    const knownNumbers = numberTexts.get(numbers) ?? new Map<string, string>();
    numberTexts.set(numbers, knownNumbers);
    return (value) => {
      const isString = typeof value === 'string';
      if (!isString && !(value instanceof JsonNumber)) return print(value);
      const known = isString ? knownStrings : knownNumbers;
      const key = isString ? value : value.source;
      const text = known.get(key) ?? print(value);
      known.set(key, text);
      return text;
    };
  };
};

const printOnce = (body: Json, { numbers, escapes, layout, end }: Settings): string => {
  const print = printerOf(numbers, escapes);
  let out = '';
  lay(layouts[layout], body, {
    glue: (text) => {
      out += text;
    },
    text: (value) => {
      out += print(value);
    },
  });
  return out + end;
};

/** A body after order, dropping, empties and names. */
class Shape {
  private readonly glues = new Map<LayoutName, readonly string[]>();
  private readonly texts = new Map<string, readonly string[]>();
  private row: Gluing | undefined;

  constructor(
    private readonly body: Json,
    private readonly keep: boolean,
    private readonly scalars: (numbers: NumbersName, escapes: EscapesName) => ScalarPrinter,
  ) {}

  private rowOf(): Gluing {
    this.row ??= glueFor(layouts.compact, this.body);
    return this.row;
  }

  glueOf(name: LayoutName): readonly string[] {
    const known = this.glues.get(name);
    if (known !== undefined) return known;
    const { pieces } = glueFor(layouts[name], this.body);
    this.glues.set(name, pieces);
    return pieces;
  }

  textsOf(numbers: NumbersName, escapes: EscapesName): readonly string[] {
    const key = `${numbers} ${escapes}`;
    const known = this.texts.get(key);
    if (known !== undefined) return known;
    const texts = this.rowOf().texts.map(this.scalars(numbers, escapes));
    this.texts.set(key, texts);
    return texts;
  }

  print(settings: Settings): string {
    const { numbers, escapes, layout, end } = settings;
    if (!this.keep) return printOnce(this.body, settings);
    const glue = this.glueOf(layout);
    const texts = this.textsOf(numbers, escapes);
    let out = glue[0] ?? '';
    for (let at = 0; at < texts.length; at += 1) out += (texts[at] ?? '') + (glue[at + 1] ?? '');
    return out + end;
  }
}

const enoughNumbers = 2_000;

const distinctNumbers = (body: Json): readonly string[] => {
  const found = new Set<string>();
  const open: Json[] = [body];
  for (let next = open.pop(); next !== undefined && found.size < enoughNumbers; next = open.pop()) {
    if (next instanceof JsonNumber) found.add(next.source);
    else if (Array.isArray(next)) open.push(...next.slice(0, enoughNumbers));
    else if (next instanceof JsonObject) for (const [, member] of next.members) open.push(member);
  }
  return [...found];
};

/** Above this the pieces are made anew for each print: keeping them all would cost more memory than time. */
const keptBelow = 100_000;

/** Prints one body by any settings. */
export class BodyPrinter {
  private readonly shapes = new Map<string, Shape>();
  private readonly shapesByText = new Map<string, Shape>();
  private readonly scalars = remembering();
  private tokens: readonly string[] | undefined;
  /** Whether prints are small enough to be remembered. */
  readonly keep: boolean;

  constructor(
    private readonly body: Json,
    size: number,
  ) {
    this.keep = size < keptBelow;
  }

  /** The distinct number tokens of the body; of very many the first. */
  get numbers(): readonly string[] {
    this.tokens ??= distinctNumbers(this.body);
    return this.tokens;
  }

  shape({ order, drop, empties: emptied, names: named }: Settings): Shape {
    const key = `${order} ${drop} ${emptied} ${named}`;
    const known = this.shapes.get(key);
    if (known !== undefined) return known;
    const body = orders[order](empties[emptied](names[named](drops[drop](this.body))));
    const made = new Shape(body, this.keep, this.scalars);
    if (!this.keep) return made;
    // Most reshaping leaves most bodies as they were.
    const text = made.print(plain);
    const shape = this.shapesByText.get(text) ?? made;
    this.shapesByText.set(text, shape);
    this.shapes.set(key, shape);
    return shape;
  }

  print(settings: Settings): string {
    return this.shape(settings).print(settings);
  }
}
