import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WireFailure } from '../../src/contract/wire.js';
import { identifiersIn } from '../../src/service/subject.js';
import { printJson } from '../../src/text/json/json.js';
import { bought, edited, failure, never, order, rejection } from '../helpers/answers.js';
import type { GivenResponse } from '../helpers/exchange.js';
import { askedAndroid, judged, lineOf, seenIn } from '../helpers/judged.js';

const text = (body: object): string => JSON.stringify(body);
const refused = 'refused 5 fix-request explain';
const with200 = ['contradictory success', 'contradictory error'];
const rejected = 'rejected 6 do-not-grant explain-last';
const before = 'already-verified 7 already-verified explain-last';
const failed = 'failed 8 retry-later explain';
const limited = 'limited 9 retry-later explain';
const recorded = 'paid-and-recorded 0 none report';
const withError = 'paid-recorded-with-error 0 check report';
const elsewhere = 'paid-recorded-elsewhere 0 do-not-grant report';
const neverReceived = 'paid-never-received 0 check report';
const unknown = 'unknown 0 check report';

describe('a look-up that the store confirms', () => {
  const game = 'recorded_for_this_game';
  it.each<[string, string, ...string[]]>([
    ['', recorded],
    ['gateway.last_error_code="VERIFIER_ERROR"', withError],
    ['gateway.last_error_message="slow"', withError],
    ['gateway.last_error_message=7', withError, 'wrong-type gateway.last_error_message'],
    [never, neverReceived],
    ['gateway.recorded_for_this_game=false', elsewhere],
    ['gateway.recorded_for_this_game=false; gateway.last_error_code="X"', elsewhere],
    [`purchase_state=2; ${never}`, 'pending 0 do-not-grant report'],
    [`purchase_state=1; ${never}`, 'cancelled 0 do-not-grant report'],
    ['purchase_state=1', 'cancelled-after-recorded 0 check report'],
    ['purchase_state=1; gateway', unknown, 'missing gateway'],
    ['purchase_state=1; gateway=[]', unknown, 'wrong-type gateway'],
    ['purchase_state=1; gateway.found="true"', unknown, 'wrong-type gateway.found'],
    ['purchase_state=1; gateway.found', unknown, 'missing gateway.found'],
    // Nothing is granted before it is paid, whether the gateway recorded it or not.
    ['purchase_state=2; gateway', 'pending 0 do-not-grant report', 'missing gateway'],

    ['purchase_state=2', unknown, 'contradictory gateway.found'],
    ['purchase_state=3', unknown, 'not-listed purchase_state'],
    ['purchase_state="0"', unknown, 'not-listed purchase_state'],
    ['purchase_state', unknown, 'missing purchase_state'],
    ['product_id="gems_999"', unknown, 'other-product product_id'],
    ['gateway', unknown, 'missing gateway'],
    ['gateway=[]', unknown, 'wrong-type gateway'],
    ['gateway.found="true"', unknown, 'wrong-type gateway.found'],
    ['gateway.found; gateway.recorded_for_this_game=false', unknown, 'missing gateway.found'],
    ['gateway.recorded_for_this_game', unknown, 'missing gateway.recorded_for_this_game'],
    ['gateway.current_state="FAILED"', unknown, 'not-listed gateway.current_state'],
    ['gateway.current_state=1', unknown, 'not-listed gateway.current_state'],
    ['gateway.current_state', recorded, 'missing gateway.current_state'],
    ['gateway.last_error_code', recorded, 'missing gateway.last_error_code'],
    ['gateway.tx_mgmt_id=11.5', recorded, 'wrong-type gateway.tx_mgmt_id'],

    [`${never}; gateway.reason="LOST"`, unknown, 'not-listed gateway.reason'],
    [`${never}; gateway.reason=null`, unknown, 'not-listed gateway.reason'],
    [`${never}; gateway.reason`, neverReceived, 'missing gateway.reason'],
    [`${never}; gateway.recorded_for_this_game=false`, neverReceived],
    [`${never}; gateway.${game}=true`, unknown, `contradictory gateway.${game}`],

    ['environment="Sandbox"', recorded, 'wrong-type environment'],
    ['platform="ios"', recorded, 'not-listed platform'],
    ['quantity=0; purchase_date_ms=8.65e15; region_code="Germany"', recorded],
    ['purchase_date_ms="2026-11-03"', recorded, 'wrong-type purchase_date_ms'],
    ['acknowledgement_state=2', recorded, 'not-listed acknowledgement_state'],
    ['transaction_id', recorded, 'missing transaction_id'],
    ['transaction_id=""', recorded, 'empty transaction_id'],
    ['order_id=""', recorded, 'empty order_id'],
    ['gateway.last_error_code=""', withError, 'empty gateway.last_error_code'],
    ['constructor=1', recorded, 'unlisted constructor'],
  ])('%s', (change, line, ...odd) => {
    const inFirst = odd.map((each) => each.replace(' ', ' transactions[0].'));
    expect(seenIn(judged('lookup', { body: bought(change) }))).toEqual([line, ...inFirst]);
  });

  it.each<[string, string, ...string[]]>([
    ['transactions', unknown, 'missing transactions'],
    ['transactions=[]', unknown, 'missing transactions'],
    ['transactions={}', unknown, 'missing transactions'],
    ['transactions=[null]', unknown, 'wrong-type transactions[0]'],
    ['environment="x"', recorded, 'wrong-type environment'],
    ['game_id="7"', recorded, 'wrong-type game_id'],
    ['order_id=""', recorded, 'empty order_id'],
    ['more=1', recorded, 'unlisted more'],
  ])('above its transactions: %s', (change, line, ...odd) => {
    expect(seenIn(judged('lookup', { body: edited(bought(''), change) }))).toEqual([line, ...odd]);
  });

  it.each([
    ['"purchase_state":1', 'purchase_state'],
    ['"last_error_code":"X"', 'gateway.last_error_code'],
    ['"last_error_message":"slow"', 'gateway.last_error_message'],
    ['"current_state":"FAILED"', 'gateway.current_state'],
  ])('guesses no member that decides and stands twice: %s', (member, field) => {
    const name = member.replace(/:.*/, ':');
    const body = text(bought('')).replace(name, `${member},${name}`);
    expect(seenIn(judged('lookup', { body }))).toEqual([
      unknown,
      `contradictory transactions[0].${field}`,
    ]);
  });

  it.each([
    ['1', unknown],
    ['2', 'pending 0 do-not-grant report'],
  ])('does not take one of two records, in state %s', (state, line) => {
    const found = '"gateway":{"found":true,"found":false,';
    const body = text(bought(`purchase_state=${state}`)).replace('"gateway":{"found":true,', found);
    expect(body).toContain(found);
    expect(seenIn(judged('lookup', { body }))).toEqual([
      line,
      'contradictory transactions[0].gateway.found',
    ]);
  });

  it.each<[change: string, line: string, ...odd: string[]]>([
    ['platform="ios"; more=1', recorded],
    ['platform="android"; more=1', recorded, 'unlisted transactions[0].more'],
    [
      'platform; more=1',
      recorded,
      'missing transactions[0].platform',
      'unlisted transactions[0].more',
    ],
    ['platform; purchase_state', unknown],
  ])(
    'of an unknown request has no odd members on iOS, which shows none: %s',
    (change, line, ...odd) => {
      expect(seenIn(judged('lookup', { body: bought(change) }, {}))).toEqual([line, ...odd]);
    },
  );

  it('is kept digit for digit', () => {
    const body = text(bought('')).replace(':11,', ':9007199254740993,');
    const outcome = judged('lookup', { body });
    expect([seenIn(outcome), printJson(outcome.answer)]).toEqual([[recorded], body]);
  });
});

describe('several transactions', () => {
  const other = 'product_id="gems_999"';
  const cancelled = 'purchase_state=1';
  const ten = Array.from({ length: 10 }, () => '');
  const product = askedAndroid.productId;
  it.each<[string, string[], string | undefined, string, ...string[]]>([
    ['the one of the product', [`${other}; ${cancelled}`, ''], product, recorded],
    ['two of it that agree', ['', ''], product, recorded],
    ['two of it that differ', ['', cancelled], product, unknown, 'contradictory transactions'],
    ['the eleventh differs', [...ten, cancelled], product, unknown, 'contradictory transactions'],
    ['none of it', [other, other], product, unknown, 'other-product transactions[0].product_id'],
    ['no product was asked for', ['', other], undefined, recorded],
    ['none, and two differ', ['', cancelled], undefined, unknown, 'contradictory transactions'],
  ])('%s', (_, changes, productId, line, ...odd) => {
    const outcome = judged('lookup', { body: bought(...changes) }, { ...askedAndroid, productId });
    expect(seenIn(outcome)).toEqual([line, ...odd]);
  });

  it('that agree are about the order of the ticket, if it is among them', () => {
    const body = bought('order_id="GPA.1"; transaction_id="GPA.1"', '');
    const outcome = judged('lookup', { body }, { ...askedAndroid, orderId: order });
    expect([lineOf(outcome), identifiersIn(outcome).order_id]).toEqual([recorded, order]);
  });

  it('ten thousand of them are no more to read than ten', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => `purchase_state=${String(at % 4)}`);
    const outcome = judged('lookup', { body: bought(...many) });
    expect(outcome.kind).toBe('unknown');
    expect(outcome.anomalies.length).toBeLessThan(40);
  });
});

describe('the order id of the ticket', () => {
  const check = 'paid-and-recorded 0 check report';
  const other = (member: string): string => `other-order transactions[0].${member}`;
  const noOrder = ['missing transactions[0].transaction_id', 'missing transactions[0].order_id'];
  it.each<[string | undefined, string, string, ...string[]]>([
    [order, '', recorded],
    [order.toLowerCase(), '', recorded],
    [`  ${order}\n`, '', recorded],
    [undefined, '', recorded],
    [
      'GPA.9',
      'order_id=" GPA.9\\n"',
      check,
      'contradictory order_id',
      'contradictory transactions[0].order_id',
    ],
    ['GPA.9', '', check, other('order_id')],
    [`${order}..0`, '', check, other('order_id')],
    ['GPA.9', `purchase_state=2; ${never}`, 'pending 0 do-not-grant report', other('order_id')],
    ['GPA.9', 'order_id', check, other('transaction_id'), 'missing transactions[0].order_id'],
    ['GPA.9', 'order_id; transaction_id', check, 'other-order order_id', ...noOrder],
  ])('%j of an answer with %j', (orderId, change, line, ...odd) => {
    const outcome = judged('lookup', { body: bought(change) }, { ...askedAndroid, orderId });
    expect(seenIn(outcome)).toEqual([line, ...odd]);
  });

  it.each<[string[], string, ...string[]]>([
    [[], recorded],
    [[order], recorded],
    [[`${order}..0`], recorded],
    [[` ${order.toLowerCase()}`], recorded],
    [['GPA.9'], check, other('order_id')],
    [['GPA.9', order], check, other('order_id')],
  ])('may be one of several that its text names: %j', (otherOrderIds, line, ...odd) => {
    const outcome = judged('lookup', { body: bought('') }, { ...askedAndroid, otherOrderIds });
    expect(seenIn(outcome)).toEqual([line, ...odd]);
  });

  it('is not compared for iOS: the contract shows no order id there', () => {
    const outcome = judged(
      'lookup',
      { body: bought('') },
      { ...askedAndroid, osId: 2, orderId: 'GPA.1' },
    );
    expect(seenIn(outcome)).toEqual([recorded]);
  });

  it('differs exactly when the text does, whatever it is', () => {
    // A blank member of a transaction is no id: the order id of the whole answer counts then.
    const id = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(id, fc.string({ minLength: 1 }), (found, orderId) => {
        const body = { ...bought(), transactions: [{ order_id: found, transaction_id: found }] };
        const { anomalies } = judged('lookup', { body }, { ...askedAndroid, orderId });
        const isSame = found.trim().toLowerCase() === orderId.trim().toLowerCase();
        expect(anomalies.some(({ id }) => id === 'other-order')).toBe(!isSame);
      }),
    );
  });
});

describe('a look-up that the store does not confirm, or that failed', () => {
  const no = 'not-confirmed 6 do-not-grant report not-confirmed';
  const later = 'store-unavailable 8 retry-later report store-unavailable';
  const operators = 'store-unavailable 8 check report store-unavailable';
  const foreign = 'foreign 12 check doctor no-contract-shape';
  const storeSays = (status: unknown): object => ({ ...rejection, status });
  const storeSaid = (line: string, ...statuses: number[]): [number, object, string][] =>
    statuses.map((status) => [200, storeSays(status), line]);
  it.each<[number, unknown, string, ...string[]]>([
    ...[200, 202, 400, 404, 409, 422].map((status): [number, object, string] => [
      status,
      rejection,
      no,
    ]),
    ...storeSaid(no, 400, 404, 410, 418, 600, 1401, 5000),
    ...storeSaid(operators, 401, 403),
    ...storeSaid(later, 408, 429, 500, 502, 599),
    [200, storeSays('503'), no, 'wrong-type status'],
    [
      200,
      { found: false, status: 404 },
      no,
      'missing order_id',
      'missing game_id',
      'missing error',
    ],
    [
      200,
      { found: false, error: 'none' },
      no,
      'missing order_id',
      'missing game_id',
      'missing status',
    ],
    [404, { found: false, error: 'none' }, foreign],
    [200, { ...rejection, order_id: order }, no, 'wrong-type order_id'],
    [200, { found: false }, foreign],
    [404, { found: false }, foreign],
    [200, { found: false, status: '404', error: 404 }, foreign],

    [401, failure('UNAUTHORIZED'), 'credentials-refused 4 fix-request probe UNAUTHORIZED'],
    [400, failure('MISSING_FIELDS'), `${refused} MISSING_FIELDS`],
    [422, failure('PRODUCT_MISMATCH'), `${rejected} PRODUCT_MISMATCH`],
    [422, failure('VERIFICATION_FAILED'), `${rejected} VERIFICATION_FAILED`],
    [404, failure('NOT_FOUND'), `${refused} NOT_FOUND`, 'not-listed error'],
    [502, failure('VERIFIER_ERROR'), `${failed} VERIFIER_ERROR`],
    [502, '<html>', `${failed} http-502`],
    [504, '', `${failed} http-504`],
    [599, '', `${failed} http-599`],
    [500, rejection, `${failed} http-500`],
    [500, { ...rejection, error: 'NOT_FOUND' }, `${failed} http-500`],
    [
      422,
      failure('DUPLICATE_TRANSACTION'),
      `${before} DUPLICATE_TRANSACTION`,
      'contradictory error',
    ],
    [429, rejection, `${limited} http-429`],

    [401, rejection, foreign],
    [200, failure('MISSING_FIELDS'), `${refused} MISSING_FIELDS`, ...with200],
    [
      200,
      failure('UNAUTHORIZED'),
      'credentials-refused 4 fix-request probe UNAUTHORIZED',
      ...with200,
    ],
    [200, failure('VERIFIER_ERROR'), `${failed} VERIFIER_ERROR`, ...with200],
    [200, failure('VERIFICATION_FAILED'), `${rejected} VERIFICATION_FAILED`, ...with200],
    [200, failure('DUPLICATE_TRANSACTION'), `${before} DUPLICATE_TRANSACTION`, ...with200],
    [200, failure('SURPRISE'), foreign],
    [200, { success: true, error: 'UNAUTHORIZED' }, foreign],
    [200, { ...failure('UNAUTHORIZED'), found: null }, foreign],
    [200, edited(bought(''), 'found'), foreign],
    [200, edited(bought(''), 'found="true"'), foreign],
    [200, '{"found":true,"found":true,"transactions":[]}', foreign],
    [404, bought(''), foreign],
    [404, { ...failure('X'), found: null }, foreign],
    [403, '<html>', foreign],
    ...[300, 302, 399].map((status): [number, string, string] => [
      status,
      '',
      'redirected 12 check doctor no-contract-shape',
    ]),
    // Beyond 599 a status belongs to no class of HTTP.
    [600, rejection, foreign],
    [999, rejection, foreign],
  ])('%i %j', (status, body, line, ...odd) => {
    expect(seenIn(judged('lookup', { status, body }))).toEqual([line, ...odd]);
  });

  it.each([
    [501, '<html>', 'html'],
    [503, '', 'empty'],
    [503, JSON.stringify(rejection), undefined],
  ])('%i %j keeps why its body is none of the service', (status, body, id) => {
    expect(judged('lookup', { status, body }).bodyProblem?.id).toBe(id);
  });

  it.each([
    ['no found', edited(bought(''), 'found'), 200, 'member-missing found'],
    ['found "true"', edited(bought(''), 'found="true"'), 200, 'member-type found string boolean'],
    ['a rejection without the store’s status', { found: false }, 200, 'member-missing status'],
    ['a purchase with HTTP 404', bought(''), 404, 'status-not-shown 404'],
  ])('%s is told as what has no shape of the contract', (_, body, status, trouble) => {
    const outcome = judged('lookup', { status, body });
    const found = outcome.bodyProblem
      ? [outcome.bodyProblem.id, ...outcome.bodyProblem.values]
      : [];
    expect(found.join(' ')).toBe(trouble);
  });

  it.each<[string, GivenResponse | WireFailure]>([
    ['lost 10 retry-later doctor outcome-unknown', new WireFailure('lost', 'x')],
    ['not-reached 11 retry-later doctor not-reached', new WireFailure('not-reached', 'x')],
    ['broken 12 check doctor no-contract-shape', new WireFailure('cut', 'x')],
    // A look-up records nothing.
    [`${before} DUPLICATE_TRANSACTION`, { status: 409, body: failure('DUPLICATE_TRANSACTION') }],
  ])('is the same whether an attempt before it was unclear or not: %s', (line, given) => {
    for (const unclearBefore of [true, false])
      expect(seenIn(judged('lookup', given, askedAndroid, { unclearBefore }))).toEqual([line]);
  });
});
