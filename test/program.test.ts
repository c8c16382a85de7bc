import { describe, expect, it } from 'vitest';
import { json, pvg, words, type Ended } from './helpers/pvg.js';
import { temporaryFolder } from './helpers/context.js';

const purchase = '--product-id gems_100 --package com.example.game';
const local = `--profile local ${purchase}`;

describe('the command line', () => {
  it('prints a short help with two examples when nothing is asked', async () => {
    const { status, out, err } = await pvg('');
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(/^Examples:\n {2}\$ pvg lookup .*\n {2}\$ pvg explain-error /);
  });

  it.each(['--version', '-V', 'version'])('prints its version: pvg %s', async (words) => {
    expect(await pvg(words)).toMatchObject({ status: 0, out: '0.0.0-test\n', err: '' });
  });

  it.each([
    ['a command', 'lokup', '`lokup` is not a command of `pvg`', '`lookup`'],
    ['a subcommand', 'profile shwo', '`shwo` is not a command of `pvg profile`', '`show`'],
    ['a command with --help', 'lokup --help', '`lokup` is not a command of `pvg`', '`lookup`'],
    [
      'a subcommand with --help',
      'profile shwo -h',
      '`shwo` is not a command of `pvg profile`',
      '`show`',
    ],
    [
      'an option',
      'lookup --product-di x',
      '`--product-di` is not an option of `pvg lookup`',
      '`--product-id`',
    ],
    [
      'an option in capitals',
      'lookup --JSON',
      'The word after `lookup` is not an option',
      '`--json`',
    ],
    ['the ticket', 'lookup --ticket T-1', '`--ticket` is not an option', '`--case`'],
    ['another program’s option', 'lookup --jq x', '`--jq` is not an option', '`--query`'],
    [
      'an option of another command',
      'batch in.csv --fail-on pending',
      '`--fail-on` is not an option of `pvg batch`',
      '`pvg reconcile --lookups <file> --fail-on <classes>`',
    ],
    [
      'a command that is an option elsewhere',
      'journal export',
      '`export` is not a command of `pvg journal`',
      '`pvg journal list --format csv`',
    ],
    ['a code', 'explain-error DUPLICATE_TRANSACTON', 'does not list', '`DUPLICATE_TRANSACTION`'],
    ['a topic', 'help exit-statsu', 'neither a command nor a topic', '`pvg help exit-status`'],
    ['a topic as a command', 'refunds', '`refunds` is not a command', '`help refund`'],
    ['a choice', 'sign gatway', '<interface> must be one of', '`gateway`'],
    ['a choice of an option', 'lookup --dry-run --as crl', '--as must be one of', '`--as curl`'],
    ['a language', 'sign gateway --snippet pyhton', 'must be one of', '`--snippet python`'],
    [
      'a second file of purchases',
      'batch q1.csv q2.csv',
      'Unexpected word `q2.csv`',
      '`pvg batch` takes one file of purchases',
    ],
    [
      'a word too many',
      'explain-error 409 409',
      'Unexpected word after "…"',
      '`pvg explain-error --help`',
    ],
  ])(
    'offers what may be meant by %s, and repeats only names that are no secret',
    async (_, line, says, near) => {
      const { status, out, err } = await pvg(line);
      expect(status).toBe(2);
      expect(out + err).toContain(says);
      expect(out + err).toContain(near);
      expect(out + err).not.toMatch(/TRANSACTON|statsu|gatway|crl|pyhton|JSON/);
    },
  );

  it('never offers to write the results into a second file of purchases', async () => {
    const { out, err } = await pvg('batch q1.csv q2.csv --profile local');
    expect(out + err).not.toContain('Next:');
  });

  it('names the option that takes the purchase JSON of a verify', async () => {
    const { status, out, err } = await pvg('verify @late.json --profile local');
    expect(status).toBe(2);
    expect(out + err).toContain('Next: pvg verify --profile local --purchase-json @late.json');
    const other = await pvg('verify @late.json --case 90241');
    expect(other.out + other.err).toContain('--purchase-json @<file>');
  });

  it.each([
    ['--s3cr3t-v4lue'],
    ['-s3cr3t-v4lue'],
    ['s3cr3t-v4lue'],
    ['lookup', '--client-secret=s3cr3t-v4lue'],
    ['lookup', '--as', 's3cr3t-v4lue'],
    ['lookup', '--timeout', 's3cr3t-v4lue'],
    ['lookup', '--query', 's3cr3t-v4lue((', '--receipt', 'x'],
    ['sign', 's3cr3t-v4lue'],
    ['sign', 'gateway', 's3cr3t-v4lue'],
    ['sign', 'body.json', 'gateway', '--body', 's3cr3t-v4lue'],
    ['lookup', '--as', "x' is invalid. Allowed choices are s3cr3t-v4lue."],
    ['explain-error', '409', 's3cr3t-v4lue'],
    ['sign', 'gateway', '--snippet', 's3cr3t-v4lue'],
    ['sign', 'gateway', '--timestamp', 's3cr3t-v4lue', '--body', '{}'],
    ['explain-error', 's3cr3t-v4lue'],
    ['help', 's3cr3t-v4lue'],
    ['profile', 'add', 's3cr3t-v4lue!', '--environment', 'dev'],
    ['profile', 'show', 's3cr3t-v4lue'],
    [
      'lookup',
      '--profile',
      's3cr3t-v4lue',
      '--product-id',
      'p',
      '--package',
      'k',
      '--receipt',
      'r',
    ],
  ])('never repeats a mistyped value: %j', async (...argv: string[]) => {
    const { status, out, err } = await pvg(argv);
    expect(status).toBeGreaterThan(1);
    expect(out + err).not.toContain('s3cr3t');
    expect(err.length + out.length).toBeGreaterThan(20);
  });

  it('takes the options that every command has before and after its name', async () => {
    const before = await pvg(`--json --profile local lookup ${purchase} --receipt demo-recorded`);
    const after = await pvg(`lookup ${purchase} --receipt demo-recorded --json -p local`);
    expect(before.status).toBe(0);
    expect({ ...json(before), call_id: '' }).toEqual({ ...json(after), call_id: '' });
  });

  it('takes a receipt that looks like an option', async () => {
    const { status, out } = await pvg(`lookup ${local} --receipt -vqx --json`);
    expect(status).toBe(6);
    expect(JSON.parse(out)).toMatchObject({ verdict: { id: 'not-confirmed' } });
  });

  it('prints exactly one JSON object also when the words make no sense, and says it on stderr too', async () => {
    const { status, out, err } = await pvg('lookup --nonsense --json');
    expect(status).toBe(2);
    const { error, ...rest } = JSON.parse(out) as {
      error: { code: string; says: string; hint: string };
    };
    expect([rest, error.code]).toMatchObject([{ schema: 1, ok: false, exit: 2 }, 'usage']);
    expect(err).toContain(`${error.says}\n${error.hint}\n`);
  });

  it.each([
    ['--json', '', 'Usage: pvg'],
    ['help --json', 'help', 'Usage: pvg'],
    ['help lookup --json', 'help', 'Usage: pvg lookup'],
    ['help help --json', 'help', 'Usage: pvg help'],
    ['profile add --help --json', 'profile add', 'Usage: pvg profile add'],
  ])('prints help as one JSON object: %s', async (line, command, text) => {
    const ended = await pvg(line);
    expect({ status: ended.status, err: ended.err }).toEqual({ status: 0, err: '' });
    expect(json(ended)).toMatchObject({ schema: 1, command, ok: true, exit: 0, error: null });
    expect((json(ended)['answer'] as { help: string }).help).toContain(text);
  });

  it('prints its version as JSON, and a query picks from it', async () => {
    for (const words of ['--version --json', 'version --json'])
      expect(json(await pvg(words))).toMatchObject({ answer: { version: '0.0.0-test' } });
    expect((await pvg('--version --query answer.version')).out).toBe('"0.0.0-test"\n');
  });

  it('does not pick from its own failure what a query should pick from an answer', async () => {
    // The answer has no error, so that the query fails; what says so has one.
    const line = `lookup ${local} --receipt demo-recorded --query keys(error)`;
    const { status, out, err } = await pvg(line);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toContain('The value of --query does not fit this JSON: keys() takes object');
  });

  it('prints the short help also when nothing but options is given', async () => {
    expect(await pvg('--no-color')).toMatchObject({ status: 0, out: (await pvg('')).out, err: '' });
    expect((await pvg('profile')).status).toBe(2);
  });

  it.each([
    ['lookup --nonsense --json', 'lookup'],
    ['profile add --nonsense --json', 'profile add'],
    ['--profile lookup sign gatway --json', 'sign'],
    ['lokup --json', ''],
  ])('names the command of a failure that came before it ran: %s', async (line, command) => {
    expect(json(await pvg(line))).toMatchObject({ command, exit: 2, ok: false });
  });

  /** Only the gateway's half of a profile, and one that never verifies. */
  const withHalf = async (): Promise<string> => {
    const home = temporaryFolder();
    const line =
      'profile add half --environment dev --gateway-url https://g.example --client-id c --client-secret-file - --read-only';
    expect((await pvg(line, { home, stdin: 'a-secret-of-the-test' })).status).toBe(0);
    return home;
  };

  it.each<[string, number, string]>([
    [`verify ${purchase} --receipt x --json`, 13, 'gateway'],
    ['session --username a --json', 3, 'session'],
    ['sign session --body {} --json', 3, 'session'],
    ['diagnose --interface session --body {} --signature 00 --json', 3, 'session'],
  ])(
    'tells the place of a failure after the profile was resolved: %s',
    async (line, exit, called) => {
      const ended = await pvg(`${line} --profile half`, { home: await withHalf() });
      expect(json(ended)).toMatchObject({
        exit,
        profile: 'half',
        environment: 'dev',
        interface: called,
      });
    },
  );

  it.each([
    ['--player-id', `verify ${local} --receipt x`],
    ['--game-version', `verify ${local} --receipt x`],
    ['--package', 'verify --profile local --os ios --product-id p --receipt x'],
    ['--server-id', 'session --profile local --username a'],
    ['--game-id', 'session --profile local --username a'],
  ])('sends no empty %s', async (option, line) => {
    const { status, err } = await pvg([...words(line), option, '']);
    expect(status).toBe(2);
    expect(err).toContain(`${option} is empty`);
  });

  it('says both ways on when there is no profile', async () => {
    const { status, err } = await pvg(`lookup ${purchase} --receipt x`);
    expect(status).toBe(3);
    expect(err).toContain('--profile local');
    expect(err).toContain('pvg profile add');
  });

  it('is quiet for people on success and keeps the status and the errors', async () => {
    const quiet = await pvg(`lookup ${local} --receipt demo-recorded -q`);
    expect(quiet).toMatchObject({ status: 0, out: '', err: '' });
    const { status, out } = await pvg(`lookup ${local} --receipt nonsense -q`);
    expect(status).toBe(6);
    expect(out).toContain('does not confirm');
  });

  it('shows the exchange with --verbose, without signature, receipt or token', async () => {
    const lookup = await pvg(`lookup ${local} --receipt demo-recorded --verbose`);
    expect(lookup.err).toContain('> POST ');
    expect(lookup.err).toContain('> X-Signature: [withheld]');
    expect(lookup.err).toContain('< HTTP 200');
    expect(lookup.err).not.toContain('demo-recorded');
    const session = await pvg('session --profile local --username a --verbose --json');
    const token = (json(session)['answer'] as { sessionToken: string }).sessionToken;
    expect(session.err).toContain('sessionToken');
    expect(session.err).not.toContain(token);
  });
});

describe('what a script reads', () => {
  const lookup = (receipt: string, more: string): Promise<Ended> =>
    pvg(`lookup ${local} --receipt ${receipt} ${more}`);

  it.each([
    ['a string bare', 'verdict.id', 'paid-and-recorded\n'],
    ['a list one a line', '[verdict.id, advice]', 'paid-and-recorded\nnone\n'],
    ['a number as it is', 'exit', '0\n'],
    ['an object as JSON', '{exit: exit}', '{"exit":0}\n'],
    ['nothing where there is nothing', 'error.code', ''],
  ])('--text prints %s', async (_what, query, expected) => {
    const line = [...words(`lookup ${local} --receipt demo-recorded --text --query`), query];
    expect(await pvg(line)).toMatchObject({ status: 0, out: expected, err: '' });
  });

  it.each([
    ['JSON without --text, null too', 'demo-recorded', '--query error.code', 0, /^null\n$/],
    [
      'numbers digit for digit',
      'demo-recorded',
      '--query answer.transactions[0].purchase_date_ms',
      0,
      /^\d{13}\n$/,
    ],
    [
      'a rejection, which is an answer',
      'demo-package-mismatch',
      '--query verdict.id',
      6,
      /^"not-confirmed"\n$/,
    ],
    ['nothing of a failure', 'demo-store-down', '--retries 0 --query verdict.id', 8, /^$/],
  ])('--query prints %s', async (_what, receipt, options, status, out) => {
    const ended = await lookup(receipt, options);
    expect(ended).toMatchObject({ status, out: expect.stringMatching(out) as string });
    expect(ended.err === '').toBe(status !== 8);
  });

  it('--text without --query is wrong usage', async () => {
    const { status, err } = await lookup('demo-recorded', '--text');
    expect([status, err]).toEqual([2, expect.stringContaining('--text needs --query.')]);
  });
});
