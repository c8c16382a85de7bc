import { describe, expect, it } from 'vitest';
import { type Judgement } from '../../src/contract/judgement.js';
import { hintWords, nextWords } from '../../src/view/words.js';
import { judgeLookup } from '../../src/gateway/judge-lookup.js';
import type { Asked } from '../../src/service/asked.js';
import { lookupVerdicts } from '../../src/gateway/verdict.js';
import { printJson } from '../../src/text/json/print.js';
import { WireFailure } from '../../src/contract/wire.js';
import { exchangeOf, response, type GivenResponse } from '../support/exchange.js';

const asked: Asked = { osId: 1, productId: 'gems_100', package: 'com.example.game', receipt: 'hush-receipt' };
const order = 'GPA.1234-5678-9012-34567';

const record = {
  found: true,
  tx_mgmt_id: 4711,
  current_state: 'gateway_verified',
  last_error_code: null,
  last_error_message: null,
  recorded_for_this_game: true,
};
const transaction = {
  platform: 'android',
  environment: null,
  quantity: 1,
  purchase_date_ms: 1_790_000_000_000,
  purchase_state: 0,
  region_code: 'DE',
  acknowledgement_state: 1,
  order_id: order,
  transaction_id: order,
  product_id: 'gems_100',
  gateway: record,
};
const answerWith = (...transactions: unknown[]): object => ({
  order_id: order,
  game_id: 7,
  found: true,
  environment: null,
  transactions,
});
const withPurchase = (change: object): object => answerWith({ ...transaction, ...change });
const withRecord = (change: object): object => withPurchase({ gateway: { ...record, ...change } });
const neverReceived = { gateway: { found: false, reason: 'NEVER_RECEIVED_BY_GATEWAY' } };
const rejection = { order_id: null, game_id: 7, found: false, status: 404, error: 'no such purchase' };

const judge = (given: GivenResponse): Judgement => judgeLookup(exchangeOf(response(given)), asked);
const fields = ({ anomalies }: Judgement): string[] => anomalies.map(({ field }) => field);
const short = ({ exit, advice, verdict, error }: Judgement): string =>
  [exit, advice, verdict?.id ?? '-', error?.code ?? '-'].join(' ');

describe('a look-up that the store confirms', () => {
  it.each([
    ['recorded', answerWith(transaction), '0 none paid-and-recorded -'],
    [
      'recorded with an error',
      withRecord({ last_error_code: 'VERIFIER_ERROR' }),
      '0 check paid-recorded-with-error -',
    ],
    ['never received', withPurchase(neverReceived), '0 check paid-never-received -'],
    [
      'recorded elsewhere',
      withRecord({ recorded_for_this_game: false }),
      '0 do-not-grant paid-recorded-elsewhere -',
    ],
    [
      'elsewhere and with an error',
      withRecord({ recorded_for_this_game: false, last_error_code: 'X' }),
      '0 do-not-grant paid-recorded-elsewhere -',
    ],
    ['pending', withPurchase({ purchase_state: 2, ...neverReceived }), '0 do-not-grant pending -'],
    ['cancelled', withPurchase({ purchase_state: 1, ...neverReceived }), '0 do-not-grant cancelled -'],
    [
      'cancelled after it was recorded',
      withPurchase({ purchase_state: 1 }),
      '0 check cancelled-after-recorded -',
    ],
    [
      'recorded with an error message alone',
      withRecord({ last_error_message: 'the store was slow' }),
      '0 check paid-recorded-with-error -',
    ],
  ])('is %s', (_, body, expected) => {
    const judgement = judge({ body });
    expect(short(judgement)).toBe(expected);
    expect(fields(judgement)).toEqual([]);
  });

  it.each([
    ['an unlisted state', withPurchase({ purchase_state: 3 }), ['transactions[0].purchase_state']],
    ['no state', withPurchase({ purchase_state: undefined }), ['transactions[0].purchase_state']],
    ['a state as text', withPurchase({ purchase_state: '0' }), ['transactions[0].purchase_state']],
    ['no gateway', withPurchase({ gateway: undefined }), ['transactions[0].gateway']],
    ['found "true" in gateway', withRecord({ found: 'true' }), ['transactions[0].gateway.found']],
    [
      'no word on the game',
      withRecord({ recorded_for_this_game: undefined }),
      ['transactions[0].gateway.recorded_for_this_game'],
    ],
    [
      'a record although the payment is pending',
      withPurchase({ purchase_state: 2 }),
      ['transactions[0].gateway.found'],
    ],
    [
      'a current state that is not listed',
      withRecord({ current_state: 'refunded' }),
      ['transactions[0].gateway.current_state'],
    ],
    [
      'a current state that says failure',
      withRecord({ current_state: 'FAILED' }),
      ['transactions[0].gateway.current_state'],
    ],
    [
      'a current state of another type',
      withRecord({ current_state: 1 }),
      ['transactions[0].gateway.current_state'],
    ],
    ['no transactions', answerWith(), ['transactions']],
    ['a transaction of another kind', answerWith(null), ['transactions[0]']],
  ])('is unknown with %s, and still an answer', (_, body, odd) => {
    const judgement = judge({ body });
    expect(short(judgement)).toBe('0 check unknown -');
    expect(fields(judgement)).toEqual(odd);
  });

  it('is unknown where a member that decides stands twice', () => {
    const body = JSON.stringify(answerWith(transaction)).replace(
      '"purchase_state":0',
      '"purchase_state":1,"purchase_state":0',
    );
    expect(short(judge({ body }))).toBe('0 check unknown -');
  });

  it.each([
    ['no current state', withRecord({ current_state: undefined }), ['transactions[0].gateway.current_state']],
    [
      'an id beyond 2^53',
      JSON.stringify(answerWith(transaction)).replace('4711', '9007199254740993'),
      ['transactions[0].gateway.tx_mgmt_id'],
    ],
    [
      'no word on an error',
      withRecord({ last_error_code: undefined }),
      ['transactions[0].gateway.last_error_code'],
    ],
    ['no current state', withRecord({ current_state: undefined }), ['transactions[0].gateway.current_state']],
    [
      'an environment in the transaction',
      withPurchase({ environment: 'Sandbox' }),
      ['transactions[0].environment'],
    ],
    ['another platform', withPurchase({ platform: 'ios' }), ['transactions[0].platform']],
    ['a quantity of none', withPurchase({ quantity: 0 }), ['transactions[0].quantity']],
    [
      'a date beyond all dates',
      withPurchase({ purchase_date_ms: 8.65e15 }),
      ['transactions[0].purchase_date_ms'],
    ],
    [
      'a date as text',
      withPurchase({ purchase_date_ms: '2026-11-03' }),
      ['transactions[0].purchase_date_ms'],
    ],
    ['a country by its name', withPurchase({ region_code: 'Germany' }), ['transactions[0].region_code']],
    [
      'an unlisted acknowledgement',
      withPurchase({ acknowledgement_state: 2 }),
      ['transactions[0].acknowledgement_state'],
    ],
    ['no transaction id', withPurchase({ transaction_id: undefined }), ['transactions[0].transaction_id']],
    [
      'another transaction id',
      withPurchase({ transaction_id: 'GPA.0' }),
      ['transactions[0].order_id', 'order_id'],
    ],
    ['another order', withPurchase({ order_id: 'GPA.0' }), ['transactions[0].order_id']],
    ['another order above', { ...answerWith(transaction), order_id: 'GPA.0' }, ['order_id']],
    ['an environment', { ...answerWith(transaction), environment: 'sandbox' }, ['environment']],
    ['a game id as text', { ...answerWith(transaction), game_id: '7' }, ['game_id']],
  ])('with %s is judged all the same, and it is said', (_, body, odd) => {
    const judgement = judge({ body });
    expect(short(judgement)).toBe('0 none paid-and-recorded -');
    expect(fields(judgement)).toEqual(odd);
  });

  it('of another product reads as nothing good, and says so first', () => {
    const judgement = judge({ body: withPurchase({ product_id: 'gems_999' }) });
    expect(short(judgement)).toBe('0 check unknown -');
    expect(fields(judgement)).toEqual(['transactions[0].product_id']);
    expect(judgement.verdict?.says).toMatch(
      /^The answer is about a different product from the one asked for/,
    );
  });

  it.each([
    ['another reason', { reason: 'LOST' }, 'unknown', ['reason']],
    ['a reason of another type', { reason: null }, 'unknown', ['reason']],
    ['no reason', {}, 'paid-never-received', ['reason']],
    [
      'a word that it is recorded',
      { reason: 'NEVER_RECEIVED_BY_GATEWAY', recorded_for_this_game: true },
      'unknown',
      ['recorded_for_this_game'],
    ],
    [
      'a word that it is not',
      { reason: 'NEVER_RECEIVED_BY_GATEWAY', recorded_for_this_game: false },
      'paid-never-received',
      [],
    ],
  ])('never received with %s', (_, record, verdict, odd) => {
    const judgement = judge({ body: withPurchase({ gateway: { found: false, ...record } }) });
    expect(judgement.verdict?.id).toBe(verdict);
    expect(fields(judgement)).toEqual(odd.map((field) => `transactions[0].gateway.${field}`));
  });

  it('with an error message of another type is recorded with an error, and it is said', () => {
    const judgement = judge({ body: withRecord({ last_error_message: 7 }) });
    expect(short(judgement)).toBe('0 check paid-recorded-with-error -');
    expect(fields(judgement)).toEqual(['transactions[0].gateway.last_error_message']);
  });

  it('of several transactions judges the one of the product asked for', () => {
    const other = { ...transaction, product_id: 'gems_999', purchase_state: 1 };
    const judgement = judge({ body: answerWith(other, transaction) });
    expect(short(judgement)).toBe('0 none paid-and-recorded -');
    expect(fields(judgement)).toEqual(['transactions']);
  });

  it('of several other transactions judges the first', () => {
    const other = { ...transaction, product_id: 'gems_999' };
    const judgement = judge({ body: answerWith({ ...other, purchase_state: 2, ...neverReceived }, other) });
    expect(short(judgement)).toBe('0 check unknown -');
    expect(judgement.verdict?.says).toContain('pending');
    expect(fields(judgement)).toEqual(['transactions', 'transactions[0].product_id']);
  });

  it('of several that do not agree judges none, and shows them all', () => {
    const judgement = judge({ body: answerWith(transaction, { ...transaction, purchase_state: 1 }) });
    expect(short(judgement)).toBe('0 check unknown -');
    expect(judgement.facts.filter(({ label }) => label === 'State').map(({ value }) => value)).toEqual([
      '0 PURCHASED',
      '1 CANCELED',
    ]);
  });

  it('names the two found apart', () => {
    const facts = judge({ body: withPurchase(neverReceived) }).facts;
    expect(facts).toContainEqual({ label: 'Store', value: 'found (the store knows the purchase)' });
    expect(facts).toContainEqual({ label: 'Gateway', value: 'not found (no verify call was ever recorded)' });
  });

  it('keeps the answer digit for digit', () => {
    const body = JSON.stringify(answerWith(transaction)).replace('4711', '9007199254740993');
    const judgement = judge({ body });
    expect(printJson(judgement.answer)).toBe(body);
    expect(judgement.facts).toContainEqual({
      id: 'gateway-record',
      label: 'Gateway record',
      value: '9007199254740993',
    });
  });

  it.each(['VERIFIER_ERROR', '; reboot'])(
    'offers evidence for a purchase recorded with an error: %s',
    (code) => {
      const { nextCommand } = judge({ body: withRecord({ last_error_code: code }) });
      expect(nextCommand).toEqual(['pvg', 'report', '--last', '--out', 'ticket.html']);
    },
  );

  it('warns of verifying what the game has not verified', () => {
    const judgement = judge({ body: withPurchase(neverReceived) });
    expect(judgement.verdict && nextWords(judgement.verdict)).toMatch(
      /The game must send its own verify.*Do not verify from here.*409/,
    );
    expect(judgement.nextCommand).not.toContain('verify');
  });

  it('judges ten thousand disagreeing transactions without delay', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      ...transaction,
      purchase_state: index % 3,
    }));
    expect(short(judge({ body: answerWith(...many) }))).toBe('0 check unknown -');
  });
});

describe('a look-up that the store does not confirm', () => {
  it.each([[200], [202], [400], [404], [409], [422]])('is not confirmed with HTTP %i', (status) => {
    const judgement = judge({ status, body: rejection });
    expect(short(judgement)).toBe('6 do-not-grant not-confirmed not-confirmed');
    expect(judgement.facts).toEqual([
      { label: 'Store', value: 'not found (the store does not confirm the purchase)' },
      { label: 'Store’s own status', value: '404' },
      { id: 'store-detail', label: 'Store detail', value: 'no such purchase' },
      {
        label: 'Usually',
        value:
          'the store answers 404 if receipt, product and package belong to different purchases, or if the receipt is incomplete (general store behaviour, not in the contract)',
      },
    ]);
    expect(fields(judgement)).toEqual([]);
  });

  it.each([401, 403, 500, 502, 503, 599])('of the status %i says that the store gave no result', (status) => {
    const judgement = judge({ body: { ...rejection, status } });
    expect(short(judgement)).toBe('8 retry-later store-unavailable store-unavailable');
    expect(judgement.facts[0]).toMatchObject({
      label: 'Store',
      value: expect.stringMatching(/^no result/) as string,
    });
    expect(judgement.nextCommand.slice(0, 2)).toEqual(['pvg', 'report']);
  });

  it.each([400, 404, 410, 418, 600, '503'])('of the status %j is an answer of the store', (status) => {
    expect(short(judge({ body: { ...rejection, status } }))).toBe(
      '6 do-not-grant not-confirmed not-confirmed',
    );
  });

  it('says what is odd in a rejection', () => {
    const body = { order_id: order, game_id: 7, found: false, status: '404' };
    expect(fields(judge({ body }))).toEqual(['order_id', 'status', 'error']);
  });
});

describe('a look-up that failed', () => {
  const failure = (error: string): object => ({ success: false, error, message: 'm' });

  const together = 'Who acts next: you, with the game’s developers. Do not grant. Check that receipt';
  it.each([
    ['VERIFICATION_FAILED', 'the operator, if the store credentials of the game are not configured'],
    ['PRODUCT_MISMATCH', 'Who acts next: you, then the game’s developers. Do not grant. If the product id'],
    ['SURPRISE', together],
  ])('with 422 %s says who acts and how, and sends nobody in a circle', (code, says) => {
    const { error, verdict } = judge({ status: 422, body: failure(code) });
    for (const text of [error && hintWords(error), verdict && nextWords(verdict)]) {
      expect(text).toContain(says);
      expect(text).not.toContain('pvg lookup');
    }
  });

  it.each([
    ['401', 401, failure('UNAUTHORIZED'), '4 fix-request - UNAUTHORIZED'],
    ['400', 400, failure('MISSING_FIELDS'), '5 fix-request - MISSING_FIELDS'],
    ['422', 422, failure('PRODUCT_MISMATCH'), '6 do-not-grant not-confirmed PRODUCT_MISMATCH'],
    ['404', 404, failure('NOT_FOUND'), '5 fix-request - NOT_FOUND'],
    ['502', 502, failure('VERIFIER_ERROR'), '8 retry-later - VERIFIER_ERROR'],
    ['500 with a rejection', 500, rejection, '8 retry-later - http-500'],
    ['429 with a rejection', 429, rejection, '9 retry-later - http-429'],
    ['401 with a rejection', 401, rejection, '12 check - no-contract-shape'],
    ['200 with the failure envelope', 200, failure('MISSING_FIELDS'), '12 check - no-contract-shape'],
    ['200 without found', 200, { transactions: [transaction] }, '12 check - no-contract-shape'],
    ['found "true"', 200, { ...answerWith(transaction), found: 'true' }, '12 check - no-contract-shape'],
    ['found twice', 200, '{"found":true,"found":true,"transactions":[]}', '12 check - no-contract-shape'],
    ['404 with found true', 404, answerWith(transaction), '12 check - no-contract-shape'],
    ['404 with found of another type', 404, { ...failure('X'), found: null }, '12 check - no-contract-shape'],
    ['403 with HTML', 403, '<html>', '12 check - no-contract-shape'],
    ['302', 302, '', '12 check - no-contract-shape'],
    ['a status beyond all kinds', 999, rejection, '12 check - no-contract-shape'],
  ])('with %s', (_, status, body, expected) => {
    expect(short(judge({ status, body }))).toBe(expected);
  });

  it('says that the statuses of its failures are not shown', () => {
    expect(judge({ status: 400, body: failure('MISSING_FIELDS') }).error?.hint).toContain(
      'The contract does not show what this status means for a look-up.',
    );
  });

  it.each([
    ['lost', '10 retry-later - outcome-unknown', 'you can safely repeat it'],
    ['not-reached', '11 retry-later - not-reached', 'you can safely repeat the command'],
    ['cut', '12 check - no-contract-shape', 'you can safely repeat it'],
  ] as const)('%s may be repeated', (kind, expected, says) => {
    const judgement = judgeLookup(exchangeOf(new WireFailure(kind, 'x'), { unclearBefore: true }), asked);
    expect(short(judgement)).toBe(expected);
    expect(judgement.error?.hint).toContain(says);
  });
});

describe('the verdicts', () => {
  const all = Object.entries(lookupVerdicts);

  it('call nothing refunded, which an Android look-up cannot know', () => {
    for (const [, { says, next }] of all) expect(says + next).not.toMatch(/refunded/i);
  });

  it.each(all)('%s say first who acts next', (_id, verdict) => {
    expect(nextWords(verdict)).toMatch(/^Who acts next: \w/);
  });

  it.each([
    ['recorded', withPurchase({}), true],
    ['recorded with an error', withRecord({ last_error_code: 'X' }), true],
    ['recorded elsewhere', withRecord({ recorded_for_this_game: false }), true],
    ['never received', withPurchase(neverReceived), true],
    ['cancelled', withPurchase({ purchase_state: 1, ...neverReceived }), true],
    ['cancelled after it was recorded', withPurchase({ purchase_state: 1 }), true],
    ['pending', withPurchase({ purchase_state: 2, ...neverReceived }), false],
    ['not confirmed', rejection, false],
  ])('of a purchase that is %s say in one line where refunds stand: %s', (_, body, told) => {
    const lines = judge({ body }).facts.filter(({ value }) => value.includes('voided-purchase reports'));
    expect(lines).toHaveLength(told ? 1 : 0);
  });
});

describe('what does not stand in the answer', () => {
  it.each([
    ['an unacknowledged purchase', withPurchase({ acknowledgement_state: 0 }), 'Usually', 'three days'],
    ['a pending one', withPurchase({ purchase_state: 2 }), 'Usually', 'the player pays later'],
    ['a rejection with 410', { ...rejection, status: 410 }, 'Usually', 'incomplete'],
    ['a rejection with 503', { ...rejection, status: 503 }, 'A guess', 'the store itself failed'],
  ])('is marked as such beside %s', (_, body, label, says) => {
    const background = judge({ body }).facts.filter((fact) => ['Usually', 'A guess'].includes(fact.label));
    expect(background).toHaveLength(1);
    expect(background[0]).toMatchObject({ label, value: expect.stringContaining(says) as string });
    if (label === 'Usually') expect(background[0]?.value).toContain('not in the contract');
  });

  it('is not told of an acknowledged purchase, an odd status or an iOS one', () => {
    const labels = (facts: Judgement['facts']): string[] => facts.map(({ label }) => label);
    const bodies = [withPurchase({}), { ...rejection, status: 418 }, { ...rejection, status: '404' }];
    for (const body of bodies) expect(labels(judge({ body }).facts)).not.toContain('Usually');
    const ios = judgeLookup(exchangeOf(response({ body: withPurchase({}) })), { ...asked, osId: 2 });
    expect(labels(ios.facts)).not.toContain('Refunds');
  });
});
