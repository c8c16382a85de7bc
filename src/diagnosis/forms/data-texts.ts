import { numberPrinters, type NumberPrinter } from '../json/numbers.js';
import { plainStyle, printTree } from '../json/print.js';
import { textOf, type Member, type Tree } from '../json/tree.js';

/** A text of the body's data that is not JSON. */
interface DataText {
  readonly id: string;
  readonly cost: number;
  readonly make: (root: Tree) => string | undefined;
  /** After "What was signed is". */
  readonly says: string;
}

type Pairs = readonly (readonly [name: string, value: string])[];

/** How a language prints a map for people. */
interface Dump {
  /** Around the members, between name and value, between two members. */
  readonly object: readonly [open: string, colon: string, comma: string, close: string];
  readonly list: readonly [open: string, comma: string, close: string];
  readonly text?: (value: string) => string;
  readonly number?: NumberPrinter;
  readonly words: readonly [whenTrue: string, whenFalse: string, whenNull: string];
  readonly name?: (name: string) => string;
  readonly isSorted?: true;
}

const same = (value: string): string => value;
const sortedByName = (pairs: Pairs): Pairs =>
  [...pairs].sort(([left], [right]) => Buffer.compare(Buffer.from(left), Buffer.from(right)));

const printed = (root: Tree, dump: Dump): string => {
  const { object, list, text = same, number = same, words, name = text, isSorted } = dump;
  const print = (tree: Tree): string => {
    if (tree.kind === 'text') return text(tree.value);
    if (tree.kind === 'number') return number(tree.raw);
    if (tree.kind === 'word') return words[['true', 'false', 'null'].indexOf(tree.raw)] ?? '';
    if (tree.kind === 'list') return list[0] + tree.items.map(print).join(list[1]) + list[2];
    const pairs: Pairs = tree.members.map(([key, value]) => [key.value, print(value)]);
    const members = (isSorted ? sortedByName(pairs) : pairs).map(
      ([key, value]) => name(key) + object[1] + value,
    );
    return object[0] + members.join(object[2]) + object[3];
  };
  return print(root);
};

const hex = (character: string): string => character.charCodeAt(0).toString(16);

/** repr(): single quotes, unless the text has one and no double quote. */
function pythonText(value: string): string {
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  const known: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
  const inner = value.replace(/[^ -[\]-~\u00a1-\u00ac\u00ae-\u2027\u202a-\uffff]/g, (one) => {
    const code = one < '\u0100' ? `\\x${hex(one).padStart(2, '0')}` : `\\u${hex(one).padStart(4, '0')}`;
    return known[one] ?? code;
  });
  return quote + (quote === "'" ? inner.replaceAll("'", "\\'") : inner) + quote;
}
const rubyText = (value: string): string =>
  JSON.stringify(value)
    .replace(/#(?=[{$@])/g, '\\#')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');

const comma = ['[', ', ', ']'] as const;
const python = {
  list: comma,
  text: pythonText,
  number: numberPrinters.python,
  words: ['True', 'False', 'None'],
} as const;
const java = { object: ['{', '=', ', ', '}'], list: comma, words: ['true', 'false', 'null'] } as const;
const ruby = {
  list: comma,
  text: rubyText,
  number: numberPrinters.python,
  words: ['true', 'false', 'nil'],
} as const;
const symbol = (name: string): string => (/^\w+[?!]?$/.test(name) ? `:${name}` : `:${rubyText(name)}`);
const go = {
  object: ['map[', ':', ' ', ']'],
  list: ['[', ' ', ']'],
  words: ['true', 'false', '<nil>'],
  isSorted: true,
} as const;
const rustQuoted = (value: string): string => JSON.stringify(value);
const rust = {
  object: ['Object {', ': ', ', ', '}'],
  list: ['Array [', ', ', ']'],
  text: (value: string) => `String(${rustQuoted(value)})`,
  number: (raw: string) => `Number(${raw})`,
  words: ['Bool(true)', 'Bool(false)', 'Null'],
  name: rustQuoted,
} as const;

const maps: readonly (readonly [says: string, id: string, dump: Dump])[] = [
  ['Python’s str() or repr()', 'body-python-repr', { ...python, object: ['{', ': ', ', ', '}'] }],
  [
    'Python’s str() with double quotes',
    'body-python-repr',
    { ...python, text: (value) => pythonText(value).replaceAll("'", '"'), object: ['{', ': ', ', ', '}'] },
  ],
  ['Java’s Map.toString()', 'body-map-tostring', java],
  [
    'Java’s Map.toString() of what Gson read',
    'body-map-tostring',
    { ...java, number: numberPrinters.javaDouble },
  ],
  ['Ruby’s inspect', 'body-map-tostring', { ...ruby, object: ['{', '=>', ', ', '}'] }],
  ['Ruby’s inspect', 'body-map-tostring', { ...ruby, object: ['{', ' => ', ', ', '}'] }],
  [
    'Ruby’s inspect with symbols as keys',
    'body-map-tostring',
    { ...ruby, object: ['{', '=>', ', ', '}'], name: symbol },
  ],
  [
    'Ruby’s inspect with symbols as keys',
    'body-map-tostring',
    { ...ruby, object: ['{', ': ', ', ', '}'], name: same },
  ],
  ['Go’s fmt.Sprint', 'body-map-tostring', { ...go, number: numberPrinters.js }],
  ['Go’s fmt.Sprint', 'body-map-tostring', go],
  ['Rust’s Debug', 'body-map-tostring', { ...rust, isSorted: true }],
  ['Rust’s Debug', 'body-map-tostring', rust],
];

const printR = (tree: Tree, indent = ''): string => {
  const entries =
    tree.kind === 'object'
      ? tree.members.map(([name, value]) => [name.value, value] as const)
      : tree.kind === 'list'
        ? tree.items.map((item, at) => [String(at), item] as const)
        : undefined;
  if (entries === undefined) return scalar(tree, phpText);
  const rows = entries.map(
    ([name, value]) => `${indent}    [${name}] => ${printR(value, `${indent}        `)}\n`,
  );
  return `Array\n${indent}(\n${rows.join('')}${indent})\n`;
};

/** How a language writes the scalars that are no texts. */
type Dialect = readonly [number: NumberPrinter, whenTrue: string, whenFalse: string, whenNull: string];
const phpText: Dialect = [numberPrinters.php, '1', '', ''];
const dialects: readonly Dialect[] = [
  [same, 'true', 'false', ''],
  [numberPrinters.js, 'true', 'false', 'null'],
  [numberPrinters.php, '1', '0', ''],
  phpText,
  [numberPrinters.python, 'True', 'False', 'None'],
  [numberPrinters.python, 'true', 'false', ''],
];

function scalar(tree: Tree, [number, whenTrue, whenFalse, whenNull]: Dialect): string {
  if (tree.kind === 'text') return tree.value;
  if (tree.kind === 'number') return number(tree.raw);
  if (tree.kind === 'word')
    return tree.raw === 'true' ? whenTrue : tree.raw === 'false' ? whenFalse : whenNull;
  return printTree(tree, plainStyle);
}
const pairsOf = (root: Tree, dialect: Dialect): Pairs | undefined =>
  root.kind === 'object'
    ? root.members.map(([name, value]: Member) => [name.value, scalar(value, dialect)])
    : undefined;

const strict = (value: string): string =>
  encodeURIComponent(value).replace(/[!'()*]/g, (one) => `%${hex(one).toUpperCase()}`);
const encodings: readonly (readonly [says: string, encode: (value: string) => string])[] = [
  ['', same],
  [', URL-encoded with + for a space', (value) => strict(value).replaceAll('%20', '+')],
  [', URL-encoded', strict],
  [
    ', URL-encoded with + for a space',
    (value) => strict(value).replaceAll('%20', '+').replaceAll('~', '%7E'),
  ],
  [', URL-encoded', encodeURIComponent],
];
const orders: readonly (readonly [says: string, order: (pairs: Pairs) => Pairs])[] = [
  ['in the order of the body', (pairs) => pairs],
  ['sorted by name', sortedByName],
];
const empties: readonly (readonly [says: string, keep: (pairs: Pairs) => Pairs])[] = [
  ['', (pairs) => pairs],
  [' without the empty ones', (pairs) => pairs.filter(([, value]) => !['', 'null', 'None'].includes(value))],
];

const queries: (DataText & { readonly isRaw: boolean })[] = orders.flatMap(([orderSays, order], orderAt) =>
  encodings.flatMap(([encodingSays, encode]) =>
    empties.flatMap(([emptySays, keep]) =>
      dialects.map((dialect, at) => ({
        isRaw: encodingSays === '',
        id: orderAt === 0 ? 'body-form-encoded' : 'body-query-sorted',
        cost: 1 + Math.min(1, at),
        says: `the fields as a=1&b=2, ${orderSays}${emptySays}${encodingSays}`,
        make: (root) => {
          const pairs = pairsOf(root, dialect);
          return (
            pairs &&
            order(keep(pairs))
              .map(([name, value]) => `${encode(name)}=${encode(value)}`)
              .join('&')
          );
        },
      })),
    ),
  ),
);

const between = (separator: string): string =>
  separator === '' ? 'nothing between them' : `${JSON.stringify(separator)} between them`;
const joined: DataText[] = orders.flatMap(([orderSays, order]) =>
  ['', '|', ',', '.', ':', '&', '-', '_', ';', ' ', '\n'].flatMap((separator) =>
    [false, true].flatMap((named) =>
      dialects.map((dialect, at): DataText => ({
        id: 'body-values-joined',
        cost: (separator === '' || separator === '|' ? 1 : 2) + Math.min(1, at),
        says: `the ${named ? 'names and values' : 'values'} of the fields, ${orderSays}, with ${between(separator)}`,
        make: (root) => {
          const pairs = pairsOf(root, dialect);
          return (
            pairs &&
            order(pairs)
              .map(([name, value]) => (named ? name + separator + value : value))
              .join(separator)
          );
        },
      })),
    ),
  ),
);

const constants: DataText[] = [
  ...[
    '[object Object]',
    'Array',
    'undefined',
    'null',
    'Object',
    '[object Promise]',
    'System.Object',
    'HASH',
  ].map((text) => ['body-object-tostring', text] as const),
  ['body-map-tostring', 'System.Collections.Generic.Dictionary`2[System.String,System.Object]'] as const,
].map(([id, text]) => ({ id, cost: 1, says: `the text ${text}`, make: () => text }));

/** What is signed for no body. */
export const placeholders: readonly string[] = [
  '{}',
  'null',
  '""',
  '[]',
  '{ }',
  ' ',
  '\n',
  'undefined',
  'None',
  'nil',
];

const isContainer = ({ kind }: Tree): boolean => kind === 'object' || kind === 'list';

export const dataTexts: readonly DataText[] = [
  ...maps.map(([says, id, dump]): DataText => ({
    id,
    cost: 1,
    says: `the text of ${says}`,
    make: (root) => (isContainer(root) ? printed(root, dump) : undefined),
  })),
  {
    id: 'body-map-tostring',
    cost: 1,
    says: 'the text of PHP’s print_r()',
    make: (root) => (isContainer(root) ? printR(root) : undefined),
  },
  // A raw a=1&b=2 is a habit of interfaces that sort: where both orders give the same text, it is that.
  ...queries.filter(({ id, isRaw }) => isRaw && id === 'body-query-sorted'),
  ...queries,
  ...joined,
  ...constants,
];

/** The data of a form-encoded body, as texts and with its whole numbers as numbers. */
export function treesOfForm(body: string): readonly Tree[] {
  if (!/^[^\s{["=&]+=[^\s{["]*$/.test(body)) return [];
  const fields = [...new URLSearchParams(body)];
  const treeOf = (isTyped: (name: string) => boolean): Tree => ({
    kind: 'object',
    members: fields.map(([name, value]): Member => [
      textOf(name),
      isTyped(name) && /^(?:0|[1-9]\d{0,8})$/.test(value) ? { kind: 'number', raw: value } : textOf(value),
    ]),
  });
  return [treeOf((name) => name === 'os_id'), treeOf(() => false), treeOf(() => true)];
}
