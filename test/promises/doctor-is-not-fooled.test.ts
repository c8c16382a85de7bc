import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../src/doctor/finding.js';
import type { Send, WireResponse } from '../../src/contract/wire.js';
import { bought, edited, failure, never, rejection } from '../helpers/answers.js';
import { serviceEnv } from '../helpers/context.js';
import { answer } from '../helpers/exchange.js';
import { json, pvg } from '../helpers/pvg.js';

const env = serviceEnv('https://gateway.example');
const refusal = answer(401, failure('UNAUTHORIZED'));

/** A gateway that refuses what is not signed, and answers the signed look-up like this. */
const gateway =
  (signed: WireResponse): Send =>
  ({ headers }) =>
    Promise.resolve(
      headers.some(([name]) => name.toLowerCase() === 'x-signature') ? signed : refusal,
    );

async function check(line: string, id: string, send: Send) {
  const ended = await pvg(`doctor --json ${line}`, { env, send });
  const { checks } = json(ended)['answer'] as { checks: readonly CheckResult[] };
  const found = checks.find((each) => each.id === id);
  return { exit: ended.status, status: found?.status, fix: found?.fix, says: found?.says ?? '' };
}
const fix = expect.stringContaining('PVG_GATEWAY_URL') as string;
const problem = { exit: 3, status: 'problem', fix };

describe('pvg doctor --probe looks up a purchase that no store can know, and', () => {
  const probed = `${never}; product_id="pvg-doctor-probe"`;
  it.each([
    ['as paid', bought(probed)],
    ['as pending', bought(`${probed}; purchase_state=2`)],
    ['without saying which', edited(bought(''), 'transactions=[]')],
    ['of another product', bought(never)],
  ])('has a problem with a gateway that confirms it %s', async (_how, confirmed) => {
    const { says, ...probe } = await check('--probe', 'probe', gateway(answer(200, confirmed)));
    expect(probe).toEqual(problem);
    expect(says).toMatch(/confirm/);
    expect(says).not.toMatch(/as it should/);
  });

  it('is content with one that does not confirm it', async () => {
    const content = await check('--probe', 'probe', gateway(answer(200, rejection)));
    expect(content).toMatchObject({ exit: 0, status: 'ok' });
  });
});

describe('pvg doctor --online has a problem with an answer that is not from the service, and names its kind', () => {
  const redirect = answer(302, '', [['location', 'https://portal.example/login?token=abc']]);
  it.each<[what: string, response: WireResponse, kind: RegExp]>([
    ['a web page', answer(200, '<!doctype html><title>Log in</title>'), /HTML/],
    ['a web page as a refusal', answer(403, '<html>'), /HTML/],
    ['a redirect', redirect, /redirect to https:..portal\.example\. /],
    ['a redirect to nowhere', answer(301, ''), /redirect/],
    ['nothing', answer(200, ''), /empty/],
    ['half an answer', answer(401, '{"success":fal'), /ends too early/],
    ['JSON of another program', answer(200, { ok: true }), /HTTP 200/],
  ])('%s', async (_what, response, kind) => {
    const { says, ...found } = await check('--online', 'online-gateway', () =>
      Promise.resolve(response),
    );
    expect(found).toEqual(problem);
    expect(says).toMatch(kind);
    expect(says).not.toContain('token');
  });
});
