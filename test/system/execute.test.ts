import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openExecute } from '../../src/system/execute.js';
import { givenTime } from '../helpers/keeps-up.js';

const never = new AbortController().signal;
const patientMs = 600_000;
const node = (script: string, more: Partial<Parameters<ReturnType<typeof openExecute>>[1]> = {}) =>
  openExecute({ PATH: process.env['PATH'], PVG_CLIENT_SECRET: 'own' })(
    [process.execPath, '-e', script],
    {
      stdin: Buffer.from('body'),
      env: {},
      timeoutMs: patientMs,
      signal: never,
      ...more,
    },
  );

it('gives a program its input and variables, and none of pvg’s own', async () => {
  const ended = await node(
    `process.stdin.on('data', (data) => console.log(String(data), process.env.PVG_SECRET, process.env.PVG_CLIENT_SECRET))`,
    { env: { PVG_SECRET: 'given' } },
  );
  expect(ended).toMatchObject({ status: 0, stdout: Buffer.from('body given undefined\n') });
});

it('tells the status and standard error of a program that fails', async () => {
  const ended = await node(`console.error('why'); process.exitCode = 3`);
  expect(ended).toMatchObject({ status: 3, stderr: Buffer.from('why\n') });
});

it('does not need a program to read its input', async () => {
  const ended = await node(`console.log('x')`, { stdin: Buffer.alloc(2 ** 20) });
  expect(ended).toMatchObject({ status: 0 });
});

it('keeps the beginning of a long output, and lets the program end', async () => {
  const ended = await node(`process.stdout.write('x'.repeat(1e6))`);
  expect([ended.stdout.length, ended.status, ended.failed]).toEqual([65_536, 0, undefined]);
  const whole = await node(`process.stdout.write('x'.repeat(1e6))`, { keepBytes: 2e6 });
  expect(whole.stdout.length).toBe(1e6);
});

it('does not start a program after the interruption', async () => {
  expect(await node(`console.log('x')`, { signal: AbortSignal.abort() })).toMatchObject({
    status: null,
    stdout: Buffer.alloc(0),
    failed: undefined,
  });
});

/** Starts a program that holds its output and never ends, and prints its number. */
const withChild = (more: string): string =>
  `const { spawn } = require('node:child_process');
   const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
   child.on('spawn', () => process.stdout.write(String(child.pid)));
   ${more}`;

const isRunning = (number: number): boolean => {
  try {
    return (
      process.kill(number, 0) && !/\) [ZX] /.test(readFileSync(`/proc/${number}/stat`, 'latin1'))
    );
  } catch {
    return false;
  }
};

it.runIf(process.platform === 'linux').each([
  ['that waits for it', 'child.on("exit", () => undefined)'],
  ['that has ended', 'child.unref(); setTimeout(() => process.exit(), 300)'],
])('ends with a program %s what it has started', async (_says, more) => {
  const isTold = ({ stdout }: { readonly stdout: Uint8Array }): boolean => stdout.length > 0;
  const { stdout, failed } = await givenTime(
    (timeoutMs) => node(withChild(more), { timeoutMs }),
    isTold,
  );
  expect(failed).toBe('ETIMEDOUT');
  while (isRunning(Number(Buffer.from(stdout).toString())))
    await new Promise((resolve) => setTimeout(resolve, 5));
});

it('ends a program that takes too long', async () => {
  expect(await node('setInterval(() => {}, 1000)', { timeoutMs: 1 })).toMatchObject({
    failed: 'ETIMEDOUT',
  });
});

it('ends the program when it is interrupted', async () => {
  expect(
    await node('setInterval(() => {}, 1000)', { signal: AbortSignal.timeout(1) }),
  ).toMatchObject({
    failed: undefined,
    status: null,
  });
});

it('says why a program cannot be started', async () => {
  const ended = await openExecute({})(['no-such-program'], {
    ...{ stdin: Buffer.alloc(0), env: {}, timeoutMs: patientMs, signal: never },
  });
  expect(ended).toMatchObject({ status: null, failed: 'ENOENT' });
});
