import { spawn } from 'node:child_process';
import { Agent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/context.js';
import { ask, send } from '../support/listener.js';
import { sessionCall } from '../support/signed.js';

/** The built program: only a process has the diagnosing thread. `npm run build` comes first. */
const program = join(import.meta.dirname, '..', '..', 'bin', 'pvg.js');

async function startProcess(line: readonly string[] = ['--json']) {
  const child = spawn(process.execPath, [program, 'listen', '--profile', 'local', '--port', '0', ...line], {
    env: { PATH: process.env['PATH'] ?? '', HOME: temporaryFolder() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (data: Buffer) => (said.out += data.toString()));
  child.stderr.on('data', (data: Buffer) => (said.err += data.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const until = async <Found>(found: () => Found | undefined): Promise<Found> => {
    for (let tries = 0; tries < 2_000; tries += 1) {
      const value = found();
      if (value !== undefined) return value;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new TypeError(`waited in vain: ${said.err}`);
  };
  const url = await until(() => /^listening on (\S+)\n/.exec(said.err)?.[1]);
  const objects = (count: number) =>
    until(() => {
      const lines = said.out.split('\n').slice(0, -1);
      return lines.length >= count
        ? lines.map((each) => JSON.parse(each) as Record<string, unknown>)
        : undefined;
    });
  return { url, said, objects, ended, kill: (signal: NodeJS.Signals) => child.kill(signal) };
}

const body = JSON.stringify({ gameId: 'demo', username: 'player-1', list: [1, 2.5, 'é'] });
/** Nothing reproduces it: the whole search is made. */
const unexplained = (url: string) =>
  ask(`${url}/xmdt/session`, {
    headers: { 'Content-Type': 'application/json', 'X-Signature': 'f0'.repeat(32) },
    body: body.replaceAll(',', ', '),
  });

describe('pvg listen as a process', () => {
  it('answers at once while it searches, and tells both', async () => {
    const { url, objects, ended, kill } = await startProcess();
    await unexplained(url);
    const startedMs = performance.now();
    for (let at = 0; at < 5; at += 1) expect((await send(sessionCall(body, { base: url }))).status).toBe(200);
    const tookMs = performance.now() - startedMs;
    const told = await objects(6);
    expect(told.map(({ match }) => match)).toEqual([false, true, true, true, true, true]);
    expect(told[0]).toMatchObject({ findings: [], verdict: { id: 'cause-unknown' } });
    expect(told[0]?.['tried']).toBeGreaterThan(10_000);
    expect(tookMs).toBeLessThan(1_000);
    kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('ends soon although a search is under way', async () => {
    const { url, said, ended, kill } = await startProcess();
    for (let at = 0; at < 10; at += 1) await unexplained(url);
    const startedMs = performance.now();
    kill('SIGINT');
    expect(await ended).toBe(0);
    expect(performance.now() - startedMs).toBeLessThan(5_000);
    expect(said.err).not.toMatch(/Error|fault/);
  });

  it('says of what is too much at once that it was not diagnosed', async () => {
    const { url, said, objects, ended, kill } = await startProcess();
    const agent = new Agent({ keepAlive: true, maxSockets: 32 });
    const statuses = await Promise.all(
      Array.from(
        { length: 200 },
        () =>
          new Promise<number>((resolve, reject) => {
            const headers = { 'Content-Type': 'application/json', 'X-Signature': 'f0'.repeat(32) };
            const sent = httpRequest(
              `${url}/xmdt/session`,
              { method: 'POST', headers, agent },
              (response) => {
                response.resume().on('end', () => {
                  resolve(response.statusCode ?? 0);
                });
              },
            );
            sent.on('error', reject);
            sent.end(body);
          }),
      ),
    );
    agent.destroy();
    expect(new Set(statuses)).toEqual(new Set([401]));
    await objects(20);
    expect(said.out).toContain('Too many requests at once.');
    kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
