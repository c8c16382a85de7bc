import { describe, expect, it } from 'vitest';
import { WireFailure, type Send } from '../src/contract/wire.js';
import { fixedUnixSeconds, serviceEnv } from './helpers/context.js';
import { answering } from './helpers/exchange.js';
import { json, pvg } from './helpers/pvg.js';

/** What a person and a script are told of answers that are no good. Over real sockets: test/reliability. */

const purchase = '--product-id gems_100 --package com.example.game --receipt demo-recorded';
const lookup = `lookup ${purchase}`;
const ask = (send: Send, line = lookup) =>
  pvg(line, { env: serviceEnv('https://service.example'), send });
const refusal = (error: string, message = ''): object => ({ success: false, error, message });

describe('a service that misbehaves', () => {
  it.each([
    ['a verify whose answer was lost is not repeated', `verify ${purchase}`, 1, 'Next: pvg lookup'],
    ['a look-up whose answer is lost is repeated', lookup, 4, 'safe'],
  ])('10: %s, and that is said', async (_what, line, times, says) => {
    let requests = 0;
    const losing: Send = () => {
      requests += 1;
      return Promise.reject(new WireFailure('lost', 'the connection ended before an answer came'));
    };
    const ended = await ask(losing, line);
    expect([ended.status, requests]).toEqual([10, times]);
    expect(ended.err).toContain(says);
  });

  it('names the origin of a redirect, and nothing more of it', async () => {
    const location = 'https://elsewhere.example/secret/path?token=1';
    const { err } = await ask(answering(302, '', [['location', location]]));
    expect(err).toContain('https://elsewhere.example');
    expect(err).not.toContain('token=1');
  });

  it('keeps integers beyond 2^53 digit for digit', async () => {
    const body =
      '{"found":true,"game_id":9007199254740993,"transactions":[{"quantity":123456789012345678901234567890}]}';
    const { out } = await ask(answering(200, body), `${lookup} --json`);
    expect(out).toContain('"game_id": 9007199254740993');
    expect(out).toContain('"quantity": 123456789012345678901234567890');
  });

  it('shows control characters of an answer instead of obeying them, and no secret', async () => {
    const hostile = '\u001b]0;owned\u0007\u202e\u009b31m a-secret-of-the-test';
    for (const option of ['', '--json', '--verbose']) {
      const { out, err } = await ask(
        answering(422, refusal(`X${hostile}`, hostile)),
        `${lookup} ${option}`,
      );
      expect((out + err).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(out + err).not.toContain('a-secret-of-the-test');
      expect(out + err).toContain('[withheld]');
    }
  });

  it('has its bytes with --raw, but no secret', async () => {
    const repeated = answering(401, refusal('UNAUTHORIZED', 'a-secret-of-the-test is wrong'));
    const { status, out } = await ask(repeated, `${lookup} --raw`);
    expect([status, JSON.parse(out)]).toMatchObject([4, { message: '[withheld] is wrong' }]);
  });

  it.each([
    ['x-request-id', 'req-4711'],
    ['traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
  ])('passes on what the operator finds the call by: %s', async (header, value) => {
    const busy = answering(429, refusal('TOO_MANY'), [
      [header, value],
      ['retry-after', '120'],
    ]);
    const http = { status: 429, attempts: 1, retry_after_s: 120, request_id: value };
    expect(json(await ask(busy, `${lookup} --json`))).toMatchObject({ exit: 9, http });
    expect((await ask(busy)).err).toContain(value);
  });

  it('says null where the service names no call and no wait', async () => {
    const http = { retry_after_s: null, request_id: null };
    expect(json(await ask(answering(400, refusal('X')), `${lookup} --json`))).toMatchObject({
      http,
    });
  });

  it('tells the clock’s skew with a 401', async () => {
    const date = new Date((fixedUnixSeconds + 600) * 1000).toUTCString();
    const ended = await ask(
      answering(401, refusal('UNAUTHORIZED'), [['date', date]]),
      `${lookup} --json`,
    );
    const error = { hint: expect.stringMatching(/600 s/) as string };
    expect(json(ended)).toMatchObject({ exit: 4, http: { clock_skew_s: 600 }, error });
  });
});
