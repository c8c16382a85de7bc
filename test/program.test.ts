import { describe, expect, it } from 'vitest';
import { json, pvg } from './support/pvg.js';
import { temporaryFolder } from './support/context.js';

const purchase = '--product-id gems_100 --package com.example.game';
const local = `--profile local ${purchase}`;

describe('the command line', () => {
  it('prints a short help with two examples when nothing is asked', async () => {
    const { status, out, err } = await pvg('');
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(/^Examples:\n {2}\$ pvg lookup .*\n {2}\$ pvg explain-error /);
  });

  it.each(['lookup', 'verify', 'session', 'sign', 'explain-error', 'emulate', 'profile', 'vectors', 'help'])(
    'begins the help of %s with examples',
    async (command) => {
      const { status, out } = await pvg(`${command} --help`);
      expect(status).toBe(0);
      expect(out).toMatch(/^Examples:\n {2}\$ .*pvg /);
      expect(out).toContain(`pvg ${command}`);
    },
  );

  it('prints its version', async () => {
    expect(await pvg('--version')).toMatchObject({ status: 0, out: '0.0.0-test\n', err: '' });
  });

  it.each([
    ['a command', 'lokup', 'Argument 1 is no command', '`lookup`'],
    ['an option', 'lookup --product-di x', 'Argument 2 is no option', '`--product-id`'],
    [
      'an option with its value',
      'profile add x --client-secert-file=s3cr3t-v4lue',
      'is no option',
      '`--client-secret-file`',
    ],
    ['a code', 'explain-error DUPLICATE_TRANSACTON', 'does not list', '`DUPLICATE_TRANSACTION`'],
    ['a topic', 'help exit-statsu', 'neither a command nor a topic', '`pvg help exit-status`'],
    ['a subcommand', 'profile shwo', 'is no command', '`show`'],
  ])(
    'offers the nearest spelling of %s and never repeats what was typed',
    async (_what, line, says, near) => {
      const { status, out, err } = await pvg(line);
      expect(status).toBe(2);
      expect(out + err).toContain(says);
      expect(out + err).toContain(near);
      for (const word of line
        .split(/[ =]/)
        .filter((each) => /lokup|di$|s3cr3t|TRANSACTON|statsu|shwo/.test(each))) {
        expect(out + err).not.toContain(word);
      }
    },
  );

  it.each([
    ['--s3cr3t-v4lue'],
    ['-s3cr3t-v4lue'],
    ['s3cr3t-v4lue'],
    ['lookup', '--client-secret=s3cr3t-v4lue'],
    ['lookup', '-xs3cr3t-v4lue'],
    ['lookup', '--as', 's3cr3t-v4lue'],
    ['lookup', '--os', 's3cr3t-v4lue'],
    ['lookup', '--timeout', 's3cr3t-v4lue'],
    ['lookup', '--query', 's3cr3t-v4lue((', '--receipt', 'x'],
    ['sign', 's3cr3t-v4lue'],
    ['sign', 'gateway', '--timestamp', 's3cr3t-v4lue', '--body', '{}'],
    ['sign', 'gateway', '--show', 's3cr3t-v4lue', '--body', '{}'],
    ['explain-error', 's3cr3t-v4lue'],
    ['help', 's3cr3t-v4lue'],
    ['profile', 'add', 's3cr3t-v4lue!', '--environment', 'dev'],
    ['profile', 'show', 's3cr3t-v4lue'],
    ['lookup', '--profile', 's3cr3t-v4lue', '--product-id', 'p', '--package', 'k', '--receipt', 'r'],
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
    expect(json(before)).toEqual(json(after));
  });

  it('takes a receipt that looks like an option', async () => {
    const { status, out } = await pvg(`lookup ${local} --receipt -vqx --json`);
    expect(status).toBe(6);
    expect(JSON.parse(out)).toMatchObject({ verdict: { id: 'not-confirmed' } });
  });

  it('prints exactly one JSON object also when the words make no sense', async () => {
    const { status, out, err } = await pvg('lookup --nonsense --json');
    expect({ status, err }).toEqual({ status: 2, err: '' });
    expect(JSON.parse(out)).toMatchObject({ schema: 1, ok: false, exit: 2, error: { code: 'usage' } });
  });

  it('says both ways on when there is no profile', async () => {
    const { status, err } = await pvg(`lookup ${purchase} --receipt x`);
    expect(status).toBe(3);
    expect(err).toContain('--profile local');
    expect(err).toContain('pvg profile add');
  });

  it('picks from the JSON, numbers digit for digit', async () => {
    const { out } = await pvg(
      `lookup ${local} --receipt demo-recorded --query answer.transactions[0].purchase_date_ms`,
    );
    expect(out).toMatch(/^\d{13}\n$/);
  });

  it('is quiet for people on success and keeps the status and the errors', async () => {
    expect(await pvg(`lookup ${local} --receipt demo-recorded -q`)).toMatchObject({
      status: 0,
      out: '',
      err: '',
    });
    const { status, out } = await pvg(`lookup ${local} --receipt nonsense -q`);
    expect(status).toBe(6);
    expect(out).toContain('does not confirm');
  });

  it('a second verify of the same receipt answers 409, in another process too', async () => {
    const home = temporaryFolder();
    const verify = `verify ${local} --receipt demo-purchased`;
    expect((await pvg(verify, { home })).status).toBe(0);
    const second = await pvg(verify, { home });
    expect(second.status).toBe(7);
    expect(second.out).toContain('pvg explain-error DUPLICATE_TRANSACTION');
  });

  it('shows the exchange with --verbose, without signature, receipt or token', async () => {
    const lookup = await pvg(`lookup ${local} --receipt demo-recorded --verbose`);
    expect(lookup.err).toContain('> POST ');
    expect(lookup.err).toContain('> X-Signature: [redacted]');
    expect(lookup.err).toContain('< HTTP 200');
    expect(lookup.err).not.toContain('demo-recorded');
    const session = await pvg('session --profile local --username a --verbose --json');
    const token = (json(session)['answer'] as { sessionToken: string }).sessionToken;
    expect(session.err).toContain('sessionToken');
    expect(session.err).not.toContain(token);
  });
});
