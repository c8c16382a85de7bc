import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { demo, entryOf, monthFile, writeJournal } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

/** A mail with several order ids and no receipt: each order stays with the ticket, with what is known about it. */

const missing = 'GPA.5555-6666-7777-88888';
const alsoMissing = 'GPA.5555-6666-7777-99999';

let home: string;
let known: string;
beforeEach(async () => {
  home = temporaryFolder();
  const { out } = await pvg(`lookup ${demo('demo-never-received')} --case T-1 --json`, { home });
  known = (JSON.parse(out) as { answer: { order_id: string } }).answer.order_id;
});

const run = (line: string, stdin = '') => pvg(line, { home, stdin, columns: 4000 });

const refuseMail = (...orders: readonly string[]) =>
  run(
    'lookup --profile local --case T-8 -',
    `I paid, and got nothing.\nOrders: ${orders.join(' and ')}`,
  );

interface Section {
  readonly kind: string;
  readonly subject?: { readonly name: string };
  readonly next?: string;
}

async function openSections(): Promise<readonly Section[]> {
  const { answer } = json(await run('report --case T-8 --json')) as unknown as {
    answer: { sections: readonly Section[] };
  };
  return answer.sections.filter(({ kind }) => kind === 'open');
}

const orders = [
  ['the known one first', () => [known, missing]],
  ['the known one last', () => [missing, known]],
] as const;

describe.each(orders)('a refused mail with two orders, %s', (_what, orderIds) => {
  beforeEach(async () => {
    expect((await refuseMail(...orderIds())).status).toBe(2);
  });

  it('is found by each of them', async () => {
    for (const orderId of orderIds()) {
      const { answer } = json(await run(`journal find ${orderId} --json`));
      expect(answer).toMatchObject({ remarks: [{ case: 'T-8', order_ids: orderIds() }] });
    }
  });

  it('says of each what is known, and the reply that fits', async () => {
    const { err } = await refuseMail(...orderIds());
    expect(err).toContain(`${known} was looked up`);
    expect(err).toContain(`${missing} was not looked up`);
    expect(err).toContain(`\`pvg reply "$REPLY_LANGUAGE" --order-id ${known} --case T-8\``);
    expect(err).toContain('`pvg reply "$REPLY_LANGUAGE" --for need-receipt --case T-8`');
  });

  it('asks for the receipt of the other one alone', async () => {
    const { status, out, err } = await run('reply pt --for need-receipt --case T-8');
    expect(status).toBe(0);
    expect(out).toContain(missing);
    expect(out).not.toContain(known);
    expect(err).toContain(known);
  });

  it('has a block for each on the page, and keeps who acts after the reply for the other', async () => {
    await run(`reply pt --order-id ${known} --case T-8`);
    await run('reply pt --for need-receipt --case T-8');
    const sections = await openSections();
    expect(sections.map(({ subject }) => subject?.name)).toEqual(orderIds());
    const nextOf = (orderId: string) =>
      sections.find(({ subject }) => subject?.name === orderId)?.next;
    expect(nextOf(known)).toContain('Who acts next: the game’s developers.');
    expect(nextOf(missing)).toContain('Who acts next: you, then the game’s developers.');
  });

  it('does not take the reply about one for an earlier reply about the other', async () => {
    await run('reply pt --for need-receipt --case T-8');
    const { err } = await run(`reply pt --order-id ${known} --case T-8`);
    expect(err).toContain(`A reply about ${missing} was printed for this ticket on `);
    expect(err).not.toContain('Now the reply that fits');
  });

  it('takes the reply about the same order for the earlier one, also before one about another', async () => {
    for (const what of [`--order-id ${known}`, '--for need-receipt']) {
      await run(`reply pt ${what} --case T-8`);
    }
    const { err } = await run(`reply pt --order-id ${known} --case T-8`);
    expect(err).toContain('A reply was printed for this ticket on ');
    expect(err).not.toContain(`A reply about ${missing}`);
  });

  it('leads to the reply about the known one', async () => {
    const { err } = await run('reply pt --case T-8');
    expect(err).toContain(`Next: pvg reply pt --order-id ${known} --case T-8\n`);
  });
});

describe('the reply that asks for the receipt', () => {
  it('names all orders that nobody looked up', async () => {
    await refuseMail(missing, known, alsoMissing);
    const { out } = await run('reply en --for need-receipt --case T-8');
    const found = json(await run('journal find T-8 --json'));
    expect(out).toContain(`${missing}, ${alsoMissing}`);
    expect(out).not.toContain(known);
    expect(found['answer']).toMatchObject({ replies: [{ order_ids: [missing, alsoMissing] }] });
  });

  it('is about the order of --order-id', async () => {
    await refuseMail(missing, alsoMissing);
    const { status, out } = await run(
      `reply en --for need-receipt --order-id ${alsoMissing} --case T-8`,
    );
    expect(status).toBe(0);
    expect(out).toContain(alsoMissing);
    expect(out).not.toContain(missing);
  });
});

describe('the page of a ticket', () => {
  it('that gives an answer of the emulator has the banner of demo data', async () => {
    await refuseMail(known);
    const { answer } = json(await run('report --case T-8 --json')) as unknown as {
      answer: { banner: string | null };
    };
    expect(answer.banner).toContain('Demo data');
  });

  it('whose paste names the product asks the developers first, and its reply is that of the look-up', async () => {
    const paste = 'My receipt: kdjm********jTi8\nproduct: gems_100\nI paid and got nothing at all';
    const refused = await run('lookup --profile local --case T-8 -', paste);
    const [section] = await openSections();
    expect(section?.next).toContain('Who acts next: you, then the game’s developers.');
    expect(refused.err).toContain(
      'Next: pvg reply "$REPLY_LANGUAGE" --for need-order-id --case T-8\n',
    );
    const { err } = await run('reply en --case T-8');
    expect(err).toContain('Next: pvg reply en --for need-order-id --case T-8\n');
  });
});

describe('an order that was looked up once, long ago', () => {
  const lookUpAbout = (index: number, about: string) =>
    entryOf({
      id: `20260921T1413${String(10 + (index % 50))}Z-${String(index).padStart(6, '0')}`,
      at: new Date(Date.UTC(2026, 8, 21) + index * 1000).toISOString(),
      order_id: about,
      case: 'T-7',
    });

  it.each([
    ['lines another order of the mail has', alsoMissing, {}],
    ['calls without an answer it has', missing, { verdict: null, exit: 8 } as const],
  ])('is known, however many newer %s', async (_what, about, more) => {
    const newer = Array.from({ length: 250 }, (_, index) => ({
      ...lookUpAbout(index + 1, about),
      ...more,
    }));
    writeJournal(home, [lookUpAbout(0, missing), ...newer], `other-${monthFile}`);
    const { err } = await refuseMail(missing, alsoMissing);
    expect(err).toContain(`${missing} was looked up on 2026-09-21`);
    expect(err).not.toContain(`${missing} was not looked up`);
  });
});
