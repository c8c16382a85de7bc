import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tell } from '../support/transcript.js';
import { openDesk } from './desk.js';

/** The stories of test/transcripts, word by word, each line typed into the executable (`npm run test:executable`). */

const folder = join(import.meta.dirname, '..', 'transcripts');

describe('a story of the support desk, told by the executable', () => {
  let desk: Awaited<ReturnType<typeof openDesk>>;
  beforeAll(async () => {
    desk = await openDesk();
  });
  afterAll(() => desk.close());

  it.each(readdirSync(folder).sort())('%s', async (name) => {
    const story = readFileSync(join(folder, name), 'utf8');
    const { text, home } = await tell(story, desk.type);
    rmSync(home, { recursive: true, force: true });
    expect(text).toBe(story);
  });
});
