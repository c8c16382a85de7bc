import { describe, expect, it } from 'vitest';
import { listedFailures } from '../../src/contract/listed.js';
import { headerValue } from '../../src/contract/wire.js';
import { emulatedPurchase, type EmulatedPurchase } from '../../src/emulator/purchase.js';
import { fixedUnixSeconds } from '../support/context.js';
import {
  gist,
  jsonOf,
  lookupCall,
  patient,
  purchaseBody,
  verifyCall,
  withHeader,
} from '../support/signed.js';
import { emulatedWorld } from '../support/world.js';

const iosPurchase = emulatedPurchase({ receipt: 'ios-bought', product_id: 'gems_100', os: 'ios' });

const emulator = (changes: Parameters<typeof emulatedWorld>[0] = {}) =>
  emulatedWorld({ beginning: { purchases: [iosPurchase] }, ...changes });

const bought = purchaseBody('demo-purchased');
const without = (name: string) => Object.fromEntries(Object.entries(bought).filter(([key]) => key !== name));

describe('verify reaches every row of §7.1', () => {
  const rows: [says: string, body: unknown, expected: string][] = [
    ['verifies a paid purchase', bought, '200'],
    ['says that a receipt was verified before', purchaseBody('demo-recorded'), '409 DUPLICATE_TRANSACTION'],
    [
      'counts the record of another game as verified before',
      purchaseBody('demo-other-game'),
      '409 DUPLICATE_TRANSACTION',
    ],
    [
      'counts a record with an error as verified before',
      purchaseBody('demo-recorded-error'),
      '409 DUPLICATE_TRANSACTION',
    ],
    ['notices another product', { ...bought, product_id: 'gems_999' }, '422 PRODUCT_MISMATCH'],
    ['rejects a receipt the store does not know', purchaseBody('no-such-receipt'), '422 VERIFICATION_FAILED'],
    ['rejects a canceled purchase', purchaseBody('demo-canceled'), '422 VERIFICATION_FAILED'],
    ['rejects a pending purchase', purchaseBody('demo-pending'), '422 VERIFICATION_FAILED'],
    ['rejects another package', purchaseBody('demo-package-mismatch'), '422 VERIFICATION_FAILED'],
    ['rejects without store credentials', purchaseBody('demo-store-unconfigured'), '422 VERIFICATION_FAILED'],
    [
      'rejects an Android receipt sent as iOS',
      purchaseBody('demo-purchased', { os_id: 2 }),
      '422 VERIFICATION_FAILED',
    ],
    ['rejects the iOS receipt sent as Android', purchaseBody('demo-ios-sandbox'), '422 VERIFICATION_FAILED'],
    ['reports a store that is down', purchaseBody('demo-store-down'), '502 VERIFIER_ERROR'],
    ['accepts an unacknowledged purchase', purchaseBody('demo-unacknowledged'), '200'],
    ['misses the receipt', without('receipt'), '400 MISSING_FIELDS'],
    ['misses the product', without('product_id'), '400 MISSING_FIELDS'],
    ['misses os_id', without('os_id'), '400 MISSING_FIELDS'],
    ['misses the package on Android', without('package'), '400 MISSING_FIELDS'],
    [
      'does not miss the package on iOS',
      { receipt: 'ios-bought', product_id: 'gems_100', os_id: 2 },
      '200 (§2.3)',
    ],
    ['misses everything in an array', [bought], '400 MISSING_FIELDS'],
    [
      'misses a member that stands on the prototype',
      '{"__proto__":{"receipt":"demo-purchased"}}',
      '400 MISSING_FIELDS',
    ],
    ['marks a field of another type', { ...bought, receipt: 5 }, '400 MISSING_FIELDS (§7.1)'],
    ['marks an empty field', { ...bought, receipt: '' }, '400 MISSING_FIELDS (§7.1)'],
    ['marks malformed JSON', '{"receipt":', '400 MISSING_FIELDS (§7.1)'],
    ['marks what is no UTF-8', Uint8Array.from([0x22, 0xff, 0x22]), '400 MISSING_FIELDS (§7.1)'],
    ['refuses os_id 3', { ...bought, os_id: 3 }, '400 INVALID_OS_ID'],
    ['refuses os_id as text', { ...bought, os_id: '1' }, '400 INVALID_OS_ID'],
    ['refuses os_id as a fraction', { ...bought, os_id: 1.5 }, '400 INVALID_OS_ID'],
    ['refuses os_id as true', { ...bought, os_id: true }, '400 INVALID_OS_ID'],
    [
      'marks a package of another type',
      { ...bought, package: ['com.example.game'] },
      '400 MISSING_FIELDS (§7.1)',
    ],
    ['marks an optional field of another type', { ...bought, player_id: 42 }, '400 MISSING_FIELDS (§7.1)'],
    ['takes an optional field that is null as left out', { ...bought, server_id: null }, '200'],
    ['takes an os_id that is null as missing', { ...bought, os_id: null }, '400 MISSING_FIELDS'],
    [
      'marks a package of another type on iOS',
      { receipt: 'ios-bought', product_id: 'gems_100', os_id: 2, package: 5 },
      '400 MISSING_FIELDS (§7.1)',
    ],
    [
      'takes optional fields as text',
      { ...bought, player_id: '42', character_id: '', game_version: '1' },
      '200',
    ],
    ['notices missing fields before a wrong os_id', { os_id: 3 }, '400 MISSING_FIELDS'],
    [
      'notices the other environment',
      purchaseBody('demo-ios-sandbox', { os_id: 2 }),
      '412 ENVIRONMENT_MISMATCH',
    ],
  ];
  it.each(rows)('%s', async (_says, body, expected) => {
    expect(gist(await emulator().send(verifyCall(body), patient))).toBe(expected);
  });

  it('leaves no code of §7.1 out', () => {
    const reached = rows.map(([, , expected]) => expected.split(' ')[1] ?? '');
    expect(Object.keys(listedFailures.gateway).filter((code) => !reached.includes(code))).toEqual([
      'UNAUTHORIZED',
    ]);
  });
});

describe('an answer of verify', () => {
  it('has exactly the fields of §2.2 and §2.3', async () => {
    const response = await emulator().send(verifyCall(bought), patient);
    const body = jsonOf(response) as { transaction_id: string };
    expect(body).toEqual({
      success: true,
      transaction_id: expect.stringMatching(/^GPA\.\d{4}-\d{4}-\d{4}-\d{5}$/),
      product_id: 'gems_100',
      receipt_info: {
        platform: 'android',
        environment: null,
        quantity: 1,
        purchase_date_ms: 1_772_443_800_000,
        purchase_state: 0,
        region_code: 'VN',
        acknowledgement_state: 1,
        order_id: body.transaction_id,
      },
    });
  });

  it('fails in the envelope of §2.2', async () => {
    const response = await emulator().send(verifyCall(purchaseBody('nothing')), patient);
    expect(jsonOf(response)).toEqual({
      success: false,
      error: 'VERIFICATION_FAILED',
      message: 'The store has no purchase for this receipt.',
    });
  });

  it('fills in nothing of an iOS receipt_info', async () => {
    const response = await emulator().send(verifyCall(purchaseBody('ios-bought', { os_id: 2 })), patient);
    expect(jsonOf(response)).toMatchObject({ success: true, receipt_info: {} });
    expect(headerValue(response.headers, 'x-pvg-not-shown')).toBe('2.3');
  });

  it('carries its type and the date of its own clock', async () => {
    const { headers } = await emulator({ clockSkewSeconds: 120 }).send(verifyCall(bought), patient);
    expect(headers).toEqual([
      ['content-type', 'application/json'],
      ['date', new Date((fixedUnixSeconds + 120) * 1000).toUTCString()],
    ]);
  });
});

describe('the memory of the gateway', () => {
  it('answers 409 from the second verify on', async () => {
    const { send } = emulator();
    const gists = [];
    for (let call = 0; call < 3; call += 1) gists.push(gist(await send(verifyCall(bought), patient)));
    expect(gists).toEqual(['200', '409 DUPLICATE_TRANSACTION', '409 DUPLICATE_TRANSACTION']);
  });

  it('lets one of many verifies at once win', async () => {
    const { send } = emulator();
    const gists = await Promise.all(
      Array.from({ length: 5_000 }, async () => gist(await send(verifyCall(bought), patient))),
    );
    expect(gists.filter((each) => each === '200')).toHaveLength(1);
    expect(gists.filter((each) => each === '409 DUPLICATE_TRANSACTION')).toHaveLength(4_999);
  });

  it('shows in a look-up what was verified, under the same number every time', async () => {
    const { send } = emulator();
    await send(verifyCall(bought), patient);
    const record = {
      gateway: { found: true, tx_mgmt_id: expect.any(Number) as number, recorded_for_this_game: true },
    };
    expect(jsonOf(await send(lookupCall(bought), patient))).toMatchObject({ transactions: [record] });
  });

  it('does not record what it does not verify, nor what is only looked up', async () => {
    const { send } = emulator();
    await send(verifyCall({ ...bought, product_id: 'gems_999' }), patient);
    await send(lookupCall(bought), patient);
    expect(gist(await send(verifyCall(bought), patient))).toBe('200');
  });

  it('starts afresh with every emulator', async () => {
    await emulator().send(verifyCall(bought), patient);
    expect(gist(await emulator().send(verifyCall(bought), patient))).toBe('200');
  });
});

describe('what the gateway has recorded (§3, rule 1)', () => {
  const duplicate = '409 DUPLICATE_TRANSACTION';
  const again: [says: string, changes: Record<string, unknown>, expected: string][] = [
    ['is a duplicate with another product', { product_id: 'gems_999' }, duplicate],
    ['is a duplicate with another package', { package: 'com.example.other' }, duplicate],
    ['is a duplicate as of another platform', { os_id: 2 }, duplicate],
    ['needs its fields first', { product_id: undefined }, '400 MISSING_FIELDS'],
    ['needs a listed os_id first', { os_id: 3 }, '400 INVALID_OS_ID'],
    ['needs optional fields as text first', { player_id: 42 }, '400 MISSING_FIELDS (§7.1)'],
  ];
  it.each(again)('%s', async (_says, changes, expected) => {
    const { send } = emulator();
    await send(verifyCall(bought), patient);
    expect(gist(await send(verifyCall({ ...bought, ...changes }), patient))).toBe(expected);
    expect(gist(await send(verifyCall(purchaseBody('demo-recorded', changes)), patient))).toBe(expected);
  });

  it('needs credentials first', async () => {
    const call = verifyCall(purchaseBody('demo-recorded'), { secret: 'other' });
    expect(gist(await emulator().send(call, patient))).toBe('401 UNAUTHORIZED');
  });

  const later: [says: string, differs: Partial<EmulatedPurchase>][] = [
    ['the store is down', { storeFailures: Infinity }],
    ['the store is not configured', { isUnconfigured: true }],
    ['the store has it as cancelled', { purchase_state: 1 }],
  ];
  it.each(later)('is a duplicate when %s meanwhile', async (_says, differs) => {
    const { send, world } = emulator();
    await send(verifyCall(bought), patient);
    const [purchase] = [...world.purchases.values()].filter(({ receipt }) => receipt === 'demo-purchased');
    world.addPurchases(purchase === undefined ? [] : [{ ...purchase, ...differs }]);
    expect(gist(await send(verifyCall(bought), patient))).toBe(duplicate);
  });

  it('is a duplicate without asking the store', async () => {
    const { send, slept } = emulator();
    await send(verifyCall(purchaseBody('demo-slow')), patient);
    await send(verifyCall(purchaseBody('demo-slow')), patient);
    expect(slept).toEqual([5_000]);
  });
});

describe('demo-flaky', () => {
  const flaky = purchaseBody('demo-flaky');
  it('fails twice, then is as purchased', async () => {
    const { send } = emulator();
    const gists = [];
    for (let call = 0; call < 4; call += 1) gists.push(gist(await send(verifyCall(flaky), patient)));
    expect(gists).toEqual(['502 VERIFIER_ERROR', '502 VERIFIER_ERROR', '200', '409 DUPLICATE_TRANSACTION']);
  });

  it('counts verify and look-up alike', async () => {
    const { send } = emulator();
    const first = await send(lookupCall(flaky), patient);
    const second = await send(verifyCall(flaky), patient);
    const third = await send(lookupCall(flaky), patient);
    expect([first, second, third].map(gist)).toEqual([
      '502 VERIFIER_ERROR (§7.1)',
      '502 VERIFIER_ERROR',
      '200',
    ]);
  });
});

describe('demo-slow', () => {
  const slow = purchaseBody('demo-slow');
  it('answers after five seconds', async () => {
    const { send, slept } = emulator();
    expect(gist(await send(verifyCall(slow), patient))).toBe('200');
    expect(slept).toEqual([5_000]);
  });

  it('has recorded the purchase when nobody waited for the answer', async () => {
    const { send, slept } = emulator();
    await expect(send(verifyCall(slow), { timeoutMs: 2_000 })).rejects.toMatchObject({ kind: 'lost' });
    expect(slept).toEqual([2_000]);
    expect(gist(await send(verifyCall(slow), patient))).toBe('409 DUPLICATE_TRANSACTION');
  });
});

describe('lookup-receipt', () => {
  const rows: [says: string, body: unknown, expected: string][] = [
    [
      'marks a missing os_id (§4.2: an iOS look-up with missing fields)',
      without('os_id'),
      '400 MISSING_FIELDS (§7.1)',
    ],
    ['marks an iOS look-up', { ...bought, os_id: 2 }, '400 MISSING_FIELDS (§4.2)'],
    ['marks another os_id', { ...bought, os_id: 3 }, '400 INVALID_OS_ID (§7.1)'],
    ['marks os_id as text', { ...bought, os_id: '1' }, '400 INVALID_OS_ID (§7.1)'],
    ['marks a receipt of another type', { ...bought, receipt: 5 }, '400 MISSING_FIELDS (§7.1)'],
    ['marks a missing package', without('package'), '400 MISSING_FIELDS (§7.1)'],
    ['marks another product', { ...bought, product_id: 'gems_999' }, '422 PRODUCT_MISMATCH (§7.1)'],
    ['marks missing store credentials', purchaseBody('demo-store-unconfigured'), '200 (§2.4)'],
    ['marks a store that is down', purchaseBody('demo-store-down'), '502 VERIFIER_ERROR (§7.1)'],
    ['marks malformed JSON', '{', '400 MISSING_FIELDS (§7.1)'],
    ['confirms a paid purchase', bought, '200'],
    ['marks the status of a store rejection', purchaseBody('nothing'), '200 (§2.4)'],
  ];
  it.each(rows)('%s', async (_says, body, expected) => {
    expect(gist(await emulator().send(lookupCall(body), patient))).toBe(expected);
  });

  const states: [receipt: string, expected: Record<string, unknown>][] = [
    ['demo-purchased', { purchase_state: 0, acknowledgement_state: 1 }],
    ['demo-canceled', { purchase_state: 1 }],
    ['demo-pending', { purchase_state: 2 }],
    ['demo-unacknowledged', { purchase_state: 0, acknowledgement_state: 0 }],
    ['demo-never-received', { gateway: neverReceived() }],
    ['demo-recorded', { gateway: recorded({}) }],
    ['demo-other-game', { gateway: recorded({ recorded_for_this_game: false }) }],
    [
      'demo-recorded-error',
      {
        gateway: recorded({
          last_error_code: 'VERIFIER_ERROR',
          last_error_message: 'The store could not be reached.',
        }),
      },
    ],
  ];
  it.each(states)('confirms %s', async (receipt, expected) => {
    const body = jsonOf(await emulator().send(lookupCall(purchaseBody(receipt)), patient));
    expect(body).toMatchObject({ found: true, game_id: 1, environment: null, transactions: [expected] });
  });

  it('has exactly the fields of §2.4', async () => {
    const body = jsonOf(await emulator().send(lookupCall(bought), patient)) as { order_id: string };
    expect(body).toEqual({
      order_id: expect.stringMatching(/^GPA\./),
      game_id: 1,
      found: true,
      environment: null,
      transactions: [
        {
          platform: 'android',
          environment: null,
          quantity: 1,
          purchase_date_ms: 1_772_443_800_000,
          purchase_state: 0,
          region_code: 'VN',
          acknowledgement_state: 1,
          order_id: body.order_id,
          transaction_id: body.order_id,
          product_id: 'gems_100',
          gateway: neverReceived(),
        },
      ],
    });
  });

  it.each(['no-such-receipt', 'demo-package-mismatch', 'demo-ios-sandbox'])(
    'passes on that the store rejects %s',
    async (receipt) => {
      const body = jsonOf(await emulator().send(lookupCall(purchaseBody(receipt)), patient));
      expect(body).toEqual({
        order_id: null,
        game_id: 1,
        found: false,
        status: expect.any(Number) as number,
        error: expect.any(String) as string,
      });
    },
  );

  function neverReceived() {
    return { found: false, recorded_for_this_game: false, reason: 'NEVER_RECEIVED_BY_GATEWAY' };
  }
  function recorded(changes: Record<string, unknown>) {
    return {
      found: true,
      tx_mgmt_id: expect.any(Number) as number,
      current_state: 'gateway_verified',
      last_error_code: null,
      last_error_message: null,
      recorded_for_this_game: true,
      ...changes,
    };
  }
});

describe('credentials (§5.1)', () => {
  const at = (seconds: number) => ({ timestamp: String(fixedUnixSeconds + seconds) });
  const call = verifyCall(bought);
  const signature = headerValue(call.headers, 'X-Signature') ?? '';
  const rows: [says: string, request: typeof call, expected: string][] = [
    ['accepts a right signature', call, '200'],
    ['accepts a base path before the contract’s', verifyCall(bought, { base: 'http://h/some/base' }), '200'],
    ['refuses another secret', verifyCall(bought, { secret: 'other' }), '401 UNAUTHORIZED'],
    ['refuses another client', verifyCall(bought, { clientId: 'other' }), '401 UNAUTHORIZED'],
    [
      'refuses a changed body',
      { ...call, body: Buffer.from(JSON.stringify(bought, null, 1)) },
      '401 UNAUTHORIZED',
    ],
    [
      'refuses a signature with junk behind it',
      withHeader(call, 'X-Signature', `${signature}00`),
      '401 UNAUTHORIZED',
    ],
    [
      'marks a signature in upper case',
      withHeader(call, 'X-Signature', signature.toUpperCase()),
      '401 UNAUTHORIZED (§5.1)',
    ],
    [
      'refuses another timestamp than the signed one',
      withHeader(call, 'X-Timestamp', '1'),
      '401 UNAUTHORIZED',
    ],
    ['misses X-Client-ID', withHeader(call, 'X-Client-ID'), '401 UNAUTHORIZED'],
    ['misses X-Timestamp', withHeader(call, 'X-Timestamp'), '401 UNAUTHORIZED'],
    ['misses X-Signature', withHeader(call, 'X-Signature'), '401 UNAUTHORIZED'],
    ['accepts 300 s behind', verifyCall(bought, at(-300)), '200'],
    ['accepts 300 s ahead', verifyCall(bought, at(300)), '200'],
    ['marks 301 s behind', verifyCall(bought, at(-301)), '401 UNAUTHORIZED (§5.1)'],
    ['marks 301 s ahead', verifyCall(bought, at(301)), '401 UNAUTHORIZED (§5.1)'],
    [
      'marks milliseconds',
      verifyCall(bought, { timestamp: `${String(fixedUnixSeconds)}000` }),
      '401 UNAUTHORIZED (§5.1)',
    ],
    [
      'marks a timestamp that is no number',
      verifyCall(bought, { timestamp: 'now' }),
      '401 UNAUTHORIZED (§5.1)',
    ],
    ['refuses before it reads the body', verifyCall('{', { secret: 'other' }), '401 UNAUTHORIZED'],
    ['knows no other path', { ...call, url: 'http://h/iap/gateway/other' }, '404 HTTP_404 (§4)'],
  ];
  it.each(rows)('%s', async (_says, request, expected) => {
    expect(gist(await emulator().send(request, patient))).toBe(expected);
  });

  it('judges the timestamp by its own clock', async () => {
    const { send } = emulator({ clockSkewSeconds: 400 });
    expect(gist(await send(verifyCall(bought), patient))).toBe('401 UNAUTHORIZED (§5.1)');
    expect(gist(await send(verifyCall(bought, at(400)), patient))).toBe('200');
  });

  it('never says which signature it expected', async () => {
    const wrong = withHeader(call, 'X-Signature', '0'.repeat(64));
    const { body, headers } = await emulator().send(wrong, patient);
    expect(Buffer.from(body).toString() + JSON.stringify(headers)).not.toContain(signature);
  });
});
