import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { RequestJournal } from '../../src/emulator/journal.js';

function journalOf(count: number, characters = 0): RequestJournal {
  const journal = new RequestJournal({ keepsHeaders: false });
  const target = `/${'x'.repeat(characters)}`;
  for (let atMs = 1; atMs <= count; atMs += 1) {
    const request = { method: 'POST', target, headers: [], body: Buffer.alloc(0) } as const;
    journal.add({ ...request, answer: null, answeredBy: 'emulator' }, atMs);
  }
  return journal;
}

describe('the journal of the emulator', () => {
  it.each([
    ['all of not very many', 19_999, 0, { kept: 19_999, forgotten: 0 }],
    ['the newest of very many', 25_000, 0, { kept: 15_000, forgotten: 10_000 }],
    ['fewer when their texts are long', 40, 1024 * 1024, { kept: 24, forgotten: 16 }],
  ])('keeps %s', (_name, count, characters, { kept, forgotten }) => {
    const journal = journalOf(count, characters);
    expect([journal.list().length, journal.forgotten]).toEqual([kept, forgotten]);
    expect(journal.list().at(-1)).toMatchObject({ number: count, atMs: count });
  });

  it('gives a list of its own each time', () => {
    const journal = journalOf(1);
    const before = journal.list();
    journal.remove();
    expect([before.length, journal.list().length]).toEqual([1, 0]);
  });
});
