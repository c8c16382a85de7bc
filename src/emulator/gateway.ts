import { records } from '../contract/interfaces.js';
import { limits } from '../contract/limits.js';
import { notShown } from '../contract/not-shown.js';
import { osIds, type Platform } from '../contract/platforms.js';
import { neverReceivedReason, verifiedState } from '../contract/states.js';
import { headerValue, type WireRequest } from '../contract/wire.js';
import { fingerprint } from '../signing/digest.js';
import { verify as isSigned } from '../signing/scheme.js';
import { counted } from '../text/counted.js';
import { failure, membersOf, missingTexts, notText, textIn, type Answer, type Members } from './answers.js';
import type { EmulatedPurchase, GatewayRecord } from './purchase.js';
import type { World } from './world.js';

/** The gateway of §4.1 and §4.2. */

/** The order of the checks is not shown: credentials and signature come first, then the clock, then the body. */
export async function answerGateway(
  operation: 'verify' | 'lookup',
  world: World,
  request: WireRequest,
  nowMs: number,
): Promise<Answer> {
  const refused = refusedCredentials(world.credentials, request, nowMs);
  if (refused !== undefined) return refused;
  const members = membersOf(request.body);
  if (members === undefined) return failure('MISSING_FIELDS', 'The body is not JSON.', '§7.1');
  return operation === 'verify' ? verify(world, members, nowMs) : lookup(world, members);
}

/** §5.1. */
function refusedCredentials(
  { clientId, clientSecret }: World['credentials'],
  { headers, body }: WireRequest,
  nowMs: number,
): Answer | undefined {
  const names = records.gateway.headers;
  const timestamp = headerValue(headers, names.timestamp);
  const signature = headerValue(headers, names.signature);
  const unauthorized = (because: string, section?: string): Answer =>
    failure('UNAUTHORIZED', 'Invalid credentials or signature.', section, because);

  if (headerValue(headers, names.clientId) !== clientId)
    return unauthorized('X-Client-ID is not the emulator’s client id.');
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
  return `X-Timestamp is ${off} the emulator’s clock, which says ${new Date(nowMs).toISOString()}; ${String(most)} are allowed.`;
}

const missingFields = (names: readonly string[], section?: string): Answer =>
  failure('MISSING_FIELDS', `Missing required fields: ${names.join(', ')}.`, section);

const duplicate = failure('DUPLICATE_TRANSACTION', 'The receipt was verified before.');

async function verify(world: World, members: Members, nowMs: number): Promise<Answer> {
  // null counts as left out.
  const osId = members['os_id'] ?? undefined;
  const platform = osId === osIds.android ? 'android' : osId === osIds.ios ? 'ios' : undefined;
  const needed = ['receipt', 'product_id', ...(platform === 'android' ? ['package'] : [])];
  const missing = missingTexts(members, needed);
  if (osId === undefined) return missingFields([...missing.names, 'os_id']);
  if (missing.names.length > 0) return missingFields(missing.names, missing.isShown ? undefined : '§7.1');
  if (platform === undefined) return failure('INVALID_OS_ID', 'os_id must be 1 or 2.');
  const wrong = notText(members, records.gateway.bodies.verify);
  if (wrong.length > 0) return failure('MISSING_FIELDS', `Not a string: ${wrong.join(', ')}.`, '§7.1');

  const receipt = textIn(members, 'receipt');
  // §3, rule 1 has no exception: what is recorded is a duplicate, whatever the store would say of it now.
  if (await recordOf(world, receipt)) return duplicate;
  const purchase = storeAnswer(world, platform, receipt);
  if (purchase === 'unknown')
    return { ...failure('VERIFICATION_FAILED', 'The store rejected the receipt.'), isUnknownReceipt: true };
  if (purchase === 'unreachable') return failure('VERIFIER_ERROR', 'The store could not be reached.');
  if (purchase === 'unconfigured')
    return failure('VERIFICATION_FAILED', 'The store credentials are not configured for this game.');
  const rejected = rejection(purchase, members);
  if (rejected !== undefined) return rejected;
  const entry = { fingerprint: fingerprint(receipt), orderId: purchase.orderId, recordedAtMs: nowMs };
  // The purchase is recorded before a slow answer leaves: whoever does not wait for it gets 409 the next time.
  if (!(await world.ledger.add(entry))) return duplicate;
  return { ...verified(purchase), afterMs: purchase.answersAfterMs };
}

const verifiedHere: GatewayRecord = { lastErrorCode: null, lastErrorMessage: null, forThisGame: true };

/** What the gateway has recorded of a receipt: from the start, or by a verify. */
const recordOf = async ({ purchases, ledger }: World, receipt: string): Promise<GatewayRecord | undefined> =>
  purchases.get(receipt)?.recorded ?? ((await ledger.has(fingerprint(receipt))) ? verifiedHere : undefined);

/** What the platform's store says; counts its own failures over all operations. */
function storeAnswer(
  { purchases, storeFailures }: World,
  platform: Platform,
  receipt: string,
): EmulatedPurchase | 'unknown' | 'unreachable' | 'unconfigured' {
  const purchase = purchases.get(receipt);
  if (purchase?.platform !== platform) return 'unknown';
  if (purchase.storeConfigured === false) return 'unconfigured';
  const failed = storeFailures.get(receipt) ?? 0;
  if (failed >= (purchase.storeFailures ?? 0)) return purchase;
  storeFailures.set(receipt, failed + 1);
  return 'unreachable';
}

/** Why a purchase that the store knows is not verified. */
function rejection(purchase: EmulatedPurchase, members: Members): Answer | undefined {
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

function verified(purchase: EmulatedPurchase): Answer {
  const isAndroid = purchase.platform === 'android';
  return {
    status: 200,
    body: {
      success: true,
      transaction_id: purchase.orderId,
      product_id: purchase.productId,
      receipt_info: isAndroid ? receiptInfo(purchase) : {},
    },
    notShown: isAndroid ? undefined : notShown['ios-receipt-info'].section,
  };
}

/** §2.3, in its order. */
const receiptInfo = (purchase: EmulatedPurchase) => ({
  platform: 'android',
  environment: null,
  quantity: purchase.quantity,
  purchase_date_ms: purchase.purchaseDateMs,
  purchase_state: purchase.purchaseState,
  region_code: purchase.regionCode,
  acknowledgement_state: purchase.acknowledgementState,
  order_id: purchase.orderId,
});

/** The statuses of its failures are not shown. */
async function lookup(world: World, members: Members): Promise<Answer> {
  const { section } = notShown['lookup-statuses'];
  const osId = members['os_id'] ?? undefined;
  // §4.2: without os_id it is an iOS order-id look-up, whose fields are missing.
  if (osId === undefined) return missingFields(['os_id'], section);
  if (osId === osIds.ios)
    return failure('MISSING_FIELDS', 'Missing required fields.', notShown['ios-lookup'].section);
  if (osId !== osIds.android) return failure('INVALID_OS_ID', 'os_id must be 1.', section);
  const missing = missingTexts(members, ['receipt', 'product_id', 'package']);
  if (missing.names.length > 0) return missingFields(missing.names, section);

  const receipt = textIn(members, 'receipt');
  const purchase = storeAnswer(world, 'android', receipt);
  if (purchase === 'unknown') return storeRejection(404, 'The store has no purchase for this receipt.');
  // What the store answers to missing credentials, and so what the gateway passes on, is not shown (§2.4).
  if (purchase === 'unconfigured')
    return storeRejection(401, 'The store credentials are not configured for this game.');
  if (purchase === 'unreachable')
    return failure('VERIFIER_ERROR', 'The store could not be reached.', section);
  if (purchase.packageName !== textIn(members, 'package'))
    return storeRejection(400, 'The store refused: the package does not match the purchase.');
  if (purchase.productId !== textIn(members, 'product_id'))
    return failure('PRODUCT_MISMATCH', 'product_id does not match the record of the store.', section);
  return found(purchase, await recordOf(world, receipt));
}

/** §2.4 game_id: of the client that calls. */
const gameNumber = 1;

/** §2.4. The contract shows the shape but not its HTTP status: 200, because the look-up itself was answered. */
const storeRejection = (status: number, error: string): Answer => ({
  status: 200,
  body: { order_id: null, game_id: gameNumber, found: false, status, error },
  notShown: '§2.4',
});

const found = (purchase: EmulatedPurchase, record: GatewayRecord | undefined): Answer => ({
  status: 200,
  body: {
    order_id: purchase.orderId,
    game_id: gameNumber,
    found: true,
    environment: null,
    transactions: [
      // Object.assign keeps one hidden class; a spread costs a tenth of the answer.
      Object.assign(receiptInfo(purchase), {
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
        current_state: verifiedState,
        last_error_code: record.lastErrorCode,
        last_error_message: record.lastErrorMessage,
        recorded_for_this_game: record.forThisGame,
      };
