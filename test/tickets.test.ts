import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tell } from './helpers/transcript.js';

/**
 * Tickets as people write them, each with what its agent has to know at the end: the outcome, who acts, a reply that can be
 * sent unchanged, and a page on which the next shift finds it all. `//= name: value` is expected; the rest is a story as in
 * the transcripts. A ticket with `//= unsolved: yes` is not solved yet: its test fails as soon as it is.
 */

const folder = join(import.meta.dirname, 'tickets');

/** What is expected of a ticket, by name. */
function expectations(story: string): ReadonlyMap<string, string> {
  const lines = [...story.matchAll(/^\/\/= ([a-z]+): (.*)$/gm)];
  return new Map(lines.map(([, name = '', value = '']) => [name, value]));
}

interface JournalEntry {
  readonly verdict: { readonly id: string; readonly next: string } | null;
  readonly error: { readonly code: string } | null;
}

interface JournalAnswer {
  readonly entries: readonly JournalEntry[];
  readonly replies: readonly { readonly situation: string }[];
  /** Notes, moves and refused pastes. */
  readonly remarks: readonly { readonly command: string; readonly code: string | null }[];
}

interface Solved {
  readonly journal: JournalAnswer;
  readonly page: string;
  /** All that the agent saw. */
  readonly screens: string;
}

/** The story, and then what the next shift would look at. */
async function solve(story: string, ticket: string): Promise<Solved> {
  const nextShift = [`$ pvg journal find ${ticket} --json`, '', `$ pvg report --case ${ticket}`];
  const { paths, home } = await tell(`${story}\n${nextShift.join('\n')}\n`);
  rmSync(home, { recursive: true, force: true });
  const steps = paths.flatMap(([first]) => first ?? []);
  const [found, report] = steps.slice(-2);
  const { answer } = JSON.parse(found?.screen ?? '') as { answer: JournalAnswer };
  const screens = steps.slice(0, -2).map(({ screen }) => screen);
  return { journal: answer, page: report?.screen ?? '', screens: screens.join('\n') };
}

const outcomeOf = ({ verdict, error }: JournalEntry): string | undefined =>
  verdict?.id ?? error?.code;

/** Of the calls; of the refused pastes where nothing was called. */
function outcomesIn({ entries, remarks }: JournalAnswer): readonly unknown[] {
  const refusals = remarks.filter(({ command }) => command === 'refusal');
  const outcomes = entries.length > 0 ? entries.map(outcomeOf) : refusals.map(({ code }) => code);
  return [...new Set(outcomes)];
}

describe('a ticket', () => {
  const names = readdirSync(folder).sort();
  const stories = names.map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
  const isUnsolved = (story: string): boolean => expectations(story).has('unsolved');

  async function expectSolved(story: string): Promise<void> {
    const expected = expectations(story);
    const { journal, page, screens } = await solve(story, expected.get('case') ?? '');
    const [newest] = journal.entries;
    const outcomes = expected.get('outcome')?.split(', ');
    if (outcomes !== undefined) {
      expect(outcomesIn(journal)).toEqual(outcomes);
    }
    const acts = expected.get('acts');
    if (acts !== undefined) expect(newest?.verdict?.next).toContain(`Who acts next: ${acts}`);
    const reply = expected.get('reply');
    if (reply !== undefined) {
      expect(journal.replies.map(({ situation }) => situation)).toContain(reply);
    }
    for (const text of (expected.get('keeps') ?? '').split(' ')) expect(page).toContain(text);
    expect(screens).toContain(expected.get('screen') ?? '');
    expect(page).not.toBe('');
  }

  it.each(stories.filter(([, story]) => !isUnsolved(story)))('%s is solved', (_, story) =>
    expectSolved(story),
  );

  it.fails.each(stories.filter(([, story]) => isUnsolved(story)))(
    '%s is not solved yet',
    (_, story) => expectSolved(story),
  );
});
