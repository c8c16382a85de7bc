import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

/**
 * A text has something like an order id beside its purchase, read from a picture or cut: it was not compared with the answer, so
 * nothing is said to the player before a person has read it.
 */

const answered = 'GPA.1191-7455-9691-88468';
const purchase =
  '{"packageName":"com.example.game","productId":"gems_100","purchaseToken":"demo-recorded"}';

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

async function lookUp(text: string, more = '') {
  const line = `lookup - -p local --case T-1 --reply en --json ${more}`;
  const { advice, reply } = json(await pvg(line, { home, stdin: text }));
  return { advice, hasReply: reply !== null };
}

const doubted = { advice: 'check', hasReply: false };
const plain = { advice: 'none', hasReply: true };

describe('an order id that nobody could read', () => {
  it.each([
    'GPA.3362-O417-5529-18830',
    '6PA.3362-0417-5529-18830',
    'GPA.3362-0417-5529-1883',
    'GPA.3362-0417-5529',
    'GPA.3362–0417–5529–I8830',
  ])('%s: there is no reply before it is compared', async (written) => {
    expect(await lookUp(`Order number ${written}\n\n${purchase}`)).toEqual(doubted);
    const { err } = await pvg('reply en --for somebody-else-paid --case T-1', { home });
    expect(err).not.toContain(answered);
  });

  it.each([
    ['the order of the answer', 'GPA.1191-7455-9691-BB468'],
    ['a part of one that stands there whole', `${answered}, in short GPA.1191-7455`],
    ['a masked one', 'GPA.1…'],
    ['a number of a card', '4242-4242-4242-4242'],
    ['none', 'gems to buy'],
  ])('%s: the reply is there', async (_what, written) => {
    expect(await lookUp(`Order number ${written}\n\n${purchase}`)).toEqual(plain);
  });

  it('is settled by the one that somebody types', async () => {
    const text = `Order number GPA.3362-0417-5529-1883\n\n${purchase}`;
    expect(await lookUp(text, `--order-id ${answered}`)).toEqual(plain);
  });

  it('stops a verify before it is sent', async () => {
    const stdin = `Order number GPA.3362-O417-5529-18830\n\n${purchase}`;
    const { status, err } = await pvg('verify --purchase-json - -p local', { home, stdin });
    expect(status).toBe(2);
    expect(err).toContain('GPA.3362-0417-5529-18830');
  });
});
