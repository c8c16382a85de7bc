import { causes, told, ways, type Variants } from '../cause.js';
import type { Binary } from '../choice.js';
import { base64Of, digest, hexOf, nameOf, type Algorithm } from '../digests.js';
import type { Construction } from '../knobs.js';
import { inOrder, madeOf, messagesOfTimeAndBody, messagesWithPath, partsOf } from './layout-parts.js';
import {
  encodedMessages,
  hashBytesOnly,
  listedParts,
  manyListedParts,
  placeholderMessages,
  rightMessage,
  urlMessages,
} from './message-forms.js';

const ownMessage = { gateway: 'message-layout', session: 'session-message' } as const;

const separators = [...':\n|,-_&;/ +#=\t', '\r\n', '::', '||', ', '];
const whiteSpace: Readonly<Record<string, string>> = {
  '\n': 'a line break',
  '\r\n': 'a CRLF line break',
  ' ': 'a space',
  '\t': 'a tab',
};

const orders = [
  'timestamp clientId hash',
  'clientId hash timestamp',
  'timestamp hash clientId',
  'hash timestamp clientId',
  'hash clientId timestamp',
];
const partNames = { clientId: 'client id', timestamp: 'timestamp', hash: 'body hash' } as const;

const inWrongOrder = (message: string): string =>
  `The three parts of the message were joined in the wrong order: ${partsOf(message)}.`;

const missing = ['', 'undefined', 'null', 'None'];

/** A message with nothing, or with a word, in the place of a missing part. */
const without = (name: keyof typeof partNames, words = missing): Variants<string> =>
  words.map((word) =>
    told(
      rightMessage.replace(`{${name}}`, word),
      word === '' ? undefined : `The message has \`${word}\` where the ${partNames[name]} belongs.`,
    ),
  );

const prehashed = (keyed: Construction, algorithm: Algorithm): Variants<Construction> => {
  const of = (write: (binary: Binary) => Binary): Construction => {
    return (key, message) => keyed(key, write(digest(algorithm, message)));
  };
  const name = nameOf(algorithm);
  return [
    [of(hexOf), `${name} in hex`],
    [of((bytes) => bytes), `the raw bytes of ${name}`],
    [of(base64Of), `${name} in base64`],
    [of((bytes) => hexOf(bytes).toUpperCase()), `${name} in upper-case hex`],
  ];
};

const endedBy = (end: string, name: string): Variants<string>[number] =>
  told(rightMessage + end, `${name} was signed after the last part of the message.`);

const beganBy = (start: string): Variants<string>[number] =>
  told(start + rightMessage, `The text \`${start}\` was signed before the first part of the message.`);

/** The parts are right, but the message is not. */
export const layout = causes({ where: 'gateway', kind: 'message-layout' })({
  'layout-no-separator': {
    commonness: 'A',
    says: 'The three parts of the message were joined without a separator instead of with `.`.',
    typical: 'Code taken from KuCoin or OKX.',
    fix: 'Join client id, timestamp and body hash with `.`.',
    messages: { gateway: [['{clientId}{timestamp}{hash}']] },
  },
  'layout-separator': {
    commonness: 'A',
    says: 'The three parts of the message were joined with another character instead of `.`.',
    typical: 'Code taken from AWS (line break) or Slack (`:`).',
    fix: 'Join client id, timestamp and body hash with `.`.',
    messages: {
      gateway: separators.map((each) =>
        told(
          rightMessage.split('.').join(each),
          `The three parts of the message were joined with ${whiteSpace[each] ?? `\`${each}\``} instead of \`.\`.`,
        ),
      ),
    },
  },
  'layout-literal-newline': {
    commonness: 'C',
    says: 'The three parts of the message were joined with a backslash and an `n` (two characters) instead of `.`.',
    typical: 'PHP strings in single quotes, bash.',
    fix: 'Join client id, timestamp and body hash with `.`. The message has no line break.',
    hints: {
      php: "'\\n' in single quotes is a backslash and an n.",
      bash: '"\\n" in quotes is a backslash and an n.',
    },
    messages: {
      gateway: [
        ['{clientId}\\n{timestamp}\\n{hash}'],
        told(
          '{clientId}.{timestamp}.{hash}\\n',
          'A backslash and an `n` (two characters) were signed after the last part of the message.',
        ),
      ],
    },
  },
  'layout-order': {
    commonness: 'A',
    says: 'The three parts of the message were joined in the wrong order.',
    typical: 'Hand-written code in any language.',
    fix: 'Join them in this order: client id, timestamp, body hash.',
    messages: {
      gateway: orders
        .map((order) => inOrder('.', order))
        .map((message) => told(message, inWrongOrder(message))),
    },
  },
  'layout-missing-client-id': {
    commonness: 'A',
    says: 'The client id is missing from the message that was signed.',
    typical: 'Code taken from Stripe.',
    fix: 'Put the client id first, then timestamp and body hash.',
    messages: {
      gateway: [
        ['{timestamp}.{hash}'],
        ...without('clientId'),
        ...messagesOfTimeAndBody.map((template) => told(template, madeOf(template, 'gateway'), 1.5)),
      ],
    },
  },
  'layout-missing-timestamp': {
    commonness: 'B',
    says: 'The timestamp is missing from the message that was signed.',
    typical: 'Code taken from GitHub webhooks.',
    fix: 'Put the timestamp second, between client id and body hash. Use the same text as in X-Timestamp.',
    messages: {
      gateway: [['{clientId}.{hash}'], ...without('timestamp', [...missing, '0'])],
    },
  },
  'layout-missing-body-hash': {
    commonness: 'B',
    says: 'The hash of the body is missing from the message that was signed.',
    typical: 'Code that signs an access token, multipart requests.',
    fix: 'Put the SHA-256 hash of the body third, after client id and timestamp.',
    messages: {
      gateway: [
        ...ways(['{clientId}.{timestamp}', '{clientId}.{timestamp}.', '{clientId}{timestamp}']),
        ...['{timestamp}', '{timestamp}.'].map((template) => told(template, madeOf(template, 'gateway'))),
        ...without('hash', ['undefined']),
        ['', 'nothing', 1, 'Nothing was signed: the HMAC was computed without a message.'],
      ],
    },
  },
  'layout-body-hash-only': {
    commonness: 'C',
    says: 'Only the hash of the body was signed, without the client id and the timestamp.',
    typical: 'Code that was written for the session interface or for a webhook.',
    fix: 'Sign all three parts: client id, timestamp and body hash.',
    messages: {
      gateway: [
        ['{hash}'],
        told(
          hashBytesOnly,
          'Only the raw bytes of the body’s hash were signed, without the client id and the timestamp.',
          -0.5,
        ),
      ],
    },
  },
  'layout-trailing-newline': {
    commonness: 'B',
    says: 'Extra text, such as a line break or a `.`, was signed after the last part of the message.',
    typical: '`echo "$MESSAGE" | openssl dgst`, loops that add a separator after every part.',
    fix: "Join the parts, with nothing after the last one. Use `printf '%s'` instead of `echo`.",
    hints: { bash: "Use printf '%s': echo and <<< add a line break." },
    messages: {
      gateway: [
        endedBy('\n', 'A line break'),
        endedBy('.', 'A `.`'),
        endedBy('\r\n', 'A CRLF line break'),
        told(
          '{clientId}\n{timestamp}\n{hash}\n',
          'Each part of the message was signed on a line of its own, with a line break after the last part too.',
        ),
        endedBy(' ', 'A space'),
        endedBy('  -', 'The `  -` that sha256sum prints'),
        ...['v1.', 'v0.', 'v1:', 'v0:', '.'].map((start) => beganBy(start)),
      ],
    },
  },
  'layout-method-path': {
    commonness: 'B',
    says: 'The HTTP method or the path was signed as a part of the message.',
    typical: 'Code taken from AWS SigV4, Coinbase, BitMEX or Kong.',
    fix: 'Remove method and path from the message. It is client id, timestamp and body hash.',
    messages: {
      gateway: messagesWithPath.gateway.map((template) => told(template, madeOf(template, 'gateway'))),
      session: messagesWithPath.session.map((template) => told(template, madeOf(template, 'session'), 2)),
    },
    manyMessages: urlMessages,
  },
  'layout-key-value': {
    commonness: 'C',
    says: 'The parts of the message were signed with their names, such as `timestamp=…`, instead of the values only.',
    typical: 'Code taken from wallets and other payment services.',
    fix: 'Join only the values with `.`.',
    messages: { gateway: listedParts },
    manyMessages: { gateway: [...manyListedParts, ...placeholderMessages] },
  },
  'layout-secret-in-message': {
    commonness: 'D',
    says: 'The secret was also put into the message that was signed.',
    typical: 'Code taken from Xsolla.',
    fix: 'Use the secret only as the key of the HMAC.',
    messages: {
      gateway: ways([
        `${rightMessage}{secret}`,
        `${rightMessage}.{secret}`,
        `{secret}${rightMessage}`,
        `{secret}.${rightMessage}`,
        `${rightMessage}&key={secret}`,
      ]),
      session: ways(
        ['{body}{secret}', '{secret}{body}', '{body}.{secret}', '{body}&key={secret}'],
        undefined,
        1,
      ),
    },
  },
  'scheme-confused': {
    where: 'everywhere',
    commonness: 'A',
    says: 'The request was signed with the rule of the other interface.',
    typical: 'One helper function for both interfaces.',
    fix: 'Sign `client_id.timestamp.body_hash` for the gateway, and the raw body alone for the session interface.',
    kind: ownMessage,
    messages: {
      gateway: [
        told(
          '{body}',
          'The body alone was signed, as for the session interface, instead of the message with three parts.',
        ),
      ],
      session: [
        told(
          rightMessage,
          'A message with three parts was signed, as for the gateway, instead of the body alone.',
        ),
        ...[
          '{clientId}.{hash}',
          '{clientId}.{body}',
          '{timestamp}.{hash}',
          '{clientId}.{timestamp}.{body}',
        ].map((template) => told(template, madeOf(template, 'session'))),
      ],
    },
  },
  'layout-timestamp-prefixed': {
    where: 'session',
    commonness: 'B',
    says: 'A timestamp was signed together with the body.',
    typical: 'Code taken from Stripe, Slack, Zoom or Paddle.',
    fix: 'Sign the body alone. Session requests have no timestamp.',
    kind: 'session-message',
    messages: {
      session: ways([
        '{timestamp}.{body}',
        'v0:{timestamp}:{body}',
        '{timestamp}{body}',
        '{timestamp}:{body}',
        '{body}.{timestamp}',
        '{body}{timestamp}',
        '{body} {timestamp}',
        '{timestamp} {body}',
        '{timestamp}\n{body}',
        'v1:{timestamp}:{body}',
        '{timestamp}|{body}',
        't={timestamp},{body}',
        '{timestamp}\n{body}\n',
      ]),
    },
  },
  'msg-prehashed': {
    where: 'everywhere',
    commonness: 'B',
    says: 'A hash of the message was signed instead of the message itself.',
    typical: 'The gateway’s body hash used for the session interface, `hash_hmac(…, hash(…))`.',
    fix: 'Pass the message itself to the HMAC function, which hashes it.',
    kind: ownMessage,
    hints: { php: 'Do not call hash_hmac(..., hash(...), ...): hash_hmac hashes the message itself.' },
    messages: { gateway: encodedMessages },
    digests: ({ keyed }) => [
      ...prehashed(keyed, 'sha256'),
      ...(['md5', 'sha1', 'sha512'] as const).flatMap((algorithm) => prehashed(keyed, algorithm).slice(0, 1)),
    ],
  },
});
