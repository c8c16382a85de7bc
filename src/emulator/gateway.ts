import { interfaceRecords } from '../contract/interfaces.js';
import type { GatewayCode } from '../contract/listed.js';
import { limits } from '../contract/limits.js';
import { notShown } from '../contract/not-shown.js';
import { osIds } from '../contract/platforms.js';
import { neverReceivedReason, verifiedState } from '../contract/states.js';
import { headerValue } from '../contract/wire.js';
import { equalText } from '../signing/digest.js';
import { sign } from '../signing/scheme.js';
import { isAmong } from '../text/is-among.js';
import { counted } from '../text/sentences.js';
import { failureAnswer, type Answer } from './answers.js';
import type { ReadRequest } from './request-subject.js';
import { findBodyTrouble, memberText, type Members } from './members.js';
import type { EmulatedPurchase } from './purchase.js';
import type { World } from './world.js';

const { headers: headerNames, bodies } = interfaceRecords.gateway;

/** The contract shows no order of the checks. Here credentials and signature come first, then the clock, then the body. */
export function answerGateway(operation: 'verify' | 'lookup', world: World, request: ReadRequest) {
  const [because, openSection] = findRefusal(world, request);
  if (because !== undefined) {
    const refusal = failureAnswer('UNAUTHORIZED', 'Invalid credentials or signature.', openSection);
    return { ...refusal, because };
  }
  const { members } = request;
  if (members === undefined) {
    return failureAnswer('MISSING_FIELDS', 'The body is not JSON.', '§7.1');
  }
  return operation === 'verify' ? verify(world, members) : lookup(world, members);
}

/** Why a request is refused, and the section of the contract that leaves this case open, if one does. */
type Refused = [because?: string, section?: string];

/** Checks the headers of §5.1; an empty list if they are right. */
function findRefusal(world: World, { headers, body }: ReadRequest): Refused {
  const { clientId, clientSecret } = world.credentials;
  const timestamp = headerValue(headers, headerNames.timestamp);
  const signature = headerValue(headers, headerNames.signature);
  if (headerValue(headers, headerNames.clientId) !== clientId) {
    return ['X-Client-ID is not the emulator’s client id.'];
  }
  if (timestamp === undefined) return ['X-Timestamp is missing, or came twice.'];
  if (signature === undefined) return ['X-Signature is missing, or came twice.'];
  const rightSignature = sign(interfaceRecords.gateway, clientSecret, {
    clientId,
    timestamp,
    body,
  });
  if (equalText(signature, rightSignature)) return findClockTrouble(timestamp, world.now());
  // §5.1 says hex and shows no case; this emulator takes lower case only, as the session interface does.
  return equalText(signature.toLowerCase(), rightSignature)
    ? ['X-Signature is right, but in upper case.', '§5.1']
    : ['X-Signature does not match: `pvg listen` finds out why.'];
}

function findClockTrouble(timestamp: string, nowMs: number): Refused {
  const { section: openSection } = notShown['timestamp-error'];
  if (!/^\d{1,15}$/.test(timestamp)) return ['X-Timestamp is not Unix seconds.', openSection];
  if (timestamp.length === 13) {
    return ['X-Timestamp is in milliseconds; Unix seconds have 10 digits.', openSection];
  }
  const secondsBehind = Math.floor(nowMs / 1000) - Number(timestamp);
  const mostSeconds = limits.timestampSkewSeconds;
  if (Math.abs(secondsBehind) <= mostSeconds) return [];
  const distanceWords = `${counted(Math.abs(secondsBehind), 'second')} ${secondsBehind > 0 ? 'behind' : 'ahead of'}`;
  const clock = `the emulator’s clock, which says ${new Date(nowMs).toISOString()}`;
  return [`X-Timestamp is ${distanceWords} ${clock}; ${mostSeconds} are allowed.`, openSection];
}

const duplicateAnswer = failureAnswer('DUPLICATE_TRANSACTION', 'The receipt was verified before.');

async function verify(world: World, members: Members): Promise<Answer> {
  const trouble = findBodyTrouble(members, bodies.verify);
  if (trouble !== undefined) {
    return failureAnswer('MISSING_FIELDS', trouble.says, trouble.isShown ? undefined : '§7.1');
  }
  if (!isAmong(bodies.verify.os_id.among ?? [], members['os_id'])) {
    return failureAnswer('INVALID_OS_ID', 'os_id must be 1 or 2.');
  }
  // §3, rule 1 has no exception: a recorded purchase is a duplicate, whatever the store says about it now.
  if (await isRecorded(world, memberText(members, 'receipt'))) return duplicateAnswer;
  const purchase = askStore(world, members);
  const isTrouble = !('receipt' in purchase);
  if (isTrouble) {
    const [code, says] = purchase;
    const isUnknownReceipt = purchase === storeTroubles.unknown;
    return { ...failureAnswer(code, says), isUnknownReceipt };
  }
  const { receipt, purchase_state: state } = purchase;
  if (state !== 0) {
    const because = `The purchase state is ${String(state)}, not 0.`;
    return { ...failureAnswer('VERIFICATION_FAILED', because), isPending: state === 2 };
  }
  // Recorded before a slow answer leaves: a caller that does not wait for it gets 409 for its next verify.
  return (await world.ledger.add(world.fingerprintOf(receipt)))
    ? answerVerified(purchase)
    : duplicateAnswer;
}

/** Whether a purchase was recorded from the start, or by a verify. */
const isRecorded = (world: World, receipt: string): true | Promise<boolean> =>
  world.purchases.get(receipt)?.recorded === true || world.ledger.has(world.fingerprintOf(receipt));

/** The answer of a verify if the store does not confirm the purchase, and the status that the store itself returned. */
type StoreTrouble = readonly [code: GatewayCode, says: string, status?: number];

const storeTroubles = {
  unknown: ['VERIFICATION_FAILED', 'The store has no purchase for this receipt.', 404],
  // The contract does not show what the store answers to missing credentials, and so what the gateway passes on (§2.4).
  unconfigured: [
    'VERIFICATION_FAILED',
    'The store credentials are not configured for this game.',
    401,
  ],
  unreachable: ['VERIFIER_ERROR', 'The store could not be reached.'],
  elsewhere: ['ENVIRONMENT_MISMATCH', 'The receipt belongs to the other environment of the store.'],
  package: ['VERIFICATION_FAILED', 'The package does not match the purchase.', 400],
  product: ['PRODUCT_MISMATCH', 'product_id does not match the record of the store.'],
} as const satisfies Record<string, StoreTrouble>;

/** Asks the emulated store. Its failures are counted over all operations. */
function askStore(
  { purchases, storeFailures }: World,
  members: Members,
): EmulatedPurchase | StoreTrouble {
  const receipt = memberText(members, 'receipt');
  const purchase = purchases.get(receipt);
  if (purchase === undefined || osIds[purchase.os] !== members['os_id']) {
    return storeTroubles.unknown;
  }
  if (purchase.isUnconfigured === true) return storeTroubles.unconfigured;
  const failures = storeFailures.get(receipt) ?? 0;
  if (failures < (purchase.storeFailures ?? 0)) {
    storeFailures.set(receipt, failures + 1);
    return storeTroubles.unreachable;
  }
  if (purchase.isElsewhere === true) return storeTroubles.elsewhere;
  if (purchase.os === 'android' && purchase.package !== memberText(members, 'package')) {
    return storeTroubles.package;
  }
  return purchase.product_id === memberText(members, 'product_id')
    ? purchase
    : storeTroubles.product;
}

const answerVerified = (purchase: EmulatedPurchase): Answer => ({
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

/** The members of `receipt_info`, in the order of §2.3. */
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

/** The contract does not show the statuses of a failed look-up. */
const { section: lookupSection } = notShown['lookup-statuses'];

/** §2.4: the `game_id` of the client that calls. */
const gameNumber = 1;

/** §2.4. The contract shows the shape but not its HTTP status: 200, because the look-up itself was answered. */
const rejectByStore = (status: number, error: string): Answer => ({
  status: 200,
  body: { order_id: null, game_id: gameNumber, found: false, status, error },
  notShown: '§2.4',
});

async function lookup(world: World, members: Members): Promise<Answer> {
  // The contract does not show the fields of an iOS look-up (§4.2), so every such request lacks fields.
  if (members['os_id'] === osIds.ios) {
    return failureAnswer(
      'MISSING_FIELDS',
      'Missing required fields.',
      notShown['ios-lookup'].section,
    );
  }
  const trouble = findBodyTrouble(members, bodies.lookup);
  if (trouble !== undefined) return failureAnswer('MISSING_FIELDS', trouble.says, lookupSection);
  if (members['os_id'] !== osIds.android) {
    return failureAnswer('INVALID_OS_ID', 'os_id must be 1.', lookupSection);
  }
  const purchase = askStore(world, members);
  const isTrouble = !('receipt' in purchase);
  if (isTrouble) {
    const [code, says, status] = purchase;
    if (status === undefined) return failureAnswer(code, says, lookupSection);
    return rejectByStore(status, says);
  }
  const gateway = (await isRecorded(world, purchase.receipt))
    ? describeRecorded(purchase, world.fingerprintOf(purchase.receipt))
    : notRecorded;
  const { order_id, product_id, answersAfterMs: afterMs } = purchase;
  // Object.assign keeps one hidden class; a spread costs a tenth of the answer.
  const transaction = Object.assign(receiptInfo(purchase), {
    transaction_id: order_id,
    product_id,
    gateway,
  });
  const body = {
    order_id,
    game_id: gameNumber,
    found: true,
    environment: null,
    transactions: [transaction],
  };
  return { status: 200, body, afterMs };
}

const describeRecorded = (purchase: EmulatedPurchase, itsFingerprint: string): object => ({
  found: true,
  // Seven hex digits of the fingerprint: the same number in every run, without a counter.
  tx_mgmt_id: Number.parseInt(itsFingerprint.slice(0, 7), 16) + 1,
  current_state: verifiedState,
  last_error_code: purchase.last_error_code ?? null,
  last_error_message: purchase.last_error_message ?? null,
  recorded_for_this_game: purchase.recorded_for_this_game ?? true,
});

const notRecorded = { found: false, recorded_for_this_game: false, reason: neverReceivedReason };
