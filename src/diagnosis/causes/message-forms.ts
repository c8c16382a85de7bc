import type { Binary } from '../choice.js';
import { allTold, told, ways, type Variants } from '../cause.js';
import { base64Of, hexOf } from '../digests.js';
import type { Layout, Parts } from '../knobs.js';
import { filled } from '../template.js';
import { pythonBytes } from './quoted-text.js';

/** Messages that are not the three parts joined: with names, as JSON, as a list, encoded as a whole, or not filled in. */

export const rightMessage = '{clientId}.{timestamp}.{hash}';

/** The names that senders give the three parts. */
const keyNames = [
  ['client_id', 'timestamp', 'body_hash'],
  ['clientId', 'timestamp', 'bodyHash'],
  ['client_id', 'ts', 'body_hash'],
  ['client_id', 'timestamp', 'hash'],
  ['client_id', 'timestamp', 'body'],
  ['clientId', 'timestamp', 'body'],
  ['X-Client-ID', 'X-Timestamp', 'body_hash'],
];

/** In their own order, and sorted; then as JSON. */
const keyValues = keyNames.flatMap(([id = '', time = '', hash = '']) => [
  ...['&=', '\n:', '\n=', ';=', ',=', '.='].flatMap(([separator = '', assign = '']) => {
    const pairs = [`${id}${assign}{clientId}`, `${time}${assign}{timestamp}`];
    const third = `${hash}${assign}{hash}`;
    return [[...pairs, third].join(separator), [third, ...pairs].join(separator)];
  }),
  ...['', '"'].map(
    (quote) => `{"${id}":"{clientId}","${time}":${quote}{timestamp}${quote},"${hash}":"{hash}"}`,
  ),
]);

const moreNames = [
  ...keyNames,
  ['client_id', 'ts', 'hash'],
  ['clientId', 'ts', 'hash'],
  ['clientId', 'timestamp', 'hash'],
  ['id', 'timestamp', 'hash'],
  ['clientID', 'timestamp', 'bodyHash'],
  ['X-Client-ID', 'X-Timestamp', 'X-Body-Hash'],
  ['X-Client-ID', 'X-Timestamp', 'body'],
  ['client_id', 'timestamp', 'payload'],
  ['clientId', 'timestamp', 'payload'],
  ['clientId', 'timestamp', 'data'],
];

/** The timestamp as a number and as text; the hash, the body as it is, or the body as text. */
const jsonValues = ['{timestamp}', '"{timestamp}"'].flatMap((time) =>
  ['"{hash}"', '{body}', '{bodyText}'].map((third) => ['"{clientId}"', time, third]),
);

const spaces = ['', ' '];

const jsonObjects = moreNames.flatMap((names) =>
  jsonValues.flatMap((values) =>
    spaces.flatMap((space) => {
      const pairs = names.map((name, at) => `"${name}":${space}${values[at] ?? ''}`);
      return [pairs, [...pairs].sort()].map((each) => `{${each.join(`,${space}`)}}`);
    }),
  ),
);

const jsonArrays = jsonValues.flatMap((values) => spaces.map((space) => `[${values.join(`,${space}`)}]`));

const pythonLists = ["['{clientId}', '{timestamp}', '{hash}']", "['{clientId}', {timestamp}, '{hash}']"];
const pythonTuples = pythonLists.map((list) => `(${list.slice(1, -1)})`);

const pythonParts = [
  "b'{clientId}'.b'{timestamp}'.b'{hash}'",
  "b'{clientId}'.{timestamp}.b'{hash}'",
  "b'{clientId}'.b'{timestamp}'.{hash}",
  "{clientId}.b'{timestamp}'.b'{hash}'",
  "{clientId}.b'{timestamp}'.{hash}",
];

const usualArrays = jsonArrays.filter((template) => template.includes('{hash}'));

/** The parts in a text of their own form. */
const isObject = (template: string): boolean => template.startsWith('{"');
const asObject = 'The parts of the message were signed as a JSON object instead of joined with dots.';

export const listedParts: Variants<string> = [
  ...ways(keyValues.filter((template) => !isObject(template))),
  ...allTold(keyValues.filter(isObject), asObject),
  ...allTold(
    usualArrays,
    'The parts of the message were signed as a JSON array instead of joined with dots.',
  ),
  ...allTold(pythonLists, 'The parts of the message were signed as Python prints a list.'),
  ...allTold(pythonTuples, 'The parts of the message were signed as Python prints a tuple.'),
  ...allTold(
    pythonParts,
    "A part of the message was signed as Python prints bytes, with `b'…'` around it.",
    2,
  ),
];

export const manyListedParts: Variants<string> = [
  ...allTold(
    jsonArrays.filter((template) => !usualArrays.includes(template)),
    'A JSON array with the body in it was signed instead of the message with three parts.',
  ),
  ...allTold(
    jsonObjects.filter((template) => !keyValues.includes(template)),
    asObject,
  ),
];

const marks: readonly ((name: string) => string)[] = [
  (name) => `{${name}}`,
  (name) => `\${${name}}`,
  (name) => `$${name}`,
  (name) => `#{${name}}`,
  (name) => `{{${name}}}`,
  (name) => `{$${name}}`,
  (name) => name,
];

const notFilledIn = [
  ...[...moreNames, ['client_id', 'timestamp', 'bodyHash'], ['CLIENT_ID', 'TIMESTAMP', 'BODY_HASH']].flatMap(
    (names) => marks.map((mark) => names.map(mark).join('.')),
  ),
  '%s.%s.%s',
  '%s.%d.%s',
  '%@.%@.%@',
  '{}.{}.{}',
  '{0}.{1}.{2}',
];

/** The placeholders themselves, as in a string that the language does not fill in. */
export const placeholderMessages: Variants<Layout> = Array.from(new Set(notFilledIn), (text) => [
  () => text,
  text,
  2,
  'The placeholders of the message were signed instead of the values: the text was not filled in.',
]);

const whole = filled<keyof Parts>(rightMessage);

const encoded = (write: (message: Binary) => string, says: string): Variants<Layout>[number] =>
  told((parts) => write(whole(parts)), says, 2);

const bytesOf = (message: Binary): Buffer => Buffer.from(message, 'latin1');
const inHex = 'The message was encoded as hex, and this text was signed instead of the message.';
const inBase64 = 'The message was encoded as base64, and this text was signed instead of the message.';
const asNumbers = 'The bytes of the message were printed as a list of numbers, and this text was signed.';

/** The right message, encoded once more. */
export const encodedMessages: Variants<Layout> = [
  encoded(hexOf, inHex),
  encoded((message) => hexOf(message).toUpperCase(), inHex),
  encoded(base64Of, inBase64),
  encoded((message) => bytesOf(message).toString('base64url'), inBase64),
  encoded(
    (message) => pythonBytes(bytesOf(message)),
    "The message was signed as Python prints bytes, with `b'…'` around it.",
  ),
  encoded((message) => `'${message}'`, 'The message was signed with quotes around it.'),
  encoded((message) => `"${message}"`, 'The message was signed with quotes around it.'),
  encoded((message) => `[${bytesOf(message).join(' ')}]`, asNumbers),
  encoded((message) => `[${bytesOf(message).join(', ')}]`, asNumbers),
  encoded((message) => bytesOf(message).join(','), asNumbers),
];

/** Only the raw bytes of the body’s hash. */
export const hashBytesOnly: Layout = ({ hash }) => Buffer.from(hash, 'hex').toString('latin1');

const urlOrders = [
  '{url}|{hash}',
  '{url}|{body}',
  '{method}|{url}|{hash}',
  '{method}|{url}|{body}',
  '{url}|{timestamp}|{hash}',
  '{timestamp}|{url}|{hash}',
  '{clientId}|{timestamp}|{url}|{hash}',
  '{url}|{clientId}|{timestamp}|{hash}',
  '{clientId}|{timestamp}|{hash}|{url}',
  '{method}|{url}|{clientId}|{timestamp}|{hash}',
  '{method}|{url}|{timestamp}|{hash}',
  '{method}|{url}|{timestamp}|{body}',
];

const withUrl = (orders: readonly string[]): Variants<string> =>
  orders.flatMap((order) =>
    ['', '.', '\n', ':', '|'].map((separator) =>
      told(order.replaceAll('|', separator), 'The complete URL was signed as a part of the message.', 2),
    ),
  );

export const urlMessages = {
  gateway: withUrl(urlOrders),
  session: withUrl(urlOrders.filter((order) => !order.includes('clientId') && !order.includes('{hash}'))),
};
