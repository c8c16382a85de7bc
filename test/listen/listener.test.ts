import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import type { WireRequest } from '../../src/contract/wire.js';
import { diagnoseInTime } from '../../src/diagnosis/diagnose.js';
import { send, startListener } from '../helpers/listener.js';
import { sessionCall, withHeader } from '../helpers/signed.js';

vi.mock(import('../../src/diagnosis/diagnose.js'), async (original) => {
  const module = await original();
  return { ...module, diagnoseInTime: vi.fn(module.diagnoseInTime) };
});

/** Nothing reproduces it: the whole search is made. */
const unexplained = (base: string): WireRequest =>
  withHeader(sessionCall(player, { base }), 'X-Signature', 'f0'.repeat(32));

const player = { gameId: 'demo', username: 'player-1' };

it('a request that cannot be judged at once is searched, and ends nothing', async () => {
  const { url, objects } = await startListener('--profile local --json');
  vi.mocked(diagnoseInTime).mockImplementationOnce(() => {
    throw new RangeError('a fault of the test');
  });
  const call = sessionCall(player, { base: url });
  expect((await send(call)).status).toBe(200);
  expect((await send(call)).status).toBe(200);
  expect(await objects(2)).toMatchObject([{ match: true }, { match: true }]);
});

it('only the search that runs is announced', async () => {
  const { url, context, lines } = await startListener();
  await Promise.all([1, 2, 3, 4].map(() => send(unexplained(url))));
  const announced = context.stderr.text().split('searching for the cause').length - 1;
  const printed = context.stdout.text().split('\n').length - 1;
  expect(announced).toBeLessThanOrEqual(printed + 1);
  await lines(4);
  expect(context.stderr.text().split('searching for the cause').length - 1).toBe(4);
});

it('a search that cannot be announced is made all the same', async () => {
  const rejected: unknown[] = [];
  const note = (reason: unknown): unknown => rejected.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  const { url, context, lines } = await startListener();
  const write = vi.spyOn(context.stderr, 'write').mockRejectedValue(new Error('closed'));
  await send(unexplained(url));
  expect(await lines(1)).toEqual([expect.stringContaining('  unexplained  ')]);
  expect(write).toHaveBeenCalled();
  expect(rejected).toEqual([]);
  write.mockRestore();
});

it('its end says how many requests were not diagnosed', async () => {
  const { url, context, stop } = await startListener();
  await Promise.all([1, 2, 3, 4].map(() => send(unexplained(url))));
  expect(await stop()).toBe(0);
  const printed = context.stdout.text().split('\n').length - 1;
  const [, unprinted] =
    /^(\d) requests? (?:was|were) not diagnosed/m.exec(context.stderr.text()) ?? [];
  expect(printed + Number(unprinted)).toBe(4);
});

it('its end does not say of a request that was not diagnosed that it did not come', async () => {
  const junit = join(temporaryFolder(), 'requests.xml');
  const line = `--profile local --expect 5 --junit ${junit}`;
  const { url, context, stop } = await startListener(line);
  await Promise.all([1, 2, 3, 4].map(() => send(unexplained(url))));
  expect(await stop()).toBe(6);
  const told = context.stderr.text();
  expect(told).toMatch(/not diagnosed: pvg ended first\. Answered: HTTP 401\./);
  expect(told).toContain('0 of 5 expected requests are right; 1 did not come.');
  const cases = readFileSync(junit, 'utf8');
  expect(cases.match(/The request did not come/g)).toHaveLength(1);
  expect(cases).toContain('was answered with HTTP 401, but not diagnosed');
});
