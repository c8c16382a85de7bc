import { describe, expect, it } from 'vitest';
import { startPvg } from '../helpers/child.js';
import { temporaryFolder } from '../helpers/context.js';
import { ask, send } from '../helpers/listener.js';
import { sessionCall } from '../helpers/signed.js';

/** The built program: only a process has the diagnosing thread. */
async function startProcess() {
  const env = { PATH: process.env['PATH'], HOME: temporaryFolder() };
  const child = startPvg(['listen', '--profile', 'local', '--port', '0', '--json'], { env });
  const url = await child.until(() => /^listening on (\S+)\n/.exec(child.err())?.[1]);
  const objects = (count: number) =>
    child.until(() => {
      const lines = child.out().split('\n').slice(0, -1);
      if (lines.length < count) return undefined;
      return lines.map((each) => JSON.parse(each) as Record<string, unknown>);
    });
  const kill = (signal: NodeJS.Signals): boolean => child.process.kill(signal);
  return { url, child, objects, ended: child.ended, kill };
}

const body = JSON.stringify({ gameId: 'demo', username: 'player-1', list: [1, 2.5, 'é'] });
/** Nothing reproduces it: the whole search is made. */
const unexplained = (url: string) =>
  ask(`${url}/xmdt/session`, {
    headers: { 'Content-Type': 'application/json', 'X-Signature': 'f0'.repeat(32) },
    body: body.replaceAll(',', ', '),
  });

describe('pvg listen as a process', () => {
  it('answers while it searches, and tells each request as soon as it is known', async () => {
    const { url, objects, ended, kill } = await startProcess();
    await unexplained(url);
    for (let at = 0; at < 5; at += 1)
      expect((await send(sessionCall(body, { base: url }))).status).toBe(200);
    const told = await objects(6);
    const searched = told.filter(({ match }) => match === false);
    expect([told.length, searched.length]).toEqual([6, 1]);
    // It came first, and none of the others waited for it.
    expect(told.at(-1)).toMatchObject({ match: false });
    expect(searched[0]).toMatchObject({ findings: [], verdict: { id: 'cause-unknown' } });
    expect(searched[0]?.['tried']).toBeGreaterThan(10_000);
    kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('ends without finishing the searches that are under way', async () => {
    const { url, child, ended, kill } = await startProcess();
    for (let at = 0; at < 10; at += 1) await unexplained(url);
    kill('SIGINT');
    expect(await ended).toBe(0);
    // Not all ten were told: it did not search to the end first.
    expect(child.out().split('\n').length - 1).toBeLessThan(10);
    expect(child.err()).not.toMatch(/Error|fault/);
  });

  it('says of what is too much at once that it was not diagnosed', async () => {
    const { url, child, objects, ended, kill } = await startProcess();
    for (let burst = 0; burst < 4; burst += 1) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => unexplained(url)));
      for (const { status } of answers) expect(status).toBe(401);
    }
    await objects(20);
    expect(child.out()).toContain('Too many requests arrived at once.');
    kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
