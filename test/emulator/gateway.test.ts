import { describe, expect, it } from 'vitest';
import { listedFailures } from '../../src/contract/listed.js';
import { headerValue } from '../../src/contract/wire.js';
import { demoPurchases } from '../../src/emulator/world.js';
import { completePurchase, type EmulatedPurchase } from '../../src/emulator/purchase.js';
import { fixedUnixSeconds } from '../helpers/context.js';
import { gist, jsonOf, lookupCall, patient } from '../helpers/signed.js';
import { purchaseBody, verifyCall, withHeader } from '../helpers/signed.js';
import { emulatedWorld } from '../helpers/world.js';

const iosPurchase = completePurchase({ receipt: 'ios-bought', product_id: 'gems_100', os: 'ios' });

const emulator = (changes: Parameters<typeof emulatedWorld>[0] = {}) =>
  emulatedWorld({ initial: { purchases: [iosPurchase] }, ...changes });

const bought = purchaseBody('demo-purchased');
const without = (name: string) => ({ ...bought, [name]: undefined });
const ios = (changes: object = {}) =>
  purchaseBody('ios-bought', { os_id: 2, package: undefined, ...changes });

const duplicate = '409 DUPLICATE_TRANSACTION';
const missing = '400 MISSING_FIELDS';
const rejected = '422 VERIFICATION_FAILED';
const wrongOs = '400 INVALID_OS_ID';
const down = '502 VERIFIER_ERROR';
/** With the mark of what the contract does not show. */
const open = (answer: string, section = '§7.1') => `${answer} (${section})`;
const noIos = open(missing, '§4.2');

describe('a body reaches every row of §7.1', () => {
  const rows: [body: unknown, verify: string, lookup: string][] = [
    [bought, '200', '200'],
    [purchaseBody('demo-unacknowledged'), '200', '200'],
    [purchaseBody('demo-recorded'), duplicate, '200'],
    [purchaseBody('demo-other-game'), duplicate, '200'],
    [purchaseBody('demo-canceled'), rejected, '200'],
    [purchaseBody('demo-pending'), rejected, '200'],
    [{ ...bought, product_id: 'gems_999' }, '422 PRODUCT_MISMATCH', open('422 PRODUCT_MISMATCH')],
    [purchaseBody('no-such-receipt'), rejected, open('200', '§2.4')],
    [purchaseBody('demo-package-mismatch'), rejected, open('200', '§2.4')],
    [purchaseBody('demo-store-unconfigured'), rejected, open('200', '§2.4')],
    [purchaseBody('demo-ios-sandbox'), rejected, open('200', '§2.4')],
    [purchaseBody('demo-store-down'), down, open(down)],
    [purchaseBody('demo-purchased', { os_id: 2 }), rejected, noIos],
    [purchaseBody('demo-ios-sandbox', { os_id: 2 }), '412 ENVIRONMENT_MISMATCH', noIos],
    [ios(), open('200', '§2.3'), noIos],
    [ios({ package: 5 }), open(missing), noIos],
    [without('receipt'), missing, open(missing)],
    [without('product_id'), missing, open(missing)],
    // §4.2: an iOS look-up with missing fields.
    [without('os_id'), missing, open(missing)],
    [without('package'), missing, open(missing)],
    [{ os_id: 3 }, missing, open(missing)],
    [[bought], missing, open(missing)],
    ['{"__proto__":{"receipt":"demo-purchased"}}', missing, open(missing)],
    [{ ...bought, os_id: null }, missing, open(missing)],
    [{ ...bought, receipt: 5 }, open(missing), open(missing)],
    [{ ...bought, receipt: '' }, open(missing), open(missing)],
    [{ ...bought, package: ['com.example.game'] }, open(missing), open(missing)],
    ['{"receipt":', open(missing), open(missing)],
    [Uint8Array.from([0x22, 0xff, 0x22]), open(missing), open(missing)],
    [{ ...bought, os_id: 3 }, wrongOs, open(wrongOs)],
    [{ ...bought, os_id: '1' }, wrongOs, open(wrongOs)],
    [{ ...bought, player_id: 42 }, open(missing), '200'],
    [{ ...bought, server_id: null }, '200', '200'],
    [{ ...bought, player_id: '42', character_id: '', game_version: '1' }, '200', '200'],
  ];
  it.each(rows)('%j: verify %s, look-up %s', async (body, verify, lookup) => {
    expect(gist(await emulator().send(verifyCall(body), patient))).toBe(verify);
    expect(gist(await emulator().send(lookupCall(body), patient))).toBe(lookup);
  });

  it('and no code of §7.1 is left out', () => {
    const reached = rows.map(([, expected]) => expected.split(' ')[1] ?? '');
    const others = Object.keys(listedFailures.gateway).filter((code) => !reached.includes(code));
    expect(others).toEqual(['UNAUTHORIZED']);
  });
});

const unreached = 'The store could not be reached.';
const storeDown = { last_error_code: 'VERIFIER_ERROR', last_error_message: unreached };
const neverReceived = {
  found: false,
  recorded_for_this_game: false,
  reason: 'NEVER_RECEIVED_BY_GATEWAY',
};
const noError = { last_error_code: null, last_error_message: null };
const isOurs = { current_state: 'gateway_verified', recorded_for_this_game: true };
const recorded = { found: true, tx_mgmt_id: expect.any(Number) as number, ...isOurs, ...noError };
const order = 'GPA.6376-8651-2237-28215';
const states = { purchase_state: 0, acknowledgement_state: 1 };
const sold = {
  quantity: 1,
  purchase_date_ms: 1_772_443_800_000,
  region_code: 'VN',
  order_id: order,
};
const receiptInfo = { platform: 'android', environment: null, ...states, ...sold };

describe('an answer', () => {
  it('of verify has exactly the fields of §2.2 and §2.3, nothing for iOS, and the date of its own clock', async () => {
    const { send } = emulator({ clockSkewSeconds: 120 });
    const answer = await send(verifyCall(bought), patient);
    const receipt = { success: true, transaction_id: order, product_id: 'gems_100' };
    expect(jsonOf(answer)).toEqual({ ...receipt, receipt_info: receiptInfo });
    expect(answer.headers).toEqual([
      ['content-type', 'application/json'],
      ['date', new Date((fixedUnixSeconds + 120) * 1000).toUTCString()],
    ]);
    expect(jsonOf(await send(verifyCall(ios()), patient))).toMatchObject({
      success: true,
      receipt_info: {},
    });
    const message = 'The store has no purchase for this receipt.';
    const failed = { success: false, error: 'VERIFICATION_FAILED', message };
    expect(jsonOf(await send(verifyCall(purchaseBody('nothing')), patient))).toEqual(failed);
  });

  it.each<[receipt: string, transaction: object]>([
    ['demo-canceled', { purchase_state: 1 }],
    ['demo-pending', { purchase_state: 2 }],
    ['demo-unacknowledged', { purchase_state: 0, acknowledgement_state: 0 }],
    ['demo-never-received', { gateway: neverReceived }],
    ['demo-recorded', { gateway: recorded }],
    ['demo-other-game', { gateway: { ...recorded, recorded_for_this_game: false } }],
    ['demo-recorded-error', { gateway: { ...recorded, ...storeDown } }],
  ])('of a look-up has the state of %s', async (receipt, transaction) => {
    const body = jsonOf(await emulator().send(lookupCall(purchaseBody(receipt)), patient));
    expect(body).toMatchObject({
      found: true,
      game_id: 1,
      environment: null,
      transactions: [transaction],
    });
  });

  it('of a look-up has exactly the fields of §2.4', async () => {
    const product = { transaction_id: order, product_id: 'gems_100', gateway: neverReceived };
    const transactions = [{ ...receiptInfo, ...product }];
    const found = { order_id: order, game_id: 1, found: true, environment: null, transactions };
    const { send } = emulator();
    expect(jsonOf(await send(lookupCall(bought), patient))).toEqual(found);
    const said = { status: expect.any(Number) as number, error: expect.any(String) as string };
    const rejection = { order_id: null, game_id: 1, found: false, ...said };
    for (const receipt of ['no-such-receipt', 'demo-package-mismatch', 'demo-ios-sandbox'])
      expect(jsonOf(await send(lookupCall(purchaseBody(receipt)), patient))).toEqual(rejection);
  });
});

describe('what the gateway has recorded (§3, rule 1)', () => {
  it('is verified once, even of several verifies at once, and looked up as recorded', async () => {
    const { send } = emulator();
    const gists = await Promise.all(
      [1, 2, 3].map(async () => gist(await send(verifyCall(bought), patient))),
    );
    expect(gists.sort()).toEqual(['200', duplicate, duplicate]);
    const looked = jsonOf(await send(lookupCall(bought), patient));
    expect(looked).toMatchObject({ transactions: [{ gateway: recorded }] });
  });

  it('is neither what was not verified nor what was only looked up', async () => {
    const { send } = emulator();
    await send(verifyCall({ ...bought, product_id: 'gems_999' }), patient);
    await send(lookupCall(bought), patient);
    expect(gist(await send(verifyCall(bought), patient))).toBe('200');
  });

  it.each<[changes: Record<string, unknown>, expected: string]>([
    [{ product_id: 'gems_999' }, duplicate],
    [{ package: 'com.example.other' }, duplicate],
    [{ os_id: 2 }, duplicate],
    [{ product_id: undefined }, missing],
    [{ os_id: 3 }, wrongOs],
    [{ player_id: 42 }, open(missing)],
  ])('is with %j: %s', async (changes, expected) => {
    const { send } = emulator();
    await send(verifyCall(bought), patient);
    for (const receipt of ['demo-purchased', 'demo-recorded'])
      expect(gist(await send(verifyCall(purchaseBody(receipt, changes)), patient))).toBe(expected);
  });

  const troubles = [{ storeFailures: Infinity }, { isUnconfigured: true }, { purchase_state: 1 }];
  it.each<Partial<EmulatedPurchase>>(troubles)(
    'is a duplicate when the store meanwhile has %j',
    async (differs) => {
      const { send, world } = emulator();
      await send(verifyCall(bought), patient);
      world.addPurchases(demoPurchases.slice(0, 1).map((each) => ({ ...each, ...differs })));
      expect(gist(await send(verifyCall(bought), patient))).toBe(duplicate);
    },
  );
});

describe('the demo receipts', () => {
  it('are those that the command line promises, each with an order id of its own', () => {
    const states =
      'purchased canceled pending unacknowledged never-received recorded other-game recorded-error';
    const failing = 'package-mismatch store-unconfigured store-down flaky slow ios-sandbox';
    const promised = `${states} ${failing}`.split(' ').map((name) => `demo-${name}`);
    expect(demoPurchases.map(({ receipt }) => receipt)).toEqual(promised);
    expect(new Set(demoPurchases.map(({ order_id }) => order_id)).size).toBe(demoPurchases.length);
  });

  it('demo-flaky fails twice, for verify and look-up alike, then is as purchased', async () => {
    const { send } = emulator();
    const [verify, look] = [
      verifyCall(purchaseBody('demo-flaky')),
      lookupCall(purchaseBody('demo-flaky')),
    ];
    const gists = [];
    for (const call of [look, verify, look, verify, verify])
      gists.push(gist(await send(call, patient)));
    expect(gists).toEqual([open(down), down, '200', '200', duplicate]);
  });

  it('demo-slow is recorded before its answer comes, after five seconds', async () => {
    const { send, slept } = emulator();
    const slow = verifyCall(purchaseBody('demo-slow'));
    await expect(send(slow, { timeoutMs: 2_000 })).rejects.toMatchObject({ kind: 'lost' });
    // The store is not asked again.
    expect(gist(await send(slow, patient))).toBe(duplicate);
    expect(gist(await emulator().send(slow, patient))).toBe('200');
    expect(slept).toEqual([2_000]);
  });
});

describe('credentials (§5.1)', () => {
  const at = (seconds: number) =>
    verifyCall(bought, { timestamp: String(fixedUnixSeconds + seconds) });
  const call = verifyCall(bought);
  const signature = headerValue(call.headers, 'X-Signature') ?? '';
  const refused = '401 UNAUTHORIZED';
  it.each<[says: string, request: typeof call, expected: string]>([
    ['a right signature', call, '200'],
    [
      'a base path before the contract’s',
      verifyCall(bought, { base: 'http://h/some/base' }),
      '200',
    ],
    ['another secret', verifyCall(bought, { secret: 'other' }), refused],
    ['another secret, before the body is read', verifyCall('{', { secret: 'other' }), refused],
    ['another client', verifyCall(bought, { clientId: 'other' }), refused],
    ['a changed body', { ...call, body: Buffer.from(JSON.stringify(bought, null, 1)) }, refused],
    ['junk behind the signature', withHeader(call, 'X-Signature', `${signature}00`), refused],
    ['upper case', withHeader(call, 'X-Signature', signature.toUpperCase()), open(refused, '§5.1')],
    ['another timestamp than the signed one', withHeader(call, 'X-Timestamp', '1'), refused],
    ['no X-Client-ID', withHeader(call, 'X-Client-ID'), refused],
    ['no X-Timestamp', withHeader(call, 'X-Timestamp'), refused],
    ['no X-Signature', withHeader(call, 'X-Signature'), refused],
    ['300 s behind', at(-300), '200'],
    ['300 s ahead', at(300), '200'],
    ['301 s behind', at(-301), open(refused, '§5.1')],
    ['301 s ahead', at(301), open(refused, '§5.1')],
    [
      'milliseconds',
      verifyCall(bought, { timestamp: `${fixedUnixSeconds}000` }),
      open(refused, '§5.1'),
    ],
    ['no number', verifyCall(bought, { timestamp: 'now' }), open(refused, '§5.1')],
    ['another path', { ...call, url: 'http://h/iap/gateway/other' }, open('404 HTTP_404', '§4')],
  ])('%s', async (_says, request, expected) => {
    expect(gist(await emulator().send(request, patient))).toBe(expected);
  });

  it('are judged by its own clock, and it never says which signature it expected', async () => {
    const { send } = emulator({ clockSkewSeconds: 400 });
    expect(gist(await send(call, patient))).toBe(open(refused, '§5.1'));
    expect(gist(await send(at(400), patient))).toBe('200');
    const { body, headers } = await emulator().send(
      withHeader(call, 'X-Signature', '0'.repeat(64)),
      patient,
    );
    expect(Buffer.from(body).toString() + JSON.stringify(headers)).not.toContain(signature);
  });
});
