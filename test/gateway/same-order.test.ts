import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../src/contract/judgement.js';
import { judgeLookup } from '../../src/gateway/judge-lookup.js';
import { judgeVerify } from '../../src/gateway/judge-verify.js';
import { identifiersIn } from '../../src/service/identifiers.js';
import { exchangeOf, response } from '../support/exchange.js';

const order = 'GPA.1234-5678-9012-34567';
const asked = { osId: 1, productId: 'gems_100', package: 'com.example.game', receipt: 'hush' };

const transaction = (orderId: unknown = order, state = 0): object => ({
  platform: 'android',
  environment: null,
  quantity: 1,
  purchase_date_ms: 1_790_000_000_000,
  purchase_state: state,
  region_code: 'DE',
  acknowledgement_state: 1,
  order_id: orderId,
  transaction_id: orderId,
  product_id: 'gems_100',
  gateway: {
    found: true,
    tx_mgmt_id: 1,
    current_state: 'gateway_verified',
    last_error_code: null,
    last_error_message: null,
    recorded_for_this_game: true,
  },
});

const lookedUp = (orderId: string | undefined, ...transactions: object[]): Judgement => {
  const body = { order_id: order, game_id: 7, found: true, environment: null, transactions };
  return judgeLookup(exchangeOf(response({ body })), { ...asked, orderId });
};

const fields = ({ anomalies }: Judgement): string[] => anomalies.map(({ field }) => field);
const warnings = ({ facts }: Judgement): string[] =>
  facts.filter(({ id }) => id === 'check-first').map(({ value }) => value);

describe('the order id of the ticket', () => {
  it.each([
    ['that of the answer', order],
    ['in lower case', order.toLowerCase()],
    ['with blanks around it', `  ${order}\n`],
    ['not given', undefined],
  ])('%s is no difference', (_, orderId) => {
    const judged = lookedUp(orderId, transaction());
    expect([judged.advice, judged.verdict?.id]).toEqual(['none', 'paid-and-recorded']);
    expect(fields(judged)).toEqual([]);
    expect(warnings(judged)).toEqual([]);
  });

  it('of another order is an anomaly, and a reason to check; the verdict stays', () => {
    const judged = lookedUp('GPA.9999-5678-9012-34567', transaction());
    expect([judged.exit, judged.advice, judged.verdict?.id]).toEqual([0, 'check', 'paid-and-recorded']);
    expect(judged.anomalies).toEqual([
      { field: 'transactions[0].order_id', says: 'is not the order id that was asked about' },
    ]);
    expect(warnings(judged)[0]).toMatch(
      /^The answer is about order GPA\.1234-\S+, not about GPA\.9999-\S+: this may be another purchase/,
    );
  });

  it('does not soften an advice that is stricter already', () => {
    const gateway = { found: false, reason: 'NEVER_RECEIVED_BY_GATEWAY' };
    expect(lookedUp('GPA.0', { ...transaction(order, 2), gateway }).advice).toBe('do-not-grant');
  });

  it.each([
    ['the answer has the ending', order, `${order}..2`],
    ['the ticket has the ending', `${order}..0`, order],
    ['both have another', `${order}..0`, `${order}..2`],
  ])('of the same number with another ending is told as that: %s', (_, orderId, found) => {
    const judged = lookedUp(orderId, transaction(found));
    expect(judged.advice).toBe('check');
    expect(judged.anomalies.at(0)?.says).toMatch(/the same order number with another ending$/);
    expect(warnings(judged)[0]).toContain('The contract does not say what the ending means.');
  });

  it('chooses among several purchases of the product', () => {
    const several = [transaction('GPA.1', 2), transaction('GPA.2', 1)];
    const judged = lookedUp('gpa.2', ...several);
    expect(judged.verdict?.id).toBe('cancelled-after-recorded');
    expect(fields(judged)).not.toContain('transactions[1].order_id');
    expect(identifiersIn(judged.answer, { ...asked, orderId: 'gpa.2' }).order_id).toBe('GPA.2');
  });

  it('is compared with the top of the answer when the purchase names none', () => {
    expect(fields(lookedUp('GPA.1', transaction(null)))).toContain('order_id');
    expect(warnings(lookedUp(order, transaction(null)))).toEqual([]);
  });

  it('is compared with the transaction id of a verify, and no grant is advised', () => {
    const body = {
      success: true,
      transaction_id: order,
      product_id: 'gems_100',
      receipt_info: transaction(),
    };
    const judge = (orderId: string): Judgement =>
      judgeVerify(exchangeOf(response({ body })), { ...asked, orderId });
    expect(judge(order).advice).toBe('grant');
    expect(judge('GPA.1')).toMatchObject({ advice: 'check', verdict: { id: 'verified' } });
    expect(fields(judge('GPA.1'))).toContain('transaction_id');
  });

  it('is not compared for iOS: the contract shows no order id there', () => {
    const body = { order_id: order, game_id: 7, found: true, transactions: [transaction()] };
    const judged = judgeLookup(exchangeOf(response({ body })), { ...asked, osId: 2, orderId: 'GPA.1' });
    expect(warnings(judged)).toEqual([]);
  });

  it('differs exactly when the text does, whatever stands in it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (found, orderId) => {
        const same = found.trim().toLowerCase() === orderId.trim().toLowerCase();
        expect(warnings(lookedUp(orderId, transaction(found))).length).toBe(same ? 0 : 1);
      }),
    );
  });
});
