import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { mostGrowth, timesLonger } from '../helpers/growth.js';
import { json, pvg } from '../helpers/pvg.js';

/** `explain-error` explains a code, a status, a state or an answer; anything else is refused at once. */

const megabyte = 1024 * 1024;
const refusal = '{"success":false,"error":"PRODUCT_MISMATCH","message":"m"}';

const asked = (word: string) => pvg(['explain-error', '--json', '--', word]);
const pasted = (stdin: string) => pvg('explain-error --json -', { stdin });

describe('explain-error of text that is none of these', () => {
  it.each([
    ['a sentence on a screen', 'Your payment was declined'],
    ['a line of a log with two statuses', 'HTTP 502, then HTTP 401 Unauthorized'],
    ['a number of the billing library', '7'],
  ])('refuses %s and names a next step', async (_what, word) => {
    const error = { code: 'code-not-listed', hint: expect.stringMatching(/\w/) as string };
    expect(json(await asked(word))).toMatchObject({ exit: 2, answer: { meanings: [] }, error });
    expect((await pvg(['explain-error', '--', word])).err).toMatch(/^Next: pvg \S+/m);
  });

  it.each([
    ['JSON that is cut', refusal.slice(0, -3)],
    ['two answers', `${refusal}\n${refusal}`],
    ['nothing', ' \n'],
  ])('does not search %s on standard input', async (_what, text) => {
    const ended = await pasted(text);
    const error = { code: 'input-unreadable', hint: expect.stringMatching(/JSON/) as string };
    expect(json(ended)).toMatchObject({ exit: 2, answer: null, error });
    expect(ended.out).not.toContain('PRODUCT_MISMATCH');
  });
});

describe('explain-error', () => {
  it.each(['gateway_verified', 'PENDING', 'NEVER_RECEIVED_BY_GATEWAY'])(
    'writes the state %s as it stands in an answer',
    async (state) => {
      const ended = await pvg(['explain-error', state]);
      expect(ended.status).toBe(0);
      expect(ended.out).toMatch(new RegExp(`^${state} `));
    },
  );

  it('explains an answer as JSON from standard input, a file or the command line', async () => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'answer.json'), refusal);
    const fromFile = await pvg('explain-error --json @answer.json', { home });
    const answer = { status: 422, meanings: [{ code: 'PRODUCT_MISMATCH' }] };
    for (const ended of [await pasted(`${refusal}\n`), fromFile, await asked(refusal)])
      expect(json(ended)).toMatchObject({ exit: 0, answer });
  });

  it.each([
    [
      'quotes that are escaped wrongly',
      (size: number) => '{"error":"\\'.repeat(20) + '"\\'.repeat(size),
    ],
    ['objects that are not closed', (size: number) => '{"a":'.repeat(size)],
    [
      'a long code',
      (size: number) => `{"success":false,"error":"${'A_'.repeat(size)}","message":"m"}`,
    ],
    [
      'a long message',
      (size: number) => `{"success":false,"error":"x","message":"${'<'.repeat(size)}"}`,
    ],
  ])('needs no more than time in proportion for %s', async (_what, text) => {
    expect(await timesLonger(2_000, (size) => pasted(text(size)))).toBeLessThan(mostGrowth);
  });

  it('refuses more than a megabyte, and says so', async () => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'large.json'), Buffer.alloc(megabyte + 1, ' '));
    const large = await pvg('explain-error --json @large.json', { home });
    expect(json(large)).toMatchObject({
      exit: 2,
      error: { says: expect.stringMatching(/1 MB/) as string },
    });
  });
});
