import type { Interface } from '../../contract/interfaces.js';
import { right, variants, type Binary, type Choice } from '../choice.js';

/** What a message can be put together from; all of them binary strings. */
export interface Parts {
  readonly clientId: Binary;
  readonly timestamp: Binary;
  /** The body's hash in the form of the attempt. */
  readonly hash: Binary;
  readonly body: Binary;
  readonly secret: Binary;
  readonly method: Binary;
  /** Path and query as sent; also the contract's own path, and the whole address. */
  readonly path: Binary;
}

export type Layout = (parts: Parts) => Binary;

const gateway: Layout = ({ clientId, timestamp, hash }) => `${clientId}.${timestamp}.${hash}`;
const session: Layout = ({ body }) => body;

export const rightLayout = (scheme: Interface): Choice<Layout> =>
  right(scheme === 'gateway' ? gateway : session);

/** Section 5 of the catalogue; without a timestamp in the request the layouts that need one are left out. */
export const layouts = (scheme: Interface, hasTimestamp: boolean): Choice<Layout>[] =>
  scheme === 'gateway' ? gatewayLayouts() : sessionLayouts(hasTimestamp);

const joined =
  (separator: string, ...names: readonly (keyof Parts)[]): Layout =>
  (parts) =>
    names.map((name) => parts[name]).join(separator);

const separators = [
  ':',
  '\n',
  '|',
  ',',
  '-',
  '_',
  '&',
  ';',
  '/',
  ' ',
  '\r\n',
  '+',
  '#',
  '=',
  '\t',
  '::',
  '||',
  ', ',
  '~',
  '\0',
  '*',
  '$',
  '@',
  '..',
];

const orders: readonly (readonly [keyof Parts, keyof Parts, keyof Parts])[] = [
  ['timestamp', 'clientId', 'hash'],
  ['clientId', 'hash', 'timestamp'],
  ['timestamp', 'hash', 'clientId'],
  ['hash', 'timestamp', 'clientId'],
  ['hash', 'clientId', 'timestamp'],
];

function gatewayLayouts(): Choice<Layout>[] {
  return [
    ...variants<Layout>('layout-no-separator', 1, [joined('', 'clientId', 'timestamp', 'hash')]),
    ...variants<Layout>(
      'layout-separator',
      1,
      separators.map((separator) => [
        joined(separator, 'clientId', 'timestamp', 'hash'),
        `joined with ${JSON.stringify(separator)}`,
      ]),
    ),
    ...variants<Layout>(
      'layout-order',
      1,
      orders.map((order) => [joined('.', ...order), order.map(spoken).join('.')]),
    ),
    ...variants<Layout>('layout-missing-client-id', 1, [
      joined('.', 'timestamp', 'hash'),
      [({ timestamp, hash }) => `.${timestamp}.${hash}`, 'an empty client id'],
      [({ timestamp, hash }) => `undefined.${timestamp}.${hash}`, 'undefined in place of the client id'],
      [({ timestamp, hash }) => `null.${timestamp}.${hash}`, 'null in place of the client id'],
      [({ timestamp, hash }) => `None.${timestamp}.${hash}`, 'None in place of the client id'],
    ]),
    ...variants<Layout>('scheme-confused', 1, [session]),
    ...variants<Layout>('layout-missing-timestamp', 2, [
      joined('.', 'clientId', 'hash'),
      [({ clientId, hash }) => `${clientId}..${hash}`, 'an empty timestamp'],
      [({ clientId, hash }) => `${clientId}.undefined.${hash}`, 'undefined in place of the timestamp'],
      [({ clientId, hash }) => `${clientId}.null.${hash}`, 'null in place of the timestamp'],
      [({ clientId, hash }) => `${clientId}.None.${hash}`, 'None in place of the timestamp'],
      [({ clientId, hash }) => `${clientId}.0.${hash}`, '0 in place of the timestamp'],
    ]),
    ...variants<Layout>('layout-missing-body-hash', 2, [
      joined('.', 'clientId', 'timestamp'),
      [({ clientId, timestamp }) => `${clientId}.${timestamp}.`, 'with a dot at the end'],
      [joined('', 'clientId', 'timestamp'), 'without a separator'],
      [joined('.', 'timestamp'), 'the timestamp alone'],
      [({ timestamp }) => `${timestamp}.`, 'the timestamp and a dot'],
      [joined('.', 'clientId'), 'the client id alone'],
      [({ clientId, timestamp }) => `${clientId}.${timestamp}.undefined`, 'undefined in place of the hash'],
      [({ clientId, timestamp }) => `${clientId}.${timestamp}.null`, 'null in place of the hash'],
    ]),
    ...variants<Layout>('layout-trailing-newline', 2, [
      (parts) => `${gateway(parts)}\n`,
      [(parts) => `${gateway(parts)}.`, 'a dot at the end'],
      [(parts) => `${gateway(parts)}\r\n`, 'CR LF at the end'],
      [
        ({ clientId, timestamp, hash }) => `${clientId}\n${timestamp}\n${hash}\n`,
        'a line each, the last one ended too',
      ],
      [(parts) => `${gateway(parts)} `, 'a space at the end'],
      [(parts) => `${gateway(parts)}\0`, 'a NUL at the end'],
      [(parts) => `${gateway(parts)}  -`, 'the output of sha256sum left as it was'],
      [
        ({ clientId, timestamp, hash }) => `${clientId}.${timestamp}.${hash}  -\n`,
        'the output line of sha256sum',
      ],
    ]),
    ...methodAndPath(),
    ...variants<Layout>('layout-literal-newline', 3, [
      joined('\\n', 'clientId', 'timestamp', 'hash'),
      [(parts) => `${gateway(parts)}\\n`, 'at the end'],
    ]),
    ...variants<Layout>('layout-body-hash-only', 3, [({ hash }) => hash]),
    ...keyValue(),
    ...variants<Layout>('layout-secret-in-message', 4, [
      (parts) => `${gateway(parts)}${parts.secret}`,
      [(parts) => `${gateway(parts)}.${parts.secret}`, 'the secret as a fourth part'],
      [(parts) => `${parts.secret}${gateway(parts)}`, 'the secret in front'],
      [(parts) => `${parts.secret}.${gateway(parts)}`, 'the secret as the first part'],
      [(parts) => `${gateway(parts)}&key=${parts.secret}`, '&key= behind'],
      [
        ({ clientId, secret, timestamp, hash }) => `${clientId}.${secret}.${timestamp}.${hash}`,
        'in the middle',
      ],
    ]),
  ];
}

const spoken = (name: keyof Parts): string =>
  ({
    clientId: 'client_id',
    timestamp: 'timestamp',
    hash: 'body_hash',
    body: 'body',
    secret: 'secret',
    method: 'method',
    path: 'path',
  })[name];

const methodOrders: readonly (readonly (keyof Parts)[])[] = [
  ['method', 'path', 'clientId', 'timestamp', 'hash'],
  ['clientId', 'timestamp', 'method', 'path', 'hash'],
  ['method', 'path', 'timestamp', 'hash'],
  ['timestamp', 'method', 'path', 'hash'],
  ['timestamp', 'method', 'path', 'body'],
  ['method', 'path', 'timestamp', 'body'],
  ['method', 'path', 'hash'],
  ['method', 'path', 'body'],
  ['clientId', 'method', 'path', 'timestamp', 'hash'],
  ['clientId', 'timestamp', 'path', 'hash'],
  ['path', 'clientId', 'timestamp', 'hash'],
  ['path', 'timestamp', 'hash'],
  ['timestamp', 'path', 'hash'],
  ['timestamp', 'path', 'body'],
  ['clientId', 'timestamp', 'hash', 'method', 'path'],
  ['clientId', 'timestamp', 'hash', 'path'],
  ['method', 'clientId', 'timestamp', 'hash'],
  ['clientId', 'timestamp', 'method', 'hash'],
  ['timestamp', 'clientId', 'method', 'path', 'hash'],
  ['timestamp', 'clientId', 'method', 'path', 'body'],
  ['method', 'path', 'clientId', 'timestamp', 'body'],
  ['clientId', 'timestamp', 'method', 'path', 'body'],
];

const methodAndPath = (): Choice<Layout>[] =>
  variants<Layout>(
    'layout-method-path',
    2,
    ['.', '\n', '', ':', '|', '&', ' '].flatMap((separator) =>
      methodOrders.map((order): [Layout, string] => [
        joined(separator, ...order),
        `${order.map(spoken).join(separator)}, joined with ${JSON.stringify(separator)}`,
      ]),
    ),
  );

const keyNames: readonly (readonly [clientId: string, timestamp: string, hash: string])[] = [
  ['client_id', 'timestamp', 'body_hash'],
  ['clientId', 'timestamp', 'bodyHash'],
  ['client_id', 'ts', 'body_hash'],
  ['client_id', 'timestamp', 'hash'],
  ['client_id', 'timestamp', 'body'],
  ['clientId', 'timestamp', 'hash'],
  ['clientId', 'timestamp', 'body'],
  ['X-Client-ID', 'X-Timestamp', 'body_hash'],
  ['x-client-id', 'x-timestamp', 'body'],
  ['client_id', 'timestamp', 'bodyhash'],
];

function keyValue(): Choice<Layout>[] {
  const made = (separator: string, assign: string): [Layout, string][] =>
    keyNames.flatMap(([id, time, hash]): [Layout, string][] => [
      [
        (parts) =>
          [
            `${id}${assign}${parts.clientId}`,
            `${time}${assign}${parts.timestamp}`,
            `${hash}${assign}${parts.hash}`,
          ].join(separator),
        `${id}${assign}…${separator}${time}${assign}…${separator}${hash}${assign}…`,
      ],
      [
        (parts) =>
          [
            `${hash}${assign}${parts.hash}`,
            `${id}${assign}${parts.clientId}`,
            `${time}${assign}${parts.timestamp}`,
          ].join(separator),
        `${hash}${assign}…${separator}${id}${assign}…${separator}${time}${assign}…`,
      ],
    ]);
  return variants<Layout>('layout-key-value', 3, [
    ...made('&', '='),
    ...made('\n', ':'),
    ...made('\n', '='),
    ...made(';', '='),
    ...made(',', '='),
    ...made('.', '='),
    ...made('', '='),
    ...made('', ''),
    ...(['', '"'] as const).flatMap((quote): [Layout, string][] =>
      keyNames
        .slice(0, 4)
        .map(([id, time, hash]) => [
          (parts) =>
            `{"${id}":"${parts.clientId}","${time}":${quote}${parts.timestamp}${quote},"${hash}":"${parts.hash}"}`,
          `JSON of ${id}, ${time} and ${hash}`,
        ]),
    ),
  ]);
}

function sessionLayouts(hasTimestamp: boolean): Choice<Layout>[] {
  const timed: readonly [Layout, string][] = [
    [({ timestamp, body }) => `${timestamp}.${body}`, 'timestamp.body'],
    [({ timestamp, body }) => `v0:${timestamp}:${body}`, 'v0:timestamp:body'],
    [({ timestamp, body }) => `${timestamp}${body}`, 'timestamp and body'],
    [({ timestamp, body }) => `${timestamp}:${body}`, 'timestamp:body'],
    [({ timestamp, body }) => `${body}.${timestamp}`, 'body.timestamp'],
    [({ timestamp, body }) => `${body}${timestamp}`, 'body and timestamp'],
    [({ timestamp, body }) => `${body} ${timestamp}`, 'body timestamp'],
    [({ timestamp, body }) => `${timestamp} ${body}`, 'timestamp body'],
    [({ timestamp, body }) => `${timestamp}\n${body}`, 'a line each'],
    [({ timestamp, body }) => `v1:${timestamp}:${body}`, 'v1:timestamp:body'],
    [({ timestamp, body }) => `${timestamp}|${body}`, 'timestamp|body'],
    [({ timestamp, body }) => `${body}:${timestamp}`, 'body:timestamp'],
    [({ timestamp, body }) => `${timestamp};${body}`, 'timestamp;body'],
    [({ timestamp, body }) => `v0.${timestamp}.${body}`, 'v0.timestamp.body'],
    [({ timestamp, body }) => `${timestamp},${body}`, 'timestamp,body'],
    [({ timestamp, body }) => `t=${timestamp},${body}`, 't=timestamp,body'],
  ];
  return [
    ...variants<Layout>('scheme-confused', 1, [
      ...(hasTimestamp ? [gateway] : []),
      [({ clientId, hash }) => `${clientId}.${hash}`, 'client_id.body_hash'],
      [({ clientId, body }) => `${clientId}.${body}`, 'the id and the body'],
      ...(hasTimestamp ? [joined('.', 'timestamp', 'hash')] : []),
    ]),
    ...(hasTimestamp ? variants<Layout>('layout-timestamp-prefixed', 2, timed) : []),
    ...variants<Layout>('layout-method-path', 4, [
      joined('', 'method', 'path', 'body'),
      joined('\n', 'method', 'path', 'body'),
      joined('.', 'method', 'path', 'body'),
      joined('', 'path', 'body'),
      joined('.', 'path', 'body'),
      joined('\n', 'method', 'path', 'hash'),
      joined('', 'timestamp', 'method', 'path', 'body'),
      joined('\n', 'timestamp', 'method', 'path', 'body'),
      joined('\n', 'method', 'path', 'timestamp', 'body'),
      joined('', 'method', 'path', 'timestamp', 'body'),
      joined('.', 'method', 'path', 'timestamp', 'body'),
      joined('\n', 'path', 'body'),
    ]),
    ...variants<Layout>('layout-secret-in-message', 5, [
      ({ body, secret }) => `${body}${secret}`,
      ({ body, secret }) => `${secret}${body}`,
      ({ body, secret }) => `${body}.${secret}`,
      ({ body, secret }) => `${body}&key=${secret}`,
    ]),
  ];
}
