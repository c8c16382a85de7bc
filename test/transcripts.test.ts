import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tell } from './helpers/transcript.js';

/**
 * The stories of the support desk, each as a newcomer would see it. `npm run transcripts` writes anew what is printed;
 * what is told and typed stays. Read the difference before it is committed.
 */

const folder = join(import.meta.dirname, 'transcripts');
const stories = readdirSync(folder).sort();

const repeated = (texts: readonly string[]): string[] =>
  texts.filter((text, at) => texts.indexOf(text) !== at);

/** A screen without what differs from call to call: the id in the journal, times and the command that it offers. */
const said = (screen: string): string =>
  screen
    .replace(/^Next: [^]*/m, '')
    .replaceAll(/\b\d{8}T\d{6}Z-\d{6}\b|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…');

describe('a story of the support desk', () => {
  it.each(stories)('%s is told as it stands', async (name) => {
    const path = join(folder, name);
    const { text, home, paths } = await tell(readFileSync(path, 'utf8'));
    rmSync(home, { recursive: true, force: true });
    await expect(text).toMatchFileSnapshot(path);
    expect(text, 'the folder of this run').not.toContain(home);
    // Whoever types the line that was offered gets on: no fault, no wrong usage, nothing that is not set up.
    const offered = paths.flatMap(([, ...steps]) => steps);
    const isFailed = ({ line, status }: (typeof offered)[number]): boolean =>
      // A problem that doctor finds is its answer.
      [1, 2, ...(line.startsWith('pvg doctor') ? [] : [3])].includes(status);
    expect(offered.filter(isFailed)).toEqual([]);
    // Nor does it lead in a circle: two steps on, no command and no screen comes again.
    for (const path of paths) {
      expect(repeated(path.map(({ line }) => line)), 'commands').toEqual([]);
      expect(repeated(path.map(({ screen }) => said(screen))), 'screens').toEqual([]);
    }
  });
});
