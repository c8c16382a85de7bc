import { records } from '../contract/interfaces.js';
import { limits } from '../contract/limits.js';
import { notShown } from '../contract/not-shown.js';
import { osIds } from '../contract/platforms.js';
import { neverReceivedReason, verifiedState } from '../contract/states.js';
import { headerValue, type WireRequest } from '../contract/wire.js';
import { fingerprint } from '../signing/digest.js';
import { verify as isSigned } from '../signing/scheme.js';
import { counted } from '../text/counted.js';
import { bodyTrouble, failure, membersOf, textIn, type Answer, type Members } from './answers.js';
import type { EmulatedPurchase } from './purchase.js';
import type { World } from './world.js';

/** The gateway of §4.1 and §4.2. */

const { headers: names, bodies } = records.gateway;
const notJson = failure('MISSING_FIELDS', 'The body is not JSON.', '§7.1');

/** The order of the checks is not shown: credentials and signature come first, then the clock, then the body. */
export async function answerGateway(
  operation: 'verify' | 'lookup',
  world: World,
  request: WireRequest,
  nowMs: number,
): Promise<Answer> {
  const [because, section] = refusedBecause(world, request, nowMs) ?? [];
  if (because !== undefined)
    return failure('UNAUTHORIZED', 'Invalid credentials or signature.', section, because);
  const members = membersOf(request.body);
  if (members === undefined) return notJson;
  return operation === 'verify' ? verify(world, members, nowMs) : lookup(world, members);
}

/** §5.1; the section, where what happens is not shown. */
function refusedBecause(
  { credentials: { clientId, clientSecret } }: World,
  { headers, body }: WireRequest,
  nowMs: number,
): [says: string, section?: string] | undefined {
  const timestamp = headerValue(headers, names.timestamp);
  const signature = headerValue(headers, names.signature);
  if (headerValue(headers, names.clientId) !== clientId)
    return ['X-Client-ID is not the emulator’s client id.'];
  if (timestamp === undefined) return ['X-Timestamp is missing, or came twice.'];
  if (signature === undefined) return ['X-Signature is missing, or came twice.'];
  const isRight = (text: string): boolean =>
    isSigned(records.gateway, clientSecret, { clientId, timestamp, body }, text);
  // §5.1 says hex and shows no case; this emulator takes lower case only, as the session interface does.
  if (!isRight(signature))
    return isRight(signature.toLowerCase())
      ? ['X-Signature is right, but in upper case.', '§5.1']
      : ['X-Signature does not match: `pvg listen` finds out why.'];
  const late = clockTrouble(timestamp, nowMs);
  return late === undefined ? undefined : [late, notShown['timestamp-error'].section];
}

function clockTrouble(timestamp: string, nowMs: number): string | undefined {
  if (!/^\d{1,15}$/.test(timestamp)) return 'X-Timestamp is not Unix seconds.';
  const behind = Math.floor(nowMs / 1000) - Number(timestamp);
  const most = limits.timestampSkewSeconds;
  if (Math.abs(behind) <= most) return undefined;
  const off = `${counted(Math.abs(behind), 'second')} ${behind > 0 ? 'behind' : 'ahead of'}`;
  return `X-Timestamp is ${off} the emulator’s clock, which says ${new Date(nowMs).toISOString()}; ${String(most)} are allowed.`;
}

const duplicate = failure('DUPLICATE_TRANSACTION', 'The receipt was verified before.');

async function verify(world: World, members: Members, nowMs: number): Promise<Answer> {
  const trouble = bodyTrouble(members, bodies.verify);
  if (trouble !== undefined)
    return failure('MISSING_FIELDS', trouble.says, trouble.isShown ? undefined : '§7.1');
  if (!bodies.verify.os_id.among?.some((id) => id === members['os_id']))
    return failure('INVALID_OS_ID', 'os_id must be 1 or 2.');
  // §3, rule 1 has no exception: what is recorded is a duplicate, whatever the store would say of it now.
  if (await isRecorded(world, textIn(members, 'receipt'))) return duplicate;
  const purchase = askStore(world, members);
  if (typeof purchase === 'string') return verifyTroubles[purchase];
  const { receipt, purchase_state: state, order_id } = purchase;
  if (state !== 0) return failure('VERIFICATION_FAILED', `The purchase state is ${String(state)}, not 0.`);
  const entry = { fingerprint: fingerprint(receipt), order_id, recorded_at_ms: nowMs };
  // The purchase is recorded before a slow answer leaves: whoever does not wait for it gets 409 the next time.
  return (await world.ledger.add(entry)) ? verified(purchase) : duplicate;
}

/** From the start, or by a verify. */
const isRecorded = async ({ purchases, ledger }: World, receipt: string): Promise<boolean> =>
  purchases.get(receipt)?.recorded === true || ledger.has(fingerprint(receipt));

type StoreTrouble = 'unknown' | 'unconfigured' | 'unreachable' | 'elsewhere' | 'package' | 'product';

/** What the platform's store says; counts its own failures over all operations. */
function askStore({ purchases, storeFailures }: World, members: Members): EmulatedPurchase | StoreTrouble {
  const receipt = textIn(members, 'receipt');
  const purchase = purchases.get(receipt);
  if (purchase === undefined || osIds[purchase.os] !== members['os_id']) return 'unknown';
  if (purchase.isUnconfigured === true) return 'unconfigured';
  const failed = storeFailures.get(receipt) ?? 0;
  if (failed < (purchase.storeFailures ?? 0)) {
    storeFailures.set(receipt, failed + 1);
    return 'unreachable';
  }
  if (purchase.isElsewhere === true) return 'elsewhere';
  if (purchase.os === 'android' && purchase.package !== textIn(members, 'package')) return 'package';
  return purchase.product_id === textIn(members, 'product_id') ? purchase : 'product';
}

const says = {
  unconfigured: 'The store credentials are not configured for this game.',
  unreachable: 'The store could not be reached.',
  elsewhere: 'The receipt belongs to the other environment of the store.',
  product: 'product_id does not match the record of the store.',
} as const;

const verifyTroubles: Readonly<Record<StoreTrouble, Answer>> = {
  unknown: { ...failure('VERIFICATION_FAILED', 'The store rejected the receipt.'), isUnknownReceipt: true },
  unconfigured: failure('VERIFICATION_FAILED', says.unconfigured),
  unreachable: failure('VERIFIER_ERROR', says.unreachable),
  elsewhere: failure('ENVIRONMENT_MISMATCH', says.elsewhere),
  package: failure('VERIFICATION_FAILED', 'The package does not match the purchase.'),
  product: failure('PRODUCT_MISMATCH', says.product),
};

const verified = (purchase: EmulatedPurchase): Answer => ({
  status: 200,
  body: {
    success: true,
    transaction_id: purchase.order_id,
    product_id: purchase.product_id,
    receipt_info: purchase.os === 'android' ? receiptInfo(purchase) : {},
  },
  notShown: purchase.os === 'android' ? undefined : notShown['ios-receipt-info'].section,
  afterMs: purchase.answersAfterMs,
});

/** §2.3, in its order. */
const receiptInfo = (purchase: EmulatedPurchase) => ({
  platform: 'android',
  environment: null,
  quantity: purchase.quantity,
  purchase_date_ms: purchase.purchase_date_ms,
  purchase_state: purchase.purchase_state,
  region_code: purchase.region_code,
  acknowledgement_state: purchase.acknowledgement_state,
  order_id: purchase.order_id,
});

/** The statuses of its failures are not shown. */
const { section } = notShown['lookup-statuses'];

/** §2.4 game_id: of the client that calls. */
const gameNumber = 1;

/** §2.4. The contract shows the shape but not its HTTP status: 200, because the look-up itself was answered. */
const storeRejection = (status: number, error: string): Answer => ({
  status: 200,
  body: { order_id: null, game_id: gameNumber, found: false, status, error },
  notShown: '§2.4',
});

const lookupTroubles: Readonly<Record<StoreTrouble, Answer>> = {
  unknown: storeRejection(404, 'The store has no purchase for this receipt.'),
  // What the store answers to missing credentials, and so what the gateway passes on, is not shown (§2.4).
  unconfigured: storeRejection(401, says.unconfigured),
  unreachable: failure('VERIFIER_ERROR', says.unreachable, section),
  elsewhere: failure('ENVIRONMENT_MISMATCH', says.elsewhere, section),
  package: storeRejection(400, 'The store refused: the package does not match the purchase.'),
  product: failure('PRODUCT_MISMATCH', says.product, section),
};

async function lookup(world: World, members: Members): Promise<Answer> {
  // §4.2: with another or without os_id it is an iOS look-up by order id, whose fields are missing.
  if (members['os_id'] === osIds.ios)
    return failure('MISSING_FIELDS', 'Missing required fields.', notShown['ios-lookup'].section);
  const trouble = bodyTrouble(members, bodies.lookup);
  if (trouble !== undefined) return failure('MISSING_FIELDS', trouble.says, section);
  if (members['os_id'] !== osIds.android) return failure('INVALID_OS_ID', 'os_id must be 1.', section);
  const purchase = askStore(world, members);
  if (typeof purchase === 'string') return lookupTroubles[purchase];
  const gateway = gatewayObject(purchase, await isRecorded(world, purchase.receipt));
  const { order_id, product_id, answersAfterMs: afterMs } = purchase;
  // Object.assign keeps one hidden class; a spread costs a tenth of the answer.
  const transaction = Object.assign(receiptInfo(purchase), { transaction_id: order_id, product_id, gateway });
  const body = { order_id, game_id: gameNumber, found: true, environment: null, transactions: [transaction] };
  return { status: 200, body, afterMs };
}

const gatewayObject = (purchase: EmulatedPurchase, isKnown: boolean): object =>
  isKnown
    ? {
        found: true,
        // Seven hex digits of the fingerprint: the same number in every run, without a counter.
        tx_mgmt_id: Number.parseInt(fingerprint(purchase.receipt).slice(0, 7), 16) + 1,
        current_state: verifiedState,
        last_error_code: purchase.last_error_code ?? null,
        last_error_message: purchase.last_error_message ?? null,
        recorded_for_this_game: purchase.recorded_for_this_game ?? true,
      }
    : { found: false, recorded_for_this_game: false, reason: neverReceivedReason };
