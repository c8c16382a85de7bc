import { describe, expect, it } from 'vitest';
import { checkFirstFacts } from '../../src/wording/facts.js';
import { json, pvg } from '../helpers/pvg.js';
import type { Outcome } from '../../src/service/outcome.js';

/** An order id with too few digits is said with both counts, and the way on is to ask the player. */

const short = 'GPA.1410-9179-8925-6221';

describe('an order id that lacks a digit', () => {
  it.each([
    ['alone', short, ''],
    ['among words', `order ${short}, hi where are my gems`, ''],
    ['of a ticket', `order ${short}, hi where are my gems`, ' --case T-1'],
  ])('%s', async (_what, stdin, ticket) => {
    const ended = await pvg(`lookup - --profile local --json${ticket}`, { stdin });
    const { error, asks } = json(ended);
    const { hint, hint_command: next } = error as Record<string, string>;
    expect(ended.status).toBe(2);
    expect(hint).toMatch(/4-4-4-5 digits, and GPA\S+ has 4-4-4-4/);
    expect(hint).not.toMatch(/developers|--force/);
    expect(next).toBe(`pvg reply "$REPLY_LANGUAGE" --for need-order-id${ticket}`);
    expect(asks).toMatchObject({ situation: 'need-order-id' });
  });

  it('beside a whole one is not asked for', async () => {
    const stdin = `order ${short} or GPA.1410-9179-8925-62219, hi where are my gems`;
    const { err } = await pvg('lookup - --profile local', { stdin });
    expect(err).not.toMatch(/4-4-4-4/);
  });
});

describe('the answer about another order', () => {
  const factOf = (...values: string[]): string => {
    const outcome = {
      kind: 'purchased',
      code: null,
      anomalies: [{ id: 'other-order', values }],
      subject: {},
    };
    return JSON.stringify(checkFirstFacts(outcome as unknown as Outcome));
  };

  it('of one subscription is no other purchase', () => {
    const base = 'GPA.3312-4410-7719-61604';
    expect(factOf(base, `${base}..3`)).toMatch(/orders of one subscription/);
    expect(factOf(`${base}..3`, base)).not.toMatch(/another purchase/);
    expect(factOf(base, 'GPA.3312-4410-7719-61605')).toMatch(/another purchase/);
  });
});
