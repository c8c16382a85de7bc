import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { serviceEnv, temporaryFolder } from '../support/context.js';
import { response, type GivenResponse } from '../support/exchange.js';
import { json, pvg, type Ended } from '../support/pvg.js';
import { edited, failure, minted, order, success } from '../support/answers.js';

/** What the contract says, from the command line to the exit status. */

const purchase = `--product-id gems_100 --package com.example.game --receipt AEuhp4KnSzQ9dX27`;
const verify = `verify ${purchase}`;
const address = 'https://service.example';
const env = serviceEnv(address);

interface Asked extends Ended {
  /** The paths that were sent to. */
  readonly sent: readonly string[];
}

/** Runs a line against a service that gives these answers in turn, the last one again and again. */
async function ask(
  line: string,
  answers: readonly GivenResponse[],
  more: Record<string, string> = {},
  home = temporaryFolder(),
): Promise<Asked> {
  const sent: string[] = [];
  const send: Send = ({ url }) => {
    const answer = answers[Math.min(sent.length, answers.length - 1)] ?? {};
    sent.push(new URL(url).pathname);
    return Promise.resolve(response(answer));
  };
  return { ...(await pvg(line, { env: { ...env, ...more }, send, home })), sent };
}

const one = (body: unknown, status = 200): GivenResponse[] => [{ status, body }];

describe('a verify that says success grants only what was asked for, and what is paid', () => {
  it('grants a success without a doubt', async () => {
    expect(json(await ask(`${verify} --order-id ${order} --json`, one(success)))).toMatchObject({
      exit: 0,
      advice: 'grant',
      verdict: { id: 'verified' },
    });
  });

  it.each([
    ['a cancelled purchase', edited(success, 'receipt_info.purchase_state=1'), '', 'verified-doubtful'],
    ['a pending purchase', edited(success, 'receipt_info.purchase_state=2'), '', 'verified-doubtful'],
    ['another product', edited(success, 'product_id="gems_999"'), '', 'verified-other-product'],
    ['another order', success, '--order-id GPA.9999-9999-9999-99999', 'verified-doubtful'],
  ])('does not grant %s: status 6, also for a script that reads nothing else', async (_, body, more, id) => {
    const ended = await ask(`${verify} ${more} --json`, one(body));
    expect(json(ended)).toMatchObject({
      ok: false,
      exit: 6,
      advice: 'check',
      verdict: { id },
      error: { code: id },
    });
    expect(ended.status).toBe(6);
    expect((await ask(`${verify} ${more} --quiet`, one(body))).status).toBe(6);
    expect((await ask(`${verify} ${more} --raw`, one(body))).status).toBe(6);
  });
});

describe('a 502 or 504 without the gateway’s envelope may hide a verify that was recorded', () => {
  const proxies: [string, unknown][] = [
    ['HTML', '<html><h1>502 Bad Gateway</h1></html>'],
    ['nothing', ''],
    ['a proxy’s JSON', { message: 'Bad gateway' }],
  ];
  const rows = [502, 504].flatMap((status) => proxies.map(([what, body]) => [status, what, body] as const));

  it.each(rows)('%i with %s: tried again, and a 409 then is no earlier verify', async (status, _, body) => {
    const duplicate = { status: 409, body: failure('DUPLICATE_TRANSACTION') };
    const ended = await ask(`${verify} --json`, [{ status, body }, duplicate]);
    expect(ended.sent).toHaveLength(2);
    expect(json(ended)).toMatchObject({ exit: 10, advice: 'check', error: { code: 'outcome-unknown' } });
  });

  it.each(rows)('%i with %s: the outcome is unknown if every attempt ends so', async (status, _, body) => {
    const ended = await ask(`${verify} --json`, [{ status, body }]);
    expect(ended.sent).toHaveLength(4);
    expect(ended.status).toBe(10);
    expect(json(ended)).toMatchObject({ exit: 10, advice: 'check', error: { code: 'outcome-unknown' } });
    expect((await ask(verify, [{ status, body }])).err).toContain('Next: pvg lookup');
  });
});

describe('session --check withholds the token by its member', () => {
  const check = 'session --username player-42 --check';
  const token = minted.sessionToken;
  const remark = 'call setGameRole("sessionToken") with it';
  const everywhere = (home: string): string =>
    readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
      .join('\n');

  it.each<[string, object]>([
    ['a text that is the member’s name', { ...minted, remark, single_use: ['sessionToken'] }],
    ['a text that names it in quotes', { ...minted, remark }],
    ['a name that contains it', { ...minted, 'old "sessionToken"': 1, remark }],
  ])('an answer with %s stays visible', async (_, body) => {
    for (const option of ['--json', '--raw']) {
      const { status, out } = await ask(`${check} ${option}`, one(body));
      expect(status).toBe(0);
      const { answer } =
        option === '--json' ? (JSON.parse(out) as { answer: object }) : { answer: JSON.parse(out) };
      expect(answer).toMatchObject({ remark, xmdtCompleted: false });
      expect(out).not.toContain(token);
    }
  });

  it.each<[string, object]>([
    ['at the top', minted],
    ['with another member that repeats it', { ...minted, copy: `token=${token}` }],
    ['deeper', { ...minted, data: { sessionToken: 'hush-deeper' } }],
    ['in a list', { ...minted, list: [[{ sessionToken: { is: 'hush-deeper' } }]] }],
    ['in an error', { code: 'xmdt_disabled', message: 'm', details: { sessionToken: 'hush-deeper' } }],
  ])('a token %s is in no output and no file', async (_, body) => {
    const status = 'code' in body ? 409 : 200;
    for (const option of ['', '--json', '--raw', '--verbose', '--json --verbose', '--query answer']) {
      const home = temporaryFolder();
      const { out, err } = await ask(`${check} ${option}`, one(body, status), {}, home);
      expect(out + err).not.toMatch(/hush/);
      expect(everywhere(home)).not.toMatch(/hush/);
      expect(everywhere(home)).toContain('"command":"session"');
    }
  });
});
