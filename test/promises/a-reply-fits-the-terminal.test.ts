import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { replyLanguages } from '../../src/support/replies/situations.js';
import { parseReplies } from '../../src/support/replies/texts.js';
import { temporaryFolder } from '../helpers/context.js';
import { demo } from '../helpers/journal.js';
import { pvg } from '../helpers/pvg.js';

/**
 * On a terminal a reply is broken at blanks, at the width that its letters really have; in a language without blanks it is
 * broken between words. A pipe gets each paragraph as one line, ready to be sent.
 */

const shipped = join(import.meta.dirname, '..', '..', 'src', 'shipped', 'replies');
const textOf = (language: string, name: string): string =>
  parseReplies(readFileSync(join(shipped, `${language}.txt`), 'utf8')).get(name) ?? 'none';

function expectToFit(text: string, columns: number): void {
  for (const line of text.split('\n')) {
    expect({ line, fits: stringWidth(line) <= columns }).toMatchObject({ fits: true });
  }
}

/** Languages without blanks between their words. */
const unspacedLanguages: readonly string[] = ['ja', 'zh', 'th'];

const withoutBreaks = (text: string): string => text.replaceAll(/\s/g, '');

/** The lines are as long as they can be: the first word of the next one has no room. */
function expectToBeFull(text: string, columns: number, language: string): void {
  const lines = text.split('\n');
  const longestWord = 20;
  for (const [index, line] of lines.slice(0, -1).entries()) {
    const [next = ''] = (lines[index + 1] ?? '').split(' ');
    if (unspacedLanguages.includes(language)) {
      expect(stringWidth(line)).toBeGreaterThan(columns - longestWord);
    } else {
      expect(stringWidth(`${line} ${next}`)).toBeGreaterThan(columns);
    }
  }
}

/** Punctuation that closes a sentence or a bracket, a combining mark, or a sign that repeats a letter. */
const belongsToPrevious = /^[\p{M}\p{Lm}\p{Pe}\p{Pf}\p{Po}]/u;

describe.each(replyLanguages)('in %s', (language) => {
  const text = textOf(language, 'paid-and-recorded');

  it.each([40, 60, 80, 120])('at %i columns', async (columns) => {
    const { out } = await pvg(`reply ${language} --for paid-and-recorded`, {
      terminal: true,
      columns,
    });
    const reply = out.trimEnd();
    const [printed = ''] = reply.split('\n\n');
    expect(withoutBreaks(printed)).toBe(withoutBreaks(text));
    expectToFit(printed, columns);
    expectToBeFull(printed, columns, language);
    for (const line of printed.split('\n')) expect(line).not.toMatch(belongsToPrevious);
  });

  it('below a look-up and a check of a player, too', async () => {
    const home = temporaryFolder();
    const columns = 60;
    const place = { home, terminal: true, columns };
    const lookup = await pvg(`lookup ${demo('demo-recorded')} --reply ${language}`, place);
    const session = await pvg(`session demo-completed -p local --check --reply ${language}`, place);
    for (const [{ out }, situation] of [
      [lookup, 'paid-and-recorded'],
      [session, 'verification-completed'],
    ] as const) {
      const block = out.slice(out.indexOf('Reply to the player')).split('\n\n')[0] ?? '';
      const printed = block.slice(block.indexOf('\n') + 1);
      expect(withoutBreaks(printed)).toBe(withoutBreaks(textOf(language, situation)));
      expectToFit(printed, columns);
    }
  });

  it('in a pipe each paragraph is one line', async () => {
    const { out } = await pvg(`reply ${language} --for paid-and-recorded`, { columns: 40 });
    expect(out).toBe(`${text}\n`);
    const lookup = await pvg(`lookup ${demo('demo-recorded')} --reply ${language}`, {
      columns: 40,
    });
    expect(lookup.out).toContain(`\n${text}\n`);
  });
});
