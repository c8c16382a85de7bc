import { JsonNumber, JsonObject } from '../../text/json/json.js';
import type { BodyVariant } from '../choice.js';
import { causes, told } from '../cause.js';
import { changedMembers, rarelyChangedMembers } from './body-values.js';
import { mapTextVariants } from './body-map-text.js';
import { memberVariants } from './body-members.js';
import { jsonStyles, printJson, type JsonStyle } from './json-styles.js';
import { queryVariants } from './body-query.js';
import { jsString } from './query-languages.js';
import { pythonBytes, pythonString } from './quoted-text.js';
import { variant, type Bodies } from './sent-body.js';
import { onBytes, onText, small } from './text-transform.js';

/** What languages print for something that is not text. */
const objectWords: readonly (readonly [as: string, cost: number, words: string])[] = [
  ['JavaScript object', 2, '[object Object]'],
  ['JavaScript undefined', 2, 'undefined'],
  ['null', 2, 'null'],
  ['PHP array', 2, 'Array'],
  ['null', 3, '(null) <null> NULL Null'],
  ['PHP object', 3, 'Object stdClass'],
  ['Python None', 3, 'None'],
  ['nil of Lua, Elixir or Ruby', 3, 'nil'],
  ['Go nil', 3, '<nil>'],
  ['JavaScript NaN', 3, 'NaN'],
  ['a boolean', 3, 'true false 1 0'],
  ['empty Go map', 3, 'map[]'],
  ['C# type name', 3, 'System.Byte[] System.Char[] System.String[] System.Object[] System.Object'],
  ['C# type name', 3, 'System.Net.Http.StringContent System.Net.Http.ByteArrayContent'],
];
const signedInstead = (text: string): string => `The text \`${text}\` was signed instead of the body.`;
/** JavaScript objects of a class; a promise that was not awaited. */
const classes = 'Promise Blob ArrayBuffer FormData ReadableStream Uint8Array Array String Request Map'.split(
  ' ',
);

/** Not tried for an empty body. */
const ofSome =
  (make: Bodies): Bodies =>
  (sent) =>
    sent.bytes.length === 0 ? [] : make(sent);

const objectTexts = ofSome(({ root }) => {
  const cause = 'body-object-tostring';
  return [
    ...objectWords.flatMap(([as, cost, list]) =>
      list.split(/ (?!\w+\])/).map((word) => variant(cause, word, cost, as, signedInstead(word))),
    ),
    ...classes.map((name) =>
      variant(
        cause,
        `[object ${name}]`,
        3,
        'JavaScript object of a class',
        signedInstead(`[object ${name}]`),
      ),
    ),
    variant(
      cause,
      '<QueryDict: {}>',
      3,
      undefined,
      'Django’s `request.POST`, which is empty for JSON, was signed as text instead of the body.',
    ),
    ...(Array.isArray(root)
      ? [
          variant(
            cause,
            jsString(root),
            2,
            'JavaScript array',
            'The items of an array were joined by commas and signed instead of the JSON.',
          ),
        ]
      : []),
  ];
});

/** C# prints the type of a collection. */
const collections = ['Dictionary', 'SortedDictionary', 'SortedList'].flatMap((name) =>
  ['System.Object', 'System.String', 'System.Text.Json.JsonElement', 'Newtonsoft.Json.Linq.JToken'].map(
    (value) => `Generic.${name}\`2[System.String,${value}]`,
  ),
);
const lists = ['Generic.List`1[System.Object]', 'Hashtable', 'Specialized.NameValueCollection'];

const typeNames = ofSome(() =>
  [...collections, ...lists].map((name) =>
    variant(
      'body-map-tostring',
      `System.Collections.${name}`,
      3,
      'C# ToString() of a collection',
      'The name of a C# type was signed instead of the body.',
    ),
  ),
);

// Their cost puts them behind `body-member-only` of a field with this value.
const unread = ['{}', '[]', '""'].map((text) =>
  variant(
    'body-empty',
    text,
    3.1,
    'as an encoder writes a body that was not read',
    `\`${text}\` was signed instead of the body.`,
  ),
);

const visible: Readonly<Record<string, string>> = { ' ': 'a space', '\n': 'a line break' };

/** What is signed for a body that could not be read, or that does not exist; the usual ones first. */
const forNothing: readonly BodyVariant[] = [
  ...['{}', 'null', '""', '[]'].map((text) => [text, 3] as const),
  ...['undefined', 'None', 'nil', '<nil>', "''", ' ', '\n', '[object Object]'].map(
    (text) => [text, 4] as const,
  ),
].map(([text, cost]) =>
  variant(
    'body-empty-placeholder',
    text,
    cost,
    undefined,
    `The request was sent without a body, but ${visible[text] ?? `\`${text}\``} was signed.`,
  ),
);

const { compact, python, pythonCompact, php, phpRaw } = jsonStyles;
const formStyles = [
  compact,
  python,
  { layout: 'spaced' },
  pythonCompact,
  php,
  phpRaw,
] as const satisfies JsonStyle[];

/** The fields of a form that was sent although JSON was signed. */
const sentForms: Bodies = ({ text, root }) => {
  if (root !== undefined || !/^[^\s{["&=]+=/.test(text)) return [];
  const fields = [...new URLSearchParams(text)];
  const isOsId = (name: string): boolean => name === 'os_id';
  const withNumbers = [isOsId, () => true].map(
    (isNumber) =>
      new JsonObject(
        fields.map(([name, value]) => [
          name,
          isNumber(name) && /^(?:0|-?[1-9]\d{0,17})$/.test(value) ? new JsonNumber(value) : value,
        ]),
      ),
  );
  const literal = (space: string): string => {
    const members = fields.map((field) => field.map((part) => JSON.stringify(part)).join(`:${space}`));
    return `{${members.join(`,${space}`)}}`;
  };
  const decoded = fields.map((field) => field.join('=')).join('&');
  const cause = 'body-form-encoded';
  const asJson = 'The body was signed as JSON, but it was sent as form data (`a=1&b=2`).';
  return [
    variant(cause, literal(''), 3, undefined, asJson),
    variant(cause, literal(' '), 3, 'with spaces after commas and colons', asJson),
    ...withNumbers.flatMap((root) =>
      formStyles.map((style) => variant(cause, printJson(root, style), 3.1, undefined, asJson)),
    ),
    variant(cause, decoded, 3, undefined, 'The form data was signed before it was URL-encoded.'),
    ...fields.map(([name, value]) => variant('body-member-only', value, 3, `the field ${name}`)),
  ];
};

const printedBytes = 'The bytes of the body were printed as a list of numbers, and this text was signed.';

/** Something other than the body’s JSON was signed. */
export const bodyOther = causes({ where: 'everywhere', kind: 'serialise-once' })({
  'body-python-repr': {
    commonness: 'B',
    says: 'The body was signed as Python prints a value with `str()` (such as with single quotes, `True` or `None`), instead of as JSON.',
    typical: 'Python f-strings and `str(payload)`.',
    fix: 'Call `json.dumps` once. Sign that string and send it.',
    hints: { python: 'Do not use str(payload), and do not put the dict into an f-string.' },
    texts: [
      [
        small(onBytes(pythonBytes)),
        'Python str(bytes)',
        0,
        "The bytes of the body were signed as Python prints them, with `b'…'` around them.",
      ],
      [
        small(onText(pythonString)),
        'Python repr(str)',
        1,
        'The body was signed as Python’s `repr()` prints a string, with quotes around it.',
      ],
      [
        small(onBytes((bytes) => `bytearray(${pythonBytes(bytes)})`)),
        'Python str(bytearray)',
        1,
        'The bytes of the body were signed as Python prints them, with `bytearray(…)` around them.',
      ],
    ],
    bodies: mapTextVariants,
  },
  'body-map-tostring': {
    commonness: 'C',
    says: 'The body was signed as a language prints a map or a list (as with `toString()`), instead of as JSON.',
    typical: 'Java `Map.toString()`, Ruby `Hash#to_s`, Go `%v`, Elixir `inspect`, Rust `{:?}`.',
    fix: 'Serialise the map to JSON first. Sign that text and send it.',
    hints: {
      java: 'Do not use payload.toString().',
      ruby: 'Do not use payload.to_s.',
      go: 'Do not use fmt.Sprint(payload).',
      rust: 'Do not use format!("{:?}", payload).',
      csharp: 'Do not use payload.ToString().',
    },
    bodies: [mapTextVariants, typeNames],
  },
  'body-object-tostring': {
    commonness: 'B',
    says: 'An object was turned into text without serialising it, so text such as `[object Object]`, `Array` or `undefined` was signed.',
    typical:
      'JavaScript string concatenation, a PHP array used as a string, C# `ToString()` of a collection.',
    fix: 'Sign the body’s bytes or its JSON text, the same that is sent. Make the signing function accept only bytes and strings.',
    hints: {
      node: 'Do not use `${payload}` or payload + "": both give [object Object].',
      php: 'Do not use "$payload": an array becomes the word Array.',
    },
    texts: [
      [
        small(onBytes((bytes) => bytes.join(','))),
        'for example JavaScript String(Uint8Array)',
        0,
        printedBytes,
      ],
      [small(onBytes((bytes) => `[${bytes.join(' ')}]`)), 'for example Go Sprint([]byte)', 1, printedBytes],
      [
        small(onBytes((bytes) => `[${new Int8Array(bytes).join(', ')}]`)),
        'for example Java Arrays.toString(byte[])',
        1,
        printedBytes,
      ],
      [
        small(onBytes((bytes) => `[${bytes.join(', ')}]`)),
        'for example Rust {:?} of bytes or Python str(list)',
        1,
        printedBytes,
      ],
      told(
        small(onBytes((bytes) => JSON.stringify(bytes))),
        'A Buffer was passed to `JSON.stringify`, and the result was signed instead of the body.',
        1,
      ),
    ],
    bodies: objectTexts,
  },
  'body-empty': {
    commonness: 'B',
    says: 'An empty body was signed, but the request was sent with a body.',
    typical: 'A stream that was already read, multipart, an interceptor that signs before the body is set.',
    fix: 'Keep the body in a buffer. Sign the buffer, then send it.',
    kind: 'no-extra-bytes',
    hints: {
      java: 'A stream can be read only once: keep its bytes.',
      go: 'A request body can be read only once: keep the slice.',
      python: 'A stream can be read only once: keep its bytes.',
    },
    bodies: ofSome(() => [variant('body-empty', '', 2), ...unread]),
  },
  'body-empty-placeholder': {
    commonness: 'C',
    says: 'The request was sent without a body, but text such as `{}`, `null`, `""` or `[]` was signed.',
    typical: 'Helpers for axios and fetch, `express.json()`.',
    fix: 'Sign zero bytes when the request has no body.',
    kind: 'empty-body',
    bodies: ({ bytes }) => (bytes.length === 0 ? forNothing : []),
  },
  'body-form-encoded': {
    commonness: 'B',
    says: 'The fields were signed as form data (`a=1&b=2`), but the body was sent as JSON.',
    typical: '`qs.stringify`, `http_build_query`, helpers that use `urlencode`.',
    fix: 'Sign the JSON bytes that are sent.',
    hints: {
      php: 'Do not use http_build_query.',
      python: 'data=payload with a dict is sent as form data; data=body with bytes is sent unchanged.',
    },
    bodies: [queryVariants, sentForms],
  },
  'body-query-sorted': {
    commonness: 'B',
    says: 'The fields were signed as `a=1&b=2` sorted by key, as other payment services require, but the body was sent as JSON.',
    typical: 'Code taken from MoMo, VNPay, ZaloPay, WeChat Pay or Binance.',
    fix: 'Do not build a query string. This service signs the raw body.',
    hints: { php: 'Do not use ksort or http_build_query.' },
    bodies: queryVariants,
  },
  'body-values-joined': {
    commonness: 'D',
    says: 'The values of the fields, perhaps with their names, were joined and signed, but the body was sent as JSON.',
    typical: 'Code taken from ZaloPay or older payment gateways.',
    fix: 'Sign the raw body, not the values in it.',
    bodies: queryVariants,
  },
  'body-member-only': {
    commonness: 'C',
    says: 'Only one field of the body was signed, but the complete body was sent.',
    typical: 'Code that signs `payload` or `data` but sends the object around it.',
    fix: 'Sign the complete body, with the outer object.',
    bodies: memberVariants,
  },
  'body-member-missing': {
    commonness: 'D',
    says: 'The body was signed without one of the fields that were sent.',
    typical: 'Middleware that adds a field (`sentAt`) after signing, code that leaves out a `sign` field.',
    fix: 'Sign last. Nothing may change the body after that.',
    hints: { node: 'Change payload only before this line. Do not use an interceptor that adds a field.' },
    bodies: memberVariants,
  },
  'body-member-changed': {
    commonness: 'C',
    says: 'One or more fields had different values when they were signed.',
    typical:
      'Database columns that are too narrow, log filters, middleware that converts values, JavaScript numbers.',
    fix: 'Sign the bytes that are sent. Nothing may read and write the body between signing and sending.',
    bodies: changedMembers,
    manyBodies: rarelyChangedMembers,
  },
});
