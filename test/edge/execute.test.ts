import { expect, it } from 'vitest';
import { openExecute } from '../../src/edge/execute.js';

const never = new AbortController().signal;
const patientMs = 600_000;
const node = (script: string, more: Partial<Parameters<ReturnType<typeof openExecute>>[1]> = {}) =>
  openExecute({ PATH: process.env['PATH'], PVG_CLIENT_SECRET: 'own' })([process.execPath, '-e', script], {
    stdin: Buffer.from('body'),
    env: {},
    timeoutMs: patientMs,
    signal: never,
    ...more,
  });

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

it('keeps the beginning of a long output', async () => {
  const ended = await node(`process.stdout.write('x'.repeat(1e6))`);
  expect(ended.stdout.length).toBe(65_536);
});

it('ends a program that takes too long', async () => {
  expect(await node('setInterval(() => {}, 1000)', { timeoutMs: 1 })).toMatchObject({ failed: 'ETIMEDOUT' });
});

it('ends the program when it is interrupted', async () => {
  expect(await node('setInterval(() => {}, 1000)', { signal: AbortSignal.timeout(1) })).toMatchObject({
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
