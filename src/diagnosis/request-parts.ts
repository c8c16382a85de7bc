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

/** What is known of a request before the search. */
export interface RequestParts {
  readonly secrets: SenderSecrets | undefined;
  /** What was read as the three headers, each with what is wrong with its name or value. */
  readonly headerTexts: ReadHeaders;
  /** The values alone, with the client id of the credentials if the option was not given. */
  readonly headers: HeaderValues;
  readonly request: SearchedRequest;
  /** The body without what an editor added to the end of its file; undefined if it added nothing. */
  readonly withoutEnd: Uint8Array | undefined;
  /** Whether the own secret gives the signature, for the body as it is or without that end. */
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
    clientId: headerTexts.clientId.value ?? clientIdNotGiven(observed, secrets),
  };
  const { signature, timestamp, clientId } = headers;
  const isRight = (body: Uint8Array): boolean =>
    secrets !== undefined &&
    signature !== undefined &&
    isComplete(scheme, { timestamp, clientId, body }) &&
    verify(scheme, secrets.own.secret, { timestamp, clientId, body, signature });
  // If the body is signed right without the white space at its end, an editor has added that to the file.
  const mayHaveEditorsEnd = observed.endsFile && !isRight(observed.body);
  const cuts = mayHaveEditorsEnd ? [withoutLineBreak, withoutLastSpace] : [];
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

/** The client id of the credentials, if the request came from options: the header was sent, but not given to pvg. */
function clientIdNotGiven(
  { isFromOptions }: ObservedRequest,
  secrets: SenderSecrets | undefined,
): string | undefined {
  return isFromOptions === true ? secrets?.own.clientId : undefined;
}

/** The part of the body that the pattern matches. The pattern sees one character per byte. */
const startOf = (body: Uint8Array, pattern: RegExp): Buffer =>
  Buffer.from(pattern.exec(Buffer.from(body).toString('latin1'))?.[0] ?? '', 'latin1');
export function withoutLineBreak(body: Uint8Array): Buffer {
  return startOf(body, /^[^]*?(?=(?:\r?\n)?$)/);
}
const withoutLastSpace = (body: Uint8Array): Buffer => startOf(body, /^[^]*[^ \t\r\n]/);

/** If the signed bytes end without white space, the white space at the end of the file is the editor's: removes it. */
export function withoutFileEnd(request: SearchedRequest, signed: Uint8Array): SearchedRequest {
  const body = withoutLastSpace(request.body);
  return body.length > 0 && body.at(-1) === signed.at(-1) ? { ...request, body } : request;
}
