import type { CauseId } from '../catalogue/causes.js';
import { inspect } from 'node:util';
import { edits, type EditName } from '../json-forms/edits.js';
import { numberPrinters, type NumberPrinter } from '../json-forms/numbers.js';
import { plain } from '../json-forms/print.js';
import type { Tree } from '../json-forms/tree.js';

/** How a language prints a map or an object for people. Marks are parted by a bar. */
interface Dump {
  /** Before the members, between name and value, between two members, after them. */
  readonly object: string;
  readonly list?: string;
  /** true, false, null. */
  readonly words: string;
  readonly text?: (value: string) => string;
  readonly number?: NumberPrinter;
  /** As texts, unless they are written in another way. */
  readonly name?: (name: string) => string;
  readonly edit?: EditName;
}

const same = (value: string): string => value;

function dumped(
  root: Tree,
  { object, list = '[|, |]', text = same, number = same, words, name = text, edit }: Dump,
): string {
  const [open, colon = '', comma, close = ''] = object.split('|');
  const [first = '', between, last = ''] = list.split('|');
  const print = (tree: Tree): string => {
    if (tree.kind === 'text') return text(tree.value);
    if (tree.kind === 'number') return number(tree.raw);
    if (tree.kind === 'word') {
      return words.split('|')[['true', 'false', 'null'].indexOf(tree.raw)] ?? '';
    }
    if (tree.kind === 'list') return first + tree.items.map(print).join(between) + last;
    const members = tree.members.map(([key, value]) => name(key.value) + colon + print(value));
    return (open ?? '') + members.join(comma) + close;
  };
  return print(edit ? edits[edit](root) : root);
}

const hex = (character: string, width: number): string =>
  character.charCodeAt(0).toString(16).padStart(width, '0');

/** repr(): single quotes, unless the text has one and no double quote. */
function pythonText(value: string): string {
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  const known: Readonly<Record<string, string>> = {
    '\\': '\\\\',
    '\n': '\\n',
    '\r': '\\r',
    '\t': '\\t',
  };
  const inner = value.replace(
    /[^ -[\]-~\u00a1-\u00ac\u00ae-\u2027\u202a-\uffff]/g,
    (one) => known[one] ?? (one < '\u0100' ? `\\x${hex(one, 2)}` : `\\u${hex(one, 4)}`),
  );
  return quote + (quote === "'" ? inner.replaceAll("'", "\\'") : inner) + quote;
}
const rubyText = (value: string): string =>
  JSON.stringify(value).replace(/#(?=[{$@])|[\u2028\u2029]/g, (one) =>
    one === '#' ? '\\#' : `\\u${hex(one, 4)}`,
  );
const symbol = (name: string): string =>
  /^\w+[?!]?$/.test(name) ? `:${name}` : `:${rubyText(name)}`;

const python: Dump = {
  object: '{|: |, |}',
  words: 'True|False|None',
  text: pythonText,
  number: numberPrinters.python,
};
const java: Dump = { object: '{|=|, |}', words: 'true|false|null' };
const ruby: Dump = {
  object: '{|=>|, |}',
  words: 'true|false|nil',
  text: rubyText,
  number: numberPrinters.python,
};
const go: Dump = { object: 'map[|:| |]', list: '[| |]', words: 'true|false|<nil>' };
const php: Dump = { object: '', words: '1||', number: numberPrinters.php };

const rows: readonly (readonly [says: string, dump: Dump, id?: CauseId])[] = [
  ['Python’s str() or repr()', python, 'body-python-repr'],
  [
    'Python’s str() with double quotes',
    { ...python, text: (value) => pythonText(value).replaceAll("'", '"') },
    'body-python-repr',
  ],
  ['Java’s Map.toString()', java],
  ['Java’s Map.toString() of what Gson read', { ...java, number: numberPrinters.javaDouble }],
  ['Ruby’s inspect', ruby],
  ['Ruby’s inspect', { ...ruby, object: '{| => |, |}' }],
  ['Ruby’s inspect with symbols as keys', { ...ruby, name: symbol }],
  ['Ruby’s inspect with symbols as keys', { ...ruby, object: python.object, name: same }],
  ['Go’s fmt.Sprint', { ...go, edit: 'sorted', number: numberPrinters.js }],
  ['Go’s fmt.Sprint', { ...go, edit: 'sorted' }],
  ['Go’s fmt.Sprint of a struct', { ...go, object: '{|| |}', name: () => '' }],
  ['Go’s fmt.Sprintf("%+v") of a struct', { ...go, object: '{|:| |}', edit: 'pascal' }],
  ['a C# object', { object: '{ | = |, | }', words: 'True|False|' }],
];

function printR(tree: Tree, indent = ''): string {
  const entries =
    tree.kind === 'object'
      ? tree.members.map(([name, value]) => [name.value, value] as const)
      : tree.kind === 'list'
        ? tree.items.map((item, at) => [String(at), item] as const)
        : undefined;
  if (entries === undefined) return dumped(tree, php);
  const lines = entries.map(
    ([name, value]) => `${indent}    [${name}] => ${printR(value, `${indent}        `)}\n`,
  );
  return `Array\n${indent}(\n${lines.join('')}${indent})\n`;
}

type Printer = readonly [says: string, print: (root: Tree) => string, id?: CauseId | undefined];
const printers: readonly Printer[] = [
  ...rows.map(([says, dump, id]) => [says, (root: Tree) => dumped(root, dump), id] as const),
  ['PHP’s print_r()', (root) => printR(root)],
  ['Node’s util.inspect()', (root) => inspect(JSON.parse(plain(root)))],
];

/** The texts of an object or a list in the languages that have one. */
export const dumps = printers.map(([says, print, id = 'body-map-tostring']) => ({
  id,
  cost: 1,
  says: `the text of ${says}`,
  make: (root: Tree) => (root.kind === 'object' || root.kind === 'list' ? print(root) : undefined),
}));
