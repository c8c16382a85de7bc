import {
  emulate,
  failing,
  membersOf,
  missingTexts,
  notText,
  textIn,
  type Emulated,
  type EmulatedAnswer as Answer,
  type EmulatorDoors,
} from '../contract/emulated.js';
import { isoTime } from '../contract/answer.js';
import { records } from '../contract/interfaces.js';
import { limits } from '../contract/limits.js';
import { notShown } from '../contract/not-shown.js';
import { osIds } from '../contract/platforms.js';
import { fingerprint } from '../signing/digest.js';
import { verify as isSigned } from '../signing/scheme.js';
import { headerValue, type WireRequest } from '../contract/wire.js';
import { counted } from '../text/counted.js';
import { JsonNumber, type JsonObject } from '../text/json/json.js';
import { gatewayCodes, gatewayErrors } from './errors.js';
import { emulateStore, type EmulatedPurchase, type GatewayRecord, type Ledger, type Store } from './store.js';
import { neverReceivedReason } from './verdict.js';

/**
 * The gateway of §4.1 and §4.2. What the contract does not show is marked by the header X-Pvg-Not-Shown, never in
 * the body.
 */

export interface GatewayEmulatorOptions extends EmulatorDoors {
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
  /** §2.4 game_id: of the client that calls. */
  readonly gameNumber: number;
  /** By receipt. */
  readonly purchases: ReadonlyMap<string, EmulatedPurchase>;
  readonly ledger: Ledger;
}

export function emulateGateway(options: GatewayEmulatorOptions): Emulated {
  const service = { ...options, store: emulateStore(options.purchases, options.now) };
  const checked =
    (operation: typeof verify) =>
    async (request: WireRequest, nowMs: number): Promise<Answer> => {
      const refused = refusedCredentials(options.credentials, nowMs, request);
      if (refused !== undefined) return refused;
      const members = membersOf(request.body);
      return members === undefined ? notJson : operation(service, members, nowMs);
    };
  return emulate(
    {
      record: records.gateway,
      book: gatewayCodes,
      failure: bodyOf,
      unlisted: (status) => `HTTP_${String(status)}`,
      operations: { verify: checked(verify), lookup: checked(lookup) },
      statusesNotShown: { lookup: lookupStatuses },
    },
    options,
  );
}

type Service = GatewayEmulatorOptions & { readonly store: Store };

const bodyOf = (code: string, message: string): object => ({ success: false, error: code, message });

const failure = failing(gatewayErrors, bodyOf);

const lookupStatuses = notShown['lookup-statuses'].section;
/** A code of §7.1 in an answer of lookup-receipt: its status there is not shown. */
const lookupFailure: typeof failure = (code, message, section = lookupStatuses) =>
  failure(code, message, section);

/** §5.1. The contract shows no order of the checks: credentials and signature come first, then the clock. */
function refusedCredentials(
  { clientId, clientSecret }: GatewayEmulatorOptions['credentials'],
  nowMs: number,
  { headers, body }: WireRequest,
): Answer | undefined {
  const sentId = headerValue(headers, records.gateway.headers.clientId);
  const timestamp = headerValue(headers, records.gateway.headers.timestamp);
  const signature = headerValue(headers, records.gateway.headers.signature);
  const unauthorized = (because: string, section?: string): Answer =>
    failure('UNAUTHORIZED', 'Invalid credentials or signature.', section, because);

  if (sentId !== clientId) return unauthorized('X-Client-ID is not the emulator’s client id.');
  if (timestamp === undefined) return unauthorized('X-Timestamp is missing, or came twice.');
  if (signature === undefined) return unauthorized('X-Signature is missing, or came twice.');
  const isRight = (text: string): boolean =>
    isSigned(records.gateway, clientSecret, { clientId, timestamp, body }, text);
  // §5.1 says hex and shows no case; this emulator takes lower case only, as the session interface does.
  if (!isRight(signature))
    return isRight(signature.toLowerCase())
      ? unauthorized('X-Signature is right, but in upper case.', '§5.1')
      : unauthorized('X-Signature does not match: `pvg listen` finds out why.');
  const late = clockTrouble(timestamp, nowMs);
  return late === undefined ? undefined : unauthorized(late, notShown['timestamp-error'].section);
}

function clockTrouble(timestamp: string, nowMs: number): string | undefined {
  if (!/^\d{1,15}$/.test(timestamp)) return 'X-Timestamp is not Unix seconds.';
  const behind = Math.floor(nowMs / 1000) - Number(timestamp);
  const most = limits.timestampSkewSeconds;
  if (Math.abs(behind) <= most) return undefined;
  const off = `${counted(Math.abs(behind), 'second')} ${behind > 0 ? 'behind' : 'ahead of'}`;
  return `X-Timestamp is ${off} the emulator’s clock, which says ${isoTime(nowMs)}; ${String(most)} are allowed.`;
}

/** A number as such; undefined for null, too; another value as it came. */
const osIdIn = (members: JsonObject): unknown => {
  const value = members.get('os_id') ?? undefined;
  return value instanceof JsonNumber ? value.value : value;
};

const missingFields = (names: readonly string[], section?: string): Answer =>
  failure('MISSING_FIELDS', `Missing required fields: ${names.join(', ')}.`, section);

const notJson = failure('MISSING_FIELDS', 'The body is not JSON.', '§7.1');

async function verify({ store, ledger }: Service, members: JsonObject, nowMs: number): Promise<Answer> {
  const osId = osIdIn(members);
  const platform = osId === osIds.android ? 'android' : osId === osIds.ios ? 'ios' : undefined;
  const needed = ['receipt', 'product_id', ...(platform === 'android' ? ['package'] : [])];
  const missing = missingTexts(members, needed);
  if (osId === undefined) return missingFields([...missing.names, 'os_id']);
  if (missing.names.length > 0) return missingFields(missing.names, missing.isShown ? undefined : '§7.1');
  if (platform === undefined) return failure('INVALID_OS_ID', 'os_id must be 1 or 2.');
  const wrong = notText(members, records.gateway.bodies.verify);
  if (wrong.length > 0) return failure('MISSING_FIELDS', `Not a string: ${wrong.join(', ')}.`, '§7.1');

  const purchase = store(platform, textIn(members, 'receipt'));
  if (purchase === 'unknown')
    return { ...failure('VERIFICATION_FAILED', 'The store rejected the receipt.'), isUnknownReceipt: true };
  if (purchase === 'unreachable') return failure('VERIFIER_ERROR', 'The store could not be reached.');
  if (purchase === 'unconfigured')
    return failure('VERIFICATION_FAILED', 'The store credentials are not configured for this game.');
  const rejected = rejection(purchase, members);
  if (rejected !== undefined) return rejected;
  const isNew =
    purchase.recorded === undefined &&
    (await ledger.add({
      fingerprint: fingerprint(purchase.receipt),
      orderId: purchase.orderId,
      recordedAtMs: nowMs,
    }));
  // The purchase is recorded before a slow answer leaves: whoever does not wait for it gets 409 the next time.
  const answer = isNew
    ? verified(purchase)
    : failure('DUPLICATE_TRANSACTION', 'The receipt was verified before.');
  return { ...answer, afterMs: purchase.answersAfterMs };
}

/** Why a purchase that the store knows is not verified. */
function rejection(purchase: EmulatedPurchase, members: JsonObject): Answer | undefined {
  if (purchase.otherEnvironment === true)
    return failure('ENVIRONMENT_MISMATCH', 'The receipt belongs to the other environment of the store.');
  if (purchase.platform === 'android' && purchase.packageName !== textIn(members, 'package'))
    return failure('VERIFICATION_FAILED', 'The package does not match the purchase.');
  if (purchase.productId !== textIn(members, 'product_id'))
    return failure('PRODUCT_MISMATCH', 'product_id does not match the record of the store.');
  return purchase.purchaseState === 0
    ? undefined
    : failure('VERIFICATION_FAILED', `The purchase state is ${String(purchase.purchaseState)}, not 0.`);
}

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

async function lookup(service: Service, members: JsonObject): Promise<Answer> {
  const osId = osIdIn(members);
  // §4.2: without os_id it is an iOS order-id look-up, whose fields are missing.
  if (osId === undefined) return missingFields(['os_id'], lookupStatuses);
  if (osId === osIds.ios)
    return lookupFailure('MISSING_FIELDS', 'Missing required fields.', notShown['ios-lookup'].section);
  if (osId !== osIds.android) return lookupFailure('INVALID_OS_ID', 'os_id must be 1.');
  const missing = missingTexts(members, ['receipt', 'product_id', 'package']);
  if (missing.names.length > 0) return missingFields(missing.names, lookupStatuses);

  const purchase = service.store('android', textIn(members, 'receipt'));
  if (purchase === 'unknown')
    return storeRejection(service, 404, 'The store has no purchase for this receipt.');
  // What the store answers to missing credentials, and so what the gateway passes on, is not shown (§2.4).
  if (purchase === 'unconfigured')
    return storeRejection(service, 401, 'The store credentials are not configured for this game.');
  if (purchase === 'unreachable') return lookupFailure('VERIFIER_ERROR', 'The store could not be reached.');
  if (purchase.packageName !== textIn(members, 'package'))
    return storeRejection(service, 400, 'The store refused: the package does not match the purchase.');
  if (purchase.productId !== textIn(members, 'product_id'))
    return lookupFailure('PRODUCT_MISMATCH', 'product_id does not match the record of the store.');
  const isVerified = await service.ledger.has(fingerprint(purchase.receipt));
  return found(service, purchase, purchase.recorded ?? (isVerified ? verifiedHere : undefined));
}

/** §2.4. The contract shows the shape but not its HTTP status: 200, because the look-up itself was answered. */
const storeRejection = ({ gameNumber }: Service, status: number, error: string): Answer => ({
  status: 200,
  body: { order_id: null, game_id: gameNumber, found: false, status, error },
  notShown: '§2.4',
});

const verifiedHere: GatewayRecord = { lastErrorCode: null, lastErrorMessage: null, forThisGame: true };

const found = (
  { gameNumber }: Service,
  purchase: EmulatedPurchase,
  record: GatewayRecord | undefined,
): Answer => ({
  status: 200,
  body: {
    order_id: purchase.orderId,
    game_id: gameNumber,
    found: true,
    environment: null,
    transactions: [
      Object.assign(androidReceiptInfo(purchase), {
        transaction_id: purchase.orderId,
        product_id: purchase.productId,
        gateway: gatewayObject(purchase.receipt, record),
      }),
    ],
  },
  afterMs: purchase.answersAfterMs,
});

const gatewayObject = (receipt: string, record: GatewayRecord | undefined): object =>
  record === undefined
    ? { found: false, recorded_for_this_game: false, reason: neverReceivedReason }
    : {
        found: true,
        // Seven hex digits of the fingerprint: the same number in every run, without a counter.
        tx_mgmt_id: Number.parseInt(fingerprint(receipt).slice(0, 7), 16) + 1,
        current_state: 'gateway_verified',
        last_error_code: record.lastErrorCode,
        last_error_message: record.lastErrorMessage,
        recorded_for_this_game: record.forThisGame,
      };
