import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { printLine, type JournalEntry } from '../../src/support/journal/entry.js';
import { temporaryFolder } from '../helpers/context.js';
import { demo, entryOf, replyOf, writeJournal } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

interface Section {
  readonly kind: string;
  readonly subject?: { readonly kind: string; readonly name: string };
  readonly place?: string;
  readonly notes?: readonly string[];
  readonly also?: readonly { readonly place: string; readonly badges: readonly string[] }[];
  readonly calls?: readonly { readonly texts: readonly string[] }[];
}

interface Answer {
  readonly summary: string | null;
  readonly sections: readonly Section[];
}

const report = async (): Promise<Answer> =>
  json(await pvg('report --case T-1 --json', { home }))['answer'] as unknown as Answer;

const page = async (): Promise<string> => (await pvg('report --case T-1', { home })).out;

const minute = (number: number, given: Partial<JournalEntry> = {}): JournalEntry =>
  entryOf({
    id: `20260921T1000${number}0Z-00000${number}`,
    at: `2026-09-21T10:00:${number}0.000Z`,
    origin: 'https://service.example',
    case: 'T-1',
    profile: 'shop-prod',
    environment: 'prod',
    ...given,
  });

const onDev = { profile: 'shop-dev', environment: 'dev', origin: 'https://dev.example' } as const;
const other = { receipt: 'aaaaaaaaaaaa', order_id: 'GPA.2222-5678-9012-34567' } as const;
const pending = { id: 'pending', says: 'Pending.', next: 'Wait.' };
const session = {
  command: 'session',
  interface: 'session',
  receipt: null,
  order_id: null,
  product: null,
} as const;

it('one purchase has no line for the whole ticket', async () => {
  writeJournal(home, [minute(1), minute(2)]);
  expect((await report()).summary).toBeNull();
});

it('several purchases and players are counted above the blocks, by outcome', async () => {
  const player = { ...session, player: 'hmac:0123456789ab' } as const;
  writeJournal(home, [minute(1), minute(2, { ...other, verdict: pending }), minute(3, player)]);
  const { summary } = await report();
  for (const text of ['2 purchases', '1 player', '2 × `paid-and-recorded`', '1 × `pending`']) {
    expect(summary).toContain(text);
  }
  const shown = await page();
  expect(shown.indexOf('2 purchases')).toBeLessThan(shown.indexOf('\n## '));
});

it('one purchase that was asked on two environments is one block with both answers, prod first', async () => {
  writeJournal(home, [minute(1), minute(2, { ...onDev, verdict: pending })]);
  const { summary, sections } = await report();
  expect(summary).toBeNull();
  const subjects = sections.filter(({ kind }) => kind === 'subject');
  expect(subjects).toMatchObject([
    { place: 'shop-prod (prod)', also: [{ place: 'shop-dev (dev)' }] },
  ]);
  expect(subjects[0]?.also?.[0]?.badges).toContain('pending');
});

it('a purchase of the emulator is not the same as one of a service', async () => {
  const demo = { origin: 'local', profile: 'local', environment: 'dev' } as const;
  writeJournal(home, [minute(1), minute(2, demo)]);
  const { sections } = await report();
  expect(sections.filter(({ kind }) => kind === 'subject')).toMatchObject([{ also: [] }]);
});

it('has the text of each reply that was printed, and begins no heading with it', async () => {
  const texts = ['Hello!\n\n# no heading\n- no item', 'Xin chào!'];
  const reply = replyOf({ case: 'T-1', situation: 'pending', languages: ['en', 'vi'], texts });
  writeJournal(home, [minute(1), printLine(reply)]);
  const { sections } = await report();
  expect(sections.flatMap(({ calls = [] }) => calls).flatMap((call) => call.texts)).toEqual(texts);
  const shown = await page();
  expect(shown).toContain('  > Xin chào!\n');
  expect(shown).not.toMatch(/^\s*(?:> )?(?:# no heading|- no item)/m);
});

it('says that a text named another order', async () => {
  const check = 'The order id that was given is another one.';
  const facts = [{ label: 'Check first', value: check, id: 'check-first' }] as const;
  writeJournal(home, [minute(1, { facts })]);
  const { sections } = await report();
  expect(sections[0]?.notes).toContain(check);
});

it('players can be told apart by a short name, by which the journal finds them', async () => {
  const players = ['hmac:0123456789ab', 'hmac:fedcba987654'].map((player, index) =>
    minute(index + 1, { ...session, player }),
  );
  writeJournal(home, players);
  const { sections } = await report();
  const names = sections.flatMap(({ subject }) => subject?.name ?? []);
  expect(names).toEqual(['player-fedcba', 'player-012345']);
  const { answer } = json(await pvg('journal find player-012345 --json', { home }));
  expect(answer).toMatchObject({ entries: [{ player: 'hmac:0123456789ab' }] });
  expect((answer as unknown as { entries: unknown[] }).entries).toHaveLength(1);
});

describe('the notes of a ticket that shares the purchase', () => {
  const folder = temporaryFolder();
  const run = (words: string | string[]) => pvg(words, { home: folder, columns: 400 });
  const titleOfNotes = 'Notes of these other tickets';

  beforeAll(async () => {
    await run(`lookup ${demo('demo-recorded')} --case T-8`);
    await run(['journal', 'note', '--case', 'T-8', `asked Kim ${'and '.repeat(100)}`]);
    await run(['journal', 'note', '--case', 'T-7', 'of a ticket without this purchase']);
    await run(`lookup ${demo('demo-recorded')} --case T-9 --report ${join(folder, 'page.md')}`);
  });

  it('stand on the page as notes of that ticket, cut and with who wrote them', async () => {
    const { out } = await run('report --case T-9');
    const section = out.slice(out.indexOf(titleOfNotes));
    expect(section).toMatch(
      /note: asked Kim (?:and ){40,50}[and ]*… · `ticket T-8` · `agent on desk-7`/,
    );
    expect(out).not.toContain('of a ticket without this purchase');
  });

  it('stand on the page that the look-up writes, too', () => {
    expect(readFileSync(join(folder, 'page.md'), 'utf8')).toContain('note: asked Kim');
  });

  it('stand once on the page of their own ticket', async () => {
    const { out } = await run('report --case T-8');
    expect(out).not.toContain(titleOfNotes);
    expect(out.match(/note: asked Kim/g)).toHaveLength(1);
  });
});
