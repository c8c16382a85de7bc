import { beforeEach, describe, expect, it } from 'vitest';
import { fixedUnixSeconds, temporaryFolder } from '../helpers/context.js';
import { demo } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

/** What pvg prints for a ticket does not contradict what its look-ups said, and names the lines that a person means. */

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

const wide = { columns: 400 };

interface Found {
  readonly entries: readonly { readonly command: string }[];
  readonly replies: readonly object[];
  readonly newest_answer?: object | null;
  readonly remarks: readonly { readonly command: string; readonly text: string }[];
}

const find = async (what: string): Promise<Found> =>
  json(await pvg(['journal', 'find', what, '--json'], { home }))['answer'] as Found;

describe('a reply that somebody chose', () => {
  const player = '--profile local --check --case T-1';

  it.each(['pending', 'cancelled', 'paid-and-recorded', 'not-confirmed'])(
    '%s: says beside it that the look-up says something else',
    async (situation) => {
      await pvg(`lookup ${demo('demo-never-received')} --case T-1`, { home });
      const { status, out, err } = await pvg(`reply en --for ${situation} --case T-1`, { home });
      expect(status).toBe(0);
      expect(out).not.toBe('');
      expect(err).toContain('says paid-never-received');
      expect((await find(situation)).replies).toEqual([]);
    },
  );

  it('on an answer about another order: says so', async () => {
    const order = '--order-id GPA.3350-9917-2046-71185 --case T-1';
    await pvg(`lookup ${demo('demo-purchased')} ${order}`, { home });
    const { err } = await pvg('reply en --for paid-never-received --case T-1', { home });
    expect(err).toContain('is about another order');
  });

  it('of a player for a ticket with a look-up alone: says so', async () => {
    await pvg(`lookup ${demo('demo-recorded')} --case T-1`, { home });
    const { err } = await pvg('reply en --for verification-completed --case T-1', { home });
    expect(err).toContain('no check of a player');
  });

  it('asks for no order id that the ticket has, without a word', async () => {
    await pvg(`lookup ${demo('demo-recorded')} --case T-1`, { home });
    const { err } = await pvg('reply en --for need-order-id --case T-1', { home });
    expect(err).toContain('GPA.1191-7455-9691-88468');
  });

  it.each([
    ['the same as the look-up', 'demo-pending', 'pending'],
    ['a question', 'demo-pending', 'refund'],
    ['the state of one of two purchases', 'demo-pending', 'paid-and-recorded'],
  ])('%s: has no such word', async (_what, receipt, situation) => {
    await pvg(`lookup ${demo('demo-recorded')} --case T-1`, { home });
    await pvg(`lookup ${demo(receipt)} --case T-1`, { home });
    const { err } = await pvg(`reply en --for ${situation} --case T-1`, { home });
    expect(err).not.toContain('Check this reply');
  });

  it('about one player of two is not in the report of the other', async () => {
    await pvg(`session demo-completed ${player}`, { home });
    await pvg(`session krit_1999 ${player}`, { home });
    await pvg('reply en --for verification-not-recorded --case T-1', { home });
    const completed = await pvg('report demo-completed', { home });
    expect(completed.out).not.toContain('verification-not-recorded');
    expect((await pvg('report krit_1999', { home })).out).toContain('verification-not-recorded');
    expect((await pvg('report --case T-1', { home })).out).toContain('verification-not-recorded');
  });
});

describe('journal find', () => {
  const note = 'nick ReiDoNorte id 330914: asked REQ-889 and JIRA-5521';

  it.each(['330914', 'REQ-889', 'jira-5521', 'ReiDoNorte'])('%s finds the note', async (word) => {
    await pvg(['journal', 'note', '--case', 'T-1', note], { home });
    expect((await find(word)).remarks).toMatchObject([{ text: note }]);
  });

  it.each(['30914', 'EQ-889', 'REQ-88'])('%s, a part of a number, does not', async (word) => {
    await pvg(['journal', 'note', '--case', 'T-1', note], { home });
    expect((await find(word)).remarks).toEqual([]);
  });

  it.each([
    ['#88102', '88102'],
    ['#88102', '#88102'],
    ['88102', '#88102'],
  ])('%s finds the ticket that was written %s', async (typed, ticket) => {
    await pvg(['journal', 'note', '--case', ticket, 'waits'], { home });
    expect((await find(typed)).remarks).toMatchObject([{ text: 'waits' }]);
  });

  it('#330914 finds the note that names 330914', async () => {
    await pvg(['journal', 'note', '--case', 'T-1', note], { home });
    expect((await find('#330914')).remarks).toMatchObject([{ text: note }]);
  });

  it.each(['agent', 'Agent', 'agent on desk-7'])('%s finds what this person ran', async (name) => {
    await pvg(`lookup ${demo('demo-recorded')} --case T-1`, { home });
    expect((await find(name)).entries).toMatchObject([{ command: 'lookup' }]);
    expect((await pvg(['journal', 'find', name], { home, ...wide })).out).toContain('this person');
  });

  it('finds what is about a ticket before what a person of that name ran', async () => {
    await pvg(`lookup ${demo('demo-recorded')} --case T-1`, { home });
    await pvg('journal note --case agent waits', { home });
    expect(await find('agent')).toMatchObject({ entries: [], remarks: [{ text: 'waits' }] });
  });

  it.each(['refused', 'Refusals', 'refusal', 'no receipt'])(
    '%s finds a refused text',
    async (word) => {
      await pvg('lookup - -p local --case T-1', {
        home,
        stdin: 'My order GPA.9999-8888-7777-66666',
      });
      await pvg(`lookup ${demo('demo-recorded')} --case T-1`, { home });
      expect(await find(word)).toMatchObject({ entries: [], remarks: [{ command: 'refusal' }] });
    },
  );

  it.each(['paid and recorded', 'Paid_and_recorded', 'paid-and-recorded'])(
    '%s finds a look-up with this outcome',
    async (words) => {
      await pvg(`lookup ${demo('demo-recorded')} --case T-1`, { home });
      await pvg(`lookup ${demo('demo-pending')} --case T-1`, { home });
      expect((await find(words)).entries).toMatchObject([{ verdict: { id: 'paid-and-recorded' } }]);
    },
  );

  it.each(['gems_100', 'com.example.game'])('%s finds its look-ups', async (name) => {
    await pvg(`lookup ${demo('demo-recorded')} --case T-1`, { home });
    expect((await find(name)).entries).toMatchObject([{ command: 'lookup' }]);
  });
});

describe('journal move --last', () => {
  it('moves the newest line, and nothing else', async () => {
    await pvg(`lookup ${demo('demo-recorded')} --case M-1`, { home });
    await pvg('journal note --case M-9 waits', { home });
    await pvg('journal move --last --case M-2', { home });
    expect(await find('M-2')).toMatchObject({ entries: [], replies: [] });
    expect((await find('M-2')).remarks).toMatchObject([{ command: 'move' }, { command: 'note' }]);
  });

  it('moves the call of the newest reply with it', async () => {
    await pvg(`lookup ${demo('demo-recorded')} --case M-1 --reply en`, { home });
    await pvg('journal move --last --case M-2', { home });
    const { entries, replies } = await find('M-2');
    expect([entries.length, replies.length]).toEqual([1, 1]);
  });
});

describe('journal move --last takes no line of a ticket that nobody spoke of', () => {
  let minutes = 0;
  const run = (line: string) => {
    minutes += 1;
    return pvg(line, { home, now: () => (fixedUnixSeconds + 60 * minutes) * 1000 });
  };
  const lookUps = async (...tickets: readonly string[]): Promise<void> => {
    for (const ticket of tickets) await run(`lookup ${demo('demo-recorded')} --case ${ticket}`);
  };
  const entriesOf = async (ticket: string): Promise<number> => (await find(ticket)).entries.length;

  it('when the newest call is there already', async () => {
    await lookUps('M-1', 'M-2');
    await run('journal move --last --case M-3');
    await run('journal move --last --case M-3');
    expect([await entriesOf('M-1'), await entriesOf('M-3')]).toEqual([1, 1]);
  });

  it('when a whole ticket was moved last', async () => {
    await lookUps('A-1', 'B-1');
    await run('journal move A-1 --case A-2');
    const { status, err } = await run('journal move --last --case A-3');
    expect([status, err]).toEqual([2, expect.stringContaining('pvg journal move A-2 --case A-3')]);
    expect(await entriesOf('B-1')).toBe(1);
  });

  it('and with a call that has no ticket, its reply', async () => {
    await run(`lookup ${demo('demo-recorded')}`);
    await run('reply en --last');
    await run('journal move --last --case M-2');
    const { entries, replies } = await find('M-2');
    expect([entries.length, replies.length]).toEqual([1, 1]);
  });
});

describe('an order that was confirmed', () => {
  const order = 'GPA.6376-8651-2237-28215';
  const beta = `--profile local --product-id gems_500 --package com.example.game.beta --receipt demo-purchased --order-id ${order}`;

  it('is what the journal finds first, also after an answer about another order', async () => {
    await pvg(`lookup ${demo('demo-purchased')} --case T-1`, { home });
    await pvg(`lookup ${demo('demo-pending')} --order-id ${order} --case T-2`, { home });
    const { out } = await pvg(`journal find ${order}`, { home, ...wide });
    expect(out.split('\n')[0]).toMatch(/Paid at the store/);
    expect((await find(order)).newest_answer).toMatchObject({ case: 'T-1' });
  });

  it('stays so, whatever was asked with it later', async () => {
    await pvg(`lookup ${demo('demo-purchased')} --case T-1`, { home });
    await pvg(`lookup ${beta} --case T-2`, { home });
    const { err } = await pvg(`lookup ${order} -p local --case T-3 --reply en`, { home, ...wide });
    expect(err).toContain('for T-1');
    expect((await pvg(`reply en --order-id ${order} --case T-3`, { home })).status).toBe(0);
  });

  it('promises no reply that there is not', async () => {
    await pvg(`lookup ${beta} --case T-2`, { home });
    const { err } = await pvg(`lookup ${order} -p local --case T-3 --reply en`, { home, ...wide });
    expect(err).not.toContain(`reply en --order-id ${order}`);
  });
});

describe('a text with two purchases', () => {
  const one = (receipt: string): string =>
    `{"packageName":"com.example.game","productId":"gems_100","purchaseToken":"${receipt}"}`;
  const stdin = `${one('demo-recorded')}\n${one('demo-pending')}`;

  it('is no other text of its ticket, once one is picked', async () => {
    const line = 'lookup - --profile local --case T-1 --reply en';
    await pvg(line, { home, stdin });
    for (const pick of [1, 2]) {
      const { out, err } = await pvg(`${line} --pick ${pick}`, { home, stdin });
      expect(out + err).not.toContain('another text of this ticket');
    }
  });
});

describe('the language that somebody typed', () => {
  it.each([
    ['beside a question', 'I want a refund', 'demo-recorded'],
    ['in the refusal of a masked receipt', 'GPA.3391-2208-6617-50934', 'kjfd****************Qx9A'],
  ])('is in the commands %s', async (_what, words, receipt) => {
    const members = { packageName: 'com.example.game', productId: 'gems_100' };
    const stdin = `${words}\n${JSON.stringify({ ...members, purchaseToken: receipt })}`;
    const line = 'lookup - -p local --case T-1 --reply ko';
    const { out, err } = await pvg(line, { home, stdin, ...wide });
    expect(out + err).toContain('pvg reply ko --for');
    expect(out + err).not.toMatch(/<language>|REPLY_LANGUAGE/);
  });
});

it('an earlier look-up for other tickets says how many there are', async () => {
  for (const ticket of ['T-1', 'T-2', 'T-3']) {
    await pvg(`lookup ${demo('demo-recorded')} --case ${ticket}`, { home });
  }
  const { out, err } = await pvg(`lookup ${demo('demo-recorded')} --case T-4`, { home, ...wide });
  expect(out + err).toMatch(/for T-3 .*2 more tickets/);
});

describe('a sentence of a colleague', () => {
  const names = '(gems_100, com.example.game).';

  it.each([
    `Receipt from the log is: demo-recorded-error ${names}`,
    `Receipt: demo-recorded-error ${names}`,
    'Pls answer in French. Receipt is: demo-recorded-error, product gems_100, package com.example.game',
    'The receipt from the log is demo-recorded-error, the product is gems_100 and the package is com.example.game.',
  ])('is read: %s', async (stdin) => {
    const { asked } = json(await pvg('lookup - -p local --json', { home, stdin }));
    expect(asked).toMatchObject({ product_id: 'gems_100', package: 'com.example.game' });
  });

  it('that names nothing leads to what the ticket has', async () => {
    await pvg(`lookup ${demo('demo-recorded')} --case T-1`, { home });
    const stdin = 'Please have a look at this player again, she is angry.';
    const { err } = await pvg('lookup - -p local --case T-1 --reply fr', { home, stdin, ...wide });
    expect(err).toContain('GPA.1191-7455-9691-88468');
    expect(err).toMatch(/\nNext: pvg reply fr --case T-1\n$/);
  });

  it('about an iPhone leads to the reply for iOS', async () => {
    const stdin = 'iPhone user, "bought gems on the App Store yesterday, nothing came". Nick: Lupo';
    const { err } = await pvg('lookup - -p local --case T-1 --reply en', { home, stdin, ...wide });
    expect(err).toMatch(/\nNext: pvg reply en --for ios --case T-1\n$/);
  });
});

it('a verify for a ticket shows its newest note, as a look-up does', async () => {
  await pvg('journal note --case T-1 waits', { home });
  for (const command of ['lookup', 'verify']) {
    const { out, err } = await pvg(`${command} ${demo('demo-purchased')} --case T-1`, { home });
    expect(out + err).toContain('This ticket has a note');
  }
});
