import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TestContextOptions } from '../helpers/context.js';
import { temporaryFolder } from '../helpers/context.js';
import { printLine, type JournalEntry } from '../../src/support/journal/entry.js';
import { entryOf } from '../helpers/journal.js';
import { pvg } from '../helpers/pvg.js';

/**
 * What an assistant gets through `pvg mcp` has no name of a user or a computer in it: not of who runs pvg, not of a
 * colleague, not in a path. One person has one short name in its place.
 */

const names = [
  'agathe-user',
  'desk-of-agathe',
  'bertram-user',
  'desk-of-bertram',
  'laptop-of-bertram',
] as const;
const [agathe, herDesk, bertram, hisDesk, hisLaptop] = names;

const message = (id: string | number, method: string, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
const clientInfo = { name: 'x', version: '1' };
const opening = message(0, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo,
});

interface Entry {
  readonly id: string;
  readonly user: string | null;
  readonly host: string | null;
}
interface ToolAnswer {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent: {
    readonly exit: number;
    readonly answer: { readonly entries: readonly Entry[]; readonly replies: readonly Entry[] };
  };
}

/** The answers of `pvg mcp` to these calls, by their place, and all of its output. */
async function assistant(
  calls: readonly (readonly [tool: string, given: object])[],
  options: TestContextOptions,
) {
  const lines = calls.map(([name, given], at) =>
    message(at + 1, 'tools/call', { name, arguments: given }),
  );
  const { out, err } = await pvg('mcp', { ...options, stdin: [opening, ...lines].join('\n') });
  const answers = out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { id: number; result: ToolAnswer });
  const resultOf = (at: number): ToolAnswer => {
    const found = answers.find(({ id }) => id === at + 1);
    if (found === undefined) throw new TypeError(`no answer: ${err}`);
    return found.result;
  };
  return { out, results: calls.map((_, at) => resultOf(at)) };
}

const lookup =
  'lookup --profile local --product-id gems_100 --package com.example.game --receipt demo-recorded';
const verify =
  'verify --profile local --product-id gems_100 --package com.example.game --receipt demo-purchased';

const stamp = { case: 'T-1', user: agathe, host: herDesk };
const told = `It was verified by ${bertram} on ${hisDesk} on 2026-09-20 10:00 UTC.`;
/** What a person was told of the verify of a colleague, as the journal keeps it. */
const toldLines: readonly JournalEntry[] = [
  entryOf({
    ...stamp,
    id: '20260921T141320Z-0000a1',
    verdict: { id: 'paid-and-recorded', says: `Paid. ${told}`, next: 'Nothing.' },
  }),
  entryOf({
    ...stamp,
    id: '20260921T141320Z-0000a2',
    exit: 7,
    verdict: null,
    error: {
      code: 'DUPLICATE_TRANSACTION',
      says: 'Recorded.',
      first: told,
      hint: 'Check.',
      section: null,
    },
  }),
];

/** A folder of two people on three computers, each with calls for one ticket. */
async function teamOf(): Promise<TestContextOptions> {
  const [home, team] = [temporaryFolder(), temporaryFolder()];
  mkdirSync(team, { recursive: true });
  const env = { PVG_JOURNAL_DIR: team };
  const as = (user: string, host: string): TestContextOptions => ({
    home,
    env,
    account: { user, host },
  });
  await pvg(`${lookup} --case T-1`, as(agathe, herDesk));
  await pvg(`${verify} --case T-1`, as(bertram, hisDesk));
  await pvg(`${lookup} --case T-1`, as(bertram, hisLaptop));
  await pvg('session --check --profile local --username player-1 --case T-1', as(bertram, hisDesk));
  await pvg('reply en --profile local --for pending --case T-1', as(bertram, hisLaptop));
  // A look-up after the colleague's verify: its words name the colleague, and are kept.
  await pvg(`${lookup.replace('demo-recorded', 'demo-purchased')} --case T-1`, as(agathe, herDesk));
  await pvg(`${verify} --case T-1`, as(agathe, herDesk));
  writeFileSync(
    join(team, `${agathe}@${herDesk}-00000001-2026-09.ndjson`),
    toldLines.map(printLine).join('\n'),
  );
  return as(agathe, herDesk);
}

const everyReader = [
  ['find_calls', { what: 'T-1' }],
  ['report', { ticket: 'T-1' }],
  ['reply_text', { language: 'en', situation: 'pending', ticket: 'T-1' }],
  ['check_player', { username: 'player-1', ticket: 'T-1' }],
  ['explain_error', { code: '409' }],
] as const;

const isShortName = /^person-[0-9a-f]{8}$/;

describe('an assistant', () => {
  it('gets no name of a user or a computer from any tool that reads the journal', async () => {
    const options = await teamOf();
    const { out, results } = await assistant(everyReader, options);
    for (const { structuredContent } of results) expect(structuredContent.exit).toBe(0);
    for (const name of names) expect(out).not.toContain(name);
  });

  it('gets one short name for one person, whichever computer it was, in find_calls and report', async () => {
    const options = await teamOf();
    const kept = (await pvg('journal find T-1 --json', options)).out;
    const whole = JSON.parse(kept) as ToolAnswer['structuredContent'];
    const { results } = await assistant(everyReader, options);
    const [found, report] = results;
    const shown = [
      ...(found?.structuredContent.answer.entries ?? []),
      ...(found?.structuredContent.answer.replies ?? []),
    ];
    const known = [...whole.answer.entries, ...whole.answer.replies];
    const shortNames = new Map<string | null, Set<string | null>>();
    for (const { id, user, host } of shown) {
      expect(host).toBeNull();
      expect(user).toMatch(isShortName);
      const real = known.find((each) => each.id === id)?.user ?? null;
      shortNames.set(real, new Set([...(shortNames.get(real) ?? []), user]));
    }
    expect([...shortNames.keys()].sort()).toEqual([agathe, bertram]);
    expect([...shortNames.values()].map(({ size }) => size)).toEqual([1, 1]);
    const both = [...shortNames.values()].flatMap((each) => [...each]);
    expect(new Set(both).size).toBe(2);
    for (const name of both) {
      expect(report?.content[0]?.text).toContain(name);
      expect(found?.content[0]?.text).toContain(name);
    }
    // The names are the same in the next connection.
    const again = (await assistant(everyReader, options)).results[0]?.structuredContent.answer
      .entries;
    expect(new Set(again?.map(({ user }) => user))).toEqual(new Set(both));
  });

  it('gets a short name that is not found by hashing the name', async () => {
    const [one, other] = [await teamOf(), await teamOf()];
    const shownBy = async (options: TestContextOptions) =>
      (await assistant(everyReader, options)).results[0]?.structuredContent.answer.entries.map(
        ({ user }) => user,
      );
    expect(new Set(await shownBy(one))).not.toEqual(new Set(await shownBy(other)));
  });

  it('gets no path when a file of the journal cannot be used', async () => {
    const options = await teamOf();
    const home = options.home ?? '';
    const team = options.env?.['PVG_JOURNAL_DIR'] ?? '';
    // A folder in place of a file cannot be read by anybody, and a file that others may read is told.
    for (const folder of [join(home, 'state', 'journal'), team])
      mkdirSync(join(folder, `${bertram}@${hisDesk}-1f2e3d4c-2026-09.ndjson`), { recursive: true });
    writeFileSync(
      join(home, 'state', 'journal', `${agathe}@${herDesk}-1f2e3d4c-2026-09.ndjson`),
      '',
      {
        mode: 0o644,
      },
    );
    const seenByPeople = await pvg('journal find T-1', options);
    for (const name of [hisDesk, herDesk, team, home]) expect(seenByPeople.err).toContain(name);
    const { out } = await assistant(everyReader, options);
    for (const name of [...names, team, home]) expect(out).not.toContain(name);
  });
});

it('a person still sees who it was', async () => {
  const options = await teamOf();
  for (const line of ['journal find T-1 --json', 'journal find T-1', 'report --case T-1']) {
    const { out } = await pvg(line, options);
    for (const name of names) expect(out).toContain(name);
  }
});
