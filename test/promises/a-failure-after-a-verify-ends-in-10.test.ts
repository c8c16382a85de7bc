import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Send, WireResponse } from '../../src/contract/wire.js';
import { PvgError } from '../../src/failure.js';
import { runProgram } from '../../src/program.js';
import { serviceEnv, temporaryFolder, testContext, type TestContext } from '../helpers/context.js';
import { pvg } from '../helpers/pvg.js';

/** Whatever fails in pvg once a verify is out: 10, the look-up as the next step, and a journal line that says so. */

const receipt = 'kjhgfdsaqwertyuiopzxcvbn.AO-J1OqN4bX7dR2kM9wE5tL8yH3cP6uG1zV0jS';
const purchase = [
  '--product-id',
  'gems_100',
  '--package',
  'com.example.game',
  '--receipt',
  receipt,
];
const success = {
  ...{ success: true, transaction_id: 'GPA.1234-5678-9012-34567', product_id: 'gems_100' },
  receipt_info: { platform: 'android', environment: null, quantity: 1, purchase_state: 0 },
};
const whole: WireResponse = {
  status: 200,
  headers: [],
  body: Buffer.from(JSON.stringify(success)),
};

const fails = (): never => {
  throw new TypeError(`something about ${receipt}`);
};

/** What breaks after the send; each changes the context or returns another answer. */
const failures: Readonly<Record<string, (context: TestContext) => WireResponse>> = {
  'the answer has no headers': () => ({ ...whole, headers: null as never }),
  'the answer has no body': () => ({ ...whole, body: null as never }),
  'the wire itself': fails,
  'the wire, with a failure of the output': () => {
    throw new PvgError('output-unwritable', 'The output could not be written.');
  },
  'the clock': (context) => {
    Object.assign(context.clock, { elapsed: fails });
    return whole;
  },
  'the redaction of secrets': (context) => {
    Object.assign(context.secrets, { redact: fails, redactBytes: fails });
    return whole;
  },
  'the redaction of receipts': (context) => {
    Object.assign(context.receipts, { redact: fails });
    return whole;
  },
  'the view': (context) => {
    Object.defineProperty(context.stdout, 'columns', { get: fails });
    Object.defineProperty(context.stdout, 'isTerminal', { get: fails });
    return whole;
  },
  'standard output': (context) => {
    Object.assign(context.stdout, { write: () => Promise.reject(new TypeError('no such pipe')) });
    return whole;
  },
};

async function verify(fail: (context: TestContext) => WireResponse, ...options: readonly string[]) {
  const home = temporaryFolder();
  let sent = 0;
  // The context is needed for the send that it gets.
  const box: { context?: TestContext } = {};
  const send: Send = () => {
    sent += 1;
    if (box.context === undefined) throw new TypeError('no context yet');
    return Promise.resolve(fail(box.context));
  };
  const context = testContext({ home, send, env: serviceEnv('https://service.example') });
  box.context = context;
  const status = await runProgram(context, ['verify', ...purchase, ...options]);
  return { status, sent, home, out: context.stdout.text(), err: context.stderr.text() };
}

const journalLines = (home: string): unknown[] => {
  const folder = join(home, 'state', 'journal');
  const text = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
};

describe.each([[], ['--json'], ['--debug'], ['--verbose']])('a verify %s', (...options) => {
  // The object of --json needs no width.
  const those = Object.entries(failures).filter(
    ([what]) => what !== 'the view' || options[0] !== '--json',
  );
  it.each(those)('ends with 10 when this fails: %s', async (what, fail) => {
    const { status, sent, home, out, err } = await verify(fail, ...options);
    expect([status, sent]).toEqual([10, 1]);
    expect(err).toMatch(/look it up/i);
    const hasNext =
      what === 'the redaction of secrets'
        ? 'may have been recorded'
        : 'pvg lookup --product-id gems_100';
    expect(err).toContain(hasNext);
    expect(out + err).not.toContain(receipt.slice(0, 12));
    const lines = journalLines(home);
    expect(lines).toMatchObject([
      { command: 'verify', phase: 'sent' },
      { command: 'verify', phase: 'answered', exit: 10, code: 'outcome-unknown', advice: 'check' },
    ]);
    // What the next look-up says of it.
    const shown = await pvg('explain-error --last', { home });
    expect(shown.status).toBe(0);
  });
});

it('--json prints one object with the code, the advice and the profile', async () => {
  const { out } = await verify(fails, '--json');
  expect(JSON.parse(out)).toMatchObject({
    ...{
      command: 'verify',
      environment: 'dev',
      interface: 'gateway',
      ok: false,
      exit: 10,
      advice: 'check',
    },
    error: { code: 'outcome-unknown' },
  });
});

it('the journal fails: 10, after the answer was printed, in one object', async () => {
  const { status, out, err } = await verify((context) => {
    Object.assign(context.files, { append: fails });
    return whole;
  }, '--json');
  expect(status).toBe(10);
  expect(JSON.parse(out)).toMatchObject({ verdict: { id: 'verified' } });
  expect(err).toContain('pvg lookup --product-id gems_100');
});

it('a full disk at the end of a verify keeps its status, and the journal has the verdict', async () => {
  const { status, home } = await verify((context) => {
    const full = new PvgError('output-unwritable', 'The output could not be written.');
    Object.assign(context.stdout, { write: () => Promise.reject(full) });
    return whole;
  });
  expect(status).toBe(14);
  expect(journalLines(home)).toMatchObject([
    { phase: 'sent' },
    { exit: 0, verdict: { id: 'verified' } },
  ]);
});

it.each([
  ['lookup', 1],
  ['verify', 1],
])('what fails before anything is sent is no unknown outcome: %s', async (command, expected) => {
  let sent = 0;
  const send: Send = () => {
    sent += 1;
    return Promise.resolve(whole);
  };
  const context = testContext({ send, env: serviceEnv('https://service.example') });
  Object.assign(context, { network: () => Promise.reject(new TypeError('no network')) });
  expect(await runProgram(context, [command, ...purchase])).toBe(expected);
  expect(sent).toBe(0);
});

describe.each([[], ['--json']])('a verify of the emulator in this process %s', (...options) => {
  it.each<[what: string, fail: (context: TestContext) => void]>([
    [
      'the journal',
      (context) => {
        Object.assign(context.files, { append: fails });
      },
    ],
    [
      'the output',
      (context) => {
        Object.assign(context.stdout, { write: () => Promise.reject(new TypeError('no pipe')) });
      },
    ],
  ])('recorded nothing: a failure of %s stays a fault of pvg', async (_what, fail) => {
    const context = testContext({ home: temporaryFolder() });
    fail(context);
    const words = ['verify', ...purchase.slice(0, 4), '--receipt', 'demo-receipt-1'];
    const status = await runProgram(context, [...words, '--profile', 'local', ...options]);
    expect(status).toBe(1);
    expect(context.stdout.text() + context.stderr.text()).not.toMatch(/may have been recorded/);
  });
});

it('a look-up that pvg fails at stays a fault of pvg', async () => {
  const given = { send: fails as Send, env: serviceEnv('https://service.example') };
  expect((await pvg(['lookup', ...purchase], given)).status).toBe(1);
});

describe('a very long value', () => {
  const long = 'abcdefghij'.repeat(4_001);
  const android = ['--product-id', 'gems_100', '--package', 'com.example.game', '--force'];
  const tokens = {
    success: false,
    error: 'MISSING_FIELDS',
    message: long,
    receipt: long,
    sessionToken: long,
  };

  it.each([
    ['a receipt', long, whole, 0],
    [
      'in a refusal',
      'demo-receipt',
      { ...whole, status: 400, body: Buffer.from(JSON.stringify(tokens)) },
      5,
    ],
    ['both', long, { ...whole, status: 400, body: Buffer.from(JSON.stringify(tokens)) }, 5],
  ] as const)(
    '%s has the status of the answer, with every option',
    async (_, given, answer, expected) => {
      for (const option of ['', '--json', '--verbose', '--debug', '--raw']) {
        const words = [
          'verify',
          ...android,
          '--receipt',
          given,
          '--retries',
          '0',
          ...(option ? [option] : []),
        ];
        const send: Send = () => Promise.resolve(answer);
        const ended = await pvg(words, { send, env: serviceEnv('https://service.example') });
        expect(ended.status).toBe(expected);
        if (option !== '--raw' && given === long)
          expect(ended.out + ended.err).not.toContain(long.slice(0, 24));
      }
    },
  );

  it('is the token of a session', async () => {
    const body = Buffer.from(
      JSON.stringify({
        sessionToken: long,
        expiresAt: 'x',
        xmdtRequired: false,
        xmdtCompleted: true,
      }),
    );
    const send: Send = () => Promise.resolve({ ...whole, body });
    for (const option of ['--check', '--verbose', '--debug']) {
      const given = { send, env: serviceEnv('https://service.example') };
      const { status, out, err } = await pvg(['session', '--username', 'a', option], given);
      expect(status).toBe(0);
      expect(out + err).not.toContain(long.slice(0, 24));
    }
  });
});
