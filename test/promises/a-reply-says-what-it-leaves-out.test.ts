import { beforeEach, describe, expect, it } from 'vitest';
import { fixedUnixSeconds, temporaryFolder } from '../helpers/context.js';
import { demo } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

/** A reply about a part of a ticket looks like one about all of it: what it says nothing about stands beside it, not in it. */

let home: string;
let minutes = 0;
beforeEach(() => {
  home = temporaryFolder();
  minutes = 0;
});

function run(line: string) {
  const nowMs = (fixedUnixSeconds + 60 * minutes++) * 1000;
  return pvg(line, { home, columns: 400, now: () => nowMs });
}

const look = (receipt: string): string => `lookup ${demo(receipt)} --case T-1`;
const answered = 'GPA.1191-7455-9691-88468';
const chosenAgain = `${look('demo-recorded')} --order-id ${answered} --reply pt`;
const order = 'GPA.3312-4410-7719-58204';
const orderAlone = `lookup -p local ${order} --case T-1`;
const withoutProduct = 'lookup -p local demo-recorded --case T-1';

/** The sentence beside a reply, and the reply itself. */
async function besides(line: string): Promise<{ note: string; text: string }> {
  const { out, err } = await run(line);
  const isOfLookup = line.startsWith('lookup');
  const notes = (isOfLookup ? out : err).split('\n');
  const note = notes.find((each) => each.startsWith('This reply says nothing about')) ?? '';
  return { note, text: isOfLookup ? '' : out };
}

describe('a refused paste that nobody looked up since', () => {
  it.each([
    ['the answer that somebody chose', `reply pt --order-id ${answered} --case T-1`],
    ['a question', 'reply pt --for refund --case T-1'],
    ['a look-up whose order somebody chose', chosenAgain],
  ])('is told beside the reply to %s', async (_what, line) => {
    await run(look('demo-recorded'));
    await run(orderAlone);
    const { note, text } = await besides(line);
    expect(note).toContain(order);
    expect(text).not.toContain(order);
    expect(json(await run(`${line} --json`))['notes']).toContainEqual(
      expect.objectContaining({ says: expect.stringContaining(order) as string }),
    );
  });

  it.each([
    ['with its reason', withoutProduct, 'the product'],
    ['a masked receipt', 'lookup -p local kdjm****jTi8 --case T-1', 'could not look up on 2026-'],
  ])('%s is told without an order id, too', async (_what, refused, part) => {
    await run(look('demo-recorded'));
    await run(refused);
    expect((await besides('reply pt --case T-1')).note).toContain(part);
  });

  it.each([
    [
      'looked up since',
      [orderAlone.replace(order, 'GPA.4080-5226-5744-87789'), look('demo-never-received')],
      'reply pt --case T-1',
    ],
    [
      'that the next look-up settles',
      [withoutProduct, look('demo-recorded')],
      'reply pt --case T-1',
    ],
    [
      'that the reply is about',
      [look('demo-recorded'), orderAlone],
      'reply pt --for need-receipt --case T-1',
    ],
    [
      'that the reply was chosen for',
      [look('demo-recorded'), 'lookup -p local 6PA.3312-441O-7719-58204 --case T-1'],
      'reply pt --for need-order-id --case T-1',
    ],
    [
      'of another ticket',
      [look('demo-recorded'), orderAlone.replace('T-1', 'T-2')],
      'reply pt --case T-1',
    ],
  ])('is not told if it is one %s', async (_what, before, line) => {
    for (const each of before) await run(each);
    expect((await besides(line)).note).toBe('');
  });
});

describe('a reply to a question', () => {
  const beside = async (line: string): Promise<string> => (await run(line)).err;

  it.each(['refund', 'chargeback', 'paid-twice', 'somebody-else-paid'])(
    '%s: names the purchase that somebody has to act on, with the reply about it',
    async (question) => {
      await run(look('demo-never-received'));
      const err = await beside(`reply de --for ${question} --case T-1`);
      expect(err).toMatch(/nothing about the item of GPA\.[\d-]+ \(paid-never-received\)/);
      expect(err).toContain('`pvg reply de --case T-1`');
    },
  );

  it.each([
    ['a purchase that is settled', look('demo-recorded'), 'refund'],
    ['another ticket', look('demo-never-received').replace('T-1', 'T-2'), 'refund'],
    ['a reply that is no question', look('demo-never-received'), 'pending'],
  ])('says nothing of %s', async (_what, before, situation) => {
    await run(before);
    expect(await beside(`reply de --for ${situation} --case T-1`)).not.toContain('nothing about');
  });
});

describe('beside a reply to a question, a purchase that the player already has an answer about', () => {
  const pending = 'GPA.6798-3179-6133-70040';
  const never = 'GPA.4080-5226-5744-87789';
  const open = async (line: string): Promise<string> => {
    const { err } = await run(line);
    return err.split('\n').find((each) => each.includes('about the item of')) ?? '';
  };
  beforeEach(async () => {
    await run(look('demo-never-received'));
    await run(look('demo-pending'));
  });

  it('is left out after the reply about it, and so is the order that was refunded', async () => {
    await run(`reply es --order-id ${pending} --case T-1`);
    const refund = `reply es --for refund --order-id ${never} --case T-1`;
    expect(await open(refund)).toBe('');
    expect((await run(refund)).err).not.toMatch(/reply es --case T-1`/);
  });

  it('is left out after one reply about all: nothing leads back to that', async () => {
    await run('reply es --case T-1');
    const { err } = await run('reply es --for paid-twice --case T-1');
    expect(err).not.toMatch(/about the item of|reply es --case T-1`/);
  });

  it('leaves the other one open, with the reply about it alone', async () => {
    await run(`reply es --order-id ${never} --case T-1`);
    const { err } = await run('reply es --for paid-twice --case T-1');
    expect(err).toContain(`about the item of ${pending} (pending).`);
    expect(err).toContain(`\`pvg reply es --order-id ${pending} --case T-1\``);
  });

  it('is named again once a newer look-up says something else', async () => {
    await run('reply es --case T-1');
    await run(look('demo-pending'));
    expect(await open('reply es --for paid-twice --case T-1')).toContain(pending);
  });

  it('is no other reply that fits now: one of several was chosen', async () => {
    await run('reply es --case T-1');
    const { err } = await run(`reply es --order-id ${pending} --case T-1`);
    expect(err).toMatch(/A reply was printed for this ticket .*several-answers/);
    expect(err).not.toContain('Now the reply that fits');
    const refund = await run(`reply es --for refund --order-id ${never} --case T-1`);
    expect(refund.err).toContain(` about ${pending}: pending (es).`);
  });
});

describe('a reply about two payments', () => {
  const warning = /has one order id so far/;
  const twice = 'reply es --for paid-twice --case T-1';

  it('is doubted while the ticket has one order', async () => {
    expect((await run(twice)).err).not.toMatch(warning);
    await run(look('demo-never-received'));
    expect((await run(twice)).err).toMatch(warning);
    await run(orderAlone);
    expect((await run(twice)).err).not.toMatch(warning);
  });

  it('is not doubted with another order that was typed', async () => {
    await run(look('demo-never-received'));
    expect((await run(`${twice} --order-id ${order}`)).err).not.toMatch(warning);
  });
});

describe('a reply about several purchases', () => {
  const orders = ['GPA.1191-7455-9691-88468', 'GPA.6798-3179-6133-70040'];

  it.each(orders)('is found by each of its orders: %s', async (each) => {
    await run(look('demo-recorded'));
    await run(look('demo-pending'));
    await run('reply pt --case T-1');
    const found = json(await run(`journal find ${each} --json`));
    expect(found['answer']).toMatchObject({
      replies: [{ situation: 'several-answers', order_id: orders[0], order_ids: orders }],
    });
  });

  it('comes after the replies about each of them on the page', async () => {
    await run(`${look('demo-recorded')} --reply pt`);
    await run(`${look('demo-pending')} --reply pt`);
    await run('reply pt --case T-1');
    const { out } = await run('report --case T-1');
    expect(out.match(/followed by a later reply/g)).toHaveLength(2);
  });
});

describe('the questions of a ticket', () => {
  const questionsIn = async (): Promise<string[]> => {
    const { answer } = json(await run('report --case T-1 --json')) as unknown as {
      answer: {
        sections: { kind: string; headline: string; next: string; subject: { kind: string } }[];
      };
    };
    const open = answer.sections.filter(({ kind }) => kind === 'open');
    return open
      .filter(({ subject }) => /^The question of (?:a|an earlier) reply$/.test(subject.kind))
      .map(({ headline, next }) =>
        `${headline} ${next.startsWith('Who acts next') ? 'first' : ''}`.trim(),
      );
  };
  const [twice, refund] = [
    'A reply is about two payments. No text of this ticket that pvg has read mentions that.',
    'A reply is about a refund. No text of this ticket that pvg has read mentions that.',
  ];

  it.each<[string, string[], string[]]>([
    ['stay after the joint reply', ['paid-twice', ''], [`${twice} first`]],
    ['stand once each, the newest first', ['paid-twice', 'refund', ''], [`${refund} first`, twice]],
    ['are asked again', ['refund', 'paid-twice', 'refund'], [`${refund} first`, twice]],
    ['are no wrong order after the next reply', ['other-order', ''], []],
  ])('%s', async (_what, replies, expected) => {
    await run(look('demo-recorded'));
    await run(look('demo-pending'));
    for (const each of replies) await run(`reply pt ${each && `--for ${each}`} --case T-1`);
    expect(await questionsIn()).toEqual(expected);
  });
});

describe('a reply that says that nothing is needed', () => {
  const asks = /asks for the name of the character/;

  it('is doubted while the last reply asks the player for something', async () => {
    await run(orderAlone);
    expect((await run('reply pt --for need-receipt --case T-1')).err).not.toMatch(asks);
    await run('reply pt --for somebody-else-paid --case T-1');
    expect((await run('reply pt --for need-receipt --case T-1')).err).toMatch(asks);
    // The person chose it, and the player has been told.
    expect((await run('reply pt --for need-receipt --case T-1')).err).not.toMatch(asks);
  });

  it('is not doubted for another ticket, or if it needs something itself', async () => {
    await run('reply pt --for somebody-else-paid --case T-1');
    expect((await run('reply pt --for need-receipt --case T-2')).err).not.toMatch(asks);
    expect((await run('reply pt --for need-order-id --case T-1')).err).not.toMatch(asks);
  });
});

describe('a typed order', () => {
  it.each(['refund', 'chargeback', 'need-receipt', 'somebody-else-paid'])(
    'stands in the text: %s',
    async (situation) => {
      const { out } = await run(`reply pt --for ${situation} --order-id ${order}`);
      expect(out).toContain(order);
      expect((await run(`reply pt --for ${situation}`)).out).not.toContain(order);
    },
  );
});

describe('an order of a text with several purchases', () => {
  const orderOfPending = 'GPA.6798-3179-6133-70040';
  const purchaseOf = (orderId: string, purchaseToken: string): string =>
    JSON.stringify({
      orderId,
      packageName: 'com.example.game',
      productId: 'gems_100',
      purchaseToken,
    });
  const text = [
    purchaseOf(orderOfPending, 'demo-pending'),
    purchaseOf(answered, 'demo-recorded'),
  ].join('\n');
  const paste = (options: string) =>
    pvg(`lookup - -p local --case T-1 ${options}`, { home, stdin: text, columns: 400 });

  it('stands once beside the reply, as one that nobody looked up', async () => {
    await paste(`--order-id ${order}`);
    await paste('');
    await paste('--pick 1');
    const { note } = await besides('reply pt --case T-1');
    expect(note.split(answered)).toHaveLength(2);
    expect(note).toContain('which nobody looked up for this ticket');
  });
});

describe('a reply about the player', () => {
  const cut = `{"orderId":"${order}","packageName":"com.example.game","productId":"gems_100","purchaseToken":"kdjm****jTi8"}`;
  const told = 'reply ru --for verification-not-recorded --case T-1';

  beforeEach(async () => {
    await pvg(['lookup', cut, '-p', 'local', '--case', 'T-1'], { home });
    await run('session player-42 -p local --check --case T-1');
  });

  it('says nothing about the purchase of the ticket, and says so', async () => {
    expect((await besides(told)).note).toContain(order);
    const { out } = await run('journal find T-1 --json');
    const { answer } = JSON.parse(out) as { answer: { replies: object[] } };
    expect(answer.replies).toMatchObject([{ order_ids: [], call: null }]);
  });

  it('is not the heading of the purchase in the report', async () => {
    await run(told);
    const { answer } = json(await run('report --case T-1 --json')) as unknown as {
      answer: { sections: { subject?: { name: string }; headline: string }[] };
    };
    const section = answer.sections.find(({ subject }) => subject?.name === order);
    expect(section?.headline).toBe('The order id is known, and the receipt is missing.');
  });
});
