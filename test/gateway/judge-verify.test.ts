import { describe, expect, it } from 'vitest';
import { type Judgement } from '../../src/contract/judgement.js';
import { hintWords, nextWords } from '../../src/view/words.js';
import { gatewayErrors } from '../../src/gateway/errors.js';
import { judgeVerify } from '../../src/gateway/judge-verify.js';
import type { Asked } from '../../src/service/asked.js';
import { WireFailure } from '../../src/contract/wire.js';
import { shellLine } from '../../src/text/shell.js';
import { exchangeOf, response, type GivenExchange, type GivenResponse } from '../support/exchange.js';

const asked: Asked = { osId: 1, productId: 'gems_100', package: 'com.example.game', receipt: 'hush-receipt' };

const info = {
  platform: 'android',
  environment: null,
  quantity: 1,
  purchase_date_ms: 1_790_000_000_000,
  purchase_state: 0,
  region_code: 'DE',
  acknowledgement_state: 0,
  order_id: 'GPA.1234-5678-9012-34567',
};
const success = {
  success: true,
  transaction_id: 'GPA.1234-5678-9012-34567',
  product_id: 'gems_100',
  receipt_info: info,
};
const failure = (error: string): object => ({ success: false, error, message: 'in the service’s words' });

const judge = (given: GivenResponse, exchange: GivenExchange = {}): Judgement =>
  judgeVerify(exchangeOf(response(given), exchange), asked);

const short = ({ exit, advice, verdict, error }: Judgement): string =>
  [exit, advice, verdict?.id ?? '-', error?.code ?? '-'].join(' ');

it.each(Object.entries(gatewayErrors))('%s ends as its entry in the catalogue says', (code, entry) => {
  const { exit, advice } = judge({
    status: entry.status,
    body: { success: false, error: code, message: '' },
  });
  expect([exit, advice]).toEqual([entry.exit, entry.advice]);
});

describe('a verify', () => {
  it('that succeeds is granted, with nothing odd about it', () => {
    const judgement = judge({ body: success });
    expect(judgement).toMatchObject({ exit: 0, error: null, anomalies: [] });
    expect(short(judgement)).toBe('0 grant verified -');
    expect(judgement.facts.filter(({ id }) => id !== 'check-first')).toEqual([
      { id: 'transaction-id', label: 'Transaction id', value: 'GPA.1234-5678-9012-34567' },
      { id: 'product', label: 'Product', value: 'gems_100' },
      { id: 'state', label: 'State', value: '0 PURCHASED' },
      { label: 'Quantity', value: '1' },
      { label: 'Purchase date', value: '2026-09-21T14:13:20Z', atMs: 1_790_000_000_000 },
      { label: 'Region', value: 'DE' },
      { id: 'acknowledged', label: 'Acknowledged', value: '0 not acknowledged' },
    ]);
  });

  it.each([
    [
      'a receipt verified before',
      409,
      failure('DUPLICATE_TRANSACTION'),
      '7 already-verified already-verified DUPLICATE_TRANSACTION',
    ],
    ['another product', 422, failure('PRODUCT_MISMATCH'), '6 do-not-grant not-confirmed PRODUCT_MISMATCH'],
    [
      'a rejected receipt',
      422,
      failure('VERIFICATION_FAILED'),
      '6 do-not-grant not-confirmed VERIFICATION_FAILED',
    ],
    ['an unreachable store', 502, failure('VERIFIER_ERROR'), '8 retry-later - VERIFIER_ERROR'],
    ['missing fields', 400, failure('MISSING_FIELDS'), '5 fix-request - MISSING_FIELDS'],
    ['a wrong os_id', 400, failure('INVALID_OS_ID'), '5 fix-request - INVALID_OS_ID'],
    ['refused credentials', 401, failure('UNAUTHORIZED'), '4 fix-request - UNAUTHORIZED'],
    ['mixed environments', 412, failure('ENVIRONMENT_MISMATCH'), '5 fix-request - ENVIRONMENT_MISMATCH'],
  ])('of §7.1 with %s', (_, status, body, expected) => {
    const judgement = judge({ status, body });
    expect(short(judgement)).toBe(expected);
    expect(judgement.anomalies).toEqual([]);
    const facts = judgement.facts.filter(({ id }) => id !== 'check-first');
    expect(facts).toEqual([{ id: 'message', label: 'Message', value: 'in the service’s words' }]);
    expect(judgement.nextCommand).toEqual(['pvg', 'explain-error', judgement.error?.code]);
  });

  it.each([
    [
      '200 with success false',
      200,
      failure('VERIFICATION_FAILED'),
      '6 do-not-grant not-confirmed VERIFICATION_FAILED',
    ],
    ['200 with success false and no code', 200, { success: false }, '6 do-not-grant not-confirmed http-200'],
    ['422 with success true', 422, success, '6 do-not-grant not-confirmed http-422'],
    ['400 with success true', 400, success, '5 fix-request - http-400'],
    ['409 with success true', 409, success, '5 fix-request - http-409'],
    ['401 with an unlisted code', 401, failure('CLOCK'), '4 fix-request - CLOCK'],
    ['404 with the error shape', 404, failure('NOT_FOUND'), '5 fix-request - NOT_FOUND'],
    ['409 with an unlisted code', 409, failure('CONFLICT'), '5 fix-request - CONFLICT'],
    [
      '400 with a code of another status',
      400,
      failure('VERIFICATION_FAILED'),
      '5 fix-request - VERIFICATION_FAILED',
    ],
    ['500 with a success', 500, success, '8 retry-later - http-500'],
    ['503 with HTML', 503, '<html>', '8 retry-later - http-503'],
    ['502 with a proxy’s words', 502, { error: 'upstream reset' }, '8 retry-later - http-502'],
    ['500 with nothing', 500, '', '8 retry-later - http-500'],
    ['999 with a success', 999, success, '12 check - no-contract-shape'],
    ['600 with HTML', 600, '<html>', '12 check - no-contract-shape'],
    ['429 with HTML', 429, '<html>', '9 retry-later - http-429'],
  ])('never grants on %s', (_, status, body, expected) => {
    expect(short(judge({ status, body }))).toBe(expected);
  });

  it.each([500, 502, 429])('says that success true in a %i is odd', (status) => {
    expect(judge({ status, body: success }).anomalies).toContainEqual({
      field: 'success',
      says: `is true, but HTTP ${String(status)} is not a success`,
      section: '§7.1',
    });
  });

  it('shows an unlisted code as it came, with the nearest listed one', () => {
    const judgement = judge({ status: 422, body: failure('PRODUCT_MISMATCHED') });
    expect(judgement.error).toMatchObject({ code: 'PRODUCT_MISMATCHED' });
    expect(judgement.error?.hint).toContain('PRODUCT_MISMATCH.');
    expect(judgement.anomalies).toMatchObject([{ field: 'error' }]);
  });

  it.each([
    ['without success', { ...success, success: undefined }, '`success` is missing'],
    ['with success "true"', { ...success, success: 'true' }, '`success` is a string, not a boolean'],
    ['with success 1', { ...success, success: 1 }, '`success` is a number, not a boolean'],
    ['with success null', { ...success, success: null }, '`success` is null, not a boolean'],
    ['with success twice', '{"success":true,"success":true}', '`success` appears more than once'],
    ['with success deeper', { data: success }, '`success` is missing'],
    ['with success as a prototype', '{"__proto__":{"success":true}}', '`success` is missing'],
    ['that is an array', [success], 'the body is an array'],
    ['that is empty', '', 'the body is empty'],
    ['that is HTML', '<html>Sign in</html>', 'the body is HTML'],
    ['that is cut', '{"success":true,"transa', 'possibly cut'],
    ['with junk behind it', '{"success":true}}', 'the body is not JSON'],
  ])('has no shape of the contract %s', (_, body, says) => {
    const judgement = judge({ body });
    expect(short(judgement)).toBe('12 check - no-contract-shape');
    expect(judgement.error?.says).toContain(says);
    expect(judgement.error?.hint).toContain('may have been recorded');
    expect(judgement.error?.hint).not.toContain('--raw');
    expect(judgement.nextCommand.slice(0, 2)).toEqual(['pvg', 'lookup']);
  });

  it('without the shape shows how the body begins: asking again would be a second verify', () => {
    const { error } = judge({ body: `{"ok":"\u001b${'x'.repeat(200)}"}` });
    expect(error?.says).toContain('the body is not JSON');
    const { error: read } = judge({ body: { ok: 'x'.repeat(200) } });
    expect(read?.says).toContain(`It begins: {"ok":"${'x'.repeat(73)}`);
    expect(read?.says).not.toContain('x'.repeat(74));
  });

  it.each([
    [422, 'VERIFICATION_FAILED', 'the game’s developers; the operator, if the store credentials'],
    [422, 'PRODUCT_MISMATCH', 'you, then the game’s developers.'],
    [422, 'SURPRISE', 'the game’s developers.'],
    [200, 'VERIFICATION_FAILED', 'the game’s developers; the operator'],
    [409, 'DUPLICATE_TRANSACTION', 'the game’s developers.'],
  ])('%i %s says who acts next', (status, code, who) => {
    const { error, verdict } = judge({ status, body: failure(code) });
    expect(error && hintWords(error)).toContain(`Who acts next: ${who}`);
    expect(verdict && nextWords(verdict)).toContain(`Who acts next: ${who}`);
  });

  it.each([
    ['422', 422, failure('VERIFICATION_FAILED')],
    ['409', 409, failure('DUPLICATE_TRANSACTION')],
    ['200 with success false', 200, failure('VERIFICATION_FAILED')],
    ['502', 502, failure('VERIFIER_ERROR')],
    ['200', 200, success],
  ])('of iOS never proposes a look-up: %s', (_, status, body) => {
    const judgement = judgeVerify(exchangeOf(response({ status, body })), { ...asked, osId: 2 });
    expect(JSON.stringify([judgement.error, judgement.verdict, judgement.nextCommand])).not.toMatch(
      /pvg lookup|"lookup"|look the purchase up/,
    );
  });

  it.each([[201], [202], [204]])('has no shape of the contract with HTTP %i', (status) => {
    expect(short(judge({ status, body: success }))).toBe('12 check - no-contract-shape');
  });

  it('tells a proxy’s page by status, content type and its first characters', () => {
    const { error } = judge({
      status: 403,
      headers: [['content-type', 'text/html\u001b[0m']],
      body: `<html>\u001b[2J${'x'.repeat(200)}`,
    });
    expect(error?.says).toBe(
      'POST https://gateway.example.com/base/path answered HTTP 403, but the answer does not match the contract: the body is HTML. ' +
        `Content-Type: text/html\\u{1b}[0m. It begins: <html>\\u{1b}[2J${'x'.repeat(70)}`,
    );
    expect(error?.hint).toContain('A proxy or a captive portal may have answered');
  });

  it.each([
    ['https://login.example.net/next?token=hush', 'https://login.example.net'],
    ['/elsewhere?token=hush', 'https://gateway.example.com'],
    ['data:text/html,hush', 'an address that is not HTTP (data:)'],
    ['http://[', 'an address that cannot be read'],
    [undefined, 'an address that it does not name'],
  ])('redirected to %s is not followed and names %s', (location, named) => {
    const judgement = judge({ status: 307, headers: location === undefined ? [] : [['location', location]] });
    expect(short(judgement)).toBe('12 check - no-contract-shape');
    expect(judgement.error?.says).toContain(`a redirect to ${named}. pvg did not follow it`);
    expect(JSON.stringify(judgement)).not.toContain('hush');
  });

  it('answered 409 after an unclear attempt of our own has an unknown outcome', () => {
    const judgement = judge({ status: 409, body: failure('DUPLICATE_TRANSACTION') }, { unclearBefore: true });
    expect(short(judgement)).toBe('10 check - outcome-unknown');
    expect(shellLine(judgement.nextCommand)).toBe(
      'pvg lookup --product-id gems_100 --package com.example.game --receipt "$RECEIPT"',
    );
  });

  it.each([
    [
      'never reached',
      new WireFailure('not-reached', 'the connection was refused', { code: 'ECONNREFUSED' }),
      false,
      '11 retry-later - not-reached',
    ],
    [
      'not reached after an unclear attempt',
      new WireFailure('not-reached', 'refused'),
      true,
      '10 check - outcome-unknown',
    ],
    [
      'whose answer was lost',
      new WireFailure('lost', 'no answer within 10 s'),
      false,
      '10 check - outcome-unknown',
    ],
    [
      'whose answer broke off',
      new WireFailure('cut', 'the answer broke off', { status: 200 }),
      false,
      '12 check - no-contract-shape',
    ],
    [
      'whose answer is too long',
      new WireFailure('oversized', 'more than 10 MB', { status: 200 }),
      false,
      '12 check - no-contract-shape',
    ],
    [
      'answered with something else than HTTP',
      new WireFailure('garbled', 'not HTTP'),
      false,
      '12 check - no-contract-shape',
    ],
    [
      'whose 502 broke off',
      new WireFailure('cut', 'the answer broke off', { status: 502 }),
      false,
      '8 retry-later - http-502',
    ],
    [
      'whose 429 broke off',
      new WireFailure('cut', 'the answer broke off', { status: 429 }),
      false,
      '9 retry-later - http-429',
    ],
    [
      'whose 401 broke off',
      new WireFailure('cut', 'the answer broke off', { status: 401 }),
      false,
      '12 check - no-contract-shape',
    ],
  ])('%s', (_, outcome, unclearBefore, expected) => {
    expect(short(judgeVerify(exchangeOf(outcome, { unclearBefore }), asked))).toBe(expected);
  });

  it('says of a lost answer that it may have been recorded, and of one never sent that it is safe', () => {
    const hint = (outcome: WireFailure): string => judgeVerify(exchangeOf(outcome), asked).error?.hint ?? '';
    expect(hint(new WireFailure('lost', 'reset'))).toContain('may have been recorded. Look it up');
    expect(hint(new WireFailure('not-reached', 'refused'))).toContain('you can safely repeat the command');
  });

  it('of iOS that was lost is not sent to a look-up, which the contract does not show', () => {
    const judgement = judgeVerify(exchangeOf(new WireFailure('lost', 'reset')), { ...asked, osId: 2 });
    expect(judgement.error?.hint).toContain('pvg cannot look up an iOS purchase');
    expect(judgement.nextCommand).toEqual(['pvg', 'help', 'not-shown']);
  });

  it('never repeats the receipt, and uses the user’s own words for it', () => {
    const lost = exchangeOf(new WireFailure('lost', 'reset'));
    expect(JSON.stringify(judgeVerify(lost, asked))).not.toContain('hush');
    expect(judgeVerify(lost, { ...asked, words: ['--receipt', '@r.txt'] }).nextCommand).toEqual([
      'pvg',
      'lookup',
      '--receipt',
      '@r.txt',
    ]);
  });
});

describe('a 401 of the gateway', () => {
  const now = 1_790_000_000;
  it.each([
    [0, now, 'The clock is not the reason'],
    [12, now, '12 s behind the server’s clock. That is within the limit'],
    [300, now, '300 s behind the server’s clock. That is within the limit'],
    [301, now, '301 s behind the server’s clock. That may be the reason: the limit is 300 s'],
    [-900, now, '900 s ahead of the server’s clock. That may be the reason'],
    [0, now + 600, '600 s ahead of the server’s clock. That may be the reason'],
    [600, now + 600, 'The clock is not the reason'],
    [undefined, now, 'pvg could not check your clock'],
  ])('with a skew of %s s and the timestamp %i names the clock', (clockSkewS, timestamp, says) => {
    const judgement = judge(
      { status: 401, body: failure('UNAUTHORIZED') },
      {
        requestHeaders: [['X-Timestamp', String(timestamp)]],
        ...(clockSkewS !== undefined && { clockSkewS }),
      },
    );
    expect(judgement.error?.hint).toContain(says);
  });
});

describe('a 401 of the gateway without the contract’s shape', () => {
  it.each([
    ['HTML', response({ status: 401, body: '<html>' })],
    ['an empty object', response({ status: 401, body: {} })],
    ['a body that broke off', new WireFailure('cut', 'the answer broke off', { status: 401 })],
  ])('names the clock all the same: %s', (_, outcome) => {
    const given = { clockSkewS: 301, requestHeaders: [['X-Timestamp', '1790000000']] as const };
    const judgement = judgeVerify(exchangeOf(outcome, given), asked);
    expect(judgement.exit).toBe(12);
    expect(judgement.error?.hint).toContain('301 s behind the server’s clock. That may be the reason');
  });
});

describe('what is odd in a success is said and changes nothing', () => {
  const withInfo = (change: object): object => ({ ...success, receipt_info: { ...info, ...change } });
  it.each([
    ['no transaction id', { ...success, transaction_id: undefined }, 'transaction_id'],
    ['no receipt_info', { ...success, receipt_info: null }, 'receipt_info'],
    ['another platform', withInfo({ platform: 'web' }), 'receipt_info.platform'],
    ['an environment', withInfo({ environment: 'sandbox' }), 'receipt_info.environment'],
    ['half a unit', withInfo({ quantity: 0.5 }), 'receipt_info.quantity'],
    ['no unit', withInfo({ quantity: 0 }), 'receipt_info.quantity'],
    ['a date as text', withInfo({ purchase_date_ms: '2026-09-21' }), 'receipt_info.purchase_date_ms'],
    ['a date no calendar has', withInfo({ purchase_date_ms: 8.65e15 }), 'receipt_info.purchase_date_ms'],
    ['a date before all', withInfo({ purchase_date_ms: -1 }), 'receipt_info.purchase_date_ms'],
    ['a pending purchase', withInfo({ purchase_state: 2 }), 'receipt_info.purchase_state'],
    ['an unlisted state', withInfo({ purchase_state: 3 }), 'receipt_info.purchase_state'],
    [
      'an unlisted acknowledgement',
      withInfo({ acknowledgement_state: '1' }),
      'receipt_info.acknowledgement_state',
    ],
    ['a country in words', withInfo({ region_code: 'Germany' }), 'receipt_info.region_code'],
    ['another order', withInfo({ order_id: 'GPA.0' }), 'receipt_info.order_id'],
    ['a repeated member', `{"product_id":"gems_100",${JSON.stringify(success).slice(1)}`, 'product_id'],
    ['a byte order mark', `\ufeff${JSON.stringify(success)}`, 'body'],
  ])('%s', (_, body, field) => {
    const judgement = judge({ body });
    expect(short(judgement)).toBe('0 grant verified -');
    expect(judgement.anomalies.map((anomaly) => anomaly.field)).toEqual([field]);
  });

  it('of another product than asked for is no reason to grant', () => {
    const judgement = judge({ body: { ...success, product_id: 'gems_999' } });
    expect(short(judgement)).toBe('0 check verified-other-product -');
    expect(judgement.anomalies.map(({ field }) => field)).toEqual(['product_id']);
  });

  it('lists members beyond the contract, whatever their name', () => {
    const body = JSON.stringify({ ...success, constructor: 1, extra: { deep: [] } }).replace(
      '"success"',
      '"__proto__":1,"success"',
    );
    const judgement = judge({ body });
    expect(short(judgement)).toBe('0 grant verified -');
    expect(judgement.anomalies).toEqual(
      ['__proto__', 'constructor', 'extra'].map((field) => ({
        field,
        says: 'is not in the contract',
      })),
    );
  });

  it('lists only some of very many members beyond the contract', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`x${String(at)}`, 1]));
    expect(judge({ body: { ...success, ...many } }).anomalies).toHaveLength(20);
  });

  it('does not judge the receipt_info of iOS, which is not shown', () => {
    const body = { ...success, receipt_info: { anything: true } };
    expect(judgeVerify(exchangeOf(response({ body })), { ...asked, osId: 2 }).anomalies).toEqual([]);
  });

  it('shows a date out of range as it came', () => {
    expect(judge({ body: withInfo({ purchase_date_ms: 8650000000000000 }) }).facts).toContainEqual({
      label: 'Purchase date',
      value: '8650000000000000',
    });
  });
});
