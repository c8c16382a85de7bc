import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { append, clearJournal, newEntryId, readJournal } from '../../../src/desk/journal/journal.js';
import { rotation } from '../../../src/desk/journal/rotating.js';
import { printLine } from '../../../src/desk/journal/line.js';
import { fixedUnixSeconds, temporaryFolder, testContext } from '../../support/context.js';
import { entryOf, journalIn, writeJournal } from '../../support/journal.js';

let home: string;
const dayMs = 86_400_000;
const now = fixedUnixSeconds * 1000;
const at = (days = 0) => testContext({ home, now: () => now + days * dayMs });
const names = (): string[] => readdirSync(journalIn(home)).sort();
const idsRead = async (options = {}) => (await readJournal(at(), options)).local.lines.map(({ id }) => id);
const call = (n: number, days = 0) =>
  entryOf({ id: `${newEntryId(now + days * dayMs, () => 0).slice(0, 16)}-${String(n).padStart(6, '0')}` });
const idOf = (n: number, days = 0): string => call(n, days).id;

beforeEach(() => {
  home = temporaryFolder();
});

describe('the journal', () => {
  it('keeps line after line, for its owner alone', async () => {
    await append(at(), call(1));
    await append(at(), call(2));
    expect(await idsRead()).toEqual([idOf(1), idOf(2)]);
    expect(names()).toEqual(['journal.ndjson']);
    expect(statSync(join(journalIn(home), 'journal.ndjson')).mode & 0o777).toBe(0o600);
    expect(statSync(journalIn(home)).mode & 0o777).toBe(0o700);
  });

  it('is empty where there is none', async () => {
    expect(await readJournal(at())).toMatchObject({
      calls: [],
      local: { damaged: 0, unreadable: [] },
      team: undefined,
    });
    expect(await clearJournal(at())).toEqual({ files: 0, team: undefined });
  });

  it('skips and counts damaged lines, and keeps them', async () => {
    writeJournal(home, [call(1), '{"id":"torn', 'not json', call(2)]);
    const before = readFileSync(join(journalIn(home), 'journal.ndjson'), 'utf8');
    await append(at(), call(3));
    expect(await readJournal(at())).toMatchObject({ local: { damaged: 2 }, calls: [{}, {}, {}] });
    expect(readFileSync(join(journalIn(home), 'journal.ndjson'), 'utf8').startsWith(before)).toBe(true);
  });

  it('tells what cannot be read beside what can', async () => {
    writeJournal(home, [call(1)]);
    mkdirSync(join(journalIn(home), 'journal-20260901T000000Z-000000000000.ndjson'));
    expect(await readJournal(at())).toMatchObject({
      calls: [{}],
      local: { unreadable: [{ code: 'EISDIR' }] },
    });
  });

  it('reads only lines of interest when asked to', async () => {
    writeJournal(home, [call(1), 'junk', entryOf({ id: idOf(2), receipt: 'aaaaaaaaaaaa' })]);
    const read = await readJournal(at(), { containing: ['aaaaaaaaaaaa'] });
    expect(read).toMatchObject({ local: { damaged: 0 }, calls: [{ id: idOf(2) }] });
  });
});

describe('rotation', () => {
  const full = (): string => `${printLine(call(1))}\n${'x'.repeat(rotation.mostBytes)}\n`;

  it('gives a full file another name after its last line, and loses nothing', async () => {
    mkdirSync(journalIn(home), { recursive: true });
    writeFileSync(join(journalIn(home), 'journal.ndjson'), full());
    await append(at(), call(2));
    await append(at(), call(3));
    expect(names()).toEqual([
      expect.stringMatching(/^journal-20260921T141320Z-[0-9a-f]{12}\.ndjson$/),
      'journal.ndjson',
    ]);
    expect(await idsRead()).toEqual([idOf(1), idOf(2), idOf(3)]);
  });

  it('never puts one file over another', async () => {
    for (let n = 0; n < 5; n += 1) {
      mkdirSync(journalIn(home), { recursive: true });
      writeFileSync(join(journalIn(home), 'journal.ndjson'), full());
      await append(at(), call(n));
    }
    expect(names()).toHaveLength(5);
    expect(await idsRead()).toHaveLength(10);
  });

  it.each([
    [rotation.longestDays - 1, 1],
    [rotation.longestDays, 2],
  ])('begins a new file when the old one began %i days ago: files afterwards: %i', async (days, files) => {
    await append(at(), call(1));
    await append(at(days), call(2, days));
    await append(at(days), call(3, days));
    expect(names()).toHaveLength(files);
    expect(await idsRead()).toEqual([idOf(1), idOf(2, days), idOf(3, days)]);
  });

  it('deletes what got its last line too long ago, and nothing else', async () => {
    const old = 'journal-20260301T000000Z-aaaaaaaaaaaa.ndjson';
    const young = 'journal-20260901T000000Z-bbbbbbbbbbbb.ndjson';
    for (const name of [old, young, 'notes.txt']) writeJournal(home, [call(1)], name);
    await append(at(-31), call(2, -31));
    expect(names()).toContain(old);
    await append(at(), call(3));
    expect(names()).not.toContain(old);
    expect(names()).toEqual(expect.arrayContaining([young, 'notes.txt']));
  });

  it('deletes nothing that a wrong clock has named', async () => {
    const future = 'journal-20990101T000000Z-aaaaaaaaaaaa.ndjson';
    writeJournal(home, [call(1)], future);
    await append(at(-31), call(2, -31));
    await append(at(), call(3));
    expect(names()).toContain(future);
  });

  it('reads old files too', async () => {
    writeJournal(home, [call(1)], 'journal-20260701T000000Z-aaaaaaaaaaaa.ndjson');
    writeJournal(home, [call(2)], 'journal-20260801T000000Z-aaaaaaaaaaaa.ndjson');
    writeJournal(home, [call(3)]);
    expect(await idsRead()).toEqual([idOf(1), idOf(2), idOf(3)]);
  });
});

describe('clearing', () => {
  it('deletes every file of the journal and no other', async () => {
    writeJournal(home, [call(1)], 'journal-20260701T000000Z-aaaaaaaaaaaa.ndjson');
    writeJournal(home, [call(1)]);
    writeFileSync(join(journalIn(home), 'mine.txt'), '');
    expect(await clearJournal(at())).toMatchObject({ files: 2 });
    expect(names()).toEqual(['mine.txt']);
  });

  it('deletes a symlink, not what it points to', async () => {
    const victim = join(home, 'victim');
    writeFileSync(victim, 'text');
    mkdirSync(journalIn(home), { recursive: true });
    symlinkSync(victim, join(journalIn(home), 'journal.ndjson'));
    expect(await clearJournal(at())).toMatchObject({ files: 1 });
    expect(readFileSync(victim, 'utf8')).toBe('text');
    rmSync(home, { recursive: true });
  });
});
