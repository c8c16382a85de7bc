import type { CauseId } from '../catalogue/causes.js';
import { numberPrinters, type NumberPrinter } from '../json-forms/numbers.js';
import { printPlain } from '../json-forms/print.js';
import { compareBytes, textTree, type Member, type Tree } from '../json-forms/tree.js';
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
type Dialect = readonly [
  number: NumberPrinter,
  whenTrue: string,
  whenFalse: string,
  whenNull: string,
];
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
  return printPlain(tree);
}

/** In each dialect; all but the first are less common. */
const textsOfPairs = (
  { id, cost, says }: Omit<DataText, 'make'>,
  write: (pairs: Pairs) => string,
): DataText[] =>
  dialects.map((dialect, index) => ({
    id,
    cost: cost + Math.min(1, index),
    says,
    make: (root) =>
      root.kind === 'object'
        ? write(root.members.map(([name, value]) => [name.value, scalar(value, dialect)]))
        : undefined,
  }));

/** Half a pair of surrogates has no UTF-8; encoders write U+FFFD. */
const percent = (value: string): string => encodeURIComponent(Buffer.from(value).toString());
const strict = (value: string): string =>
  percent(value).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
const plus = (value: string): string => strict(value).replaceAll('%20', '+');
const encodings: readonly (readonly [says: string, encode: (value: string) => string])[] = [
  ['', (value) => value],
  [', URL-encoded with + for a space', plus],
  [', URL-encoded', strict],
  [', URL-encoded with + for a space', (value) => plus(value).replaceAll('~', '%7E')],
  [', URL-encoded', percent],
];
const orders: readonly (readonly [id: CauseId, says: string, change: (pairs: Pairs) => Pairs])[] = [
  ['body-form-encoded', 'in the order of the body', (pairs) => pairs],
  [
    'body-query-sorted',
    'sorted by name',
    (pairs) => pairs.toSorted(([left], [right]) => compareBytes(left, right)),
  ],
];
const withoutEmpty = (pairs: Pairs): Pairs =>
  pairs.filter(([, value]) => !['', 'null', 'None'].includes(value));

const queries = encodings.flatMap(([encodingSays, encode]) => {
  const write = (pairs: Pairs): string =>
    pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  // A raw a=1&b=2 is a habit of interfaces that sort: where both orders give the same text, it is that.
  return (encodingSays === '' ? orders.toReversed() : orders).flatMap(([id, says, order]) => [
    ...textsOfPairs(
      { id, cost: 1, says: `the fields as a=1&b=2, ${says}${encodingSays}` },
      (pairs) => write(order(pairs)),
    ),
    ...textsOfPairs(
      {
        id,
        cost: 1,
        says: `the fields as a=1&b=2, ${says} without the empty ones${encodingSays}`,
      },
      (pairs) => write(order(withoutEmpty(pairs))),
    ),
  ]);
});

const joined = orders.flatMap(([, orderSays, order]) =>
  ['', ...'|,.:&-_; \n'].flatMap((separator) => {
    const id = 'body-values-joined';
    const cost = separator === '' || separator === '|' ? 1 : 2;
    const how = `${orderSays}, with ${separator === '' ? 'nothing' : JSON.stringify(separator)} between them`;
    return [
      ...textsOfPairs({ id, cost, says: `the values of the fields, ${how}` }, (pairs) =>
        order(pairs)
          .map(([, value]) => value)
          .join(separator),
      ),
      ...textsOfPairs({ id, cost, says: `the names and values of the fields, ${how}` }, (pairs) =>
        order(pairs).flat().join(separator),
      ),
    ];
  }),
);

const objectTexts = [
  ...['[object Object]', '[object Promise]', '[object Uint8Array]', '[object ArrayBuffer]', '{}'],
  ...['undefined', 'null', 'Array', 'Object', 'System.Object', 'HASH'],
];
const constants = [
  ...objectTexts.map((text) => ['body-object-tostring', text] as const),
  [
    'body-map-tostring',
    'System.Collections.Generic.Dictionary`2[System.String,System.Object]',
  ] as const,
].map(([id, text]): DataText => ({ id, cost: 1, says: `the text ${text}`, make: () => text }));

/** The texts that programs sign for an empty body. */
export const textsOfEmptyBody = [
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
] as const;

export const dataTexts: readonly DataText[] = [...dumps, ...queries, ...joined, ...constants];

/** The data of a form-encoded body, as texts and with its whole numbers as numbers; a line break may end the file. */
export function treesOfForm(body: string): readonly Tree[] {
  const text = body.trimEnd();
  if (!/^[^\s{["=&]+=[^\s{["]*$/.test(text)) return [];
  const fields = [...new URLSearchParams(text)];
  const treeOf = (isTyped: (name: string) => boolean): Tree => ({
    kind: 'object',
    members: fields.map(([name, value]): Member => [
      textTree(name),
      isTyped(name) && /^(?:0|[1-9]\d{0,8})$/.test(value)
        ? { kind: 'number', raw: value }
        : textTree(value),
    ]),
  });
  return [treeOf((name) => name === 'os_id'), treeOf(() => false), treeOf(() => true)];
}
