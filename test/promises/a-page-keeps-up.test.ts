import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../src/context.js';
import type { Send } from '../../src/contract/wire.js';
import type { Report } from '../../src/support/report/section.js';
import { bought, never, order, success } from '../helpers/answers.js';
import { fixedUnixSeconds, serviceEnv, temporaryFolder } from '../helpers/context.js';
import { answer } from '../helpers/exchange.js';
import { entryOf, writeJournal } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

/** What a page begins with is true today: a reply, or a look-up, says what was known when it was made. */

const purchase = '--product-id gems_100 --package com.example.game --receipt AEuhp4KnSzQ9dX27';
const me = { user: 'agent', host: 'desk-7' };
const maria = { user: 'maria', host: 'desk-3' };
type Desk = NonNullable<Context['account']>;

let team: string;
let home: string;
let minutes = 0;
let isRecorded = false;
beforeEach(() => {
  team = temporaryFolder();
  home = temporaryFolder();
  minutes = 0;
  isRecorded = false;
});

/** A service that records what is verified. */
const send: Send = ({ url }) => {
  if (!url.endsWith('/verify'))
    return Promise.resolve(answer(200, bought(isRecorded ? '' : never)));
  isRecorded = true;
  return Promise.resolve(answer(200, success));
};

/** Each a minute after the one before. */
function run(line: string, account: Desk = me) {
  const nowMs = (fixedUnixSeconds + 60 * minutes++) * 1000;
  const env = serviceEnv('https://service.example', {
    ...{ PVG_ENVIRONMENT: 'prod', PVG_JOURNAL_DIR: team },
  });
  return pvg(line, { env, send, home, account, now: () => nowMs, columns: 400 });
}

async function firstBlock(ticket: string) {
  const { answer: page } = json(await run(`report --case ${ticket} --json`)) as unknown as {
    answer: Report;
  };
  const blocks = page.sections.flatMap((each) =>
    each.kind === 'open' || each.kind === 'subject' ? [each] : [],
  );
  const replies = page.sections.flatMap((each) =>
    each.kind === 'calls' && each.title.startsWith('Replies') ? each.calls : [],
  );
  const [block] = blocks;
  return {
    headline: block?.headline ?? '',
    next: block?.next ?? '',
    replies: replies.map(({ says }) => says),
  };
}

const verify = (desk?: Desk) => run(`verify ${purchase} --confirm prod --case A-1`, desk);

describe('the page of a ticket that has the order id alone', () => {
  describe.each([
    ['which was refused', `lookup ${order} --case A-2`],
    ['for which nothing else was done', ''],
  ])('%s', (_what, refused) => {
    beforeEach(async () => {
      await run(`lookup ${purchase} --case A-1`);
      if (refused !== '') await run(refused);
      await run(`reply en --order-id ${order} --case A-2`);
    });

    it('begins with what the reply said while that is true', async () => {
      const { headline, next, replies } = await firstBlock('A-2');
      expect(headline).toMatch(/no verify on record\.$/);
      expect(next).toContain('must send its own verify');
      expect(replies).toEqual(['paid-never-received (en)']);
    });

    it.each([
      ['a verify', false],
      ['a newer look-up', true],
    ])('begins with %s for another ticket since', async (_since, isLookedUp) => {
      await verify();
      if (isLookedUp) await run(`lookup ${purchase} --case A-1`);
      const { headline, next, replies } = await firstBlock('A-2');
      expect(headline).not.toMatch(/no verify on record/);
      expect(headline).toMatch(/recorded/);
      expect(next).not.toContain('must send its own verify');
      expect(next).toMatch(/Who acts next: the game’s developers\. Do not grant it twice\./);
      expect(replies).toEqual(['paid-never-received (en)']);
    });
  });
});

describe('a purchase that was verified from here', () => {
  beforeEach(async () => {
    await run(`lookup ${purchase} --case A-1`);
    await verify();
    await run(`lookup ${purchase} --case A-1`);
    await run(`lookup ${order} --case A-3`);
  });

  it.each(['--case A-1', `--order-id ${order} --case A-3`])(
    '`pvg reply %s` tells the player that the payment is confirmed',
    async (what) => {
      const { answer: reply } = json(await run(`reply en ${what} --json`)) as unknown as {
        answer: { situation: string };
      };
      expect(reply.situation).toBe('paid-and-recorded');
    },
  );

  it('is so on the page of a ticket that has the order id alone', async () => {
    await run(`reply en --order-id ${order} --case A-3`);
    const { headline, next } = await firstBlock('A-3');
    expect(headline).toMatch(/^Paid at the store, and recorded .* verified from here/);
    expect(next).toContain('Who acts next: the game’s developers.');
  });

  it('a reply for `unknown` that was kept before changes nothing of it', async () => {
    await run(`reply en --for unknown --case A-3`);
    expect((await firstBlock('A-3')).next).toContain('Who acts next: the game’s developers.');
  });
});

describe('a look-up that a verify came after', () => {
  beforeEach(async () => {
    await run(`lookup ${purchase} --case C-1`);
    await verify(maria);
  });

  it('is told as of its time', async () => {
    const told =
      /^The look-up of 2026-09-21 14:13 UTC said: paid .* Later: it was verified by maria/;
    expect((await firstBlock('C-1')).headline).toMatch(told);
    const { answer: found } = json(await run('journal find C-1 --json')) as unknown as {
      answer: { newest_answer: { says: string } };
    };
    expect(found.newest_answer.says).toMatch(told);
  });
});

it('the reply after a colleague’s verify leads to a look-up with the profile of the earlier one', async () => {
  const at = (minute: number): string => `2026-09-21T14:${minute}:00.000Z`;
  const place = { origin: 'https://service.example', environment: 'prod' } as const;
  const verdict = { id: 'verified', says: 'Recorded.', next: 'Nothing.' };
  writeJournal(home, [
    entryOf({
      ...place,
      id: '20260921T141000Z-000001',
      at: at(10),
      profile: 'shop-read',
      case: 'C-1',
    }),
    entryOf({
      ...{ ...place, id: '20260921T141100Z-000002', at: at(11), profile: 'shop-write' },
      ...{ command: 'verify', verdict, case: 'C-2', ...maria },
    }),
  ]);
  const { status, err } = await pvg('reply en --case C-1', { home, columns: 400 });
  expect(status).not.toBe(0);
  expect(err).toMatch(/Next: pvg lookup --profile shop-read /);
  expect(err).not.toContain('shop-write');
});
