import { connect } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headerValue, type WireRequest } from '../../src/contract/wire.js';
import { startPvg } from '../helpers/child.js';
import { fixedUnixSeconds, temporaryFolder } from '../helpers/context.js';
import { effort } from '../helpers/effort.js';
import { send } from '../helpers/listener.js';
import { patient, purchaseBody, sessionCall, verifyCall, withHeader } from '../helpers/signed.js';
import { emulatedWorld } from '../helpers/world.js';

/** The servers of our own under callers who mean them no good. */

/** `pvg emulate` or `pvg listen` as a process of its own. */
async function serverProcess(words: readonly string[]) {
  const child = startPvg([...words, '--port', '0'], {
    env: { PATH: process.env['PATH'], HOME: temporaryFolder() },
  });
  const [, url = '', port] = await child.until(
    () => /listening on (http:\/\/127\.0\.0\.1:(\d+))\n/.exec(child.err()) ?? undefined,
  );
  const stop = () => {
    child.process.kill('SIGTERM');
    return child.ended;
  };
  return { url, port: Number(port), said: () => child.out() + child.err(), stop };
}

const valid = {
  gateway: (base = 'http://127.0.0.1:1', unixSeconds = fixedUnixSeconds) =>
    verifyCall(purchaseBody('demo-purchased'), { base, timestamp: String(unixSeconds) }),
  session: (base = 'http://127.0.0.1:1') =>
    sessionCall({ gameId: 'demo', username: 'a' }, { base }),
} as const;
const nowSeconds = (): number => Math.floor(Date.now() / 1000);
const signatureOf = (request: WireRequest): string =>
  headerValue(request.headers, 'X-Signature') ?? '';

/** A signature that is not the right one, made from it. */
const mutated = (right: string) =>
  fc
    .oneof(
      fc
        .tuple(fc.nat(63), fc.constantFrom(...'0123456789abcdefABCDEFg \t-'))
        .map(([at, digit]) => right.slice(0, at) + digit + right.slice(at + 1)),
      fc.nat(64).map((length) => right.slice(0, length)),
      fc.nat(64).map((from) => right.slice(from)),
      fc
        .string({ minLength: 1, maxLength: 80 })
        .map((more) => right + more.replace(/[^!-~]/g, 'a')),
      fc.constantFrom(
        ...`${right.toUpperCase()} ${right},${right} sha256=${right} 0x${right} "${right}" * null`.split(
          ' ',
        ),
      ),
      fc.constantFrom(
        `${right}, ${right}`,
        '',
        '0'.repeat(64),
        Buffer.from(right, 'hex').toString('base64'),
      ),
      fc.stringMatching(/^[0-9a-f]{64}$/),
    )
    .map((text) => text.trim())
    .filter((text) => text !== right);

describe('the signature', () => {
  const interfaces = ['gateway', 'session'] as const;
  it.each(interfaces)('of the %s is right to the last digit or refused', async (name) => {
    const service = emulatedWorld();
    const request = valid[name]();
    const right = signatureOf(request);
    const ask = (signature: string) =>
      service.send(withHeader(request, 'X-Signature', signature), patient);
    await fc.assert(
      fc.asyncProperty(mutated(right), async (signature) => {
        const { status, headers, body } = await ask(signature);
        expect(status).toBe(401);
        expect(JSON.stringify(headers) + Buffer.from(body).toString()).not.toContain(right);
      }),
      { numRuns: effort(5_000, 50_000) },
    );
    expect((await ask(right)).status).toBe(200);
  });

  it.each(interfaces)('of the %s is never told by pvg listen', async (name) => {
    const listener = await serverProcess(['listen', '--profile', 'local', '--quiet']);
    const request = valid[name](listener.url, nowSeconds());
    const right = signatureOf(request);
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        mutated(right).filter((text) => text !== ''),
        async (signature) => {
          const answer = await send(withHeader(request, 'X-Signature', signature));
          expect(answer.status).toBe(401);
          const told = JSON.stringify(answer.headers) + answer.text;
          for (const form of [
            right,
            right.toUpperCase(),
            Buffer.from(right, 'hex').toString('base64'),
          ])
            expect(told).not.toContain(form);
          seen.add(answer.text);
        },
      ),
      { numRuns: effort(100, 1_000) },
    );
    // One wrong signature is told from no other.
    expect(seen.size).toBe(1);
    expect(await listener.stop()).toBe(0);
  });
});

const heads =
  'POST /iap/gateway/verify HTTP/1.1|GET / HTTP/1.1|POST /xmdt/session HTTP/1.0|CONNECT evil:443 HTTP/1.1|' +
  'POST http://evil.example/ HTTP/1.1|PRI * HTTP/2.0\r\n\r\nSM\r\n';
const fields =
  'Host: 127.0.0.1|Host: evil|Content-Length: 5|Content-Length: -1|Content-Length: 9999999999|: x|A\0: b|zz||' +
  'Transfer-Encoding: chunked|Expect: 100-continue|Upgrade: websocket\r\nConnection: upgrade|\u0016\u0003\u0001|' +
  `Content-Type: application/json|Origin: https://evil.example|{}|X: ${'y'.repeat(20_000)}`;
const rest = fc.array(fc.constantFrom(...fields.split('|')), { maxLength: 8 });
const garbage = fc.oneof(
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
  fc
    .tuple(fc.constantFrom(...heads.split('|')), rest)
    .map(([head, lines]) => Buffer.from([head, ...lines, ''].join('\r\n'))),
);

/** Sends it, reads what comes for a moment, hangs up. */
const throwAt = (port: number, bytes: Uint8Array, waitMs: number): Promise<string> =>
  new Promise((resolve) => {
    let said = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => (said += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(said));
    setTimeout(() => socket.destroy(), waitMs);
  });

describe.concurrent.each([
  ['emulate', () => serverProcess(['emulate'])],
  ['listen', () => serverProcess(['listen', '--profile', 'local', '--quiet'])],
] as const)('pvg %s', (name, start) => {
  it('is alive after 1,000 connections of garbage, and answered none of it with 2xx', async () => {
    const server = await start();
    const { port } = server;
    const samples = fc.sample(garbage, effort(1_000, 10_000));
    const bad: string[] = [];
    const one = async (): Promise<void> => {
      for (let bytes = samples.pop(); bytes !== undefined; bytes = samples.pop()) {
        const said = await throwAt(port, bytes, 25);
        // What `GET /` says is for whoever asks for it from this computer.
        const isPage = bytes.toString().startsWith('GET / ');
        if (/^HTTP\/1\.1 2/.test(said) && !isPage) bad.push(bytes.toString('latin1'));
        if (/\n\s+at /.test(said)) bad.push(said);
      }
    };
    await Promise.all(Array.from({ length: 30 }, one));
    expect(bad).toEqual([]);
    expect((await send(valid.gateway(server.url, nowSeconds()))).status).toBe(200);
    expect(await server.stop()).toBe(0);
  });

  it('answers others while slow clients hold connections open, and hangs up on those', async () => {
    const server = await start();
    const { port } = server;
    const count = name === 'listen' ? 50 : 500;
    const slow = Array.from({ length: count }, () => {
      const socket = connect(port, '127.0.0.1').resume();
      socket.on('error', () => undefined);
      const closed = new Promise((resolve) => socket.on('close', resolve));
      const half = 'POST /iap/gateway/verify HTTP/1.1\r\nHost: 127';
      return { closed, sent: new Promise((resolve) => socket.write(half, resolve)) };
    });
    await Promise.all(slow.map(({ sent }) => sent));
    expect((await send(valid.gateway(server.url, nowSeconds()))).status).toBe(200);
    // Headers must come within 10 s: after that nobody holds a place any more.
    await Promise.all(slow.map(({ closed }) => closed));
    expect(await server.stop()).toBe(0);
  });
});
