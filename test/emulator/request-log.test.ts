import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { RequestLog } from '../../src/emulator/request-log.js';

function logOf(count: number, characters = 0): RequestLog {
  const log = new RequestLog({ keepsHeaders: false });
  const target = `/${'x'.repeat(characters)}`;
  for (let atMs = 1; atMs <= count; atMs += 1) {
    const request = { method: 'POST', target, headers: [], body: Buffer.alloc(0) } as const;
    log.add({ ...request, answer: null, answeredBy: 'emulator' }, atMs);
  }
  return log;
}

describe('the log of requests', () => {
  it.each([
    ['all of not very many', 19_999, 0, { kept: 19_999, forgotten: 0 }],
    ['the newest of very many', 25_000, 0, { kept: 15_000, forgotten: 10_000 }],
    ['fewer when their texts are long', 40, 1024 * 1024, { kept: 24, forgotten: 16 }],
  ])('keeps %s', (_name, count, characters, { kept, forgotten }) => {
    const log = logOf(count, characters);
    expect([log.list().length, log.forgotten]).toEqual([kept, forgotten]);
    expect(log.list().at(-1)).toMatchObject({ number: count, atMs: count });
  });

  it('gives a list of its own each time', () => {
    const log = logOf(1);
    const before = log.list();
    log.remove();
    expect([before.length, log.list().length]).toEqual([1, 0]);
  });
});
