import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { demo, entryOf, monthFile, writeJournal } from '../helpers/journal.js';
import { pvg } from '../helpers/pvg.js';

/**
 * Somebody has the order id alone, and it was looked up before: whoever answers the player sees what was done about it for another
 * ticket, in one line.
 */

const orderId = 'GPA.6798-3179-6133-70040';
const ofColleague = { user: 'maria', host: 'desk-3' };

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

const run = (line: string) => pvg(line, { home, columns: 400 });

const lookUp = (more = ''): string => `lookup ${demo('demo-pending')} --case T-7 ${more}`;

/** The line about what was done before; empty without one. */
async function earlierIn(line: string): Promise<string> {
  const { out, err } = await run(line);
  const all = `${out}\n${err}`;
  return /Earlier for this order: [^\n]*/.exec(all)?.[0] ?? '';
}

function lookUpOfColleague(): void {
  const lookup = entryOf({
    ...ofColleague,
    order_id: orderId,
    case: 'T-7',
    verdict: { id: 'pending', says: 'Pending.', next: 'Wait.' },
  });
  writeJournal(home, [lookup], `other-${monthFile}`);
}

describe.each([
  ['a look-up of the order id', `lookup ${orderId} -p local --case T-8`],
  ['a look-up of the order id without a ticket', `lookup ${orderId} -p local`],
  ['the reply by its order id', `reply es --order-id ${orderId} --case T-8`],
])('%s', (_what, line) => {
  it('says which reply was given for which ticket, and when', async () => {
    await run(lookUp('--reply es'));
    expect(await earlierIn(line)).toMatch(/you printed .*pending \(es\), on 2026-.* for T-7\./);
  });

  it('says by whom and when the other ticket has a note', async () => {
    await run(lookUp());
    await run('journal note --case T-7 waits');
    expect(await earlierIn(line)).toMatch(/T-7 has a note by you of 2026-/);
  });

  it('says that a colleague looked it up', async () => {
    lookUpOfColleague();
    expect(await earlierIn(line)).toContain('maria on desk-3 looked it up for T-7.');
  });

  it('says nothing of what you looked up yourself, without more', async () => {
    await run(lookUp());
    expect(await earlierIn(line)).toBe('');
  });
});

it('the reply that was given for another ticket is called the same one', async () => {
  await run(lookUp());
  await run(`reply es --order-id ${orderId} --case T-9`);
  const line = await earlierIn(`reply es --order-id ${orderId} --case T-8`);
  expect(line).toContain('you printed this same reply, pending (es), on');
  expect(line).toContain('for T-9.');
});

it('what was done for the same ticket is no other ticket’s', async () => {
  await run(lookUp('--reply es'));
  await run('journal note --case T-7 waits');
  expect(await earlierIn(`lookup ${orderId} -p local --case t-7`)).toBe('');
});

it('one reply about several orders of a text is said once, for all of them', async () => {
  const other = 'GPA.1191-7455-9691-88468';
  await run(lookUp());
  await run(`lookup ${demo('demo-recorded')} --case T-7`);
  await run('reply en --case T-7');
  const text = `Where are ${orderId} and ${other}?`;
  const { err } = await pvg(['lookup', '-p', 'local', text, '--case', 'T-8'], { home });
  expect(err.match(/you printed the reply/g)).toHaveLength(1);
  expect(err).toContain(`Earlier for ${orderId} and ${other}: `);
});

describe('an order that nobody looked up', () => {
  const unknownOrder = 'GPA.3306-1122-3344-55667';

  it('is said to be in other tickets, with the reply that was given there', async () => {
    await run(`lookup ${unknownOrder} -p local --case T-5`);
    const line = `lookup ${unknownOrder} -p local --case T-6`;
    expect(await earlierIn(line)).toMatch(/ticket T-5 names it, too\.$/);
    await run('reply en --for need-receipt --case T-5');
    expect(await earlierIn(`lookup ${unknownOrder} -p local --case T-7`)).toMatch(
      /tickets T-5 and T-6 name it, too; you printed the reply, need-receipt \(en\), on 2026-.* for T-5\.$/,
    );
  });

  it('is not said to be in its own ticket', async () => {
    const line = `lookup ${unknownOrder} -p local --case T-5`;
    await run(line);
    expect(await earlierIn(line)).toBe('');
  });
});
