import { inspect } from 'node:util';
import type { CauseId } from '../catalogue/causes.js';
import { edits, type EditName } from '../json-forms/edits.js';
import { numberPrinters, type NumberPrinter } from '../json-forms/numbers.js';
import { printPlain } from '../json-forms/print.js';
import { isNull, type Tree } from '../json-forms/tree.js';

/** The marks around the items of a list or object, and between two items. */
interface ListMarks {
  readonly open: string;
  readonly between: string;
  readonly close: string;
}

interface ObjectMarks extends ListMarks {
  /** Between name and value. */
  readonly colon: string;
}

/** How a language prints a map or an object for people. */
export interface DumpStyle {
  readonly object: ObjectMarks;
  readonly list?: ListMarks;
  readonly words: { readonly true: string; readonly false: string; readonly null: string };
  readonly text?: (value: string) => string;
  readonly number?: NumberPrinter;
  /** How a name is written; without it a name is written like a text. */
  readonly name?: (name: string) => string;
  /** What the language does to the data before it prints it: Go sorts the keys of a map. */
  readonly edit?: EditName;
}

const unchanged = (value: string): string => value;
const usualList: ListMarks = { open: '[', between: ', ', close: ']' };

export function printDump(root: Tree, style: DumpStyle): string {
  const { object, list = usualList, words, text = unchanged, number = unchanged } = style;
  const { name = text } = style;
  const print = (tree: Tree): string => {
    switch (tree.kind) {
      case 'text':
        return text(tree.value);
      case 'number':
        return number(tree.raw);
      case 'word':
        return words[tree.raw as keyof typeof words];
      case 'list':
        return list.open + tree.items.map(print).join(list.between) + list.close;
      case 'object': {
        const members = tree.members.map(
          ([key, value]) => name(key.value) + object.colon + print(value),
        );
        return object.open + members.join(object.between) + object.close;
      }
    }
  };
  return print(style.edit === undefined ? root : edits[style.edit](root));
}

const hexDigits = (character: string, width: number): string =>
  character.charCodeAt(0).toString(16).padStart(width, '0');

const pythonEscapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function pythonEscape(character: string): string {
  const known = pythonEscapes[character];
  if (known !== undefined) return known;
  return character < '\u0100' ? `\\x${hexDigits(character, 2)}` : `\\u${hexDigits(character, 4)}`;
}

/** repr(): single quotes, unless the text has one and no double quote. */
function pythonText(value: string): string {
  // Everything is escaped but printable characters: ASCII without the backslash, and from U+00A1 on all but the soft
  // hyphen and the two line separators.
  const escaped = value.replace(/[^ -[\]-~\u00a1-\u00ac\u00ae-\u2027\u202a-\uffff]/g, pythonEscape);
  if (value.includes("'") && !value.includes('"')) return `"${escaped}"`;
  return `'${escaped.replaceAll("'", "\\'")}'`;
}

function rubyText(value: string): string {
  return JSON.stringify(value).replace(/#(?=[{$@])|[\u2028\u2029]/g, (character) =>
    character === '#' ? '\\#' : `\\u${hexDigits(character, 4)}`,
  );
}

function rubySymbol(name: string): string {
  return /^\w+[?!]?$/.test(name) ? `:${name}` : `:${rubyText(name)}`;
}

export const python: DumpStyle = {
  object: { open: '{', colon: ': ', between: ', ', close: '}' },
  words: { true: 'True', false: 'False', null: 'None' },
  text: pythonText,
  number: numberPrinters.python,
};
export const java: DumpStyle = {
  object: { open: '{', colon: '=', between: ', ', close: '}' },
  words: { true: 'true', false: 'false', null: 'null' },
};
const ruby: DumpStyle = {
  object: { open: '{', colon: '=>', between: ', ', close: '}' },
  words: { true: 'true', false: 'false', null: 'nil' },
  text: rubyText,
  number: numberPrinters.python,
};
export const go: DumpStyle = {
  object: { open: 'map[', colon: ':', between: ' ', close: ']' },
  list: { open: '[', between: ' ', close: ']' },
  words: { true: 'true', false: 'false', null: '<nil>' },
};
export const csharp: DumpStyle = {
  object: { open: '{ ', colon: ' = ', between: ', ', close: ' }' },
  words: { true: 'True', false: 'False', null: '' },
};
/** PHP's text of a single value. Its lists and objects are printed by print_r(). */
const phpScalar: DumpStyle = {
  object: { open: '', colon: '', between: '', close: '' },
  words: { true: '1', false: '', null: '' },
  number: numberPrinters.php,
};

/** PHP's print_r(). */
function printR(tree: Tree, indent = ''): string {
  const entries = entriesOf(tree);
  if (entries === undefined) return printDump(tree, phpScalar);
  const lines = entries.map(
    ([name, value]) => `${indent}    [${name}] => ${printR(value, `${indent}        `)}\n`,
  );
  return `Array\n${indent}(\n${lines.join('')}${indent})\n`;
}

/** PHP's serialize(). */
function serializePhp(tree: Tree): string {
  const entries = entriesOf(tree);
  if (entries !== undefined) {
    const items = entries.map(([name, value]) => phpKey(name) + serializePhp(value));
    return `a:${String(entries.length)}:{${items.join('')}}`;
  }
  if (tree.kind === 'text') return phpString(tree.value);
  if (isNull(tree)) return 'N;';
  if (tree.kind !== 'number') return tree.kind === 'word' && tree.raw === 'true' ? 'b:1;' : 'b:0;';
  return /[.eE]/.test(tree.raw) ? `d:${numberPrinters.js(tree.raw)};` : `i:${tree.raw};`;
}

const phpString = (value: string): string => `s:${String(Buffer.byteLength(value))}:"${value}";`;
const phpKey = (name: string): string =>
  /^(?:0|-?[1-9]\d{0,17})$/.test(name) ? `i:${name};` : phpString(name);

/** The members of an object, or the items of a list by their indexes; undefined for other values. */
export function entriesOf(
  tree: Tree,
): readonly (readonly [name: string, value: Tree])[] | undefined {
  if (tree.kind === 'object') return tree.members.map(([name, value]) => [name.value, value]);
  if (tree.kind === 'list') return tree.items.map((item, index) => [String(index), item]);
  return undefined;
}

/** How a language prints an object. */
interface Dump {
  /** What prints it: `Ruby’s inspect`. */
  readonly printer: string;
  readonly print: (root: Tree) => string;
  readonly id?: CauseId;
}

const inStyle =
  (style: DumpStyle) =>
  (root: Tree): string =>
    printDump(root, style);

const languageDumps: readonly Dump[] = [
  { printer: 'Python’s str() or repr()', print: inStyle(python), id: 'body-python-repr' },
  {
    printer: 'Python’s str() with double quotes',
    print: inStyle({ ...python, text: (value) => pythonText(value).replaceAll("'", '"') }),
    id: 'body-python-repr',
  },
  { printer: 'Java’s Map.toString()', print: inStyle(java) },
  {
    printer: 'Java’s Map.toString() of what Gson read',
    print: inStyle({ ...java, number: numberPrinters.javaDouble }),
  },
  { printer: 'Ruby’s inspect', print: inStyle(ruby) },
  {
    // Ruby 3.4 and later print spaces around `=>`.
    printer: 'Ruby’s inspect',
    print: inStyle({ ...ruby, object: { open: '{', colon: ' => ', between: ', ', close: '}' } }),
  },
  { printer: 'Ruby’s inspect with symbols as keys', print: inStyle({ ...ruby, name: rubySymbol }) },
  {
    // Ruby 3.4 and later print `name: value`.
    printer: 'Ruby’s inspect with symbols as keys',
    print: inStyle({ ...ruby, object: python.object, name: unchanged }),
  },
  {
    // A map into which encoding/json has read every number as a float64.
    printer: 'Go’s fmt.Sprint',
    print: inStyle({ ...go, edit: 'sorted', number: numberPrinters.js }),
  },
  { printer: 'Go’s fmt.Sprint', print: inStyle({ ...go, edit: 'sorted' }) },
  {
    printer: 'Go’s fmt.Sprint of a struct',
    print: inStyle({
      ...go,
      object: { open: '{', colon: '', between: ' ', close: '}' },
      name: () => '',
    }),
  },
  {
    printer: 'Go’s fmt.Sprintf("%+v") of a struct',
    print: inStyle({
      ...go,
      object: { open: '{', colon: ':', between: ' ', close: '}' },
      edit: 'pascal',
    }),
  },
  { printer: 'a C# object', print: inStyle(csharp) },
  { printer: 'PHP’s serialize()', print: serializePhp, id: 'body-php-serialized' },
  { printer: 'PHP’s print_r()', print: (root) => printR(root) },
  { printer: 'Node’s util.inspect()', print: (root) => inspect(JSON.parse(printPlain(root))) },
];

/** What languages print for an object or a list. */
export const dumps = languageDumps.map(({ printer, print, id = 'body-map-tostring' }) => ({
  id,
  cost: 1,
  says: `the text of ${printer}`,
  make: (root: Tree) => (root.kind === 'object' || root.kind === 'list' ? print(root) : undefined),
}));
