import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explain } from '../../../src/desk/explain/explain.js';
import { json, pvg } from '../../support/pvg.js';

/** What people ask about that is no code of this service: an answer that helps, and never a circle. */

const asked = (text: string) => pvg(['explain-error', '--', text]);

describe('explain-error of a word from elsewhere', () => {
  it.each([
    ['USER_CANCELED', /billing library uses this word/],
    ['user canceled', /^. USER_CANCELED is not a code of this service/],
    ['BILLING_UNAVAILABLE', /not possible on this device/],
    ['BillingResponse: ITEM_ALREADY_OWNED (7)', /^. ITEM_ALREADY_OWNED/],
    ['BILLING_RESPONSE_RESULT_ITEM_ALREADY_OWNED', /^. ITEM_ALREADY_OWNED/],
    ['ETIMEDOUT', /error of the connection[^]*Next: pvg doctor --online/],
    ['connect ECONNREFUSED 10.0.0.1:443', /A verify may have been recorded/],
    ['TypeError: fetch failed', /error of the connection/],
    ['curl: (28) Operation timed out after 10001 milliseconds', /error of the connection/],
    ['nginx: 504 Gateway Time-out', /error of the connection/],
    ['upstream connect error or disconnect/reset before headers', /error of the connection/],
    ['x509: certificate signed by unknown authority', /error of the connection/],
    ['SERVICE_TIMEOUT', /no answer from the store in time/],
    ['SERVICE_UNAVAILABLE', /did not reach the store/],
    ['ERROR', /^. ERROR is not a code/],
    ['-1', /^. SERVICE_DISCONNECTED/],
    ['refund', /voided-purchase reports[^]*Next: pvg reply en --for refund/],
    ['Refunded', /voided-purchase reports/],
    ['I want a refund please', /voided-purchase reports/],
    ['21007', /Next: pvg explain-error ENVIRONMENT_MISMATCH/],
    ['1003', /does not list this number[^]*Next: pvg lookup --help/],
    ['Your payment was declined. An error occurred (OR-CCSEH-21)', /does not list this text/],
  ])('%s', async (text, says) => {
    const ended = await asked(text);
    expect(ended.status).toBe(2);
    expect(ended.err).toMatch(says);
    expect(ended.err).toMatch(/\nNext: pvg \S+/);
    const { error, answer } = json(await pvg(['explain-error', '--json', '--', text]));
    expect(error).toMatchObject({ code: 'code-not-listed', hint: expect.stringMatching(/\w/) as string });
    expect(answer).toMatchObject({ meanings: [] });
  });

  it.each([
    ['CANCELED', /window was closed before paying[^]*`purchase_state` 1/],
    ['CANCELLED', /window was closed before paying[^]*`purchase_state` 1/],
    ['Error: CANCELED', /window was closed before paying[^]*`purchase_state` 1/],
    ['payment canceled', /window was closed before paying[^]*`purchase_state` 1/],
    ['Payment PENDING', undefined],
    ['0', /`purchase_state` it means PURCHASED/],
    ['2', /`purchase_state` it means PENDING[^]*SERVICE_UNAVAILABLE/],
    ['HTTP 401 Unauthorized', /three meanings/],
    ['request failed with status code 409', /three meanings/],
    ['Error: DUPLICATE_TRANSACTION while verifying', /^DUPLICATE_TRANSACTION: Already verified/],
  ])('%s has one of the contract in it, or not', async (text, says) => {
    const ended = await asked(text);
    expect(ended.status).toBe(says === undefined ? 2 : 0);
    if (says !== undefined) expect(ended.out).toMatch(says);
  });

  it('offers a near code first', async () => {
    expect((await asked('DUPLICATE_TRANSACTON')).err).toMatch(
      /Next: pvg explain-error DUPLICATE_TRANSACTION\n$/,
    );
  });

  it('never repeats what was typed: it may be a secret', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-f0-9]{24,40}$/), (secret) => {
        expect(JSON.stringify(explain(`the key ${secret} failed`))).not.toContain(secret);
      }),
    );
  });
});
