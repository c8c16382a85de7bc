import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startPvg } from '../helpers/child.js';
import { temporaryFolder } from '../helpers/context.js';

/** The built program: only a process has the thread that searches. */

const message = (id: number, method: string, params: object = {}): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const clientInfo = { name: 'x', version: '1' };
const opening = message(0, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo,
});
const unexplained = `POST /xmdt/session HTTP/1.1\r\nX-Signature: ${'f0'.repeat(32)}\r\n\r\n{"gameId": "demo","username":"p"}`;
const call = (id: number, name: string, given: object): string =>
  message(id, 'tools/call', { name, arguments: given });

function startAssistant() {
  const env = { PATH: process.env['PATH'], HOME: temporaryFolder() };
  const child = startPvg(['mcp', '--profile', 'local'], { env });
  const ids = (): number[] =>
    child
      .out()
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { id: number }).id);
  return { child, ids, take: (lines: string) => void child.process.stdin?.write(lines) };
}

it('answers others while it searches, and the search when the input has ended', async () => {
  const { child, ids, take } = startAssistant();
  take(opening + call(1, 'diagnose_request', { request: unexplained }));
  await child.until(() => ids().includes(0) || undefined);
  take(message(2, 'ping') + call(3, 'explain_error', { code: '409' }));
  await child.until(() => (ids().includes(2) && ids().includes(3)) || undefined);
  expect(ids()).not.toContain(1);
  child.process.stdin?.end();
  expect(await child.ended).toBe(0);
  expect(ids().at(-1)).toBe(1);
  expect(child.out()).toContain('"cause-unknown"');
});

/** In ticks of the system, by thread. */
function ticksByThread(pid: number): ReadonlyMap<number, number> {
  const threads = `/proc/${String(pid)}/task`;
  const ticksOf = (id: string): number => {
    const fields =
      readFileSync(join(threads, id, 'stat'), 'utf8')
        .split(') ')[1]
        ?.split(' ') ?? [];
    return Number(fields[11]);
  };
  return new Map(readdirSync(threads).map((id) => [Number(id), ticksOf(id)]));
}

it.skipIf(process.platform !== 'linux')('searches in a thread of its own', async () => {
  const { child, ids, take } = startAssistant();
  take(opening + call(1, 'diagnose_request', { request: unexplained }));
  await child.until(() => ids().includes(1) || undefined);
  const pid = child.process.pid ?? 0;
  const ticks = ticksByThread(pid);
  const others = [...ticks].filter(([id]) => id !== pid).map(([, each]) => each);
  expect(Math.max(...others)).toBeGreaterThan(ticks.get(pid) ?? Infinity);
  child.process.stdin?.end();
  expect(await child.ended).toBe(0);
});

it('ends a search at once when it is interrupted', async () => {
  const { child, ids, take } = startAssistant();
  take(opening + call(1, 'diagnose_request', { request: unexplained }) + message(2, 'ping'));
  await child.until(() => ids().includes(2) || undefined);
  child.process.kill('SIGTERM');
  expect(await child.ended).toBe(0);
  expect(ids()).not.toContain(1);
});
