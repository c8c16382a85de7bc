import { BodyForm } from './body-form.js';
import type { Choice } from './choice.js';
import type { BodyHash, Layout, Parts } from './knobs.js';
import { spoken } from './template.js';

/** The messages that other products sign, each as its documentation describes it. */
const schemes: readonly (readonly [template: string, who: string, theirs?: string])[] = [
  ['{timestamp}.{body}', 'Stripe signs its webhooks'],
  ['{clientId}.{timestamp}.{body}', 'Standard Webhooks (Svix) are signed', 'id.timestamp.body'],
  ['v0:{timestamp}:{body}', 'Slack and Zoom sign their webhooks'],
  ['{timestamp}:{body}', 'Paddle signs its webhooks'],
  ['{timestamp}{body}', 'Zendesk signs its webhooks'],
  ['{clientId}{timestamp}{body}', 'Twitch signs its webhooks', 'message id + timestamp + body'],
  ['{body}', 'GitHub and Shopify sign their webhooks'],
  ['{timestamp}{method}{path}{body}', 'OKX, KuCoin and Coinbase sign requests'],
  ['{method}{path}{timestamp}{body}', 'BitMEX signs requests'],
  ['{method}\n{path}\n\n{hash}\n{timestamp}', 'Gate.io signs requests (with SHA-512)'],
  ['{timestamp}{clientId}5000{body}', 'Bybit signs requests', 'timestamp + key + 5000 + body'],
  ['{clientId}{path}{timestamp}', 'Shopee signs requests', 'partner id + path + timestamp'],
  [
    '{method} {path}\n{clientId}.{timestamp}.{body}',
    'Antom (Alipay) signs requests (with RSA)',
    'method path\\nclient_id.time.body',
  ],
  ...['{clientId}\n', ''].flatMap((nonce) => [
    [
      `{method}\n{path}\n{timestamp}\n${nonce}{body}\n`,
      'WeChat Pay signs requests (with RSA)',
      'method\\npath\\ntimestamp\\nnonce\\nbody\\n',
    ] as const,
    [
      `{timestamp}\n${nonce}{body}\n`,
      'WeChat Pay signs callbacks (with RSA)',
      'timestamp\\nnonce\\nbody\\n',
    ] as const,
  ]),
  ...['', 'content-type:application/json\n'].map(
    (contentType) =>
      [
        `{method}\n{path}\n\n${contentType}x-client-id:{clientId}\nx-timestamp:{timestamp}\n\n${contentType === '' ? '' : 'content-type;'}x-client-id;x-timestamp\n{hash}`,
        'AWS Signature Version 4 writes its canonical request',
        'method\\npath\\nquery\\nheaders\\nsigned headers\\nbody hash',
      ] as const,
  ),
];

/** Their templates: the layouts that belong to no simpler mistake are tried because of them. */
export const schemeTemplates: readonly string[] = schemes.map(([template]) => template);

const names: Parts = {
  clientId: '{clientId}',
  timestamp: '{timestamp}',
  hash: '{hash}',
  body: '{body}',
  secret: '{secret}',
  method: '{method}',
  path: '{path}',
  bodyText: '{bodyText}',
  url: '{url}',
};

const probe = new BodyForm(() => Buffer.from('{}'));

interface Message {
  readonly layout: Choice<Layout>;
  readonly hash: Choice<BodyHash>;
}

/** The message that an attempt signed, with the names of its parts in braces. */
function templateOf({ layout, hash }: Message): string {
  const third = hash.value(probe, '');
  if (third === '{}') return layout.value({ ...names, hash: '{body}' });
  return layout.value({ ...names, hash: third === probe.sha256Hex ? '{hash}' : '{wrongHash}' });
}

/** The message in words, as it was signed: its third part need not be the hash of the body. */
export const spokenMessage = (attempt: Message): string => spoken(templateOf(attempt));

/** The product that signs such a message, in a sentence; undefined if the message is right or nobody's. */
export function schemeSays(attempt: Message): string | undefined {
  if (attempt.layout.causes.length + attempt.hash.causes.length === 0) return undefined;
  const template = templateOf(attempt);
  const [, who, theirs = spoken(template)] = schemes.find(([each]) => each === template) ?? [];
  return who === undefined ? undefined : `${who} like this: \`${theirs}\`.`;
}
