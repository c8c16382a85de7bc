import { afterEach, describe, expect, it } from 'vitest';
import type { WireRequest } from '../../src/contract/wire.js';
import { startEmulator as startLibraryEmulator } from '../../src/library/emulator.js';
import { send, startEmulator, startListener, type RunningListener } from '../helpers/listener.js';
import { lookupCall, purchaseBody, sessionCall, withHeader } from '../helpers/signed.js';

const running: RunningListener[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop();
});

const lookupAt = (base: string, path: string): WireRequest => ({
  ...lookupCall(purchaseBody('demo-recorded'), { base }),
  url: `${base}${path}`,
});
const sessionAt = (base: string, path: string): WireRequest => ({
  ...sessionCall({ gameId: 'demo', username: 'player-1' }, { base }),
  url: `${base}${path}`,
});
const at = (base: string, path: string): WireRequest =>
  path.includes('xmdt') ? sessionAt(base, path) : lookupAt(base, path);

const wrong: [path: string, reason: RegExp][] = [
  ['/iap/gateway/iap/gateway/lookup-receipt', /`\/iap\/gateway\/` twice/],
  ['/iap/gateway/lookup-receipt/iap/gateway/lookup-receipt', /`\/iap\/gateway\/` twice/],
  ['/v2/iap/gateway/x/iap/gateway/lookup-receipt', /`\/iap\/gateway\/` twice/],
  ['/xmdt/xmdt/session', /`\/xmdt\/` twice/],
  ['//iap/gateway/lookup-receipt', /two slashes/],
  ['/v2//iap/gateway/lookup-receipt', /two slashes/],
];
const right = [
  '/iap/gateway/lookup-receipt',
  '/v2/iap/gateway/lookup-receipt',
  '/v9/x/iap/gateway/lookup-receipt?next=https://host.example//x',
  '/api/xmdt/session',
];

describe('pvg emulate, of a path with a prefix', () => {
  it('refuses a doubled folder and an empty segment as an unknown path, and logs why', async () => {
    const emulator = await startEmulator('--json');
    running.push(emulator);
    for (const [path] of wrong) {
      const { status, headers, text } = await send(at(emulator.url, path));
      expect([status, headers['x-pvg-not-shown']]).toEqual([404, '4']);
      // The caller gets no more than for any other unknown path.
      expect(text).toContain('No such path."');
    }
    const [, ...requests] = await emulator.lines(1 + wrong.length);
    for (const [index, [, reason]] of wrong.entries()) {
      const { refused } = JSON.parse(requests[index] ?? '') as { refused: string };
      expect(refused).toMatch(/^No such path\. /);
      expect(refused).toMatch(reason);
    }
  });

  it('answers any other, because a base address may have a path', async () => {
    const emulator = await startEmulator();
    running.push(emulator);
    for (const path of right) expect((await send(at(emulator.url, path))).status).toBe(200);
  });
});

it('the library lists such a request without an operation, and with the reason', async () => {
  const emulator = await startLibraryEmulator();
  try {
    await send(lookupAt(emulator.url, '/iap/gateway/iap/gateway/lookup-receipt'));
    const refused = expect.stringContaining('twice') as string;
    expect(emulator.requests).toMatchObject([{ operation: null, status: 404, refused }]);
  } finally {
    await emulator.close();
  }
});

describe('pvg listen, of a path with a prefix', () => {
  it.each(wrong)('never calls it ok, and says why: %s', async (path, reason) => {
    const { url, lines } = await startListener();
    await send(at(url, path));
    const [line = ''] = await lines(1);
    expect(line).toMatch(/^✘ #1 .* refused .* 404 /);
    expect(line).toContain(`POST ${path}`);
    expect(line).toMatch(reason);
  });

  it('says why also if the signature is wrong, too', async () => {
    const { url, lines } = await startListener();
    const call = lookupAt(url, '/iap/gateway/iap/gateway/lookup-receipt');
    await send(withHeader(call, 'X-Signature', '00'.repeat(32)));
    expect((await lines(1))[0]).toMatch(/ unexplained .*`\/iap\/gateway\/` twice/);
  });

  it('shows the path that a base address made, and only that', async () => {
    const { url, lines } = await startListener();
    for (const path of right) await send(at(url, path));
    const [plain, ...prefixed] = await lines(right.length);
    expect(plain).toContain(' gateway/lookup  200 ');
    for (const [index, path] of right.slice(1).entries()) {
      expect(prefixed[index]).toContain(` ok             ${path}  200 `);
    }
  });
});
