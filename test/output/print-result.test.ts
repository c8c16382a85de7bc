import { describe, expect, it } from 'vitest';
import { PvgError, type FailureCode } from '../../src/failure.js';
import { commandResult, failureResult } from '../../src/output/command-result.js';
import { isErrorOf, printResult, queryOf } from '../../src/output/print-result.js';
import { testContext } from '../helpers/context.js';

const options = { json: false, text: false, raw: false, quiet: false, color: false };
const http = { status: 200 };
const answered = (command: string, more: object = {}) =>
  commandResult(command, { answer: { found: true }, http, view: { headline: 'Paid.' }, ...more });

describe('a query that does not fit the answer', () => {
  const printWith = async (command: string, more: object = {}) => {
    const context = testContext();
    const query = await queryOf('keys(error)');
    const printed = printResult(
      context,
      { ...options, json: true, query },
      answered(command, more),
    );
    const failure = await printed.then(
      () => undefined,
      (error: unknown) => (error as PvgError).code,
    );
    return { failure, out: context.stdout.text() };
  };

  it.each(['verify', 'session'])(
    'gets the complete JSON of a %s, which cannot be repeated',
    async (command) => {
      const { failure, out } = await printWith(command);
      expect(failure).toBeUndefined();
      expect(JSON.parse(out)).toMatchObject({ command, answer: { found: true } });
    },
  );

  it.each([
    ['a look-up, which can be repeated', 'lookup', {}],
    ['a verify without a call', 'verify', { http: null }],
    ['a session without a call', 'session', { http: null }],
  ])('fails, with nothing on standard output, for %s', async (_what, command, more) => {
    expect(await printWith(command, more)).toEqual({ failure: 'query-failed', out: '' });
  });
});

describe('when standard output cannot be written', () => {
  const full = new PvgError('output-unwritable', 'The disk is full.');
  const withFullDisk = () => {
    const context = testContext();
    context.stdout.write = () => Promise.reject(full);
    return context;
  };
  const onData = { ...options, json: true };

  it('a failure that is about that goes to standard error', async () => {
    const context = withFullDisk();
    await printResult(context, onData, failureResult('lookup', full));
    expect(context.stderr.text()).toContain('The disk is full.');
  });

  it.each<FailureCode>(['usage', 'internal'])(
    'another failure does not hide it: %s',
    async (code) => {
      const failed = failureResult('lookup', new PvgError(code, 'Something else.'));
      await expect(printResult(withFullDisk(), onData, failed)).rejects.toBe(full);
    },
  );

  it.each([
    ['says what a verify came to', 'verify', {}, 'What the verify came to: Paid.'],
    ['says nothing of a verify that was not sent', 'verify', { http: null }, undefined],
    ['says nothing of a look-up', 'lookup', {}, undefined],
  ])('the failure %s', async (_what, command, more, hint) => {
    const printed = printResult(withFullDisk(), onData, answered(command, more));
    const failure = await printed.catch((error: unknown) => error as PvgError);
    expect(failure?.code).toBe('output-unwritable');
    expect(failure?.details.hint).toBe(hint);
  });

  it('another mistake is passed on', async () => {
    const context = testContext();
    const gone = new PvgError('pipe-closed', 'Closed.');
    context.stdout.write = () => Promise.reject(gone);
    await expect(printResult(context, onData, answered('verify'))).rejects.toBe(gone);
  });
});

describe('what belongs on standard output', () => {
  it.each([
    [0, false],
    [2, true],
    [5, true],
    [6, false],
    [7, false],
    [8, true],
    [10, true],
  ] as const)('an answer about the purchase is data, and not an error: %s: %s', (exit, isError) => {
    const error = { code: 'X', says: '', hint: '', section: null };
    expect(isErrorOf(answered('lookup', { exit, error }))).toBe(isError);
    expect(isErrorOf(answered('lookup', { exit }))).toBe(false);
  });
});
