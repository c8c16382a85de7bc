import { bodyJson, bodyOther, bodyText } from './bodies.js';
import type { Cause } from './cause.js';
import { algorithm, bodyHash, layout, secret } from './messages.js';
import { clientId, headers, output, timestamp } from './texts.js';

/** The causes by the part of a request that they change, in the order of the page. */
export const groups = [
  { title: 'Body: the JSON was serialised again', causes: bodyJson },
  { title: 'Body: bytes and text', causes: bodyText },
  { title: 'Body: something else was signed', causes: bodyOther },
  { title: 'Hash of the body', causes: bodyHash },
  { title: 'Layout of the message', causes: layout },
  { title: 'Secret', causes: secret },
  { title: 'Algorithm', causes: algorithm },
  { title: 'Text of the signature', causes: output },
  { title: 'Timestamp', causes: timestamp },
  { title: 'Client id', causes: clientId },
  { title: 'Headers', causes: headers },
] as const;

/** Every cause that pvg knows: for the findings, the docs page and the fixes. */
export const catalogue = {
  ...bodyJson,
  ...bodyText,
  ...bodyOther,
  ...bodyHash,
  ...layout,
  ...secret,
  ...algorithm,
  ...output,
  ...timestamp,
  ...clientId,
  ...headers,
};

export type CauseId = keyof typeof catalogue;

export const causeIds = Object.keys(catalogue) as readonly CauseId[];

export const isCauseId = (id: string): id is CauseId => Object.hasOwn(catalogue, id);

export const causeOf = (id: string): Cause | undefined => (isCauseId(id) ? catalogue[id] : undefined);

/** What to do about these causes, each advice once. */
export const fixOf = (ids: readonly string[]): string =>
  [...new Set(ids.map((id) => causeOf(id)?.fix))].filter(Boolean).join(' ');
