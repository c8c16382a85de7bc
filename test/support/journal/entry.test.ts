import { describe, expect, it } from 'vitest';
import {
  buildCallLine,
  printLine,
  readJournalEntry,
  buildReplyLine,
} from '../../../src/support/journal/entry.js';
import { newEntryId } from '../../../src/support/journal/writer.js';
import { entryOf, replyOf } from '../../helpers/journal.js';

const unchanged = (text: string): string => text;
const atMs = Date.UTC(2026, 8, 21, 14, 13, 20, 999);

describe('the id of a call', () => {
  it.each([
    [0, '20260921T141320Z-000000'],
    [0.5, '20260921T141320Z-800000'],
    [1 - 2 ** -32, '20260921T141320Z-ffffff'],
  ])('ends in six hex digits, whatever is drawn: %s', (drawn, id) => {
    expect(newEntryId(atMs, () => drawn)).toBe(id);
    expect(readJournalEntry(printLine(entryOf({ id })))).toMatchObject({ id });
  });
});

describe('a line of the journal', () => {
  it('of a call and of a reply is read as it was written', () => {
    for (const entry of [entryOf(), replyOf()])
      expect(readJournalEntry(printLine(entry))).toEqual(entry);
  });

  it.each<[string, object]>([
    ['an id', { id: null }],
    ['an id of its form', { id: '2026-1' }],
    ['a time', { at: null }],
    ['a command', { command: null }],
    ['a phase', { phase: null }],
    ['a phase that there is', { phase: 'paid' }],
    ['an environment', { environment: null }],
    ['an interface', { interface: null }],
  ])('of a call without %s is damaged, and never written', (_what, members) => {
    const damaged = { ...entryOf(), ...members };
    expect(readJournalEntry(JSON.stringify(damaged))).toBeUndefined();
    expect(() => buildCallLine(damaged, unchanged)).toThrow(TypeError);
  });

  it.each<[string, object]>([
    ['an id', { id: null }],
    ['a time', { at: null }],
  ])('of a reply without %s is damaged, and never written', (_what, members) => {
    const damaged = { ...replyOf(), ...members };
    expect(readJournalEntry(JSON.stringify(damaged))).toBeUndefined();
    expect(() => buildReplyLine(damaged, unchanged)).toThrow(TypeError);
  });

  it('of a command that this version does not have is whole, and never written', () => {
    const later = { ...entryOf(), command: 'refund' };
    expect(readJournalEntry(JSON.stringify(later))).toBe('unknown');
    expect(() => buildCallLine(later as never, unchanged)).toThrow(TypeError);
  });

  it('may have a megabyte and no more', () => {
    const line = printLine(entryOf());
    expect(readJournalEntry(line.padEnd(1_000_000))).toBeDefined();
    expect(readJournalEntry(line.padEnd(1_000_001))).toBeUndefined();
  });

  it('has texts of at most a thousand characters', () => {
    const productOf = (length: number) =>
      buildCallLine(entryOf({ product: 'g'.repeat(length) }), unchanged).product;
    expect(productOf(1_000)).toBe('g'.repeat(1_000));
    expect(productOf(1_001)).toBe(`${'g'.repeat(1_000)}…`);
  });

  it('has no exit status that pvg does not have', () => {
    const read = (exit: number) => readJournalEntry(JSON.stringify({ ...entryOf(), exit }));
    expect([read(6), read(99)]).toMatchObject([{ exit: 6 }, { exit: null }]);
  });
});
