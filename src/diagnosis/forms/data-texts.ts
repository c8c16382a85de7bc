import type { CauseId } from '../catalogue/causes.js';
import { numberPrinters, type NumberPrinter } from '../json/numbers.js';
import { plainStyle, printTree } from '../json/print.js';
import { textOf, type Member, type Tree } from '../json/tree.js';
import { dumps } from './dumps.js';

/** A text of the body's data that is not JSON. */
interface DataText {
  readonly id: CauseId;
  readonly cost: number;
  readonly make: (root: Tree) => string | undefined;
  /** After "What was signed is". */
  readonly says: string;
}

type Pairs = readonly (readonly [name: string, value: string])[];

/** How a language writes the scalars that are no texts. */
type Dialect = readonly [number: NumberPrinter, whenTrue: string, whenFalse: string, whenNull: string];
const dialects: readonly Dialect[] = [
  [numberPrinters.asSent, 'true', 'false', ''],
  [numberPrinters.js, 'true', 'false', 'null'],
  [numberPrinters.php, '1', '0', ''],
  [numberPrinters.php, '1', '', ''],
  [numberPrinters.python, 'True', 'False', 'None'],
  [numberPrinters.python, 'true', 'false', ''],
  // Lua reads every number as a float.
  [numberPrinters.withPoint, 'true', 'false', 'nil'],
];

function scalar(tree: Tree, [number, whenTrue, whenFalse, whenNull]: Dialect): string {
  if (tree.kind === 'text') return tree.value;
  if (tree.kind === 'number') return number(tree.raw);
  if (tree.kind === 'word') return { true: whenTrue, false: whenFalse }[tree.raw] ?? whenNull;
  return printTree(tree, plainStyle);
}

const same = (value: string): string => value;
const strict = (value: string): string =>
  encodeURIComponent(value).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
const plus = (value: string): string => strict(value).replaceAll('%20', '+');
type Encoding = readonly [says: string, encode: (value: string) => string];
const encodings: readonly Encoding[] = [
  ['', same],
  [', URL-encoded with + for a space', plus],
  [', URL-encoded', strict],
  [', URL-encoded with + for a space', (value) => plus(value).replaceAll('~', '%7E')],
  [', URL-encoded', encodeURIComponent],
];
type Change = readonly [says: string, change: (pairs: Pairs) => Pairs];
const orders: readonly Change[] = [
  ['in the order of the body', (pairs) => pairs],
  [
    'sorted by name',
    (pairs) => [...pairs].sort(([left], [right]) => Buffer.compare(Buffer.from(left), Buffer.from(right))),
  ],
];
const empties: readonly Change[] = [
  ['', (pairs) => pairs],
  [' without the empty ones', (pairs) => pairs.filter(([, value]) => !['', 'null', 'None'].includes(value))],
];

const ofPairs =
  (dialect: Dialect, join: (pairs: Pairs) => string): DataText['make'] =>
  (root) =>
    root.kind === 'object'
      ? join(root.members.map(([name, value]: Member) => [name.value, scalar(value, dialect)]))
      : undefined;

const queries: (DataText & { readonly isRaw: boolean })[] = orders.flatMap(([orderSays, order], orderAt) =>
  encodings.flatMap(([encodingSays, encode]) =>
    empties.flatMap(([emptySays, keep]) =>
      dialects.map((dialect, at) => ({
        isRaw: encodingSays === '',
        id: orderAt === 0 ? 'body-form-encoded' : 'body-query-sorted',
        cost: 1 + Math.min(1, at),
        says: `the fields as a=1&b=2, ${orderSays}${emptySays}${encodingSays}`,
        make: ofPairs(dialect, (pairs) =>
          order(keep(pairs))
            .map(([name, value]) => `${encode(name)}=${encode(value)}`)
            .join('&'),
        ),
      })),
    ),
  ),
);

const joined: DataText[] = orders.flatMap(([orderSays, order]) =>
  ['', ...'|,.:&-_; \n'].flatMap((separator) =>
    [false, true].flatMap((named) =>
      dialects.map((dialect, at): DataText => ({
        id: 'body-values-joined',
        cost: (separator === '' || separator === '|' ? 1 : 2) + Math.min(1, at),
        says: `the ${named ? 'names and values' : 'values'} of the fields, ${orderSays}, with ${separator === '' ? 'nothing' : JSON.stringify(separator)} between them`,
        make: ofPairs(dialect, (pairs) =>
          order(pairs)
            .map(([name, value]) => (named ? name + separator + value : value))
            .join(separator),
        ),
      })),
    ),
  ),
);

const objectTexts = [
  '[object Object]',
  '{}',
  'Array',
  'undefined',
  'null',
  'Object',
  '[object Promise]',
  'System.Object',
  'HASH',
  '[object Uint8Array]',
  '[object ArrayBuffer]',
] as const;
const constants = [
  ...objectTexts.map((text) => ['body-object-tostring', text] as const),
  ['body-map-tostring', 'System.Collections.Generic.Dictionary`2[System.String,System.Object]'] as const,
].map(([id, text]): DataText => ({ id, cost: 1, says: `the text ${text}`, make: () => text }));

/** What is signed for no body. */
export const placeholders = ['{}', 'null', '""', '[]', '{ }', ' ', '\n', 'undefined', 'None', 'nil'] as const;

const isContainer = ({ kind }: Tree): boolean => kind === 'object' || kind === 'list';

export const dataTexts: readonly DataText[] = [
  ...dumps.map(({ make, ...dump }): DataText => ({
    ...dump,
    make: (root) => (isContainer(root) ? make(root) : undefined),
  })),
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
