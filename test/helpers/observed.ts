import { Buffer } from 'node:buffer';
import { createHash, createHmac } from 'node:crypto';
import type { Credential } from '../../src/contract/credential.js';
import type { ObservedRequest } from '../../src/diagnosis/observed-request.js';
import { diagnoseInTime } from '../../src/diagnosis/diagnose.js';
import {
  findingOf,
  isMatch,
  type RequestDiagnosis,
  type SignatureFinding,
} from '../../src/diagnosis/outcome.js';
import { fixedUnixSeconds } from './context.js';

/** A right request of either interface; each test spoils what it is about, the way a sender would, with node:crypto and not our code. */
export const credential: Credential = {
  label: 'the credentials',
  clientId: 'demo-game',
  clientSecret: 'whsec_Zm9vYmFyYmF6cXV4$1#x',
  secretKey: '00ff10aa22bb33cc44dd55ee66ff7788',
};

export const timestamp = String(fixedUnixSeconds);
export const wireBody =
  '{"gameId":"demo","username":"Ngọc <1>/2","level":7,"price":4.990,"items":[1,{"b":null,"a":"x"}],"note":"💎",' +
  '"receipt":"r-1","product_id":"gems_100","os_id":1,"package":"com.example.game"}';

export const hashed = (algorithm: string, data: string | Uint8Array): string =>
  createHash(algorithm).update(data).digest('hex');
export const sha256 = (data: string | Uint8Array): string => hashed('sha256', data);
export const hmac = (
  key: string | Uint8Array,
  data: string | Uint8Array,
  algorithm = 'sha256',
): string => createHmac(algorithm, key).update(data).digest('hex');

export const gatewayMessage = (
  body: string | Uint8Array = wireBody,
  time = timestamp,
  id = 'demo-game',
): string => `${id}.${time}.${sha256(body)}`;

interface Spoiled {
  readonly signature: string;
  readonly body?: string | Uint8Array;
  readonly timestamp?: string;
  readonly clientId?: string;
  readonly receivedAt?: number;
  /** In place of the three headers of §5.1. */
  readonly headers?: readonly (readonly [string, string])[];
}

export const gatewayRequest = (spoiled: Spoiled): ObservedRequest => ({
  interface: 'gateway',
  label: '',
  method: 'POST',
  url: 'https://gw.example/iap/gateway/verify',
  headers: spoiled.headers ?? [
    ['X-Client-ID', spoiled.clientId ?? 'demo-game'],
    ['X-Timestamp', spoiled.timestamp ?? timestamp],
    ['X-Signature', spoiled.signature],
  ],
  body: Buffer.from(spoiled.body ?? wireBody),
  receivedAt: spoiled.receivedAt,
});

export const sessionRequest = (spoiled: Spoiled): ObservedRequest => ({
  ...gatewayRequest(spoiled),
  interface: 'session',
  url: 'https://s.example/xmdt/session',
  headers: spoiled.headers ?? [['X-Signature', spoiled.signature]],
});

const others: readonly Credential[] = [
  {
    label: 'prod',
    clientId: 'prod-game',
    clientSecret: 'prod-secret-0001',
    secretKey: 'prod-key-0001',
  },
];

/** A diagnosis with what most tests ask of it. */
interface Diagnosed extends RequestDiagnosis {
  readonly match: boolean;
  readonly finding: SignatureFinding | null;
  readonly causes: readonly string[];
}

/** A clock that stands still: only the number of attempts ends a search. */
const still = (): number => 0;

export function diagnosed(
  request: ObservedRequest,
  more: Partial<Parameters<typeof diagnoseInTime>[1]> = {},
): Diagnosed {
  const found = diagnoseInTime(request, { credential, others, budgetMs: 1, ...more }, still);
  const finding = findingOf(found);
  return { ...found, match: isMatch(found), finding, causes: finding?.causes ?? [] };
}
