import { algorithm } from './causes/algorithm.js';
import { bodyHash } from './causes/body-hash.js';
import { bodyJson } from './causes/body-json.js';
import { bodyOther } from './causes/body-other.js';
import { bodyBytes } from './causes/body-bytes.js';
import { bodyCharset } from './causes/body-charset.js';
import { bodyEncoded } from './causes/body-encoded.js';
import { bodyLines } from './causes/body-lines.js';
import { clientId } from './causes/client-id.js';
import { headers } from './causes/headers.js';
import { layout } from './causes/layout.js';
import { output } from './causes/output.js';
import { secret } from './causes/secret.js';
import { timestamp } from './causes/timestamp.js';

/** The same text in different bytes: line breaks, charsets, encodings. */
const bodyText = { ...bodyLines, ...bodyCharset, ...bodyEncoded, ...bodyBytes };

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

/** Every cause that pvg knows, in the only list of them: for the engine, the findings, the docs page and the fixes. */
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
