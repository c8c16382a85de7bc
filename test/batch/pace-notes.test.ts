import { expect, it } from 'vitest';
import { PaceNotes, slownessWords } from '../../src/batch/pace-notes.js';
import type { PaceNews } from '../../src/batch/pace.js';

const asked: PaceNews = { kind: 'asked', waitMs: 1_000, status: 429 };
const silent: PaceNews = { kind: 'silent', waitMs: 900_000, status: 502 };
const back: PaceNews = { kind: 'back', waitMs: 0, status: 0 };

it('A note of one kind comes once a minute, and counts those between', () => {
  const notes = new PaceNotes();
  const said: (string | undefined)[] = [];
  for (let nowMs = 0; nowMs <= 120_000; nowMs += 1_000) said.push(notes.noteOf(asked, nowMs));
  const sentences = said.filter((sentence) => sentence !== undefined);
  expect(sentences).toHaveLength(3);
  expect(said[0]).not.toMatch(/times/);
  expect(said[60]).toContain('59 times');
  expect(said[120]).toContain('59 times');
});

it('Notes of different kinds do not hide each other', () => {
  const notes = new PaceNotes();
  expect(notes.noteOf(asked, 0)).toContain('HTTP 429');
  expect(notes.noteOf({ ...asked, kind: 'all-asked' }, 0)).toContain('All look-ups wait');
  expect(notes.noteOf({ ...asked, kind: 'slowed' }, 0)).toContain('fewer look-ups a second');
});

it('That the service was never there is said without a word of patience, which would not help', () => {
  const note = new PaceNotes().noteOf({ ...silent, kind: 'unreached', waitMs: 5_000 }, 0);
  expect(note).toMatch(/ 5 s/);
  expect(note).not.toContain('patience');
});

it('An outage is said with its patience, and its end only after that', () => {
  const notes = new PaceNotes();
  expect(notes.noteOf(back, 0)).toBeUndefined();
  expect(notes.noteOf(silent, 0)).toMatch(/15 min.*--patience/);
  expect(notes.noteOf(back, 1_000)).toContain('answers again');
  expect(notes.noteOf(silent, 2_000)).toBeUndefined();
  expect(notes.noteOf(back, 3_000)).toBeUndefined();
  expect(notes.noteOf(silent, 60_000)).toContain('1 time more');
});

it('An outage that begins soon after a note is said when a minute is over; one that ends before is counted', () => {
  const notes = new PaceNotes();
  const stillSilent: PaceNews = { ...silent, kind: 'still-silent' };
  expect(notes.noteOf(silent, 0)).toContain('no result');
  expect(notes.noteOf(stillSilent, 5_000)).toBeUndefined();
  expect(notes.noteOf(back, 10_000)).toContain('answers again');
  expect(notes.noteOf(silent, 20_000)).toBeUndefined();
  expect(notes.noteOf(back, 25_000)).toBeUndefined();
  expect(notes.noteOf(silent, 30_000)).toBeUndefined();
  expect(notes.noteOf(stillSilent, 59_000)).toBeUndefined();
  expect(notes.noteOf(stillSilent, 60_000)).toMatch(/no result.*1 time more/);
  expect(notes.noteOf(stillSilent, 130_000)).toBeUndefined();
  expect(notes.noteOf(back, 140_000)).toContain('answers again');
  expect(notes.noteOf(stillSilent, 300_000)).toBeUndefined();
});

it('An outage that is announced late is said with the patience that is left', () => {
  const notes = new PaceNotes();
  notes.noteOf(silent, 0);
  notes.noteOf(back, 1_000);
  expect(notes.noteOf(silent, 2_000)).toBeUndefined();
  const stillSilent: PaceNews = { ...silent, kind: 'still-silent', waitMs: 841_000 };
  expect(notes.noteOf(stillSilent, 61_000)).toContain('for up to 15 min');
  const later = { ...stillSilent, waitMs: 400_000 };
  expect(notes.noteOf(silent, 62_000)).toBeUndefined();
  expect(notes.noteOf(later, 502_000)).toContain('for up to 7 min');
});

it.each([
  [Infinity, ''],
  [2.1, 'slowed down to 3 a second'],
  [1, 'slowed down to 1 a second'],
  [0.96, 'slowed down to 1 a second'],
  [0.1, 'slowed down to 0.1 a second'],
  [0.0234, 'slowed down to 0.02 a second'],
])('A rate of %s a second is shown as: %s', (perSecond, words) => {
  const pace = { isOutage: false, limit: 4, pausedMs: () => 0, learnedPerSecond: () => perSecond };
  expect(slownessWords(pace, 4)).toBe(words);
});
