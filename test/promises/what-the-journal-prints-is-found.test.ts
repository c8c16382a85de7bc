import { beforeEach, describe, expect, it } from 'vitest';
import { fixedUnixSeconds, temporaryFolder } from '../helpers/context.js';
import { demo } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

/** What stands as an outcome on a screen can be typed: a line is found and listed by it. The words of a note are found, too. */

let home: string;
let minutes = 0;

const run = (line: string | string[]) => {
  const nowMs = (fixedUnixSeconds + 60 * minutes++) * 1000;
  return pvg(line, { home, now: () => nowMs, columns: 400 });
};

interface Lines {
  readonly entries: readonly { readonly verdict: { readonly id: string } | null }[];
  readonly replies: readonly { readonly situation: string }[];
  readonly remarks: readonly { readonly text: string }[];
}

/** The outcomes of what was found. */
async function outcomes(line: readonly string[]): Promise<string[]> {
  const ended = await run(['journal', ...line, '--json']);
  const { entries, replies, remarks } = json(ended)['answer'] as unknown as Lines;
  return [
    ...entries.map(({ verdict }) => verdict?.id ?? ''),
    ...replies.map(({ situation }) => `reply ${situation}`),
    ...remarks.map(({ text }) => text),
  ];
}

const looks = ['demo-recorded', 'demo-pending'].map(
  (receipt) => `lookup ${demo(receipt)} --case T-1`,
);

beforeEach(async () => {
  home = temporaryFolder();
  minutes = 0;
  for (const line of looks) await run(line);
  await run(`lookup ${demo('demo-pending')} --case T-2 --reply es`);
  await run('reply pt --for chargeback --case T-1');
  await run('reply pt --for paid-twice --case T-1');
  await run('reply pt en --case T-1');
  await run(['journal', 'note', '--case', 'T-1', 'asked Leo about ZD-9 and "pending"']);
});

const note = 'asked Leo about ZD-9 and "pending"';

it.each<[string, string[]]>([
  ['chargeback', ['reply chargeback']],
  ['Paid-Twice', ['reply paid-twice']],
  ['several-answers', ['reply several-answers']],
  ['several-answers (pt, en)', ['reply several-answers']],
  ['pending', ['pending', 'pending', 'reply pending']],
  ['pending (es)', ['reply pending']],
  ['paid-and-recorded', ['paid-and-recorded']],
  ['note', [note]],
  ['refund', []],
])('the outcome "%s" is found and listed', async (outcome, expected) => {
  expect(await outcomes(['find', outcome])).toEqual(expected);
  expect(await outcomes(['list', '--outcome', outcome])).toEqual(expected);
});

it.each<[string, string[]]>([
  [`note: ${note}`, [note]],
  ['asked Leo', [note]],
  ['LEO', [note]],
  ['"pending"', [note]],
  ['ZD-9', [note]],
  ['asked Maria', []],
])('the words "%s" of a note are found', async (words, expected) => {
  expect(await outcomes(['find', words])).toEqual(expected);
});

it('a note that only names an outcome is not found by it', async () => {
  expect(await outcomes(['find', 'pending'])).not.toContain(note);
});

describe('what every screen prints as an outcome', () => {
  it('leads back to its line', async () => {
    await run('lookup -p local GPA.3312-4410-7719-58204 --case T-1');
    await run('journal move T-2 --case T-3');
    const { out } = await pvg('journal find T-1', { home, columns: 60 });
    const printed = [...out.matchAll(/^outcome: (.*)$/gm)].map(([, outcome = '']) => outcome);
    expect(printed.length).toBeGreaterThan(5);
    for (const outcome of printed) expect(await outcomes(['find', outcome])).not.toEqual([]);
  });
});

it('an outcome that no line has is not taken for the name of a player', async () => {
  const { out } = await run('journal find refund');
  expect(out).toContain('--count --by outcome');
  expect(out).not.toContain('player');
});

it('an outcome that is none is still refused by the list', async () => {
  expect((await run('journal list --outcome chargebacks')).status).toBe(2);
});
