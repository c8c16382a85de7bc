import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

/** What a player asks beside the purchase is known when the ticket is answered, also on another day. */

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

const purchase =
  '{"packageName":"com.example.game","productId":"gems_100","purchaseToken":"demo-recorded"}';

const lookUp = async (text: string) =>
  pvg(['lookup', '-', '--profile', 'local', '--case', 'T-1'], { home, stdin: `${text}\n` });

/** The replies that the notes beside a reply name. */
async function offeredBeside(line: string): Promise<readonly string[]> {
  const { err } = await pvg(line, { home, columns: 4000 });
  return [...err.matchAll(/mentions .*?`pvg reply \w+ --for ([\w-]+) --case T-1`/g)].map(
    ([, situation = '']) => situation,
  );
}

describe('the question of a ticket', () => {
  it('stands beside the reply about its purchase, until a reply is about it', async () => {
    await lookUp(`I was charged twice, give me my money back\n${purchase}`);
    expect(await offeredBeside('reply en --case T-1')).toEqual(['refund', 'paid-twice']);
    expect(await offeredBeside('reply en --for refund --case T-1')).toEqual(['paid-twice']);
    expect(await offeredBeside('reply en --case T-1')).toEqual(['paid-twice']);
    expect(await offeredBeside('reply en --for paid-twice --case T-1')).toEqual([]);
    expect(await offeredBeside('reply en --case T-1')).toEqual([]);
  });

  it('stands in the report until a reply is about it', async () => {
    await lookUp(`I was charged twice, give me my money back\n${purchase}`);
    const note = async (): Promise<string | undefined> => {
      const { out } = await pvg('report --case T-1', { home });
      return /The text mentions .*; no reply is about that yet\./.exec(out)?.[0];
    };
    expect(await note()).toContain('mentions a refund and two payments;');
    await pvg('reply en --for refund --case T-1', { home });
    expect(await note()).toContain('mentions two payments;');
    await pvg('reply en --for paid-twice --case T-1', { home });
    expect(await note()).toBeUndefined();
  });

  it('is known of a text that was refused', async () => {
    await lookUp('My brother paid, the order is GPA.3312-4410-7719-58204');
    expect(await offeredBeside('reply en --for need-receipt --case T-1')).toEqual([
      'somebody-else-paid',
    ]);
  });

  it('of a text that was refused leads to its reply', async () => {
    await lookUp('My brother paid, and I want a refund. The order is GPA.3312-4410-7719-58204');
    const { err } = await pvg('reply en --case T-1', { home, columns: 4000 });
    expect(err).toContain('Next: pvg reply en --for refund --case T-1\n');
  });

  it('is not invented: a text without one, a line with another', async () => {
    await lookUp(purchase);
    expect(await offeredBeside('reply en --case T-1')).toEqual([]);
  });

  it('is all that the journal keeps of the text', async () => {
    await lookUp(`Sandra wants a refund\n${purchase}`);
    const { answer } = json(await pvg('journal show --last --json', { home }));
    expect(answer).toMatchObject({ questions: ['refund'] });
    expect(JSON.stringify(answer)).not.toContain('Sandra');
  });
});

describe('what was refused alone', () => {
  const order = 'GPA.3312-4410-7719-58204';
  const nextOfFind = async (what: string): Promise<string> => {
    const { out, err } = await pvg(['journal', 'find', what], { home, columns: 4000 });
    return /^Next: pvg (.*)$/m.exec(out + err)?.[1] ?? '';
  };

  it.each([
    ['an order id', `here it is: ${order}`, order, 'need-receipt'],
    ['a question', `a gift from my uncle, the order is ${order}`, order, 'somebody-else-paid'],
    ['words', 'hi where are my gems', 'T-1', 'need-order-id'],
  ])('is found with the reply that fits: %s', async (_what, text, wanted, situation) => {
    await lookUp(text);
    const next = `reply "$REPLY_LANGUAGE" --for ${situation} --case T-1`;
    expect(await nextOfFind(wanted)).toBe(next);
    expect((await pvg(next.replace('"$REPLY_LANGUAGE"', 'en'), { home })).status).toBe(0);
    // It is answered now: what was said is what the next person reads.
    expect(await nextOfFind(wanted)).toMatch(/^journal show /);
  });

  it('for two tickets leads to none of them', async () => {
    await lookUp(`here it is: ${order}`);
    const again = ['lookup', order, '--profile', 'local', '--case', 'T-2'];
    await pvg(again, { home });
    expect(await nextOfFind(order)).toMatch(/^journal show /);
  });
});

describe('the report of an order that waits for its look-up', () => {
  /** The block of the order, up to the next heading. */
  const blockOf = async (order: string): Promise<string> => {
    const { out } = await pvg('report --case T-1', { home });
    return out.split('\n## ').find((block) => block.startsWith(`Purchase \`${order}\``)) ?? '';
  };

  it.each([
    ['GPA.3312-4410-7719-58204', 'need-receipt', 'the game’s developers'],
    ['MQ1ABCD2EF', 'ios', 'the operator'],
  ])('%s: says who finds it, whatever the order of the replies', async (order, situation, who) => {
    await lookUp(order);
    await pvg(`reply en --for ${situation} --case T-1`, { home });
    const before = await blockOf(order);
    await pvg('reply en --for refund --case T-1', { home });
    const after = await blockOf(order);
    await pvg(`reply en --for ${situation} --case T-1`, { home });
    expect(before).toContain(`Who acts next: you, then ${who}.`);
    expect(after).toContain(`For the item: you, then ${who}.`);
    expect(await blockOf(order)).toBe(after);
  });

  it('says each question once, and who acts next once', async () => {
    await lookUp('GPA.3312-4410-7719-58204');
    await pvg('reply en --for refund --case T-1', { home });
    await pvg('reply en --for paid-twice --case T-1', { home });
    const { out } = await pvg('report --case T-1', { home });
    const headings = out.split('\n').filter((line) => line.startsWith('## '));
    expect(new Set(headings).size).toBe(headings.length);
    expect(out.match(/Who acts next/g)).toHaveLength(1);
    expect(out.match(/A reply is about a refund/g)).toHaveLength(1);
  });
});
