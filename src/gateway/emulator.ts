import { membersOf, own, written, type EmulatedAnswer, type Members } from '../contract/emulated.js';
import { limits } from '../contract/limits.js';
import { paths, withoutQuery } from '../contract/interfaces.js';
import { notShown } from '../contract/not-shown.js';
import { osIds, type Platform } from '../contract/platforms.js';
import { fingerprint } from '../signing/digest.js';
import { verifyGateway } from '../signing/gateway.js';
import {
  headerValue,
  WireFailure,
  type Send,
  type SendOptions,
  type WireRequest,
  type WireResponse,
} from '../wire.js';
import { gatewayErrors, type GatewayErrorCode as Code } from './errors.js';

/**
 * The gateway of §4.1 and §4.2 as a Send, with a memory and a clock of its own. What the contract does not show
 * is marked by the header X-Pvg-Not-Shown, never in the body.
 */

/** What the store knows of a purchase, and what the gateway knew of it from the start. */
export interface EmulatedPurchase {
  readonly receipt: string;
  readonly platform: Platform;
  readonly productId: string;
  /** Android alone. */
  readonly packageName: string;
  readonly orderId: string;
  readonly purchaseState: number;
  readonly acknowledgementState: number;
  readonly quantity: number;
  readonly regionCode: string;
  readonly purchaseDateMs: number;
  /** Verified before; the ledger does not know of it. */
  readonly recorded?: GatewayRecord;
  /** false: the game has no service account for the store (§7.1). */
  readonly storeConfigured?: boolean;
  /** How many times the store cannot be reached before it answers. */
  readonly storeFailures?: number;
  readonly answersAfterMs?: number;
  /** iOS: bought in the other environment (§7.1). */
  readonly otherEnvironment?: boolean;
}

/** The part of §2.4 `gateway` that differs between recorded purchases. */
export interface GatewayRecord {
  readonly lastErrorCode: string | null;
  readonly lastErrorMessage: string | null;
  readonly forThisGame: boolean;
}

/** What was verified: fingerprints and order ids, no receipts. One in memory answers at once. */
export interface Ledger {
  has(receiptFingerprint: string): boolean | Promise<boolean>;
  /** Of two that come at once one gets true; false: it was there already. */
  add(entry: LedgerEntry): boolean | Promise<boolean>;
}

export interface LedgerEntry {
  readonly fingerprint: string;
  readonly orderId: string;
  readonly recordedAtMs: number;
}

export interface GatewayEmulatorOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** §2.4 game_id: of the client that calls. */
  readonly gameId: number;
  readonly purchases: readonly EmulatedPurchase[];
  readonly ledger: Ledger;
  readonly now: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly clockSkewSeconds?: number;
}

interface Answer extends EmulatedAnswer {
  readonly afterMs?: number | undefined;
}

const answerOf = (status: number, code: string, message: string, section?: string): Answer => ({
  status,
  body: { success: false, error: code, message },
  notShown: section,
});

const failure = (code: Code, message: string, section?: string): Answer =>
  answerOf(gatewayErrors[code].status, code, message, section);

const lookupStatuses = notShown['lookup-statuses'].section;
/** A code of §7.1 in an answer of lookup-receipt: its status there is not shown. */
const lookupFailure = (code: Code, message: string, section: string = lookupStatuses): Answer =>
  failure(code, message, section);

export function emulateGateway(options: GatewayEmulatorOptions): Send {
  const { now, sleep, ledger, clockSkewSeconds = 0 } = options;
  const clock = (): number => now() + clockSkewSeconds * 1000;
  const service: Service = {
    gameId: options.gameId,
    ledger,
    clock,
    store: emulateStore(options.purchases),
  };

  return async (request, sendOptions) => {
    const answering = answerTo(service, options, request);
    // Each await is a turn of the microtask queue: what is there already is not waited for.
    const answer = answering instanceof Promise ? await answering : answering;
    if (answer.afterMs !== undefined) await waitAtMost(sleep, answer.afterMs, sendOptions);
    return written(answer, clock());
  };
}

interface Service {
  readonly gameId: number;
  readonly ledger: Ledger;
  readonly clock: () => number;
  readonly store: Store;
}

function answerTo(
  service: Service,
  credentials: Credentials,
  request: WireRequest,
): Answer | Promise<Answer> {
  const path = withoutQuery(request.url);
  const operation = path.endsWith(paths.verify) ? verify : path.endsWith(paths.lookup) ? lookup : undefined;
  if (operation === undefined) return refusal(404, 'No such path.', '§4');
  return (
    refusedCredentials(credentials, service.clock(), request) ?? operation(service, membersOf(request.body))
  );
}

type Credentials = Pick<GatewayEmulatorOptions, 'clientId' | 'clientSecret'>;

/** §5.1. The contract shows no order of the checks: credentials and signature come first, then the clock. */
function refusedCredentials(
  { clientId, clientSecret }: Credentials,
  nowMs: number,
  { headers, body }: WireRequest,
): Answer | undefined {
  const sentId = headerValue(headers, 'x-client-id');
  const timestamp = headerValue(headers, 'x-timestamp');
  const signature = headerValue(headers, 'x-signature');
  const unauthorized = (section?: string): Answer =>
    failure('UNAUTHORIZED', 'Invalid credentials or signature.', section);

  if (sentId !== clientId || timestamp === undefined || signature === undefined) return unauthorized();
  const input = { clientId, timestamp, body };
  if (!verifyGateway(clientSecret, input, signature)) {
    // §5.1 says hex and shows no case; this emulator takes lower case only, as the session interface does.
    const caseAlone = verifyGateway(clientSecret, input, signature.toLowerCase());
    return unauthorized(caseAlone ? '§5.1' : undefined);
  }
  const inWindow =
    /^\d{1,15}$/.test(timestamp) &&
    Math.abs(Math.floor(nowMs / 1000) - Number(timestamp)) <= limits.timestampSkewSeconds;
  return inWindow ? undefined : unauthorized(notShown['timestamp-error'].section);
}

/** A required text that is there but empty or of another type counts as missing; that it does is not shown. */
function missingTexts(
  members: Members,
  names: readonly string[],
): { names: string[]; section: string | undefined } {
  const missing = names.filter((name) => typeof own(members, name) !== 'string' || own(members, name) === '');
  const absent = missing.filter((name) => own(members, name) === undefined);
  return { names: missing, section: absent.length > 0 ? undefined : '§7.1' };
}

const text = (members: Members, name: string): string => own(members, name) as string;

const missingFields = (names: readonly string[], section?: string): Answer =>
  failure('MISSING_FIELDS', `Missing required fields: ${names.join(', ')}.`, section);

const notJson = failure('MISSING_FIELDS', 'The body is not JSON.', '§7.1');

function verify(service: Service, members: Members | undefined): Answer | Promise<Answer> {
  if (members === undefined) return notJson;
  const osId = own(members, 'os_id');
  const needed = ['receipt', 'product_id', ...(osId === osIds.android ? ['package'] : [])];
  const missing = missingTexts(members, needed);
  if (osId === undefined) return missingFields([...missing.names, 'os_id']);
  if (missing.names.length > 0) return missingFields(missing.names, missing.section);
  if (osId !== osIds.android && osId !== osIds.ios) return failure('INVALID_OS_ID', 'os_id must be 1 or 2.');

  const platform: Platform = osId === osIds.android ? 'android' : 'ios';
  const purchase = service.store(platform, text(members, 'receipt'));
  if (purchase === 'unreachable' || purchase === 'unconfigured') return storeFailed(failure, purchase);
  if (purchase === 'unknown') return failure('VERIFICATION_FAILED', 'The store rejected the receipt.');
  if (purchase.otherEnvironment === true)
    return failure('ENVIRONMENT_MISMATCH', 'The receipt belongs to the other environment of the store.');
  if (platform === 'android' && purchase.packageName !== text(members, 'package'))
    return failure('VERIFICATION_FAILED', 'The package does not match the purchase.');
  if (purchase.productId !== text(members, 'product_id'))
    return failure('PRODUCT_MISMATCH', 'product_id does not match the record of the store.');
  if (purchase.purchaseState !== 0)
    return failure('VERIFICATION_FAILED', `The purchase state is ${String(purchase.purchaseState)}, not 0.`);

  const isNew =
    purchase.recorded === undefined &&
    service.ledger.add({
      fingerprint: purchase.fingerprint,
      orderId: purchase.orderId,
      recordedAtMs: service.clock(),
    });
  return typeof isNew === 'boolean'
    ? recorded(purchase, isNew)
    : isNew.then((first) => recorded(purchase, first));
}

/** The record is made before a slow answer leaves: whoever does not wait for it gets 409 the next time. */
const recorded = (purchase: KnownPurchase, isNew: boolean): Answer => ({
  ...(isNew ? verified(purchase) : duplicate),
  afterMs: purchase.answersAfterMs,
});

const duplicate = failure('DUPLICATE_TRANSACTION', 'The receipt was verified before.');

const verified = (purchase: EmulatedPurchase): Answer => ({
  status: 200,
  body: {
    success: true,
    transaction_id: purchase.orderId,
    product_id: purchase.productId,
    receipt_info: purchase.platform === 'android' ? androidReceiptInfo(purchase) : {},
  },
  notShown: purchase.platform === 'android' ? undefined : notShown['ios-receipt-info'].section,
});

/** §2.3, in its order. */
const androidReceiptInfo = (purchase: EmulatedPurchase): object => ({
  platform: 'android',
  environment: null,
  quantity: purchase.quantity,
  purchase_date_ms: purchase.purchaseDateMs,
  purchase_state: purchase.purchaseState,
  region_code: purchase.regionCode,
  acknowledgement_state: purchase.acknowledgementState,
  order_id: purchase.orderId,
});

function lookup(service: Service, members: Members | undefined): Answer | Promise<Answer> {
  if (members === undefined) return notJson;
  const osId = own(members, 'os_id');
  // §4.2: without os_id it is an iOS order-id look-up, whose fields are missing.
  if (osId === undefined) return missingFields(['os_id'], lookupStatuses);
  if (osId === osIds.ios)
    return lookupFailure('MISSING_FIELDS', 'Missing required fields.', notShown['ios-lookup'].section);
  if (osId !== osIds.android) return lookupFailure('INVALID_OS_ID', 'os_id must be 1.');
  const missing = missingTexts(members, ['receipt', 'product_id', 'package']);
  if (missing.names.length > 0) return missingFields(missing.names, lookupStatuses);

  const purchase = service.store('android', text(members, 'receipt'));
  if (purchase === 'unreachable' || purchase === 'unconfigured') return storeFailed(lookupFailure, purchase);
  if (purchase === 'unknown')
    return storeRejection(service, 404, 'The store knows no purchase of this receipt.');
  if (purchase.packageName !== text(members, 'package'))
    return storeRejection(service, 400, 'The store refused: the package does not match the purchase.');
  if (purchase.productId !== text(members, 'product_id'))
    return lookupFailure('PRODUCT_MISMATCH', 'product_id does not match the record of the store.');
  return foundIn(service, purchase);
}

/** §2.4. The shape is shown, the HTTP status it comes with is not: 200, as the look-up itself was answered. */
const storeRejection = ({ gameId }: Service, status: number, error: string): Answer => ({
  status: 200,
  body: { order_id: null, game_id: gameId, found: false, status, error },
  notShown: '§2.4',
});

function foundIn({ gameId, ledger }: Service, purchase: KnownPurchase): Answer | Promise<Answer> {
  if (purchase.recorded !== undefined) return found(gameId, purchase, purchase.recorded);
  const isKnown = ledger.has(purchase.fingerprint);
  return typeof isKnown === 'boolean'
    ? found(gameId, purchase, isKnown ? verifiedHere : undefined)
    : isKnown.then((known) => found(gameId, purchase, known ? verifiedHere : undefined));
}

function found(gameId: number, purchase: KnownPurchase, record: GatewayRecord | undefined): Answer {
  // Not a spread: measured under load, that alone cost a tenth of the request.
  const transaction = Object.assign(androidReceiptInfo(purchase), {
    transaction_id: purchase.orderId,
    product_id: purchase.productId,
    gateway: gatewayObject(purchase.fingerprint, record),
  });
  return {
    status: 200,
    body: {
      order_id: purchase.orderId,
      game_id: gameId,
      found: true,
      environment: null,
      transactions: [transaction],
    },
    afterMs: purchase.answersAfterMs,
  };
}

const verifiedHere: GatewayRecord = { lastErrorCode: null, lastErrorMessage: null, forThisGame: true };

const gatewayObject = (receiptFingerprint: string, record: GatewayRecord | undefined): object =>
  record === undefined
    ? { found: false, recorded_for_this_game: false, reason: 'NEVER_RECEIVED_BY_GATEWAY' }
    : {
        found: true,
        // Seven hex digits of the fingerprint: the same number in every run, without a counter to keep.
        tx_mgmt_id: Number.parseInt(receiptFingerprint.slice(0, 7), 16) + 1,
        current_state: 'gateway_verified',
        last_error_code: record.lastErrorCode,
        last_error_message: record.lastErrorMessage,
        recorded_for_this_game: record.forThisGame,
      };

type Store = (platform: Platform, receipt: string) => StoreAnswer;

/** A purchase with its fingerprint, made once. */
interface KnownPurchase extends EmulatedPurchase {
  readonly fingerprint: string;
}

type StoreAnswer = KnownPurchase | 'unknown' | 'unreachable' | 'unconfigured';

const storeFailed = (
  fail: (code: Code, message: string) => Answer,
  how: 'unreachable' | 'unconfigured',
): Answer =>
  how === 'unreachable'
    ? fail('VERIFIER_ERROR', 'The store could not be reached.')
    : fail('VERIFICATION_FAILED', 'The store credentials are not configured for this game.');

/** The platform's store; counts its own failures, whichever operation meets them. */
function emulateStore(purchases: readonly EmulatedPurchase[]): Store {
  const all = new Map(purchases.map((purchase) => [purchase.receipt, purchase]));
  // A single call asks for one of them: hashing the receipts of all would be most of its work.
  const asked = new Map<string, KnownPurchase>();
  const find = (receipt: string): KnownPurchase | undefined => {
    const before = asked.get(receipt);
    const found = all.get(receipt);
    if (before !== undefined || found === undefined) return before;
    const known = { ...found, fingerprint: fingerprint(receipt) };
    asked.set(receipt, known);
    return known;
  };
  const failed = new Map<string, number>();
  return (platform, receipt) => {
    const purchase = find(receipt);
    if (purchase?.platform !== platform) return 'unknown';
    if (purchase.storeConfigured === false) return 'unconfigured';
    const failures = failed.get(receipt) ?? 0;
    if (failures < (purchase.storeFailures ?? 0)) {
      failed.set(receipt, failures + 1);
      return 'unreachable';
    }
    return purchase;
  };
}

/** Waits as long as the caller does. @throws {WireFailure} `lost` when that is too short. */
export async function waitAtMost(
  sleep: GatewayEmulatorOptions['sleep'],
  ms: number,
  { timeoutMs, signal }: SendOptions,
): Promise<void> {
  await sleep(Math.min(ms, timeoutMs), signal);
  if (ms >= timeoutMs) throw new WireFailure('lost', 'the answer did not come in time');
}

/** An answer the contract does not show: in the gateway's envelope, with no code of the contract. */
const refusal = (status: number, message: string, section: string): Answer =>
  answerOf(status, `HTTP_${String(status)}`, message, section);

/** What the gateway's address says when no emulated gateway was asked: a refused connection's answer, for the shell. */
export const refuseAsGateway = (
  nowMs: number,
  status: number,
  message: string,
  section: string,
): WireResponse => written(refusal(status, message, section), nowMs);

/** A failure made on purpose: the first code that §7.1 lists for the status, or marked as not shown. */
export function faultOfGateway(nowMs: number, url: string, status: number): WireResponse {
  const says = 'This failure was asked for by --fault.';
  const code = (Object.keys(gatewayErrors) as Code[]).find((each) => gatewayErrors[each].status === status);
  const ofLookup = url.includes(paths.lookup);
  return written(
    code === undefined
      ? refusal(status, says, lookupStatuses)
      : failure(code, says, ofLookup ? lookupStatuses : undefined),
    nowMs,
  );
}
