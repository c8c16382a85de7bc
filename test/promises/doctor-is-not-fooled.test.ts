import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/doctor/finding.js';
import type { Send, WireResponse } from '../../src/contract/wire.js';
import { serviceEnv } from '../support/context.js';
import { answer } from '../support/exchange.js';
import { json, pvg } from '../support/pvg.js';

const env = serviceEnv('https://gateway.example');

const refusal = answer(401, { success: false, error: 'UNAUTHORIZED', message: 'm' });

/** A gateway that refuses what is not signed, and answers the signed look-up like this. */
const gateway =
  (signed: WireResponse): Send =>
  ({ headers }) =>
    Promise.resolve(headers.some(([name]) => name.toLowerCase() === 'x-signature') ? signed : refusal);

async function check(line: string, id: string, send: Send) {
  const ended = await pvg(`doctor --json ${line}`, { env, send });
  const { checks } = json(ended)['answer'] as { checks: readonly Finding[] };
  return { exit: ended.status, ...checks.find((each) => each.id === id) };
}

describe('pvg doctor --probe looks up a purchase that no store can know, and', () => {
  const transaction = {
    ...{ platform: 'android', environment: null, quantity: 1, purchase_date_ms: 1_772_443_800_000 },
    ...{ purchase_state: 0, region_code: 'VN', acknowledgement_state: 1, product_id: 'pvg-doctor-probe' },
    ...{ order_id: 'GPA.1234-5678-9012-34567', transaction_id: 'GPA.1234-5678-9012-34567' },
  };
  const notRecorded = { found: false, recorded_for_this_game: false, reason: 'NEVER_RECEIVED_BY_GATEWAY' };
  const found = (transactions: unknown): WireResponse =>
    answer(200, { order_id: transaction.order_id, game_id: 1, found: true, environment: null, transactions });

  it.each([
    ['as paid', found([{ ...transaction, gateway: notRecorded }])],
    ['as pending', found([{ ...transaction, purchase_state: 2, gateway: notRecorded }])],
    ['without saying which', found([])],
    ['of another product', found([{ ...transaction, product_id: 'gems_100', gateway: notRecorded }])],
  ])('has a problem with a gateway that confirms it %s', async (_how, confirmed) => {
    const probe = await check('--probe', 'probe', gateway(confirmed));
    expect(probe).toMatchObject({
      exit: 3,
      status: 'problem',
      fix: expect.stringContaining('PVG_GATEWAY_URL') as string,
    });
    expect(probe.says).toMatch(/confirm/);
    expect(probe.says).not.toMatch(/as it should/);
  });

  it('is content with one that does not confirm it', async () => {
    const no = { order_id: null, game_id: 1, found: false, status: 404, error: 'no purchase' };
    const rejected = answer(200, no);
    expect(await check('--probe', 'probe', gateway(rejected))).toMatchObject({ exit: 0, status: 'ok' });
  });
});

describe('pvg doctor --online has a problem with an answer that is not from the service, and names its kind', () => {
  const redirect = (to: string): WireResponse => answer(302, '', [['location', to]]);
  const foreign: [what: string, response: WireResponse, kind: RegExp][] = [
    ['a web page', answer(200, '<!doctype html><title>Log in</title>'), /HTML/],
    ['a web page as a refusal', answer(403, '<html>'), /HTML/],
    [
      'a redirect',
      redirect('https://portal.example/login?token=abc'),
      /redirect to https:..portal\.example\. /,
    ],
    ['a redirect in the same place', redirect('/v2/x'), /redirect to https:..gateway.example\. /],
    ['a redirect to nowhere', answer(301, ''), /redirect/],
    ['nothing', answer(200, ''), /empty/],
    ['text', answer(401, 'no'), /not JSON/],
    ['half an answer', answer(401, '{"success":fal'), /ends too early/],
    ['JSON of another program', answer(200, { ok: true }), /HTTP 200/],
  ];
  it.each(foreign)('%s', async (_what, response, kind) => {
    const found = await check('--online', 'online-gateway', () => Promise.resolve(response));
    expect(found).toMatchObject({
      exit: 3,
      status: 'problem',
      fix: expect.stringContaining('PVG_GATEWAY_URL') as string,
    });
    expect(found.says).toMatch(kind);
    expect(found.says).not.toContain('token');
  });

  it('and none with a refusal of the service', async () => {
    expect(await check('--online', 'online-gateway', gateway(refusal))).toMatchObject({
      exit: 0,
      status: 'ok',
    });
  });
});
