import type { Credential } from '../contract/credential.js';
import { interfaceRecords } from '../contract/interfaces.js';
import { isComplete, verify } from '../signing/scheme.js';
import { readHeaders, type ReadHeaders } from './lint/read-headers.js';
import type { ObservedRequest } from './observed-request.js';
import {
  searchedRequest,
  senderSecrets,
  type HeaderValues,
  type SearchedRequest,
  type SenderSecrets,
} from './signing-steps.js';

/** What a request and the credentials show before anything is tried. */
export interface RequestParts {
  readonly secrets: SenderSecrets | undefined;
  readonly headerTexts: ReadHeaders;
  readonly headers: HeaderValues;
  readonly request: SearchedRequest;
  /** The body without what an editor added to the end of its file; undefined if it added nothing. */
  readonly withoutEnd: Uint8Array | undefined;
  readonly isRight: boolean;
}

export function readParts(
  observed: ObservedRequest,
  credential: Credential,
  others: readonly Credential[],
): RequestParts {
  const secrets = senderSecrets(observed.interface, credential, others);
  const scheme = interfaceRecords[observed.interface];
  const headerTexts = readHeaders(observed, secrets);
  const headers = {
    signature: headerTexts.signature.value,
    timestamp: headerTexts.timestamp.value,
    clientId: headerTexts.clientId.value ?? idLeftOut(observed, secrets),
  };
  const { signature, timestamp, clientId } = headers;
  const isRight = (body: Uint8Array): boolean =>
    secrets !== undefined &&
    signature !== undefined &&
    isComplete(scheme, { timestamp, clientId, body }) &&
    verify(scheme, secrets.own.secret, { timestamp, clientId, body, signature });
  // What an editor added to the end of a file, if the body is signed right without it.
  const mayHaveEnd = observed.endsFile && !isRight(observed.body);
  const cuts = mayHaveEnd ? [withoutLineBreak, withoutLastSpace] : [];
  const withoutEnd = cuts.map((cut) => cut(observed.body)).find(isRight);
  return {
    secrets,
    headerTexts,
    headers,
    request: searchedRequest(observed, withoutEnd),
    withoutEnd,
    isRight: withoutEnd !== undefined || isRight(observed.body),
  };
}

/** The client id of the credentials, where the header was only not given to pvg. */
function idLeftOut(
  { isFromOptions }: ObservedRequest,
  secrets: SenderSecrets | undefined,
): string | undefined {
  return isFromOptions === true ? secrets?.own.clientId : undefined;
}

/** The beginning of the body that the pattern matches, taken as one character per byte. */
const startOf = (body: Uint8Array, pattern: RegExp): Buffer =>
  Buffer.from(pattern.exec(Buffer.from(body).toString('latin1'))?.[0] ?? '', 'latin1');
export function withoutLineBreak(body: Uint8Array): Buffer {
  return startOf(body, /^[^]*?(?=(?:\r?\n)?$)/);
}
const withoutLastSpace = (body: Uint8Array): Buffer => startOf(body, /^[^]*[^ \t\r\n]/);

/** Beside another mistake, what the file has after the body is the editor's, if what was signed ends without it. */
export function withoutFileEnd(request: SearchedRequest, signed: Uint8Array): SearchedRequest {
  const body = withoutLastSpace(request.body);
  return body.length > 0 && body.at(-1) === signed.at(-1) ? { ...request, body } : request;
}
