import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tell } from './support/transcript.js';

/**
 * The stories of the support desk, each as a newcomer would see it. `npm run transcripts` writes anew what is printed;
 * what is told and typed stays. Read the difference before it is committed.
 */

const folder = join(import.meta.dirname, 'transcripts');
const stories = readdirSync(folder).sort();

describe('a story of the support desk', () => {
  it.each(stories)('%s is told as it stands', async (name) => {
    const path = join(folder, name);
    const { text, home, typed } = await tell(readFileSync(path, 'utf8'));
    rmSync(home, { recursive: true, force: true });
    await expect(text).toMatchFileSnapshot(path);
    expect(text, 'the folder of this run').not.toContain(home);
    // Whoever types the line that was offered gets on: no fault, no wrong usage, nothing that is not set up.
    expect(typed.filter(({ status }) => [1, 2, 3].includes(status))).toEqual([]);
  });
});
