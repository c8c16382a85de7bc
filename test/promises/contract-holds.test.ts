import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { serviceEnv, temporaryFolder } from '../support/context.js';
import { answer } from '../support/exchange.js';
import { json, pvg } from '../support/pvg.js';
import { edited, failure, minted, success } from '../support/answers.js';

/** What the contract says, from the command line to the exit status. How each answer is judged: test/service. */

const verify = 'verify --product-id gems_100 --package com.example.game --receipt AEuhp4KnSzQ9dX27';
const env = serviceEnv('https://service.example');

/** Runs a line against a service that gives these answers in turn, the last one again and again. */
async function ask(line: string, answers: readonly (readonly [number, unknown])[], home = temporaryFolder()) {
  let sent = 0;
  const send: Send = () => {
    const [status, body] = answers[Math.min(sent, answers.length - 1)] ?? [500, ''];
    sent += 1;
    return Promise.resolve(answer(status, body));
  };
  return { ...(await pvg(line, { env, send, home })), sent };
}

it.each([
  ['a cancelled purchase', edited(success, 'receipt_info.purchase_state=1'), '', 'verified-doubtful'],
  ['another product', edited(success, 'product_id="gems_999"'), '', 'verified-other-product'],
  ['another order', success, '--order-id GPA.9999-9999-9999-99999', 'verified-doubtful'],
])('a success of %s ends in 6, also for a script that reads nothing else', async (_, body, more, id) => {
  const ended = await ask(`${verify} ${more} --json`, [[200, body]]);
  const told = { ok: false, exit: 6, advice: 'check', verdict: { id }, error: { code: id } };
  expect(json(ended)).toMatchObject(told);
  for (const form of ['--quiet', '--raw'])
    expect((await ask(`${verify} ${more} ${form}`, [[200, body]])).status).toBe(6);
});

it.each([
  [502, '<html><h1>502 Bad Gateway</h1></html>'],
  [504, { message: 'Bad gateway' }],
])('%i of a proxy may hide a verify: tried again, and unknown to the end', async (status, body) => {
  const duplicate = [409, failure('DUPLICATE_TRANSACTION')] as const;
  const unknown = { exit: 10, advice: 'check', error: { code: 'outcome-unknown' } };
  const refused = await ask(`${verify} --json`, [[status, body], duplicate]);
  expect([refused.sent, json(refused)]).toMatchObject([2, unknown]);
  const failed = await ask(`${verify} --json`, [[status, body]]);
  expect([failed.sent, json(failed)]).toMatchObject([4, unknown]);
  expect((await ask(verify, [[status, body]])).err).toContain('Next: pvg lookup');
});

describe('session --check withholds the token', () => {
  const check = 'session --username player-42 --check';
  const token = minted.sessionToken;
  const everywhere = (home: string): string =>
    readdirSync(home, { recursive: true, withFileTypes: true })
      .map((entry) => (entry.isFile() ? readFileSync(join(entry.parentPath, entry.name), 'utf8') : ''))
      .join('\n');

  it('and leaves a text that names it visible', async () => {
    const remark = 'call setGameRole("sessionToken") with it';
    const body = { ...minted, remark, 'old "sessionToken"': 1 };
    for (const query of ['--query answer', '--raw'])
      expect(JSON.parse((await ask(`${check} ${query}`, [[200, body]])).out)).toMatchObject({ remark });
  });

  it.each<[string, object, number?]>([
    ['with another member that repeats it', { ...minted, copy: `token=${token}` }],
    ['deeper in a list', { ...minted, list: [[{ sessionToken: { is: 'hush-deeper' } }]] }],
    ['in an error', { code: 'xmdt_disabled', message: 'm', details: { sessionToken: 'hush-deeper' } }, 409],
  ])('from every output and file: a token %s', async (_, body, status = 200) => {
    for (const option of ['', '--json', '--raw', '--verbose', '--json --verbose', '--query answer']) {
      const home = temporaryFolder();
      const { out, err } = await ask(`${check} ${option}`, [[status, body]], home);
      expect(out + err + everywhere(home)).not.toMatch(/hush/);
      expect(everywhere(home)).toContain('"command":"session"');
    }
  });
});
