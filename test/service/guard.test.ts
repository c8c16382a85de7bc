import { describe, expect, it } from 'vitest';
import { WireFailure } from '../../src/contract/wire.js';
import { guardVerify, type GuardReason } from '../../src/service/guard.js';
import type { GivenResponse } from '../helpers/exchange.js';
import { bought, failure, never, order, rejection } from '../helpers/answers.js';
import { askedAndroid, judged } from '../helpers/judged.js';

const failed: GuardReason = 'look-up-failed';
const recorded: GuardReason = 'already-recorded';
const rejected: GuardReason = 'would-be-rejected';
const buy = (...changes: string[]): GivenResponse => ({ body: bought(...changes) });

describe('what stops a verify on prod', () => {
  it('that cannot be looked up is the missing confirmation', () => {
    expect([guardVerify(undefined, false), guardVerify(undefined, true)]).toEqual([
      'unconfirmed',
      undefined,
    ]);
  });

  it.each<
    [string, GivenResponse | WireFailure, unconfirmed: GuardReason, confirmed: GuardReason | 'sent']
  >([
    ['never received', buy(never), 'unconfirmed', 'sent'],
    ['an answer that says too little', buy('gateway'), 'unconfirmed', 'sent'],
    ['pending', buy(`purchase_state=2; ${never}`), 'would-be-rejected', 'sent'],
    ['cancelled', buy(`purchase_state=1; ${never}`), 'would-be-rejected', 'sent'],
    ['not confirmed by the store', { body: rejection }, 'would-be-rejected', 'sent'],
    [
      'rejected',
      { status: 422, body: failure('VERIFICATION_FAILED') },
      'would-be-rejected',
      'sent',
    ],

    ['recorded', buy(''), recorded, recorded],
    ['recorded with an error', buy('gateway.last_error_code="X"'), recorded, recorded],
    ['recorded elsewhere', buy('gateway.recorded_for_this_game=false'), recorded, recorded],
    ['recorded in an unlisted state', buy('gateway.current_state="X"'), recorded, recorded],
    ['cancelled after it was recorded', buy('purchase_state=1'), recorded, recorded],
    ['recorded, of another product', buy('product_id="x"'), recorded, recorded],
    ['recorded in the second of several', buy(never, 'product_id="x"'), recorded, recorded],

    ['another product', buy(`product_id="x"; ${never}`), 'other-purchase', 'other-purchase'],
    ['another order', buy(`order_id="GPA.9"; ${never}`), 'other-purchase', 'other-purchase'],
    [
      'pending, of another',
      buy(`order_id="GPA.9"; purchase_state=2; ${never}`),
      rejected,
      rejected,
    ],

    ['a store that did not answer', { body: { ...rejection, status: 503 } }, failed, failed],
    ['a store that refused the gateway', { body: { ...rejection, status: 401 } }, failed, failed],
    ['refused', { status: 400, body: failure('MISSING_FIELDS') }, failed, failed],
    ['a duplicate', { status: 409, body: failure('DUPLICATE_TRANSACTION') }, failed, failed],
    ['refused credentials', { status: 401, body: failure('UNAUTHORIZED') }, failed, failed],
    ['a failure', { status: 502, body: '' }, failed, failed],
    ['too many calls', { status: 429, body: '' }, failed, failed],
    ['no shape of the contract', { body: { found: false } }, failed, failed],
    ['a redirect', { status: 302 }, failed, failed],
    ['no answer', new WireFailure('lost', 'x'), failed, failed],
    ['no connection', new WireFailure('not-reached', 'x'), failed, failed],
  ])('after a look-up with %s', (_, answer, unconfirmed, confirmed) => {
    const lookup = judged('lookup', answer, { ...askedAndroid, orderId: order });
    expect([guardVerify(lookup, false), guardVerify(lookup, true) ?? 'sent']).toEqual([
      unconfirmed,
      confirmed,
    ]);
  });
});
