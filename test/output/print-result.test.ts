import { describe, expect, it } from 'vitest';
import { PvgError, type FailureCode } from '../../src/failure.js';
import { commandResult, failureResult } from '../../src/output/command-result.js';
import {
  isFailedResult,
  formatObject,
  printNote,
  printResult,
  loadQuery,
} from '../../src/output/print-result.js';
import { testContext } from '../helpers/context.js';

const options = { json: false, text: false, raw: false, quiet: false, color: false };
const http = { status: 200 };
const answered = (command: string, more: object = {}) =>
  commandResult(command, { answer: { found: true }, http, view: { headline: 'Paid.' }, ...more });

describe('a query that does not fit the answer', () => {
  const printWith = async (command: string, more: object = {}) => {
    const context = testContext();
    const query = await loadQuery('keys(error)');
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
    expect(isFailedResult(answered('lookup', { exit, error }))).toBe(isError);
    expect(isFailedResult(answered('lookup', { exit }))).toBe(false);
  });
});

describe('what a person and a program get', () => {
  const error = { code: 'X', says: 'It failed.', hint: 'Do this.', section: null };
  const raw = Buffer.from('{"raw":1}');
  const printed = async (more: object, chosen: object) => {
    const context = testContext();
    await printResult(context, { ...options, ...chosen }, answered('lookup', more));
    const said = (text: string): string[] =>
      ['Paid.', 'It failed.', 'Do this.', '{"raw":1}', '"schema"', 'nothing for'].filter((word) =>
        text.toLowerCase().includes(word.toLowerCase()),
      );
    return { out: said(context.stdout.text()), err: said(context.stderr.text()) };
  };
  const failed = { exit: 8, error, raw };
  const refused = { exit: 6, error, raw };

  it.each<[what: string, more: object, chosen: object, out: string[], err: string[]]>([
    ['an answer', {}, {}, ['Paid.'], []],
    ['an answer, quiet', {}, { quiet: true }, [], []],
    ['an answer beside data', { view: { headline: 'Paid.', onStderr: true } }, {}, [], ['Paid.']],
    ['a failure', failed, {}, [], ['Paid.']],
    ['a failure, quiet', failed, { quiet: true }, [], ['Paid.']],
    ['a refusal of the purchase', refused, {}, ['Paid.'], []],
    ['--json', {}, { json: true }, ['"schema"'], []],
    [
      '--json of a failure',
      failed,
      { json: true },
      ['It failed.', 'Do this.', '"schema"'],
      ['It failed.', 'Do this.'],
    ],
    ['--json of a refusal', refused, { json: true }, ['It failed.', 'Do this.', '"schema"'], []],
    ['--raw', { raw }, { raw: true }, ['{"raw":1}'], []],
    ['--raw of a failure', failed, { raw: true }, ['{"raw":1}'], ['Paid.']],
    ['--raw without bytes', {}, { raw: true }, [], ['Paid.', 'nothing for']],
    ['--raw without a call', { http: null }, { raw: true }, ['Paid.'], []],
    ['data', { view: { headline: 'Paid.', data: raw } }, {}, ['{"raw":1}'], ['Paid.']],
    ['data, quiet', { view: { headline: 'Paid.', data: raw } }, { quiet: true }, ['{"raw":1}'], []],
  ])('%s', async (_what, more, chosen, out, err) => {
    expect(await printed(more, chosen)).toEqual({ out, err });
  });

  it('a failure that came after the answer stands below it, and is no error of the answer', async () => {
    const late = {
      exit: 14,
      error: { ...error, code: 'output-unwritable' },
      afterwards: { headline: 'It failed.' },
    };
    expect(await printed(late, {})).toEqual({ out: ['Paid.'], err: ['It failed.'] });
    expect(await printed({ ...late, error }, {})).toEqual({
      out: [],
      err: ['Paid.', 'It failed.'],
    });
  });

  it.each<[env: Record<string, string>, terminal: boolean, isPainted: boolean]>([
    [{}, true, true],
    [{}, false, false],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '0' }, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
    [{ TERM: 'dumb' }, true, false],
  ])('is painted where that is wanted: %j, on a terminal: %s', async (env, terminal, isPainted) => {
    const context = testContext({ env, terminal });
    const paint = async (color: boolean): Promise<boolean> => {
      const result = answered('lookup', { view: { headline: 'Paid.', mood: 'good' } });
      await printResult(context, { ...options, color }, result);
      return context.stdout.text().includes('\u001b[');
    };
    expect(await paint(false)).toBe(false);
    expect(await paint(true)).toBe(isPainted);
  });

  it('a note stands on standard error, and is not there with --quiet', async () => {
    const context = testContext({ terminal: true });
    await printNote(context, { quiet: true }, 'A note.');
    expect(context.stderr.text()).toBe('');
    await printNote(context, { quiet: false }, 'A note.');
    expect(context.stderr.text()).toBe('A note.\n');
  });

  it('a time is shown as it came and as an age', async () => {
    const context = testContext();
    const facts = [{ label: 'Time', value: '2026', atMs: context.clock.now() - 60_000 }];
    await printResult(context, options, answered('lookup', { view: { headline: 'Paid.', facts } }));
    expect(context.stdout.text()).toMatch(/Time:? +2026 \(.*min/);
  });
});

describe('what a query picks', () => {
  const object = { none: null, word: 'a', list: ['a', 1, { b: null }] };
  it.each<[expression: string, text: boolean, isError: boolean, printed: string]>([
    ['word', false, false, '"a"\n'],
    ['word', true, false, 'a\n'],
    ['list', true, false, 'a\n1\n{"b":null}\n'],
    ['list[:2]', false, false, '["a",1]\n'],
    ['none', false, false, 'null\n'],
    ['none', true, false, ''],
    // A script that picks from an answer gets nothing where there is none.
    ['none', false, true, ''],
    ['word', false, true, '"a"\n'],
  ])('%s, as text: %s, of a failure: %s', async (expression, text, isError, printed) => {
    const query = await loadQuery(expression);
    expect(formatObject(object, { query, text }, { isError })).toBe(printed);
  });

  it('is everything without a query, also of a failure', () => {
    expect(formatObject(null, { query: undefined, text: false }, { isError: true })).toBe('null\n');
  });
});
