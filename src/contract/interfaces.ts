import { headersWithSignature, type Scheme } from '../signing/scheme.js';
import { placeholder, type ShellWord } from '../text/shell.js';
import type { WireRequest } from './wire.js';

/** One member of a request's body (§2.1, §2.5, §4.2). */
export interface BodyMember {
  readonly type: 'text' | 'integer';
  /** `android`: required only if `os_id` is 1. */
  readonly required: boolean | 'android';
  /** The only values that the member may have; undefined if any is allowed. */
  readonly among?: readonly number[];
}

/** The members of one operation's body; the contract shows no other members. */
export type BodyMembers = Readonly<Record<string, BodyMember>>;

const required = { type: 'text', required: true } as const;
const optional = { type: 'text', required: false } as const;
const osId = (...among: readonly number[]): BodyMember => ({
  type: 'integer',
  required: true,
  among,
});

/** One interface of the service as the contract has it. */
export interface InterfaceRecord extends Scheme {
  /** What its requests are about. */
  readonly about: 'purchase' | 'player';
  /** The path of each operation, the main one first; a base address may have a path of its own before it. */
  readonly paths: Readonly<Record<string, string>>;
  /** The path that examples use, and what they say about it. */
  readonly example: { readonly path: string; readonly says?: string };
  /** The words of a call that changes nothing and shows that everything works. */
  readonly trial: readonly ShellWord[];
  /** Members that only the bodies of its requests have: they tell which interface a body is for. */
  readonly tellingMembers: readonly string[];
  /** What the body of each operation has. */
  readonly bodies: Readonly<Record<string, BodyMembers>>;
}

/** The two interfaces of the service (§1.1, §1.2) and everything in which the contract makes them differ. */
export const interfaceRecords = {
  gateway: {
    id: 'gateway',
    section: '§5.1',
    headers: { clientId: 'X-Client-ID', timestamp: 'X-Timestamp', signature: 'X-Signature' },
    message: ['clientId', 'timestamp', 'bodyHash'],
    separator: '.',
    secret: { member: 'clientSecret', name: 'client_secret', words: 'client secret' },
    about: 'purchase',
    paths: { verify: '/iap/gateway/verify', lookup: '/iap/gateway/lookup-receipt' },
    example: {
      path: '/iap/gateway/lookup-receipt',
      says: 'This is the address of the read-only look-up.',
    },
    trial: [
      'lookup',
      ...['--product-id', placeholder('PRODUCT_ID')],
      ...['--package', placeholder('PACKAGE')],
      ...['--receipt', placeholder('RECEIPT')],
    ],
    tellingMembers: ['receipt', 'os_id', 'product_id'],
    bodies: {
      verify: {
        receipt: required,
        product_id: required,
        os_id: osId(1, 2),
        package: { type: 'text', required: 'android' },
        player_id: optional,
        character_id: optional,
        server_id: optional,
        game_version: optional,
      },
      lookup: { receipt: required, product_id: required, package: required, os_id: osId(1) },
    },
  },
  session: {
    id: 'session',
    section: '§5.2',
    headers: { signature: 'X-Signature' },
    message: ['body'],
    separator: '',
    secret: { member: 'secretKey', name: 'secret_key', words: 'secret key' },
    about: 'player',
    paths: { session: '/xmdt/session' },
    example: { path: '/xmdt/session' },
    trial: ['session', '--username', placeholder('PLAYER'), '--check'],
    tellingMembers: ['gameId', 'username'],
    bodies: {
      session: { gameId: required, username: required, serverId: optional, roleId: optional },
    },
  },
} as const satisfies Record<string, InterfaceRecord>;

export type Interface = keyof typeof interfaceRecords;

export const interfaces = Object.keys(interfaceRecords) as readonly Interface[];

/** The names of the headers of all interfaces: a sender may confuse them. */
export const headerNames = {
  ...interfaceRecords.session.headers,
  ...interfaceRecords.gateway.headers,
} as const;

export const paths = {
  ...interfaceRecords.gateway.paths,
  ...interfaceRecords.session.paths,
} as const;

export type Operation = keyof typeof paths;

export const operations = Object.keys(paths) as readonly Operation[];

export function interfaceOf(operation: Operation): Interface {
  const owner = interfaces.find((id) => operation in interfaceRecords[id].paths);
  if (owner === undefined) throw new TypeError(`no interface has the operation ${operation}`);
  return owner;
}

/** The operation of a path or URL. Only its end counts, because a base address may have a path of its own. */
export function operationAt(pathOrUrl: string): Operation | undefined {
  return operations.find((operation) => withoutQuery(pathOrUrl).endsWith(paths[operation]));
}

/** The folder of an interface's paths: no other interface has it. */
export function pathFolder({ paths: ownPaths }: InterfaceRecord): string {
  const [path = ''] = Object.values(ownPaths);
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** An unknown path belongs to the gateway. */
export function interfaceAt(path: string): Interface {
  return path.includes(pathFolder(interfaceRecords.session)) ? 'session' : 'gateway';
}

/** A path or an address up to its query or fragment. */
export function withoutQuery(pathOrUrl: string): string {
  const end = pathOrUrl.search(/[?#]/);
  return end === -1 ? pathOrUrl : pathOrUrl.slice(0, end);
}

/** {base_url} + the operation's path, with one final slash of the base dropped. */
export function endpoint(baseUrl: string, path: string): string {
  return baseUrl.replace(/\/$/, '') + path;
}

/** Who is called, and with which credentials: what a request needs in addition to its body. */
export interface CallTarget {
  readonly baseUrl: string;
  readonly clientId?: string | undefined;
  /** undefined in a dry run without a secret: the signature is then a placeholder. */
  readonly secret: string | undefined;
}

/** What a request asks, and the time that is signed with it. */
interface RequestContent {
  readonly path: string;
  readonly body: Uint8Array;
  readonly unixSeconds: number;
}

/** A signed request (§4, §5). The bytes that are signed are the bytes that are sent. */
export function signedRequest(
  record: InterfaceRecord,
  { baseUrl, clientId, secret }: CallTarget,
  { path, body, unixSeconds }: RequestContent,
): WireRequest {
  return {
    method: 'POST',
    url: endpoint(baseUrl, path),
    headers: headersWithSignature(record, secret, {
      clientId,
      timestamp: String(unixSeconds),
      body,
    }),
    body,
  };
}
