import type { CauseId } from '../catalogue/causes.js';
import { numberPrinters, type NumberPrinter } from '../json-forms/numbers.js';
import { printPlain } from '../json-forms/print.js';
import { compareBytes, isNull, type Tree } from '../json-forms/tree.js';
import { percentEncode } from './bytes.js';
import { classTextCost, classTexts } from './class-texts.js';
import { dumps } from './dumps.js';

/** A way to write the body's data that is not JSON, such as `a=1&b=2`. */
interface DataText {
  readonly id: CauseId;
  readonly cost: number;
  readonly make: (root: Tree) => string | undefined;
  /** After "What was signed is". */
  readonly says: string;
}

type Pairs = readonly (readonly [name: string, value: string])[];

/** How a language writes numbers, true, false and null. */
type Dialect = readonly [
  number: NumberPrinter,
  whenTrue: string,
  whenFalse: string,
  whenNull: string,
];
/** As PHP's http_build_query() writes them. */
const phpDialect: Dialect = [numberPrinters.php, '1', '0', ''];
const dialects: readonly Dialect[] = [
  [numberPrinters.asSent, 'true', 'false', ''],
  [numberPrinters.js, 'true', 'false', 'null'],
  phpDialect,
  [numberPrinters.php, '1', '', ''],
  [numberPrinters.python, 'True', 'False', 'None'],
  [numberPrinters.python, 'true', 'false', ''],
  // Lua reads every number as a float.
  [numberPrinters.withPoint, 'true', 'false', 'nil'],
];

function writeScalar(tree: Tree, [number, whenTrue, whenFalse, whenNull]: Dialect): string {
  if (tree.kind === 'text') return tree.value;
  if (tree.kind === 'number') return number(tree.raw);
  if (tree.kind === 'word') return { true: whenTrue, false: whenFalse }[tree.raw] ?? whenNull;
  return printPlain(tree);
}

/** One data text for each dialect; all but the first are less common and cost one more. */
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
        ? write(root.members.map(([name, value]) => [name.value, writeScalar(value, dialect)]))
        : undefined,
  }));

const plusEncode = (value: string): string => percentEncode(value).replaceAll('%20', '+');
interface Encoding {
  readonly says: string;
  readonly encode: (value: string) => string;
  readonly cost: number;
}
const encodings: readonly Encoding[] = [
  { says: '', encode: (value) => value, cost: 1 },
  // Before the one with +, because without a space both make the same text, and this one has the shorter words.
  { says: ', URL-encoded', encode: percentEncode, cost: 1 },
  { says: ', URL-encoded with + for a space', encode: plusEncode, cost: 1 },
  {
    says: ', URL-encoded with + for a space',
    encode: (value) => plusEncode(value).replaceAll('~', '%7E'),
    cost: 2,
  },
  {
    // JavaScript's own encoding leaves !'()* as they are.
    says: ', URL-encoded',
    encode: (value) => encodeURIComponent(Buffer.from(value).toString()),
    cost: 2,
  },
];
const orders: readonly (readonly [id: CauseId, says: string, change: (pairs: Pairs) => Pairs])[] = [
  ['body-form-encoded', 'in the order of the body', (pairs) => pairs],
  [
    'body-query-sorted',
    'sorted by name',
    (pairs) => pairs.toSorted(([left], [right]) => compareBytes(left, right)),
  ],
];
const withoutEmptyValues = (pairs: Pairs): Pairs =>
  pairs.filter(([, value]) => !['', 'null', 'None'].includes(value));

const queries = encodings.flatMap(({ says: encodingSays, encode, cost }) => {
  const write = (pairs: Pairs): string =>
    pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  // Programs that sign a=1&b=2 without encoding mostly sort it, so of two orders that make the same text the sorted one is named.
  return (encodingSays === '' ? orders.toReversed() : orders).flatMap(([id, says, order]) => [
    ...textsOfPairs({ id, cost, says: `the fields as a=1&b=2, ${says}${encodingSays}` }, (pairs) =>
      write(order(pairs)),
    ),
    ...textsOfPairs(
      {
        id,
        cost,
        says: `the fields as a=1&b=2, ${says} without the empty ones${encodingSays}`,
      },
      (pairs) => write(order(withoutEmptyValues(pairs))),
    ),
  ]);
});

/** PHP's http_build_query() names a value inside a list or an object by its path, such as `list[0]`, and leaves out null. */
function nestedPairs(name: string, value: Tree): Pairs {
  if (isNull(value)) return [];
  if (value.kind === 'object') {
    return value.members.flatMap(([key, inner]) => nestedPairs(`${name}[${key.value}]`, inner));
  }
  if (value.kind !== 'list') return [[name, writeScalar(value, phpDialect)]];
  return value.items.flatMap((inner, index) => nestedPairs(`${name}[${String(index)}]`, inner));
}

const commonEncodings = encodings.filter(({ cost }) => cost === 1);
const nestedQueries = orders.flatMap(([id, orderSays]) =>
  commonEncodings.map(({ says: encodingSays, encode, cost }): DataText => ({
    id,
    cost,
    says: `the fields as a=1&b=2, ${orderSays}${encodingSays}, as PHP’s http_build_query() writes them`,
    make: (root) => {
      if (root.kind !== 'object') return undefined;
      const members =
        id === 'body-query-sorted'
          ? root.members.toSorted(([left], [right]) => compareBytes(left.value, right.value))
          : root.members;
      const pairs = members.flatMap(([name, value]) => nestedPairs(name.value, value));
      return pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
    },
  })),
);

const joinedValues = orders.flatMap(([, orderSays, order]) =>
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
const constantTexts = [
  ...objectTexts.map((text) => ['body-object-tostring', text] as const),
  [
    'body-map-tostring',
    'System.Collections.Generic.Dictionary`2[System.String,System.Object]',
  ] as const,
].map(([id, text]): DataText => ({ id, cost: 2, says: `the text ${text}`, make: () => text }));

/** What languages print for a body that was never read, such as `[]` for PHP’s empty `$_POST`. Tried only when all else is right. */
const missingTexts = ['nil', 'None', 'NULL', '<nil>', '(null)', 'NaN', 'false', '[]', '""'].map(
  (text): DataText => ({
    id: 'body-object-tostring',
    cost: classTextCost,
    says: `the text ${text}`,
    make: () => text,
  }),
);

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

export const dataTexts: readonly DataText[] = [
  ...dumps,
  ...queries,
  ...nestedQueries,
  ...joinedValues,
  ...constantTexts,
  ...missingTexts,
  ...classTexts,
];

/** The texts that are tried only when everything else is right: most of them have a guessed class name. */
export const loneTexts: readonly DataText[] = dataTexts.filter(
  ({ cost }) => cost === classTextCost,
);
