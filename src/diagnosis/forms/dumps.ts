import type { CauseId } from '../catalogue/causes.js';
import { inspect } from 'node:util';
import { edits, type EditName } from '../json/edits.js';
import { numberPrinters, type NumberPrinter } from '../json/numbers.js';
import { plainStyle, printTree } from '../json/print.js';
import type { Tree } from '../json/tree.js';

/** How a language prints a map or an object for people. */
interface Dump {
  /** Around the members, between name and value, between two members. */
  readonly object: readonly [open: string, colon: string, comma: string, close: string];
  readonly list: readonly [open: string, comma: string, close: string];
  readonly text?: (value: string) => string;
  readonly number?: NumberPrinter;
  readonly words: readonly [whenTrue: string, whenFalse: string, whenNull: string];
  readonly name?: (name: string) => string;
  readonly edit?: EditName;
}

const same = (value: string): string => value;

const dumped = (
  root: Tree,
  { object, list, text = same, number = same, words, name = text, edit }: Dump,
): string => {
  const print = (tree: Tree): string => {
    if (tree.kind === 'text') return text(tree.value);
    if (tree.kind === 'number') return number(tree.raw);
    if (tree.kind === 'word') return words[['true', 'false', 'null'].indexOf(tree.raw)] ?? '';
    if (tree.kind === 'list') return list[0] + tree.items.map(print).join(list[1]) + list[2];
    const members = tree.members.map(([key, value]) => name(key.value) + object[1] + print(value));
    return object[0] + members.join(object[2]) + object[3];
  };
  return print(edit ? edits[edit](root) : root);
};

const hex = (character: string, width: number): string =>
  character.charCodeAt(0).toString(16).padStart(width, '0');

/** repr(): single quotes, unless the text has one and no double quote. */
function pythonText(value: string): string {
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  const known: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
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
const symbol = (name: string): string => (/^\w+[?!]?$/.test(name) ? `:${name}` : `:${rubyText(name)}`);
const quoted = (value: string): string => JSON.stringify(value);
const single = (value: string): string => `'${value}'`;

const list = ['[', ', ', ']'] as const;
const python = {
  object: ['{', ': ', ', ', '}'],
  list,
  text: pythonText,
  number: numberPrinters.python,
  words: ['True', 'False', 'None'],
} as const satisfies Dump;
const java = {
  object: ['{', '=', ', ', '}'],
  list,
  words: ['true', 'false', 'null'],
  name: same,
} as const satisfies Dump;
const ruby = {
  object: ['{', '=>', ', ', '}'],
  list,
  text: rubyText,
  number: numberPrinters.python,
  words: ['true', 'false', 'nil'],
} as const satisfies Dump;
const go = {
  object: ['map[', ':', ' ', ']'],
  list: ['[', ' ', ']'],
  words: ['true', 'false', '<nil>'],
} as const;
const goStruct = { ...go, object: ['{', ':', ' ', '}'] } as const;
const rust = {
  object: ['Object {', ': ', ', ', '}'],
  list: ['Array [', ', ', ']'],
  text: (value) => `String(${quoted(value)})`,
  number: (raw) => `Number(${raw})`,
  words: ['Bool(true)', 'Bool(false)', 'Null'],
  name: quoted,
} as const satisfies Dump;
const csharp = { object: ['{ ', ' = ', ', ', ' }'], list, words: ['True', 'False', ''] } as const;

type Row = readonly [cost: number, id: CauseId, says: string, dump: Dump];
const map = 'body-map-tostring';

/** `Name(a=1, b=2)` and its like, for names that such a class often has. */
const classes = [
  'Body',
  'Payload',
  'Request',
  'RequestBody',
  'VerifyRequest',
  'PurchaseRequest',
  'SessionRequest',
  'Receipt',
] as const;
const ofClasses = classes.flatMap((name): Row[] => {
  const named = (mark: string, { object: [, colon, comma, close], ...dump }: Dump, end = close): Dump => ({
    ...dump,
    object: [name + mark, colon, comma, end],
  });
  const [round, square, curly] = [
    named('(', java, ')'),
    named('[', java, ']'),
    named('{', { ...java, text: single }),
  ];
  const both = (says: string, dump: Dump): Row[] => [
    [2, map, says, dump],
    [2, map, says, { ...dump, edit: 'camel' }],
  ];
  return [
    ...both('a Kotlin data class or a Lombok class', round),
    ...both('a Java record', square),
    ...both('a Java class with toString()', curly),
    [
      2,
      'body-python-repr',
      'a Python dataclass',
      named('(', { ...python, object: ['', '=', ', ', ''], name: same }, ')'),
    ],
    [2, map, 'a C# record', { ...named(' { ', csharp), edit: 'pascal' }],
    [2, map, 'a Rust struct', { ...java, object: [`${name} { `, ': ', ', ', ' }'], text: quoted }],
  ];
});

const rows: readonly Row[] = [
  [1, 'body-python-repr', 'Python’s str() or repr()', python],
  [
    1,
    'body-python-repr',
    'Python’s str() with double quotes',
    { ...python, text: (value) => pythonText(value).replaceAll("'", '"') },
  ],
  [1, map, 'Java’s Map.toString()', java],
  [1, map, 'Java’s HashMap.toString()', { ...java, edit: 'hashMap' }],
  [1, map, 'Java’s Map.toString() of what Gson read', { ...java, number: numberPrinters.javaDouble }],
  [1, map, 'Ruby’s inspect', ruby],
  [1, map, 'Ruby’s inspect', { ...ruby, object: ['{', ' => ', ', ', '}'] }],
  [1, map, 'Ruby’s inspect with symbols as keys', { ...ruby, name: symbol }],
  [1, map, 'Ruby’s inspect with symbols as keys', { ...ruby, object: python.object, name: same }],
  [1, map, 'Go’s fmt.Sprint', { ...go, edit: 'sorted', number: numberPrinters.js }],
  [1, map, 'Go’s fmt.Sprint', { ...go, edit: 'sorted' }],
  [1, map, 'Go’s fmt.Sprint of a struct', { ...goStruct, object: ['{', '', ' ', '}'], name: () => '' }],
  ...([undefined, 'pascal', 'goPascal'] as const).map((edit): Row => [
    2,
    map,
    'Go’s fmt.Sprintf("%+v") of a struct',
    { ...goStruct, ...(edit && { edit }) },
  ]),
  [1, map, 'Rust’s Debug', { ...rust, edit: 'sorted' }],
  [1, map, 'Rust’s Debug', rust],
  [2, map, 'a C# object', csharp],
  ...ofClasses,
];

function printR(tree: Tree, indent = ''): string {
  const entries =
    tree.kind === 'object'
      ? tree.members.map(([name, value]) => [name.value, value] as const)
      : tree.kind === 'list'
        ? tree.items.map((item, at) => [String(at), item] as const)
        : undefined;
  if (entries === undefined)
    return dumped(tree, { ...java, number: numberPrinters.php, words: ['1', '', ''] });
  const lines = entries.map(
    ([name, value]) => `${indent}    [${name}] => ${printR(value, `${indent}        `)}\n`,
  );
  return `Array\n${indent}(\n${lines.join('')}${indent})\n`;
}

interface PrintedForPeople {
  readonly id: CauseId;
  readonly cost: number;
  readonly says: string;
  readonly make: (root: Tree) => string;
}

/** The texts of an object or a list in the twelve languages. */
export const dumps: readonly PrintedForPeople[] = [
  ...rows.map(([cost, id, says, dump]) => ({
    id,
    cost,
    says: `the text of ${says}`,
    make: (root: Tree) => dumped(root, dump),
  })),
  { id: map, cost: 1, says: 'the text of PHP’s print_r()', make: (root) => printR(root) },
  {
    id: map,
    cost: 1,
    says: 'the text of Node’s util.inspect()',
    make: (root) => inspect(JSON.parse(printTree(root, plainStyle))),
  },
];
