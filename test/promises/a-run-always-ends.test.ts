import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { startChild } from '../helpers/child.js';
import { temporaryFolder } from '../helpers/context.js';
import { words } from '../helpers/pvg.js';

/** Node ends with status 0 when nothing can happen any more, even if the program still waits. */
describe('a run that can never get its result', () => {
  const program = join(temporaryFolder(), 'never-settles.cjs');
  beforeAll(() => {
    const entryPoints = [join(import.meta.dirname, '..', 'helpers', 'never-settles.ts')];
    const define = { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' };
    const form = { bundle: true, platform: 'node', format: 'cjs', define } as const;
    buildSync({ entryPoints, outfile: program, ...form, supported: { 'dynamic-import': false } });
  });
  const run = async (line: string, more: Record<string, string> = {}) => {
    const env = { PATH: process.env['PATH'], ...more };
    const child = startChild(process.execPath, [program, ...words(line)], { env });
    return { status: await child.ended, out: child.out(), err: child.err() };
  };

  const purchase = '--product-id gems --package com.example --receipt token-1';
  const lines = [
    `lookup ${purchase}`,
    'session --username somebody',
    'batch -',
    'doctor --online',
    'conform -- signer',
    'emulate --port 0',
    'listen --port 0',
  ];

  it.each(lines)('ends with status 1 and says so: %s', async (line) => {
    const { err, ...ended } = await run(line);
    expect(ended).toEqual({ status: 1, out: '' });
    expect(err).toMatch(/without a result/);
    expect(err).not.toMatch(/a-secret-of-the-test|a-key-of-the-test/);
  });

  const told = { ok: false, exit: 1, error: { code: 'internal' } };
  it('of a verify ends with status 10: nobody knows what it recorded', async () => {
    const { status, err } = await run(`verify ${purchase}`);
    expect(status).toBe(10);
    expect(err).toContain('pvg lookup --product-id gems --package com.example');
  });

  it.each([
    ['lookup', 1, 'This is a bug in pvg'],
    ['verify', 10, 'Look it up before you do anything else'],
  ])(
    'ends like any failure if something throws where nobody waits: %s',
    async (command, status, says) => {
      const ended = await run(`${command} ${purchase}`, { THROWS: '1' });
      expect(ended).toMatchObject({ status, out: '' });
      expect(ended.err).toContain(says);
      expect(ended.err).not.toMatch(/token-1|\n\s+at /);
    },
  );

  it('is one object with --json', async () => {
    const { status, out } = await run(`lookup ${purchase} --json`);
    expect([status, JSON.parse(out)]).toMatchObject([1, told]);
  });

  it('is the last line of a batch whose rows go to standard output, and its summary', async () => {
    const summary = join(temporaryFolder(), 'sum.json');
    const { status, out, err } = await run(`batch - --json --summary ${summary}`);
    const last = err.trim().split('\n').at(-1) ?? '';
    expect([status, out, JSON.parse(last)]).toMatchObject([1, '', told]);
    expect(JSON.parse(readFileSync(summary, 'utf8'))).toMatchObject(told);
  });

  it('is not one that has it', async () => {
    expect(await run('vectors')).toMatchObject({ status: 0, err: '' });
  });
});
