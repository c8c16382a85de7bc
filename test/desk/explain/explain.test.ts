import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allMeanings, explain, explainObject, type Explanation } from '../../../src/desk/explain/explain.js';
import { objectIn } from '../../../src/text/json/parse.js';
import { lookupKinds, sessionKinds, verifyKinds } from '../../../src/service/outcome.js';
import { policies } from '../../../src/service/policy.js';
import { pvg, words } from '../../support/pvg.js';

const codes = ({ meanings }: Explanation): string[] => meanings.map(({ code }) => code);

function explained(answer: string): Explanation {
  const object = objectIn(answer);
  if (object === undefined) throw new TypeError('the test has no JSON object');
  return explainObject(object);
}

describe('explain', () => {
  it.each(allMeanings)('knows $code in any case and spacing', ({ code, entry }) => {
    const spellings = [code, code.toLowerCase(), code.toUpperCase(), ` ${code}\n`, code.replaceAll('_', '-')];
    for (const spelling of spellings) {
      expect(explain(spelling)).toMatchObject({
        asked: { kind: 'code', code },
        listed: true,
        meanings: [{ code, entry }],
      });
    }
  });

  it.each([
    ['400', ['MISSING_FIELDS', 'INVALID_OS_ID', 'invalid_request']],
    ['401', ['UNAUTHORIZED', 'missing_headers', 'invalid_signature']],
    ['403', ['unknown_service']],
    ['409', ['DUPLICATE_TRANSACTION', 'xmdt_disabled', 'email_required_unsupported']],
    ['412', ['ENVIRONMENT_MISMATCH']],
    ['422', ['PRODUCT_MISMATCH', 'VERIFICATION_FAILED']],
    ['429', ['rate_limited']],
    ['500', ['internal_error']],
    ['502', ['VERIFIER_ERROR']],
    ['http-502', ['VERIFIER_ERROR']],
    ['HTTP 409', ['DUPLICATE_TRANSACTION', 'xmdt_disabled', 'email_required_unsupported']],
  ])('gives every meaning of %s', (status, expected) => {
    expect(explain(status).listed).toBe(true);
    expect(codes(explain(status))).toEqual(expected);
  });

  it.each([
    [
      '500',
      'For the gateway the contract does not list this status. About every 5xx it says: Retry with exponential back-off.',
    ],
    [
      '429',
      'For the gateway the contract does not list this status. About every 4xx it says: The request was wrong: fix it, do not retry blindly. It does not show rate limits',
    ],
    [
      '403',
      'For the gateway the contract does not list this status. About every 4xx it says: The request was wrong',
    ],
    ['422', 'For the session interface the contract does not list this status'],
    ['502', 'For the session interface the contract does not list this status'],
  ])('tells of %s what holds at the interface that does not list it', (status, note) => {
    expect(explain(status).note).toContain(note);
  });

  it.each(['401', 'HTTP 401'])('says of %s that it is not about the payment', (status) => {
    expect(explain(status).note).toContain('nothing about the player’s payment');
  });

  it.each(['400', '409'])('adds nothing to %s, which both list', (status) => {
    expect(explain(status).note).toBeNull();
  });

  it('knows no status beyond 599', () => {
    expect(explain('700').note).toContain('not a valid HTTP status');
    expect(explain('700').note).not.toMatch(/Retry|retry/);
  });

  it('says of 200 what makes it a success', () => {
    expect(explain('200')).toMatchObject({ listed: true, meanings: [], status: 200 });
    expect(explain('200').note).toContain('grant only if `success` in the body is true');
  });

  it.each([
    ['418', 'do not retry blindly'],
    ['503', 'exponential back-off'],
    ['302', 'no redirects'],
  ])('does not find %s listed, and says what it can', (input, note) => {
    expect(explain(input)).toMatchObject({ listed: false, meanings: [] });
    expect(explain(input).note).toContain(note);
  });

  it.each([
    ['DUPLICATE_TRANSACTON', ['DUPLICATE_TRANSACTION']],
    ['rate-limit', ['rate_limited']],
    ['xmdt', ['xmdt_disabled']],
    ['hush-secret', []],
    ['constructor', []],
    ['', []],
  ])('offers near spellings of %j, never the word itself', (input, near) => {
    expect(explain(input)).toMatchObject({ listed: false, meanings: [], near });
    expect(JSON.stringify(explain('hush-secret'))).not.toContain('hush');
  });

  it.each([
    ['PURCHASED', 'The `purchase_state` 0: the purchase is paid', '§2.3'],
    [
      'Canceled',
      'The `purchase_state` 1: the store reports the purchase as cancelled. Do not grant.',
      '§2.3',
    ],
    ['CANCELLED', 'The `purchase_state` 1', '§2.3'],
    ['PENDING', 'The `purchase_state` 2: the purchase is not paid yet', '§2.3'],
    ['gateway_verified', 'The only `gateway.current_state` that the contract lists', '§3'],
    ['NEVER_RECEIVED_BY_GATEWAY', 'Who acts next: the game’s developers', '§7.1'],
  ])('knows the state %s of an answer', (word, note, section) => {
    expect(explain(word)).toMatchObject({ asked: { kind: 'state' }, listed: true, meanings: [] });
    expect(explain(word).note).toContain(note);
    expect(explain(word).note).not.toContain('§');
    expect(explain(word).sections).toContain(section);
  });

  it.each([
    ['0', 'As `purchase_state` it means PURCHASED.'],
    ['2', 'As `purchase_state` it means PENDING.'],
  ])('knows the number %s of a state', (number, note) => {
    expect(explain(number)).toMatchObject({ listed: true, meanings: [] });
    expect(explain(number).note).toContain(note);
  });

  it.each([...lookupKinds, ...verifyKinds, ...sessionKinds])('knows the verdict %s', (id) => {
    expect(explain(id)).toMatchObject({
      asked: { kind: 'verdict', code: id },
      listed: true,
      judgement: { verdict: { id }, advice: policies[id].advice },
    });
  });

  it('tells a code of pvg from those of the contract', () => {
    expect(explain('outcome-unknown')).toMatchObject({ listed: false, meanings: [] });
    expect(explain('outcome-unknown').note).toContain('a code of pvg');
  });
});

describe('explain, given an answer', () => {
  it.each([
    ['{"success":false,"error":"PRODUCT_MISMATCH","message":"m"}', ['PRODUCT_MISMATCH'], 422, 6],
    ['{"code":"unknown_service","message":"m"}', ['unknown_service'], 403, 4],
    ['{"success":true,"transaction_id":"t","product_id":"p"}', [], 200, 0],
    ['{"order_id":null,"game_id":1,"found":false,"status":404,"error":"no"}', [], 200, 6],
    ['{"found":true,"transactions":[]}', [], 200, 0],
    ['{"sessionToken":"hush-token","xmdtCompleted":true}', [], 200, 0],
    ['{"code":"invalid_signature","message":"m"}', ['invalid_signature'], 401, 4],
  ])('%s', (input, expected, status, exit) => {
    const explanation = explained(input);
    expect(explanation).toMatchObject({ listed: true, status, judgement: { exit } });
    expect(codes(explanation)).toEqual(expected);
    expect(JSON.stringify(explanation)).not.toContain('hush');
  });

  it.each([
    ['{"success":false,"error":"PRODUCT_MISMATCHED"}', null, ['PRODUCT_MISMATCH']],
    ['{"hello":"world"}', null, []],
    ['{"error":"hush"}', null, []],
  ])('finds nothing listed in %s', (input, status, near) => {
    expect(explained(input)).toMatchObject({ listed: false, meanings: [], status, near });
    expect(JSON.stringify(explained(input))).not.toContain('hush');
  });

  it.each([
    ['{"success":false,"error":"VERIFICATION_FAILD","message":"m"}', 'gateway', ['VERIFICATION_FAILED']],
    ['{"code":"rate_limitd","message":"m"}', 'session interface', ['rate_limited']],
    ['{"success":false,"error":"ODD"}', 'gateway', []],
  ])('tells a known shape from its unknown code: %s', (input, shape, near) => {
    expect(explained(input)).toMatchObject({
      asked: { kind: 'unlisted-code-in-answer' },
      listed: false,
      near,
      note: `The answer looks like a failure of the ${shape}.`,
      sections: [shape === 'gateway' ? '§2.2' : '§7.2'],
    });
  });

  const record =
    '{"found":true,"tx_mgmt_id":7,"current_state":"gateway_verified","recorded_for_this_game":true}';
  const unrecorded = '{"found":false,"reason":"NEVER_RECEIVED_BY_GATEWAY"}';

  it.each([
    ['of a purchase without a verify', unrecorded, 'The gateway has no verify of this purchase on record'],
    ['of a recorded purchase', record, 'The gateway has a verify of this purchase on record'],
    ['in its place', `{"gateway":${unrecorded}}`, 'The gateway has no verify of this purchase on record'],
  ])('knows the gateway object %s, and takes it for no store rejection', (_what, input, note) => {
    const explanation = explained(input);
    expect(explanation).toMatchObject({
      asked: { kind: 'part' },
      listed: true,
      judgement: { exit: 0, error: null },
    });
    expect(explanation.note).toContain(note);
  });

  it.each([
    ['0', record, 'paid-and-recorded'],
    ['0', unrecorded, 'paid-never-received'],
    ['1', record, 'cancelled-after-recorded'],
    ['2', unrecorded, 'pending'],
  ])('judges one transaction alone: state %s with %s', (state, gateway, id) => {
    const input = `{"transaction_id":"GPA.1","purchase_state":${state},"gateway":${gateway}}`;
    expect(explained(input)).toMatchObject({ listed: true, judgement: { verdict: { id } } });
  });

  it('does not judge when a token expires: when the answer came is not known', () => {
    const text =
      '{"sessionToken":"t","expiresAt":"2026-11-22T13:00:00Z","xmdtRequired":true,"xmdtCompleted":true}';
    expect(explained(text).judgement?.anomalies).toEqual([]);
  });

  it('misses no field of an iOS purchase: the contract does not show them', () => {
    const ios = '{"success":true,"transaction_id":"t","product_id":"p","receipt_info":{"platform":"ios"}}';
    expect(explained(ios).judgement?.anomalies).toEqual([]);
    const fields = explained(ios.replace('"ios"', '"android"')).judgement?.anomalies.map(
      ({ field }) => field,
    );
    expect(fields).toContain('receipt_info.purchase_state');
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(explained(`{"success":${text}}`).asked).not.toBe('');
        expect(explain(text).asked).not.toBe('');
      }),
    );
  });
});

it.each([
  ...allMeanings.map(({ code }) => code),
  '200',
  '404',
  '409',
  '429',
  '700',
  '7',
  'ODD',
  'NEVER_RECEIVED_BY_GATEWAY',
  'PENDING',
  'paid-and-recorded',
  'not-completed',
])('explain-error %s ends with a command that runs as it is printed', async (input) => {
  const { out, err } = await pvg(`explain-error ${input}`);
  const next = /Next: pvg (.*)\n$/.exec(out + err)?.[1] ?? '';
  expect(next).not.toMatch(/^$|\$/);
  expect((await pvg(words(next))).status).not.toBe(2);
});

it.each(['401', '409'])('explain-error %s says of each meaning who acts', async (status) => {
  const { out } = await pvg(`explain-error ${status}`);
  expect(out.replace(/[│\s]+/g, ' ').match(/Who acts: /g)).toHaveLength(3);
});
