import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { fixedUnixSeconds } from '../helpers/context.js';
import { demo } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

/** Whoever looks up or checks for a ticket sees what somebody wrote for it and found out for it before. */

const me = { user: 'agent', host: 'desk-7' };
const nina = { user: 'nina', host: 'desk-3' };

let team: string;
let home: string;
let minutes = 0;
beforeEach(() => {
  team = temporaryFolder();
  home = temporaryFolder();
  minutes = 0;
});

function run(line: string | string[], account = me) {
  const nowMs = (fixedUnixSeconds + 60 * minutes++) * 1000;
  const env = { PVG_JOURNAL_DIR: team };
  return pvg(line, { home, env, account, now: () => nowMs, columns: 400 });
}

const look = (ticket: string): string => `lookup ${demo('demo-recorded')} --case ${ticket}`;
const note = (ticket: string, text: string): string[] => [
  'journal',
  'note',
  '--case',
  ticket,
  text,
];

const linesOf = async (line: string): Promise<string[]> => (await run(line)).out.split('\n');

describe.each([
  ['a look-up', look('T-1')],
  ['a check', 'session player-42 -p local --check --case T-1'],
  ['a check that is known', 'session demo-completed -p local --check --case T-1'],
])('%s', (_what, line) => {
  beforeEach(async () => {
    await run('session demo-completed -p local --check');
  });

  it('shows the newest note of its ticket, with when and who, in one line', async () => {
    await run(note('T-1', 'asked Leo'), me);
    await run(note('t-1', 'the bank took the money back'), nina);
    const about = (await linesOf(line)).filter((text) => text.startsWith('This ticket has'));
    expect(about).toHaveLength(1);
    for (const part of ['2 notes', 'nina on desk-3', '2026-09-21 14:15 UTC', 'the bank took']) {
      expect(about[0]).toContain(part);
    }
  });

  it('shows no note of another ticket as one of its own', async () => {
    await run(look('T-2'), nina);
    await run(note('T-2', 'the bank took the money back'), nina);
    const printed = (await linesOf(line)).join('\n');
    expect(printed).not.toContain('This ticket has');
    expect(printed).not.toContain('the bank took');
  });
});

describe('the look-up of a purchase', () => {
  const earlier = async (): Promise<string[]> =>
    (await linesOf(look('T-1'))).filter((text) => /^(?:This ticket: |Earlier look-up)/.test(text));

  it('that was looked up for the same ticket names that first', async () => {
    await run(look('T-2'), nina);
    await run(look('T-1'), nina);
    const [own, other] = await earlier();
    expect(own).toMatch(
      /^This ticket: nina on desk-3 .* 2026-09-21 14:14 UTC \(paid-and-recorded\)/,
    );
    expect(other).toMatch(/^Earlier look-up of this purchase for another ticket: .* T-2 /);
  });

  it('names no own look-up for another ticket beside one for this ticket', async () => {
    await run(look('T-1'), nina);
    await run(look('T-2'), me);
    expect(await earlier()).toHaveLength(1);
  });

  it('says whose the notes of another ticket are', async () => {
    await run(look('T-2'), nina);
    await run(note('T-2', 'the bank took the money back'), nina);
    expect((await linesOf(look('T-1'))).join('\n')).toContain('The other ticket, T-2, has 1 note.');
  });
});

const whoActs = async (line: string): Promise<string> =>
  (await linesOf(line)).find((text) => text.startsWith('Who acts next: ')) ?? '';

describe('a player who completed verification', () => {
  it.each(['', '--fresh'])('and misses a bonus: somebody can look into that %s', async (option) => {
    const check = 'session demo-completed -p local --check';
    await run(check);
    expect(await whoActs(`${check} ${option}`)).toContain('developers, if the player misses');
  });
});

it('who acts on a pending payment does not end with a player who says that it is paid', async () => {
  expect(await whoActs(`lookup ${demo('demo-pending')}`)).toMatch(/the player.*you, later/);
});

describe('a note', () => {
  const receipt =
    'kphgfdbnoaejlmicbdghaoel.AO-J1OxQ2mZ7vT4bYw9KcRf3Ld8Ns5GhUe6PjXi0Va1Wq-BtMyCzEoHrSkFuJnDlIgAp';

  it('that had a receipt says that it is kept without, and how it reads', async () => {
    const { out } = await run(note('T-1', `the token is ${receipt}`));
    expect(out).not.toContain(receipt);
    expect(out).toMatch(/The journal keeps none.*the token is \[receipt sha256:/);
  });

  it('that is kept as it was typed says nothing of that', async () => {
    expect((await run(note('T-1', 'asked Leo'))).out).not.toContain('The journal keeps none');
  });

  it('that is refused has a reason of its own', async () => {
    const wrong = ['', 'two\nlines', 'x'.repeat(501)];
    const reasons = await Promise.all(
      wrong.map(
        async (text) =>
          (json(await run([...note('T-1', text), '--json'])) as { error: { says: string } }).error
            .says,
      ),
    );
    expect(new Set(reasons).size).toBe(3);
  });
});
