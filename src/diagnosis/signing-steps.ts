// What the search and its explanations share: the request, the secrets, and the steps of a signature.
import type { Credential } from '../contract/credential.js';
import { type Interface, interfaceRecords } from '../contract/interfaces.js';
import type { CauseId } from './catalogue/causes.js';
import type { Construction } from './forms/constructions.js';
import type { HashForm } from './forms/hashes.js';
import type { AddressPart, MessageLayout } from './forms/layouts.js';
import { parseMembers } from './json-forms/tree.js';
import { headerOf, type ObservedRequest } from './observed-request.js';
import type { SignatureReading } from './search/decode-signature.js';

/** The parts of the request, apart from its body and headers, that a message may have. A part that is not known is empty. */
export function requestParts({ method, path, url, addresses }: SearchedRequest) {
  const fullAddresses = addresses ?? { url, httpUrl: '', hostAndPath: '' };
  return { method, path, ...fullAddresses } as const;
}

/** A request as a search needs it. */
export interface SearchedRequest extends ObservedRequest {
  /** The path with its query, without scheme and host. */
  readonly path: string;
  /** The full address in several forms; undefined if the host is not known. */
  readonly addresses: Addresses | undefined;
  readonly body: Buffer;
}

/** With https and with http, because a proxy in front of the receiver may change the scheme that the program signed. */
type Addresses = Readonly<Record<AddressPart, string>>;

function addressesOf({ url, headers }: ObservedRequest, path: string): Addresses | undefined {
  const host = /^[a-z]+:\/\/([^/?]+)/i.exec(url)?.[1] ?? headerOf(headers, 'host')?.trim();
  if (host === undefined || host === '') return undefined;
  const hostAndPath = host + path;
  return { url: `https://${hostAndPath}`, httpUrl: `http://${hostAndPath}`, hostAndPath };
}

/** @param body the bytes to search with, if they are not those of the request: a file without the end that an editor added */
export function searchedRequest(request: ObservedRequest, body = request.body): SearchedRequest {
  const path = request.url.replace(/^[a-z]+:\/\/[^/]*/i, '');
  return {
    ...request,
    path,
    addresses: addressesOf(request, path),
    body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
  };
}

/** The gameId in a session’s body, which some programs also sign or use as the key. */
export function gameIdOf(body: Buffer): string | undefined {
  const [, gameId] = parseMembers(body).find(([name]) => name.value === 'gameId') ?? [];
  return gameId?.kind === 'text' ? gameId.value : undefined;
}

export interface SenderSecret {
  /** Its words in a sentence: `the client secret of the profile game-dev`. */
  readonly label: string;
  /** The label of its credential: `the profile game-dev`. */
  readonly owner: string;
  readonly clientId: string | undefined;
  readonly gameId?: string | undefined;
  readonly secret: string;
  readonly interface: Interface;
  /** Whether the secret is for requests of the other interface. */
  readonly isOfOtherInterface: boolean;
}

export interface SenderSecrets {
  /** The secret that should have signed the request. */
  readonly own: SenderSecret;
  /** All other secrets that the developer has: a program may have used one by mistake. */
  readonly others: readonly SenderSecret[];
}

/** The secrets of the credentials; undefined if `credential` has none for this interface. */
export function senderSecrets(
  interfaceName: Interface,
  credential: Credential,
  others: readonly Credential[],
): SenderSecrets | undefined {
  const otherInterface = interfaceName === 'gateway' ? 'session' : 'gateway';
  const own = readSecret(credential, interfaceName, interfaceName);
  if (own === undefined) return undefined;
  const ownForOtherInterface = readSecret(credential, otherInterface, interfaceName);
  const candidates = [
    // The search tries the client ids of `others` as wrong ones: the one of this credential is the right one.
    ownForOtherInterface && { ...ownForOtherInterface, clientId: undefined },
    ...others.flatMap((other) => [
      readSecret(other, interfaceName, interfaceName),
      readSecret(other, otherInterface, interfaceName),
    ]),
  ];
  const secrets = candidates.filter((candidate) => candidate !== undefined);
  return { own, others: secrets.filter(({ secret }) => secret !== own.secret) };
}

/** The secret of a credential for one interface; undefined if it has none. */
function readSecret(
  credential: Credential,
  secretInterface: Interface,
  requestInterface: Interface,
): SenderSecret | undefined {
  const { member, words } = interfaceRecords[secretInterface].secret;
  const { label: owner, clientId, gameId, [member]: secret } = credential;
  if (secret === undefined) return undefined;
  return {
    label: `the ${words} of ${owner}`,
    owner,
    clientId,
    gameId,
    secret,
    interface: secretInterface,
    isOfOtherInterface: secretInterface !== requestInterface,
  };
}

/** The values of the headers of §5, even if they were sent under wrong names. */
export interface HeaderValues {
  readonly signature: string | undefined;
  readonly timestamp: string | undefined;
  readonly clientId: string | undefined;
}

/** How a signature was made: the value of every step in the sender's code. The search finds it; `explain/` puts it in words. */
export interface SigningSteps {
  readonly body: Buffer;
  readonly hash: HashForm;
  readonly layout: MessageLayout;
  readonly timestamp: string;
  readonly clientId: string;
  readonly key: Uint8Array;
  readonly construction: Construction;
  /** How the text of X-Signature was read as a digest, such as base64 in quotes. */
  readonly reading: SignatureReading;
}

/** The explanation of a step that differs: its sentences, and the ids of its causes in the catalogue. */
export interface StepExplanation {
  readonly ids: readonly CauseId[];
  readonly says: readonly string[];
}

export const noExplanation: StepExplanation = { ids: [], says: [] };
export function explainCause(id: CauseId, says: string): StepExplanation {
  return { ids: [id], says: [says] };
}
export function isNoExplanation({ ids, says }: StepExplanation): boolean {
  return ids.length === 0 && says.length === 0;
}
export function joinExplanations(...all: readonly StepExplanation[]): StepExplanation {
  return {
    ids: [...new Set(all.flatMap(({ ids }) => ids))],
    says: [...new Set(all.flatMap(({ says }) => says))],
  };
}
