import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allMeanings, explain } from '../../../src/desk/explain/explain.js';
import { pvg, words } from '../../support/pvg.js';

const codes = (input: string): string[] => explain(input).meanings.map(({ code }) => code);

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
    expect(codes(status)).toEqual(expected);
  });

  it.each([
    ['500', 'gateway: not listed (§7.1); of its kind it says: Retry with exponential back-off.'],
    ['429', 'gateway: not listed (§7.1); of its kind it says: Wait, then try again. Not shown: rate limits'],
    ['403', 'gateway: not listed (§7.1); of its kind it says: The request was wrong'],
    ['422', 'session: not listed (§7.2)'],
    ['502', 'session: not listed (§7.2)'],
  ])('tells of %s what holds at the interface that does not list it', (status, note) => {
    expect(explain(status).note).toContain(note);
  });

  it.each(['400', '401', '409'])('adds nothing to %s, which both list', (status) => {
    expect(explain(status).note).toBeNull();
  });

  it('knows no kind beyond 599', () => {
    expect(explain('700').note).toContain('of no kind');
    expect(explain('700').note).not.toMatch(/Retry|retry/);
    expect(explain('HTTP/1.1 700 x\r\n\r\n{}').judgement?.exit).toBe(12);
  });

  it('says of 200 what makes it a success', () => {
    expect(explain('200')).toMatchObject({ listed: true, meanings: [], status: 200 });
    expect(explain('200').note).toContain('grant only when `success` is true');
  });

  it.each([
    ['418', 'do not retry blindly'],
    ['503', 'exponential back-off'],
    ['302', 'does not list this status'],
    ['7', 'As an exit status of pvg: already verified'],
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
    expect(explain(input)).toMatchObject({ listed: false, meanings: [], near, note: null });
    expect(JSON.stringify(explain('hush-secret'))).not.toContain('hush');
  });

  it.each([
    ['paid-never-received', false, 'A verdict of pvg'],
    ['outcome-unknown', false, 'A code of pvg'],
    ['NEVER_RECEIVED_BY_GATEWAY', true, 'Who acts next: the game’s developers'],
  ])('tells what %s is', (word, listed, note) => {
    expect(explain(word)).toMatchObject({ listed, meanings: [] });
    expect(explain(word).note).toContain(note);
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
    [
      'HTTP/1.1 409 Conflict\r\nContent-Type: application/json\r\n\r\n{"success":false,"error":"DUPLICATE_TRANSACTION"}',
      ['DUPLICATE_TRANSACTION'],
      409,
      7,
    ],
    [
      'HTTP/2 401\ncontent-type: application/json\n\n{"code":"invalid_signature","message":"m"}\n',
      ['invalid_signature'],
      401,
      4,
    ],
    ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n{"success":true}', [], 200, 0],
  ])('%s', (input, expected, status, exit) => {
    const explanation = explain(input);
    expect(explanation).toMatchObject({ listed: true, status, judgement: { exit } });
    expect(codes(input)).toEqual(expected);
    expect(JSON.stringify(explanation)).not.toContain('hush');
  });

  it.each([
    ['{"success":false,"error":"PRODUCT_MISMATCHED"}', null, ['PRODUCT_MISMATCH']],
    ['{"hello":"world"}', null, []],
    ['{"cut":', null, []],
    ['HTTP/1.1 503 x\r\n\r\n<html>', 503, []],
    ['HTTP/1.1 302 Found\r\nLocation: https://a.example/?t=hush\r\n\r\n', 302, []],
    ['HTTP/1.1 404 Not Found\r\n\r\n', 404, []],
  ])('finds nothing listed in %s', (input, status, near) => {
    expect(explain(input)).toMatchObject({ listed: false, meanings: [], status, near });
    expect(JSON.stringify(explain(input))).not.toContain('hush');
  });

  it.each([
    [
      '{"success":false,"error":"VERIFICATION_FAILD","message":"m"}',
      'gateway (§2.2)',
      ['VERIFICATION_FAILED'],
    ],
    ['{"code":"rate_limitd","message":"m"}', 'session interface (§7.2)', ['rate_limited']],
    ['HTTP/1.1 422 x\r\n\r\n{"success":false,"error":"ODD"}', 'gateway (§2.2)', []],
  ])('tells a known shape from its unknown code: %s', (input, shape, near) => {
    expect(explain(input)).toMatchObject({
      asked: { kind: 'unlisted-code-in-answer' },
      listed: false,
      near,
      note: `The shape is that of a failure of the ${shape}; the contract does not list its code.`,
    });
  });

  it('reads pvg’s own output', () => {
    const output = {
      schema: 1,
      command: 'verify',
      interface: 'gateway',
      exit: 7,
      verdict: null,
      http: { status: 409 },
      answer: { success: false },
      error: { code: 'DUPLICATE_TRANSACTION', says: 'Says.', hint: 'Hint.', section: '§7.1' },
    };
    expect(explain(JSON.stringify(output))).toMatchObject({
      listed: true,
      status: 409,
      meanings: [{ code: 'DUPLICATE_TRANSACTION' }],
      note: 'Says. Hint.',
    });
    const own = { ...output, http: null, error: { ...output.error, code: 'not-reached' } };
    expect(explain(JSON.stringify(own, null, 2))).toMatchObject({
      listed: true,
      meanings: [],
      note: 'Says. Hint.',
    });
  });

  it('never throws', () => {
    const start = fc.constantFrom('', '{', '[', '"', 'HTTP/1.1 ', 'HTTP/1.1 422 x\r\n\r\n');
    fc.assert(
      fc.property(start, fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (before, text) => {
        expect(explain(before + text).asked).not.toBe('');
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
])('explain-error %s ends with a command that runs as it is printed', async (input) => {
  const { out, err } = await pvg(`explain-error ${input}`);
  const next = /Next: pvg (.*)\n$/.exec(out + err)?.[1] ?? '';
  expect(next).not.toMatch(/^$|\$/);
  expect((await pvg(words(next))).status).not.toBe(2);
});
