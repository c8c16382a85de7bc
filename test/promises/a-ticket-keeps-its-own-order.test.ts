import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { demo, linesOf } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

/**
 * An answer may be about another order than the one that the ticket names. The order in the answer is then somebody else’s: no
 * reply has it, and the ticket is found by its own.
 */

const own = 'GPA.3350-9917-2046-71185';
const answered = 'GPA.6376-8651-2237-28215';
const typed = 'GPA.1111-2222-3333-44444';

let home: string;
beforeEach(async () => {
  home = temporaryFolder();
  await pvg(`lookup ${demo('demo-purchased')} --order-id ${own} --case T-1`, { home });
});

const replyLine = (): Record<string, unknown> | undefined =>
  linesOf(home).findLast(({ command }) => command === 'reply');

describe('a reply to a question', () => {
  it('has the order of the ticket, not that of the answer', async () => {
    const { out } = await pvg('reply es --for somebody-else-paid --case T-1', { home });
    expect(out).toContain(own);
    expect(out).not.toContain(answered);
    expect(replyLine()).toMatchObject({ order_id: own, order_ids: [own] });
  });

  it.each(['refund', 'chargeback', 'paid-twice', 'other-order'])(
    '%s: is kept with it',
    async (id) => {
      await pvg(`reply es --for ${id} --case T-1`, { home });
      expect(replyLine()).toMatchObject({ order_ids: [own] });
    },
  );

  it.each(['refund', 'chargeback', 'paid-twice', 'somebody-else-paid'])(
    '%s: the order that somebody typed comes first',
    async (id) => {
      await pvg(`reply es --for ${id} --case T-1 --order-id ${typed}`, { home });
      expect(replyLine()).toMatchObject({ order_ids: [typed] });
    },
  );
});

describe('both orders', () => {
  it.each([own, answered])('find the look-up: %s', async (order) => {
    const { answer } = json(await pvg(`journal find ${order} --json`, { home }));
    expect(answer).toMatchObject({ entries: [{ order_id: answered, asked_order_ids: [own] }] });
    expect((await pvg(`report ${order}`, { home })).out).toContain(own);
  });

  it('are in the table and in the CSV', async () => {
    for (const line of ['journal list', 'journal list --format csv', `journal find ${own}`]) {
      const { out } = await pvg(line, { home });
      expect(out).toContain(own);
      expect(out).toContain(answered);
    }
  });
});

describe('the order of the ticket', () => {
  it('has no answer of its own', async () => {
    const { answer } = json(await pvg(`journal find ${own} --json`, { home }));
    expect(answer).toMatchObject({ newest_answer: null });
    expect((await pvg(`reply es --order-id ${own}`, { home })).status).toBe(2);
  });

  it.each([`lookup ${own} -p local --case T-2`, `reply es --order-id ${own}`])(
    '%s: says for which ticket somebody asked, and that the receipt is missing',
    async (line) => {
      const { err } = await pvg(line, { home, columns: 400 });
      expect(err).toContain('for T-1');
      expect(err).toContain(answered);
    },
  );
});
