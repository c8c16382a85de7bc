import { madeOnce } from '../../text/made-once.js';
import { unsetWords } from './bytes.js';

/** How languages mark a name in a text that they fill in; the name alone, too, as without any mark. */
const marks: readonly ((name: string) => string)[] = [
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

/** The parts of the gateway's message that a template has by name. */
interface PartNames {
  readonly clientId: readonly string[];
  readonly timestamp: readonly string[];
  readonly content: readonly string[];
}

/** One list for each way to write names. A constant in capitals stands also beside other names. */
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

/** Where a template has the call that makes the body's hash in place of its name. */
const hashCalls: readonly HashCall[] = [
  { mark: (name) => `#{${name}}`, call: 'Digest::SHA256.hexdigest(body)' },
  { mark: (name) => `{${name}}`, call: 'hashlib.sha256(body).hexdigest()' },
  { mark: (name) => `{${name}}`, call: 'hashlib.sha256(body.encode()).hexdigest()' },
  { mark: (name) => `\${${name}}`, call: 'sha256(body)' },
];

/** Beside a call, constants and local names stand together. */
const allNames = {
  clientId: nameLists.flatMap(({ clientId }) => clientId),
  timestamp: nameLists.flatMap(({ timestamp }) => timestamp),
};

/** What stands in a message in place of a part that was not filled in; undefined for a part with its value. */
interface UnfilledParts {
  readonly clientId?: string;
  readonly timestamp?: string;
  readonly content?: string;
}

/** Messages of which no part was filled in, or one or two parts were not. */
export const unfilledMessages = madeOnce((): readonly UnfilledParts[] =>
  distinct([
    ...placeholders.flatMap(([clientId, timestamp, content]) =>
      partsOfTemplate({ clientId, timestamp, content }),
    ),
    ...marks.flatMap((mark) => nameLists.flatMap((names) => markedParts(names, mark))),
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

/** Texts that stand for the whole body where it was not filled in. */
export const unfilledBodies: readonly string[] = [
  ...marks.flatMap((mark) => bodyNames.map(mark)),
  '%s',
  '{0}',
  '%@',
  '%v',
];

/** What stands for the value of a member in a template. */
export function unfilledNames(name: string): readonly string[] {
  return [...marks.map((mark) => mark(name)), '%s', '%d'];
}

/** What stands for the timestamp where a template beside the body was not filled in. */
export const unfilledTimes: readonly string[] = [
  ...unsetWords,
  ...['timestamp', 'ts', '$timestamp', 'TIMESTAMP'].map((name) => `{{${name}}}`),
];

/** How people call the variable with the receipt. */
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

/** Names of a variable for the member that are not its own: in other letters, and for the receipt the usual ones. */
export function variableNames(name: string): readonly string[] {
  const names = [...namingWays.map((way) => way(name)), name.toUpperCase()];
  const all = name === 'receipt' ? [...names, ...receiptNames] : names;
  return [...new Set(all)].filter((each) => each !== name);
}

/** The same, or a word for a missing value. */
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

/** Names of files, also as curl reads them, and of the input of a command. */
export const signedFileNames: readonly string[] = [
  ...fileNames.flatMap((name) => [name, `@${name}`]),
  '-',
  '@-',
  '/dev/stdin',
];
