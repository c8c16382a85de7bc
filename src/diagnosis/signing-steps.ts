import type { Credential } from '../contract/credential.js';
import { type Interface, interfaceRecords } from '../contract/interfaces.js';
import type { CauseId } from './catalogue/causes.js';
import type { Construction } from './forms/constructions.js';
import type { HashForm } from './forms/hashes.js';
import type { AddressPart, MessageLayout } from './forms/layouts.js';
import { parseMembers } from './json-forms/tree.js';
import { headerOf, type ObservedRequest } from './observed-request.js';
import type { SignatureReading } from './search/decode-signature.js';

/** What a message may have of the request itself. */
export function requestParts({ method, path, url, addresses }: SearchedRequest) {
  const known = addresses ?? { url, httpUrl: '', hostAndPath: '' };
  return { method, path, ...known } as const;
}

/** A request as a search needs it. */
export interface SearchedRequest extends ObservedRequest {
  /** With its query, without the origin. */
  readonly path: string;
  /** The address in full; undefined if the host is not known. */
  readonly addresses: Addresses | undefined;
  readonly body: Buffer;
}

/** Programs sign the address with the scheme that they call, which a proxy in front of the receiver may change. */
type Addresses = Readonly<Record<AddressPart, string>>;

function addressesOf({ url, headers }: ObservedRequest, path: string): Addresses | undefined {
  const host = /^[a-z]+:\/\/([^/?]+)/i.exec(url)?.[1] ?? headerOf(headers, 'host')?.trim();
  if (host === undefined || host === '') return undefined;
  const hostAndPath = host + path;
  return { url: `https://${hostAndPath}`, httpUrl: `http://${hostAndPath}`, hostAndPath };
}

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
  /** How a finding calls it: `the client secret of the profile game-dev`. */
  readonly label: string;
  /** The label of its credential: `the profile game-dev`. */
  readonly owner: string;
  readonly clientId: string | undefined;
  readonly secret: string;
  readonly interface: Interface;
  /** It signs requests of the other interface. */
  readonly isOfOtherInterface: boolean;
}

export interface SenderSecrets {
  /** It should have signed the request. */
  readonly own: SenderSecret;
  /** What else the developer has. */
  readonly others: readonly SenderSecret[];
}

/** undefined without a secret for this interface. The secret of the other interface counts among the others. */
export function senderSecrets(
  interfaceName: Interface,
  credential: Credential,
  others: readonly Credential[],
): SenderSecrets | undefined {
  const otherInterface = interfaceName === 'gateway' ? 'session' : 'gateway';
  const own = readSecret(credential, interfaceName, false);
  if (own === undefined) return undefined;
  const ownOfOther = readSecret(credential, otherInterface, true);
  const candidates = [
    ownOfOther && { ...ownOfOther, clientId: undefined },
    ...others.flatMap((other) => [
      readSecret(other, interfaceName, false),
      readSecret(other, otherInterface, true),
    ]),
  ];
  const known = candidates.filter((candidate) => candidate !== undefined);
  return { own, others: known.filter(({ secret }) => secret !== own.secret) };
}

function readSecret(
  credential: Credential,
  interfaceName: Interface,
  isOfOtherInterface: boolean,
): SenderSecret | undefined {
  const { member, words } = interfaceRecords[interfaceName].secret;
  const { label: owner, clientId, [member]: secret } = credential;
  if (secret === undefined) return undefined;
  return {
    label: `the ${words} of ${owner}`,
    owner,
    clientId,
    secret,
    interface: interfaceName,
    isOfOtherInterface,
  };
}

/** The values in the headers, wherever they stood. */
export interface HeaderValues {
  readonly signature: string | undefined;
  readonly timestamp: string | undefined;
  readonly clientId: string | undefined;
}

/** The values at every step of one signature, as the sender's code had them. The search finds them; it knows no words. */
export interface SigningSteps {
  readonly body: Buffer;
  readonly hash: HashForm;
  readonly layout: MessageLayout;
  readonly timestamp: string;
  readonly clientId: string;
  readonly key: Uint8Array;
  readonly construction: Construction;
  readonly reading: SignatureReading;
}

/** What one step says: true sentences, and the ids of the catalogue under which they can be looked up. */
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
