import { listed } from '../../text/listed.js';
import { schemeTemplates } from '../schemes.js';

/** Messages made of other parts than the right ones, and their parts in words. */

const names: Readonly<Record<string, string>> = {
  clientId: 'client id',
  timestamp: 'timestamp',
  hash: 'body hash',
  body: 'body',
  method: 'method',
  path: 'path',
};

export const inOrder = (separator: string, parts: string): string =>
  parts
    .split(' ')
    .map((part) => `{${part}}`)
    .join(separator);

/** `client id, timestamp and body hash`: the parts of a template in their order. */
export const partsOf = (template: string): string =>
  listed(Array.from(template.matchAll(/\{(\w+)\}/g), ([, part = '']) => names[part] ?? part));

const insteadOf = {
  gateway: 'client id, timestamp and body hash',
  session: 'the body alone',
} as const;

/** What the message is made of, for templates whose parts are not the right ones. */
export const madeOf = (template: string, interfaceId: keyof typeof insteadOf): string =>
  `The message that was signed is made of ${partsOf(template)}, instead of ${insteadOf[interfaceId]}.`;

/** Some providers sign the method and the path too. */
const withPath = [
  'method path clientId timestamp hash',
  'clientId timestamp method path hash',
  'method path timestamp hash',
  'timestamp method path hash',
  'timestamp method path body',
  'method path timestamp body',
  'method path hash',
  'method path body',
  'clientId timestamp path hash',
  'path clientId timestamp hash',
  'path timestamp hash',
  'timestamp path hash',
  'clientId timestamp hash method path',
  'clientId timestamp hash path',
  'method path clientId timestamp body',
  'clientId timestamp method path body',
];
const sessionWithPath = [
  'method path body',
  'path body',
  'timestamp method path body',
  'method path timestamp body',
  'method path hash',
];

export const messagesWithPath = {
  gateway: [
    ...['.', '\n', '', ':', '|', '&', ' '].flatMap((separator) =>
      withPath.map((parts) => inOrder(separator, parts)),
    ),
    ...schemeTemplates.filter((template) => template.includes('{path}')),
  ],
  session: sessionWithPath.flatMap((parts) => ['', '\n', '.'].map((separator) => inOrder(separator, parts))),
} as const;

/** Of other products: without the client id, and with the body itself. */
export const messagesOfTimeAndBody = [
  'v0:{timestamp}:{body}',
  '{timestamp}:{body}',
  '{timestamp}{body}',
  '{timestamp}\n{body}\n',
] as const;
