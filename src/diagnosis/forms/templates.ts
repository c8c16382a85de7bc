import { madeOnce } from '../../text/made-once.js';
import { unsetWords } from './bytes.js';

/** How languages mark a placeholder in a text. The last one is the bare name, without a mark. */
const placeholderMarks: readonly ((name: string) => string)[] = [
  (name) => `{${name}}`,
  (name) => `\${${name}}`,
  (name) => `$${name}`,
  (name) => `#{${name}}`,
  (name) => `{{${name}}}`,
  (name) => `{$${name}}`,
  (name) => `\\(${name})`,
  (name) => `%(${name})s`,
  (name) => `<${name}>`,
  (name) => `#{@${name}}`,
  (name) => name,
];

/** Names that programs use for the parts of the gateway's message. */
interface PartNames {
  readonly clientId: readonly string[];
  readonly timestamp: readonly string[];
  readonly content: readonly string[];
}

/** One list for each way to write names. CLIENT_ID is in several, because it is often a constant beside local variables. */
const nameLists: readonly PartNames[] = [
  {
    clientId: ['client_id', 'CLIENT_ID', 'self.client_id'],
    timestamp: ['timestamp', 'ts'],
    content: ['body_hash', 'hash', 'digest', 'body_sha256'],
  },
  {
    clientId: ['clientId', 'CLIENT_ID', 'this.clientId', 'clientID'],
    timestamp: ['timestamp', 'ts'],
    content: ['bodyHash', 'hash', 'digest'],
  },
  {
    clientId: ['CLIENT_ID', 'ID', 'CID'],
    timestamp: ['TIMESTAMP', 'TS'],
    content: ['BODY_HASH', 'HASH', 'BODYHASH'],
  },
  { clientId: ['ClientId', 'ClientID'], timestamp: ['Timestamp'], content: ['BodyHash', 'Hash'] },
];

/** Placeholders without names, for client id, timestamp and body hash. */
const placeholders = [
  ['%s', '%s', '%s'],
  ['%s', '%d', '%s'],
  ['{}', '{}', '{}'],
  ['{0}', '{1}', '{2}'],
  ['{1}', '{2}', '{3}'],
  ['%@', '%@', '%@'],
  ['%v', '%v', '%v'],
  ['%s', '%ld', '%s'],
  ['%1$s', '%2$s', '%3$s'],
  ['$1', '$2', '$3'],
] as const;

interface HashCall {
  readonly mark: (name: string) => string;
  readonly call: string;
}

/** Calls that compute the body's hash inside a template, and the mark around them. */
const hashCalls: readonly HashCall[] = [
  { mark: (name) => `#{${name}}`, call: 'Digest::SHA256.hexdigest(body)' },
  { mark: (name) => `{${name}}`, call: 'hashlib.sha256(body).hexdigest()' },
  { mark: (name) => `{${name}}`, call: 'hashlib.sha256(body.encode()).hexdigest()' },
  { mark: (name) => `\${${name}}`, call: 'sha256(body)' },
];

/** Beside such a call, names of all lists are tried. */
const allNames = {
  clientId: nameLists.flatMap(({ clientId }) => clientId),
  timestamp: nameLists.flatMap(({ timestamp }) => timestamp),
};

/** The placeholders that are left in a message; undefined for a part that has its value. */
interface UnfilledParts {
  readonly clientId?: string;
  readonly timestamp?: string;
  readonly content?: string;
}

/** Messages with placeholders in all three parts, in one or in two. */
export const unfilledMessages = madeOnce((): readonly UnfilledParts[] =>
  distinct([
    ...placeholders.flatMap(([clientId, timestamp, content]) =>
      partsOfTemplate({ clientId, timestamp, content }),
    ),
    ...placeholderMarks.flatMap((mark) => nameLists.flatMap((names) => markedParts(names, mark))),
    ...hashCalls.flatMap(({ mark, call }) => markedParts({ ...allNames, content: [call] }, mark)),
  ]),
);

function markedParts(names: PartNames, mark: (name: string) => string): UnfilledParts[] {
  return names.clientId.flatMap((clientId) =>
    names.timestamp.flatMap((timestamp) =>
      names.content.flatMap((content) =>
        partsOfTemplate({
          clientId: mark(clientId),
          timestamp: mark(timestamp),
          content: mark(content),
        }),
      ),
    ),
  );
}

function partsOfTemplate({ clientId, timestamp, content }: Required<UnfilledParts>) {
  return [
    { clientId, timestamp, content },
    { clientId },
    { timestamp },
    { content },
    { clientId, timestamp },
    { timestamp, content },
  ];
}

function distinct(messages: readonly UnfilledParts[]): UnfilledParts[] {
  const byText = new Map(messages.map((parts) => [JSON.stringify(parts), parts]));
  return [...byText.values()];
}

const unfilledTexts = madeOnce(
  () => new Set(unfilledMessages().flatMap((parts) => Object.values(parts))),
);

/** Whether the text is a name or a placeholder that a program should have replaced. */
export function isUnfilled(text: string): boolean {
  return unfilledTexts().has(text);
}

const bodyNames = [
  'body',
  'BODY',
  'payload',
  'PAYLOAD',
  'data',
  'json',
  'raw_body',
  'rawBody',
  'request_body',
  'requestBody',
  'body_json',
  'bodyJson',
  'json_body',
  'jsonBody',
];

/** Placeholders for the whole body. */
export const unfilledBodies: readonly string[] = [
  ...placeholderMarks.flatMap((mark) => bodyNames.map(mark)),
  '%s',
  '{0}',
  '%@',
  '%v',
];

/** Placeholders for the value of this member. */
export function unfilledNames(name: string): readonly string[] {
  return [...placeholderMarks.map((mark) => mark(name)), '%s', '%d'];
}

/** Placeholders for the timestamp. They are tried together with a body that has placeholders too. */
export const unfilledTimes: readonly string[] = [
  ...unsetWords,
  ...['timestamp', 'ts', '$timestamp', 'TIMESTAMP'].map((name) => `{{${name}}}`),
];

/** Names that programs give the variable with the receipt. */
const receiptNames = [
  ...['token', 'purchaseToken', 'purchase_token', 'receiptData', 'receipt_data', 'purchase'],
  ...[
    'TOKEN',
    'PURCHASE_TOKEN',
    'RECEIPT_DATA',
    'transactionReceipt',
    'jws',
    'payload',
    'signature',
  ],
];

function snakeName(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
}

/** The ways in which one program writes all names of its variables. */
export const namingWays: readonly ((name: string) => string)[] = [
  (name) => snakeName(name).toUpperCase(),
  (name) => snakeName(name).replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  snakeName,
];

/** Other names of a variable for this member: in another way of writing, and for the receipt the usual names. */
export function variableNames(name: string): readonly string[] {
  const names = [...namingWays.map((way) => way(name)), name.toUpperCase()];
  const all = name === 'receipt' ? [...names, ...receiptNames] : names;
  return [...new Set(all)].filter((each) => each !== name);
}

/** Placeholders for the value of this member, and words for a missing value such as `undefined`. */
export function unfilledValues(name: string): readonly string[] {
  return [...unfilledNames(name), ...unsetWords];
}

const fileStems = [
  'body',
  'request',
  'payload',
  'data',
  'req',
  'verify',
  'session',
  'purchase',
  'post',
];
const filePlaces = ['', './', '/tmp/'];

/** Names of files that a script writes a body to. */
export const fileNames: readonly string[] = [
  ...fileStems.flatMap((stem) => ['.json', '.txt'].map((end) => stem + end)),
  'body',
  'body.bin',
].flatMap((name) => filePlaces.map((place) => place + name));

/** File names that were signed in place of the file's content: also with curl's `@`, and the names of standard input. */
export const signedFileNames: readonly string[] = [
  ...fileNames.flatMap((name) => [name, `@${name}`]),
  '-',
  '@-',
  '/dev/stdin',
];
