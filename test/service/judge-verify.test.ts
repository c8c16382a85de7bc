import { describe, expect, it } from 'vitest';
import { WireFailure } from '../../src/contract/wire.js';
import { bought, edited, failure, order, success } from '../helpers/answers.js';
import type { GivenResponse } from '../helpers/exchange.js';
import { askedAndroid, judged, lineOf, seenIn } from '../helpers/judged.js';

const rest = JSON.stringify(success).slice(1);
const refusal = (status: number, code: string): GivenResponse => ({ status, body: failure(code) });
const refused = 'refused 5 fix-request explain';
const rejected = 'rejected 6 do-not-grant explain-last';
const before = 'already-verified 7 already-verified explain-last';
const failed = 'failed 8 retry-later lookup';
const limited = 'limited 9 retry-later lookup';
const verified = 'verified 0 grant lookup';
const doubtful = 'verified-doubtful 6 check lookup verified-doubtful';
const otherProduct = 'verified-other-product 6 check lookup verified-other-product';
const mayBeRecorded = 'foreign 12 check lookup no-contract-shape';
const foreign = 'foreign 12 check doctor no-contract-shape';
const unclear = 'unclear 10 check lookup outcome-unknown';
const contradictory = 'contradictory success';
const with200 = [contradictory, 'contradictory error'];
const notPaid = 'contradictory receipt_info.purchase_state';

describe('a verify that succeeds', () => {
  it.each<[string, string, ...string[]]>([
    ['', verified],
    ['transaction_id', doubtful, 'missing transaction_id'],
    ['transaction_id=""', doubtful, 'empty transaction_id'],
    ['transaction_id=" "', doubtful, 'empty transaction_id'],
    ['transaction_id=null', doubtful, 'wrong-type transaction_id'],
    ['transaction_id=7', doubtful, 'wrong-type transaction_id'],
    [
      'transaction_id=""; product_id="x"',
      otherProduct,
      'other-product product_id',
      'empty transaction_id',
    ],
    ['product_id=""', otherProduct, 'other-product product_id', 'empty product_id'],
    ['receipt_info.order_id=""', verified, 'empty receipt_info.order_id'],
    ['receipt_info.region_code=""', verified, 'empty receipt_info.region_code'],
    ['receipt_info', verified, 'missing receipt_info'],
    ['receipt_info=null', verified, 'wrong-type receipt_info'],
    ['receipt_info.platform="web"', verified, 'not-listed receipt_info.platform'],
    ['receipt_info.environment="x"', verified, 'wrong-type receipt_info.environment'],
    ['receipt_info.quantity=0.5', verified, 'wrong-type receipt_info.quantity'],
    [
      'receipt_info.quantity=0; receipt_info.purchase_date_ms=-1; receipt_info.region_code="X"',
      verified,
    ],
    ['receipt_info.purchase_date_ms="x"', verified, 'wrong-type receipt_info.purchase_date_ms'],
    [
      'receipt_info.acknowledgement_state="1"',
      verified,
      'not-listed receipt_info.acknowledgement_state',
    ],
    ['receipt_info.purchase_state=3', verified, 'not-listed receipt_info.purchase_state'],
    ['receipt_info.purchase_state=20', verified, 'not-listed receipt_info.purchase_state'],
    ['constructor=1; deep={"a":[1,1]}', verified, 'unlisted constructor', 'unlisted deep'],

    ['receipt_info.purchase_state=1', doubtful, notPaid],
    ['receipt_info.purchase_state=2', doubtful, notPaid],
    ['product_id="x"', otherProduct, 'other-product product_id'],
    [
      'product_id="x"; receipt_info.purchase_state=1',
      otherProduct,
      notPaid,
      'other-product product_id',
    ],
  ])('%s', (change, line, ...odd) => {
    expect(seenIn(judged('verify', { body: edited(success, change) }))).toEqual([line, ...odd]);
  });

  it.each<[string, string, ...string[]]>([
    ['a member that stands twice', `{"product_id":"gems_100",${rest}`, 'contradictory product_id'],
    ['a byte order mark', `\ufeff{${rest}`],
    ['a member named __proto__', `{"__proto__":1,${rest}`, 'unlisted __proto__'],
  ])('with %s', (_, body, ...odd) => {
    expect(seenIn(judged('verify', { body }))).toEqual([verified, ...odd]);
  });

  it.each<[string, string, string, ...string[]]>([
    [order, '', verified],
    [` ${order.toLowerCase()}`, '', verified],
    ['GPA.9', '', doubtful, 'other-order transaction_id'],
    [
      'GPA.9',
      'transaction_id',
      doubtful,
      'other-order receipt_info.order_id',
      'missing transaction_id',
    ],
  ])('of the order id %j, with %j', (orderId, change, line, ...odd) => {
    const outcome = judged(
      'verify',
      { body: edited(success, change) },
      { ...askedAndroid, orderId },
    );
    expect(seenIn(outcome)).toEqual([line, ...odd]);
  });

  it.each(['receipt_info={"anything":true}', 'receipt_info.purchase_state=2'])(
    'on iOS, where no field of it is shown: %s',
    (change) => {
      const asked = { ...askedAndroid, osId: 2, orderId: 'GPA.9' };
      const outcome = judged('verify', { body: edited(success, change) }, asked);
      expect(seenIn(outcome)).toEqual([verified]);
    },
  );

  it('names only some of very many members', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`x${String(at)}`, 1]));
    expect(judged('verify', { body: { ...success, ...many } }).anomalies).toHaveLength(20);
  });
});

describe('a verify that is refused or fails', () => {
  it.each<[number, unknown, string, ...string[]]>([
    [409, failure('DUPLICATE_TRANSACTION'), `${before} DUPLICATE_TRANSACTION`],
    [422, failure('PRODUCT_MISMATCH'), `${rejected} PRODUCT_MISMATCH`],
    [422, failure('VERIFICATION_FAILED'), `${rejected} VERIFICATION_FAILED`],
    [502, failure('VERIFIER_ERROR'), `${failed} VERIFIER_ERROR`],
    [400, failure('MISSING_FIELDS'), `${refused} MISSING_FIELDS`],
    [400, failure('INVALID_OS_ID'), `${refused} INVALID_OS_ID`],
    [401, failure('UNAUTHORIZED'), 'credentials-refused 4 fix-request probe UNAUTHORIZED'],
    [412, failure('ENVIRONMENT_MISMATCH'), `${refused} ENVIRONMENT_MISMATCH`],

    [200, failure('DUPLICATE_TRANSACTION'), `${before} DUPLICATE_TRANSACTION`, ...with200],
    [200, failure('PRODUCT_MISMATCH'), `${rejected} PRODUCT_MISMATCH`, ...with200],
    [200, failure('VERIFICATION_FAILED'), `${rejected} VERIFICATION_FAILED`, ...with200],
    [200, failure('VERIFIER_ERROR'), `${failed} VERIFIER_ERROR`, ...with200],
    [200, failure('MISSING_FIELDS'), `${refused} MISSING_FIELDS`, ...with200],
    [200, failure('INVALID_OS_ID'), `${refused} INVALID_OS_ID`, ...with200],
    [
      200,
      failure('UNAUTHORIZED'),
      'credentials-refused 4 fix-request probe UNAUTHORIZED',
      ...with200,
    ],
    [200, failure('ENVIRONMENT_MISMATCH'), `${refused} ENVIRONMENT_MISMATCH`, ...with200],
    [200, failure('constructor'), `${rejected} constructor`, contradictory, 'not-listed error'],
    [200, failure('rate_limited'), `${rejected} rate_limited`, contradictory, 'not-listed error'],
    [200, { success: false, error: '' }, `${rejected} http-200`, contradictory, 'empty error'],
    [200, { success: false }, `${rejected} http-200`, contradictory, 'missing error'],
    [
      422,
      { success: true, x: 1 },
      `${rejected} http-422`,
      contradictory,
      'missing error',
      'unlisted x',
    ],
    [400, { success: true }, `${refused} http-400`, contradictory, 'missing error'],
    [409, { success: true }, `${refused} http-409`, contradictory, 'missing error'],
    [409, failure('CONFLICT'), `${refused} CONFLICT`, 'not-listed error'],
    [401, failure('CLOCK'), 'credentials-refused 4 fix-request probe CLOCK', 'not-listed error'],
    [404, failure('NOT_FOUND'), `${refused} NOT_FOUND`, 'not-listed error'],
    [400, failure('VERIFICATION_FAILED'), `${refused} VERIFICATION_FAILED`, 'contradictory error'],
    [400, failure('constructor'), `${refused} constructor`, 'not-listed error'],
    [400, failure('duplicate_transaction'), `${refused} duplicate_transaction`, 'not-listed error'],
    [400, { success: false, error: 42 }, `${refused} http-400`, 'missing error'],
    [400, { success: false, error: '' }, `${refused} http-400`, 'empty error'],
    [400, '{"success":false,"error":"A","error":"B"}', `${refused} http-400`, 'missing error'],

    [500, success, `${failed} http-500`, contradictory],
    [500, failure('VERIFIER_ERROR'), `${failed} VERIFIER_ERROR`, 'contradictory error'],
    [500, '', `${failed} http-500`],
    [503, '<html>', `${failed} http-503`],
    [429, '<html>', `${limited} http-429`],
    [429, success, `${limited} http-429`, contradictory],

    [502, '<html>', unclear],
    [502, '', unclear],
    [504, { message: 'Bad gateway' }, unclear],
    [502, { error: 'upstream reset' }, unclear],
    [502, { success: false }, unclear],
    [502, success, unclear, contradictory],
    [504, failure('VERIFIER_ERROR'), `${failed} VERIFIER_ERROR`, 'contradictory error'],
    [502, failure('the store did not answer'), `${failed} http-502`],

    [999, success, mayBeRecorded],
    [600, '<html>', mayBeRecorded],
    [403, '<html>', foreign],
    [400, bought(''), foreign],
    [300, '', 'redirected 12 check doctor no-contract-shape'],
    [307, '', 'redirected 12 check doctor no-contract-shape'],
  ])('%i %j', (status, body, line, ...odd) => {
    expect(seenIn(judged('verify', { status, body }))).toEqual([line, ...odd]);
  });
});

describe('a verify whose answer has no shape of the contract', () => {
  it.each<[string, unknown, string, number?]>([
    ['no success', { ...success, success: undefined }, 'member-missing success'],
    ['success "true"', { ...success, success: 'true' }, 'member-type success string boolean'],
    ['success 1', { ...success, success: 1 }, 'member-type success number boolean'],
    ['success null', { ...success, success: null }, 'member-type success null boolean'],
    ['success twice', '{"success":true,"success":true}', 'member-twice success'],
    ['success deeper', { data: success }, 'member-missing success'],
    ['success in a prototype', '{"__proto__":{"success":true}}', 'member-missing success'],
    ['a list', [success], 'not-an-object array'],
    ['null', 'null', 'not-an-object null'],
    ['nothing', '', 'empty'],
    ['white space', ' \n', 'empty'],
    ['HTML', '<!DOCTYPE html><p>Sign in', 'html'],
    ['XML', '<error/>', 'html'],
    ['a cut object', '{"success":true,"transa', 'cut'],
    ['junk behind it', '{"success":true}}', 'not-json more text after the value at character 17'],
    ['words', 'Bad Gateway', 'not-json a value was expected at character 1'],
    ['words with a mark', 'Bad <Gateway', 'not-json'],
    ['UTF-16', Buffer.from('{"success":true}', 'utf16le'), 'not-json'],
    ['no UTF-8', Uint8Array.from([0x7b, 0x80, 0x7d]), 'not-utf8'],
    ['another 2xx', success, 'status-not-shown 201', 201],
    ['another 2xx without content', success, 'status-not-shown 204', 204],
  ])('%s', (_, body, trouble, status = 200) => {
    const outcome = judged('verify', { status, body });
    expect(lineOf(outcome)).toBe(mayBeRecorded);
    const found = outcome.bodyProblem
      ? [outcome.bodyProblem.id, ...outcome.bodyProblem.values]
      : [];
    expect(found.join(' ')).toContain(trouble);
  });
});

describe('a verify that may have been recorded by an earlier attempt', () => {
  const broken = (kind: WireFailure['kind'], status?: number): WireFailure =>
    new WireFailure(kind, 'x', status === undefined ? {} : { status });
  const lost = 'lost 10 check lookup outcome-unknown';
  const cut = 'broken 12 check lookup no-contract-shape';
  it.each<[what: string, unclearBefore: boolean, line: string, GivenResponse | WireFailure]>([
    [
      '409',
      true,
      'own-duplicate 10 check lookup outcome-unknown',
      refusal(409, 'DUPLICATE_TRANSACTION'),
    ],
    ['422', true, `${rejected} PRODUCT_MISMATCH`, refusal(422, 'PRODUCT_MISMATCH')],
    ['a 4xx of another', false, foreign, { status: 403, body: '<html>' }],
    ['a 4xx of another', true, mayBeRecorded, { status: 403, body: '<html>' }],
    [
      'no connection',
      false,
      'not-reached 11 retry-later lookup not-reached',
      broken('not-reached'),
    ],
    ['no connection', true, lost, broken('not-reached')],
    ['no answer', false, lost, broken('lost')],
    ['a cut answer', false, cut, broken('cut', 200)],
    ['an oversized answer', false, cut, broken('oversized', 200)],
    ['a garbled answer', false, cut, broken('garbled')],
    ['a cut 401', false, cut, broken('cut', 401)],
    ['a cut 502', false, unclear, broken('cut', 502)],
    ['a lost 504', false, unclear, broken('lost', 504)],
    ['a cut 503', false, `${failed} http-503`, broken('cut', 503)],
    ['a cut 429', false, `${limited} http-429`, broken('cut', 429)],
  ])('%s, unclear before: %s: %s', (_what, unclearBefore, line, given) => {
    expect(seenIn(judged('verify', given, askedAndroid, { unclearBefore }))).toEqual([line]);
  });

  it.each([
    [true, 'own-duplicate 10 check lookup outcome-unknown'],
    [false, `${before} DUPLICATE_TRANSACTION`],
  ])('a duplicate that was sent with HTTP 200, unclear before: %s', (unclearBefore, line) => {
    const given = refusal(200, 'DUPLICATE_TRANSACTION');
    expect(seenIn(judged('verify', given, askedAndroid, { unclearBefore }))).toEqual([
      line,
      ...with200,
    ]);
  });
});
