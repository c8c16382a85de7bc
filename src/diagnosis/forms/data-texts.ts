import { plainStyle, printTree } from '../json/print.js';
import { numberPrinters } from '../json/numbers.js';
import { textOf, type Member, type Tree } from '../json/tree.js';

/** A text of the body's data that is not JSON. */
export interface DataText {
  readonly id: string;
  readonly cost: number;
  readonly make: (root: Tree) => string | undefined;
  /** After "What was signed is". */
  readonly says: string;
}

type Print = (tree: Tree) => string;
interface Dump {
  readonly object: (members: readonly (readonly [name: string, value: string])[]) => string;
  readonly list: (items: readonly string[]) => string;
  readonly text: (value: string) => string;
  readonly number?: (raw: string) => string;
  readonly words: readonly [whenTrue: string, whenFalse: string, whenNull: string];
  readonly name?: (name: string) => string;
}

const dump = ({ object, list, text, number = numberPrinters.python, words, name = text }: Dump): Print => {
  const print: Print = (tree) => {
    if (tree.kind === 'object')
      return object(tree.members.map(([key, value]) => [name(key.value), print(value)]));
    if (tree.kind === 'list') return list(tree.items.map(print));
    if (tree.kind === 'text') return text(tree.value);
    if (tree.kind === 'number') return number(tree.raw);
    return words[['true', 'false', 'null'].indexOf(tree.raw)] ?? '';
  };
  return print;
};

const json = (value: string): string => JSON.stringify(value);
const same = (value: string): string => value;
const inBraces =
  (between: string) =>
  (members: readonly (readonly [string, string])[]): string =>
    `{${members.map(([name, value]) => name + between + value).join(', ')}}`;
const inBrackets = (items: readonly string[]): string => `[${items.join(', ')}]`;
const sortedByName = (members: readonly (readonly [string, string])[]): (readonly [string, string])[] =>
  [...members].sort(([left], [right]) => Buffer.compare(Buffer.from(left), Buffer.from(right)));

/** repr(): single quotes, unless the text has one and no double quote. */
function pythonText(value: string): string {
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  const inner = value.replace(/[^ -[\]-~\u00a1-\u00ac\u00ae-\u2027\u202a-\uffff]/g, (character) => {
    const known: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
    const code = character.charCodeAt(0).toString(16);
    return (
      known[character] ?? (code.length < 3 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`)
    );
  });
  return quote + (quote === "'" ? inner.replaceAll("'", "\\'") : inner) + quote;
}
const rubyText = (value: string): string =>
  json(value)
    .replace(/#(?=[{$@])/g, '\\#')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');

const printR = (tree: Tree, indent = ''): string => {
  const entries =
    tree.kind === 'object'
      ? tree.members.map(([name, value]) => [name.value, value] as const)
      : tree.kind === 'list'
        ? tree.items.map((item, at) => [String(at), item] as const)
        : undefined;
  if (entries === undefined) return scalar(tree, '1', '', '');
  return `Array\n${indent}(\n${entries.map(([name, value]) => `${indent}    [${name}] => ${printR(value, `${indent}        `)}\n`).join('')}${indent})\n`;
};

const maps: readonly (readonly [says: string, id: string, print: Print])[] = [
  [
    'the text of Python’s str() or repr()',
    'body-python-repr',
    dump({ object: inBraces(': '), list: inBrackets, text: pythonText, words: ['True', 'False', 'None'] }),
  ],
  [
    'the text of Java’s Map.toString()',
    'body-map-tostring',
    dump({
      object: inBraces('='),
      list: inBrackets,
      text: same,
      number: same,
      words: ['true', 'false', 'null'],
    }),
  ],
  [
    'the text of Ruby’s inspect',
    'body-map-tostring',
    dump({ object: inBraces('=>'), list: inBrackets, text: rubyText, words: ['true', 'false', 'nil'] }),
  ],
  [
    'the text of Ruby’s inspect with symbols as keys',
    'body-map-tostring',
    dump({
      object: inBraces('=>'),
      list: inBrackets,
      text: rubyText,
      words: ['true', 'false', 'nil'],
      name: (name) => `:${name}`,
    }),
  ],
  [
    'the text of Ruby’s inspect',
    'body-map-tostring',
    dump({ object: inBraces(' => '), list: inBrackets, text: rubyText, words: ['true', 'false', 'nil'] }),
  ],
  [
    'the text of Go’s fmt.Sprint',
    'body-map-tostring',
    dump({
      object: (members) =>
        `map[${sortedByName(members)
          .map(([name, value]) => `${name}:${value}`)
          .join(' ')}]`,
      list: (items) => `[${items.join(' ')}]`,
      text: same,
      number: numberPrinters.js,
      words: ['true', 'false', '<nil>'],
    }),
  ],
  ['the text of PHP’s print_r()', 'body-map-tostring', (tree) => printR(tree)],
];

const scalar = (tree: Tree, whenTrue = 'true', whenFalse = 'false', whenNull = ''): string => {
  if (tree.kind === 'text') return tree.value;
  if (tree.kind === 'number') return tree.raw;
  if (tree.kind === 'word')
    return tree.raw === 'true' ? whenTrue : tree.raw === 'false' ? whenFalse : whenNull;
  return printTree(tree, plainStyle);
};

type Pairs = readonly (readonly [name: string, value: string])[];
const pairs = (root: Tree, of: (tree: Tree) => string): Pairs | undefined =>
  root.kind === 'object' ? root.members.map(([name, value]: Member) => [name.value, of(value)]) : undefined;

/** How the scalars that are no texts are written: three usual dialects. */
const dialects: readonly ((tree: Tree) => string)[] = [
  (tree) => scalar(tree),
  (tree) => scalar(tree, 'true', 'false', 'null'),
  (tree) => scalar(tree, '1', '0'),
  (tree) => scalar(tree, '1', ''),
  (tree) =>
    tree.kind === 'number' ? numberPrinters.python(tree.raw) : scalar(tree, 'True', 'False', 'None'),
];
const strictPercent = (value: string): string =>
  encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
const encodings: readonly (readonly [says: string, encode: (value: string) => string])[] = [
  ['', same],
  [', URL-encoded with + for a space', (value) => strictPercent(value).replaceAll('%20', '+')],
  [', URL-encoded', strictPercent],
  [
    ', URL-encoded with + for a space',
    (value) => strictPercent(value).replaceAll('%20', '+').replaceAll('~', '%7E'),
  ],
  [', URL-encoded', encodeURIComponent],
];
const orders: readonly (readonly [says: string, order: (pairs: Pairs) => Pairs])[] = [
  ['in the order of the body', (all) => all],
  ['sorted by name', sortedByName],
];
const empties: readonly (readonly [says: string, keep: (pairs: Pairs, root: Tree) => Pairs])[] = [
  ['', (all) => all],
  [' without the empty ones', (all) => all.filter(([, value]) => value !== '' && value !== 'null')],
];

const queries: DataText[] = orders.flatMap(([orderSays, order], orderAt) =>
  encodings.flatMap(([encodingSays, encode]) =>
    empties.flatMap(([emptySays, keep]) =>
      dialects.map((of, dialect): DataText => ({
        id: orderAt === 0 ? 'body-form-encoded' : 'body-query-sorted',
        cost: 1 + Math.min(1, dialect),
        says: `the fields as a=1&b=2, ${orderSays}${emptySays}${encodingSays}`,
        make: (root) => {
          const all = pairs(root, of);
          return (
            all &&
            order(keep(all, root))
              .map(([name, value]) => `${encode(name)}=${encode(value)}`)
              .join('&')
          );
        },
      })),
    ),
  ),
);

const joined: DataText[] = orders.flatMap(([orderSays, order]) =>
  ['', '|', ',', '.', ':', '&', '-', '_', ';', ' ', '\n'].flatMap((separator) =>
    [false, true].map((named): DataText => ({
      id: named ? 'body-values-joined' : 'body-values-joined',
      cost: separator === '' || separator === '|' ? 1 : 2,
      says: `the ${named ? 'names and values' : 'values'} of the fields, ${orderSays}, joined with ${separator === '' ? 'nothing between them' : JSON.stringify(separator)}`,
      make: (root) => {
        const all = pairs(root, scalar);
        return (
          all &&
          order(all)
            .map(([name, value]) => (named ? name + separator + value : value))
            .join(separator)
        );
      },
    })),
  ),
);

const constants: DataText[] = [
  '[object Object]',
  'Array',
  'undefined',
  'null',
  'Object',
  'System.Collections.Generic.Dictionary`2[System.String,System.Object]',
  'System.Object',
  '[object Promise]',
  'HASH',
].map((text) => ({
  id: 'body-object-tostring',
  cost: 1,
  says: `the text ${text}`,
  make: () => text,
}));

export const placeholders: readonly string[] = ['{}', 'null', '""', '[]', '{ }', ' '];

export const dataTexts: readonly DataText[] = [
  ...maps.map(([says, id, print]): DataText => ({
    id,
    cost: 1,
    says,
    make: (root) => (root.kind === 'object' || root.kind === 'list' ? print(root) : undefined),
  })),
  ...queries,
  ...joined,
  ...constants,
];

/** The data of a form-encoded body, as texts and with its whole numbers as numbers. */
export function treesOfForm(body: string): readonly Tree[] {
  if (!/^[^\s{["=&]+=[^\s{["]*$/.test(body)) return [];
  const fields = [...new URLSearchParams(body)];
  const member =
    (typed: boolean) =>
    ([name, value]: [string, string]): Member => [
      textOf(name),
      typed && /^(?:0|[1-9]\d{0,8})$/.test(value) ? { kind: 'number', raw: value } : textOf(value),
    ];
  const id = (typed: (name: string) => boolean): Tree => ({
    kind: 'object',
    members: fields.map((field) => member(typed(field[0]))(field)),
  });
  return [id((name) => name === 'os_id'), id(() => false), id(() => true)];
}
