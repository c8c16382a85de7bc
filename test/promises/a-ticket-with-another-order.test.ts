import { beforeEach, describe, expect, it } from 'vitest';
import { fixedUnixSeconds, temporaryFolder } from '../helpers/context.js';
import { demo } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

/**
 * A text of the ticket names an order that is not the one of the answer. That is said second, right below the verdict, and no
 * reply about the answer is made before somebody has settled which order the player asks about.
 */

const answered = 'GPA.1191-7455-9691-88468';
const other = 'GPA.9999-8888-7777-66666';
const ofNeverReceived = 'GPA.4080-5226-5744-87789';

let home: string;
let minutes: number;
beforeEach(() => {
  home = temporaryFolder();
  minutes = 0;
});

function run(line: string, stdin = '') {
  const nowMs = (fixedUnixSeconds + 60 * minutes++) * 1000;
  return pvg(line, { home, stdin, columns: 400, now: () => nowMs });
}

const lookUp = (more = ''): string => `lookup ${demo('demo-recorded')} --case T-1 ${more}`;
const nameOther = `lookup ${other} -p local --case T-1`;

interface LookedUp {
  readonly advice: string;
  readonly reply: object | null;
  readonly verdict: { readonly id: string; readonly who: string };
}

async function lookedUp(more = ''): Promise<LookedUp> {
  return json(await run(lookUp(`--reply en --json ${more}`))) as unknown as LookedUp;
}

const ways: readonly (readonly [what: string, before: readonly string[], stdin: string])[] = [
  ['an order id alone comes before the first look-up', [nameOther], ''],
  ['an order id alone comes after a look-up', [lookUp(), nameOther], ''],
  [
    'the player is checked after it',
    [nameOther, 'session dragon99 -p local --case T-1 --check --force'],
    '',
  ],
  [
    'a look-up after it has no answer about an order',
    [nameOther, `lookup ${demo('demo-server-error')} --case T-1`],
    '',
  ],
  ['a mail names it', ['lookup - -p local --case T-1'], `My order ${other} never came.`],
  [
    'a mail names it beside the order of the answer',
    ['lookup - -p local --case T-1'],
    `I paid for ${answered} and ${other}.`,
  ],
];

describe.each(ways)('when %s', (_what, before, stdin) => {
  beforeEach(async () => {
    for (const line of before) await run(line, stdin);
  });

  it('the look-up says so right below the verdict, and that nobody may act yet', async () => {
    const { out } = await run(lookUp());
    const [verdict, second, third] = out.split('\n');
    expect(verdict).toMatch(/^! /);
    expect(second).toContain(other);
    expect(second).toContain(answered);
    expect(third).toMatch(/^Who acts next: you\. Do not act/);
  });

  it('the look-up makes no reply, and leads to the one that asks the player', async () => {
    expect(await lookedUp()).toMatchObject({ advice: 'check', reply: null });
    const { out } = await run(lookUp('--reply en'));
    expect(out).toContain('`pvg reply en --for other-order --case T-1`');
    expect(out).toMatch(/\nNext: pvg reply en --for other-order --case T-1\n$/);
  });

  it.each(['reply en --case T-1', 'reply en --last'])('%s prints none', async (line) => {
    await run(lookUp());
    const { status, out, err } = await run(line);
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain(other);
    expect(err).toMatch(/\nNext: pvg reply en --for other-order --case T-1\n$/);
  });

  it('the page of the ticket marks the answer, and so does what the journal finds', async () => {
    await run(lookUp());
    const { answer } = json(await run('report --case T-1 --json')) as unknown as {
      answer: { sections: { kind: string; tone: string; notes: string[] }[] };
    };
    const [subject] = answer.sections.filter(({ kind }) => kind === 'subject');
    expect(subject).toMatchObject({ tone: 'careful' });
    expect(subject?.notes[0]).toContain(other);
    expect(json(await run('journal find T-1 --json'))['answer']).toMatchObject({
      newest_answer: { tone: 'careful', is_about_other: true, situation: null },
    });
  });

  it('the journal keeps the answer as it came', async () => {
    await run(lookUp());
    expect(json(await run('journal find T-1 --json'))['answer']).toMatchObject({
      entries: expect.arrayContaining([expect.objectContaining({ advice: 'none' })]) as unknown[],
    });
  });
});

describe('it is settled', () => {
  const settledBy = async (...lines: readonly string[]): Promise<number> => {
    for (const line of lines) await run(line);
    return (await run('reply en --case T-1')).status;
  };

  it('by the order id that somebody types with the look-up', async () => {
    await run(nameOther);
    expect(await lookedUp(`--order-id ${answered}`)).toMatchObject({ advice: 'none' });
    expect((await run('reply en --case T-1')).status).toBe(0);
  });

  it('but not by one that was typed before the text came', async () => {
    expect(await settledBy(lookUp(`--order-id ${answered}`), nameOther)).toBe(2);
  });

  it('by a look-up of the other order', async () => {
    const nameNeverReceived = nameOther.replace(other, ofNeverReceived);
    const lookUpOther = `lookup ${demo('demo-never-received')} --case T-1`;
    expect(await settledBy(nameNeverReceived, lookUp(), lookUpOther)).toBe(0);
  });

  it('by the move of that text to its own ticket', async () => {
    await run(lookUp());
    await run(nameOther);
    const { answer } = json(await run(`journal find ${other} --json`)) as unknown as {
      answer: { remarks: { id: string }[] };
    };
    expect(await settledBy(`journal move ${answer.remarks[0]?.id ?? ''} --case T-2`)).toBe(0);
  });

  it('for the reply that names the order of the answer', async () => {
    await run(lookUp());
    await run(nameOther);
    expect((await run(`reply en --order-id ${answered} --case T-1`)).status).toBe(0);
  });
});

it('an order that was looked up for another ticket is named with that ticket', async () => {
  await run(`lookup ${demo('demo-never-received')} --case T-9`);
  await run(nameOther.replace(other, ofNeverReceived));
  const second = (await run(lookUp())).out.split('\n')[1];
  expect(second).toContain(ofNeverReceived);
  expect(second).toContain('for T-9');
});

it('the refusal of another order names the one that the ticket has', async () => {
  await run(lookUp());
  expect((await run(nameOther)).err).toContain(`you looked up ${answered} on 2026-`);
  expect((await run(nameOther.replace(other, answered))).err).not.toContain('another order');
});

it.each([
  ['without a ticket', lookUp().replace('--case T-1', '')],
  ['for another ticket', lookUp().replace('T-1', 'T-2')],
])('a look-up %s is not doubted', async (_what, line) => {
  await run(nameOther);
  expect(json(await run(`${line} --json`))).toMatchObject({ advice: 'none' });
});

it('a text with several purchases is no doubt about each of them', async () => {
  const one = (orderId: string, receipt: string): string =>
    `{"orderId":"${orderId}","packageName":"com.example.game","productId":"gems_100","purchaseToken":"${receipt}"}`;
  await run(nameOther.replace(other, ofNeverReceived));
  const stdin = `${one(answered, 'demo-recorded')}\n${one(ofNeverReceived, 'demo-never-received')}`;
  const first = await run('lookup - -p local --case T-1 --pick 1 --json', stdin);
  expect(json(first)).toMatchObject({ advice: 'none' });
});
