import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listedFailures } from '../../src/contract/listed.js';
import type { Send } from '../../src/contract/wire.js';
import { bought, edited, failure, never, refused, rejection, success } from '../helpers/answers.js';
import { serviceEnv, temporaryFolder } from '../helpers/context.js';
import { answer } from '../helpers/exchange.js';
import { json, pvg } from '../helpers/pvg.js';
import { hmac } from '../helpers/signer.js';

/** Some gateways answer HTTP 200 to everything. The code then says what the answer means, for every command and for a pasted answer. */

const env = serviceEnv('https://service.example');
const purchase = '--product-id gems_100 --package com.example.game --receipt AEuhp4KnSzQ9dX27';
const lines = {
  verify: `verify ${purchase} --json`,
  lookup: `lookup ${purchase} --json`,
  session: 'session --username player-42 --json',
} as const;
type Command = keyof typeof lines;

type Answer = readonly [status: number, body: unknown];

/** Runs a line against a service that gives these answers in turn, the last one again and again. */
async function ask(line: string, ...answers: readonly Answer[]) {
  let sent = 0;
  const send: Send = () => {
    const [status, body] = answers[Math.min(sent, answers.length - 1)] ?? [500, ''];
    sent += 1;
    return Promise.resolve(answer(status, body));
  };
  const result = json(await pvg(line, { env, send }));
  return { sent, result, told: { exit: result['exit'], advice: result['advice'] } };
}

const gatewayCodes = Object.entries(listedFailures.gateway).map(([code, { status }]) => ({
  code,
  status,
}));
const sessionCodes = Object.entries(listedFailures.session).map(([code, { status }]) => ({
  code,
  status,
}));

interface Case {
  readonly command: Command;
  readonly code: string;
  readonly status: number;
  readonly body: object;
}

const cases: readonly Case[] = [
  ...gatewayCodes.flatMap((each) =>
    (['verify', 'lookup'] as const).map((command) => ({
      ...each,
      command,
      body: failure(each.code),
    })),
  ),
  ...sessionCodes.map((each) => ({
    ...each,
    command: 'session' as const,
    body: refused(each.code),
  })),
];

describe('a failure that was sent with HTTP 200', () => {
  it.each(cases)(
    '$command, $code: advice and status of the code, said to be unusual',
    async ({ command, code, status, body }) => {
      const listed = await ask(lines[command], [status, body]);
      const with200 = await ask(lines[command], [200, body]);
      expect(with200.told).toEqual(listed.told);
      const contradicts200 = { id: 'contradictory', says: 'contradicts HTTP 200' };
      expect(with200.result).toMatchObject({ ok: false, error: { code }, http: { status: 200 } });
      expect(with200.result['anomalies']).toContainEqual(expect.objectContaining(contradicts200));
      expect(listed.result['anomalies']).toEqual([]);
      expect(with200.sent).toBe(1);
    },
  );

  it.each([
    ['UNAUTHORIZED', 4, 'fix-request'],
    ['VERIFIER_ERROR', 8, 'retry-later'],
    ['DUPLICATE_TRANSACTION', 7, 'already-verified'],
    ['PRODUCT_MISMATCH', 6, 'do-not-grant'],
    ['MISSING_FIELDS', 5, 'fix-request'],
  ])('of a verify: %s ends in %i with the advice %s', async (code, exit, advice) => {
    expect((await ask(lines.verify, [200, failure(code)])).told).toEqual({ exit, advice });
  });

  it.each([
    ['of the gateway', [502, '<html>']],
    ['of the service', [502, failure('VERIFIER_ERROR')]],
  ] as const)(
    'is unknown, not a duplicate, after an unclear attempt %s of our own',
    async (_, before) => {
      const { sent, result } = await ask(lines.verify, before, [
        200,
        failure('DUPLICATE_TRANSACTION'),
      ]);
      expect(sent).toBe(2);
      expect(result).toMatchObject({
        exit: 10,
        advice: 'check',
        error: { code: 'outcome-unknown' },
      });
    },
  );

  it.each<[Command, unknown, number]>([
    ['verify', failure('SURPRISE'), 6],
    ['verify', failure('rate_limited'), 6],
    ['verify', { success: false }, 6],
    ['lookup', failure('SURPRISE'), 12],
    ['lookup', failure('invalid_signature'), 12],
    ['session', refused('surprise'), 12],
    ['session', refused('UNAUTHORIZED'), 12],
  ])(
    '%s: what the contract does not list for it is not guessed: %j',
    async (command, body, exit) => {
      expect((await ask(lines[command], [200, body])).told.exit).toBe(exit);
    },
  );

  it.each(gatewayCodes)('of a row of a batch: $code', async ({ code }) => {
    const home = temporaryFolder();
    const single = await ask(lines.lookup, [200, failure(code)]);
    const row = (receipt: string): string => `${receipt},gems_100,com.example.game\n`;
    const stdin = `receipt,product_id,package\n${row('AEuhp4KnSzQ9dX28')}${row('AEuhp4KnSzQ9dX27')}`;
    const send: Send = ({ body }) =>
      Promise.resolve(answer(200, Buffer.from(body).includes('dX27') ? failure(code) : bought('')));
    await pvg('batch - --out out.ndjson --retries 0 --concurrency 1', { env, home, stdin, send });
    const [, line] = readFileSync(join(home, 'out.ndjson'), 'utf8').trim().split('\n');
    // A row whose credentials are refused may end the run, and then has no line.
    if (line === undefined) return expect(single.told.exit).toBe(4);
    expect(JSON.parse(line)).toMatchObject({ ...single.told, error: { code } });
  });
});

/** Every form in which people have an answer. `status`: whether the text shows it. */
const forms: readonly (readonly [what: string, paste: (status: number, body: string) => string])[] =
  [
    [
      'an HTTP answer',
      (status, body) => `HTTP/1.1 ${status} X\r\ncontent-type: application/json\r\n\r\n${body}`,
    ],
    [
      'what curl -v shows',
      (status, body) => `> POST /iap HTTP/1.1\n\n< HTTP/2 ${status}\n< date: x\n<\n${body}\n`,
    ],
    ['an access log', (status, body) => `"POST /iap/gateway/verify HTTP/1.1" ${status} ${body}`],
    [
      'a line of a log',
      (status, body) => `10:14:03 WARN answered HTTP ${status} in 41 ms: ${body} (player 7)`,
    ],
    [
      'a log of names and values',
      (status, body) => `level=warn status=${status} body=${JSON.stringify(body)}`,
    ],
    [
      'a log in JSON',
      (status, body) => `HTTP ${status} ${JSON.stringify({ level: 'warn', response: body })}`,
    ],
  ];

const pasted = async (text: string) => {
  const result = json(await pvg('explain-error --json -', { stdin: text }));
  const { exit } = (result['answer'] ?? {}) as { exit?: number };
  return { told: { exit, advice: result['advice'] }, result };
};

describe('explain-error of a pasted answer says what the call would have said', () => {
  const statuses = [
    200,
    ...new Set([...gatewayCodes, ...sessionCodes].map(({ status }) => status)),
  ];
  const ofVerifyAndSession = cases.filter(({ command }) => command !== 'lookup');

  it.each(ofVerifyAndSession)(
    '$command, $code: with every listed status',
    async ({ command, body }) => {
      for (const status of statuses) {
        const called = await ask(`${lines[command]} --retries 0`, [status, body]);
        for (const [, paste] of forms) {
          const { told, result } = await pasted(paste(status, JSON.stringify(body)));
          const { verdict, error } = called.result as {
            verdict: { id: string } | null;
            error: { code: string };
          };
          expect([status, told]).toEqual([status, called.told]);
          expect((result['verdict'] as typeof verdict)?.id).toBe(verdict?.id);
          expect(result['anomalies']).toEqual(called.result['anomalies']);
          expect(error).not.toBeNull();
        }
      }
    },
  );

  it.each(cases)(
    '$command, $code: as JSON alone, with the status of the contract',
    async (each) => {
      const { told } = await pasted(JSON.stringify(each.body));
      expect(told).toEqual(
        (await ask(`${lines[each.command]} --retries 0`, [each.status, each.body])).told,
      );
    },
  );

  it.each([
    '',
    'receipt_info.purchase_state=1',
    'receipt_info.purchase_state=2',
    'receipt_info.purchase_state=2; receipt_info.platform',
    'receipt_info.purchase_state=1; receipt_info.platform="android"',
    'transaction_id',
    'transaction_id=""',
    'transaction_id=" "',
    'transaction_id=null',
    'success="true"',
    'success=false',
  ])('a verify that succeeds, after %j', async (change) => {
    const body = edited(success, change);
    const called = await ask(lines.verify, [200, body]);
    for (const text of [
      JSON.stringify(body),
      ...forms.map(([, paste]) => paste(200, JSON.stringify(body))),
    ])
      expect((await pasted(text)).told).toEqual(called.told);
  });

  it.each([
    ['a purchase', bought('')],
    ['a purchase that was never verified', bought(never)],
    ['one that is pending', bought(`purchase_state=2; ${never}`)],
    ['one that was cancelled', bought('purchase_state=1')],
    ['a rejection', rejection],
    ['a store that failed', { ...rejection, status: 503 }],
    ['a store that let nobody in', { ...rejection, status: 401 }],
    ['no purchase at all', { found: true, transactions: [] }],
  ])('a look-up: %s', async (_what, body) => {
    for (const status of [200, 404, 422, 500]) {
      const called = await ask(`${lines.lookup} --retries 0`, [status, body]);
      for (const [what, paste] of forms) {
        const { told } = await pasted(paste(status, JSON.stringify(body)));
        expect([what, status, told]).toEqual([what, status, called.told]);
      }
    }
  });

  it.each([
    ['a page of a proxy', 502, '<html><h1>502 Bad Gateway</h1></html>'],
    ['a page of a login', 200, '<!doctype html><title>Sign in</title>'],
    ['words', 503, 'Service Unavailable'],
  ])('%s', async (_what, status, body) => {
    const called = await ask(`${lines.verify} --retries 0`, [status, body]);
    expect((await pasted(`HTTP/1.1 ${status} X\n\n${body}`)).told).toEqual(called.told);
  });

  it.each([
    ['HTTP/1.1 409 Conflict', 409],
    ['HTTP/2 422', 422],
    ['401 Unauthorized', 401],
    ['HTTP/1.1 502 Bad Gateway\r\nserver: nginx\r\n\r\n', 502],
  ])('a status line alone: %j', async (text, status) => {
    const { result } = await pasted(text);
    expect(result).toMatchObject({ exit: 0, answer: { status } });
  });

  it.each([
    ['two answers', `${JSON.stringify(success)}\n${JSON.stringify(failure('UNAUTHORIZED'))}`],
    ['a page alone', '<html><h1>Bad Gateway</h1></html>'],
    ['no answer', 'level=warn msg={"hello":"world"}'],
  ])('is no guess: %s', async (_what, text) => {
    expect((await pasted(text)).result).toMatchObject({ exit: 2, ok: false });
  });
});

describe('diagnose of a request that was signed right and refused with HTTP 200', () => {
  const requestBody = '{"gameId":"demo","username":"player-42"}';
  const signature = hmac('demo-secret-key', requestBody);
  const request = `POST /xmdt/session HTTP/1.1\r\nX-Signature: ${signature}\r\n\r\n${requestBody}`;
  const diagnosed = async (status: number, code: string) => {
    const stdin = `${request}\r\n\r\nHTTP/1.1 ${status} X\r\n\r\n${JSON.stringify(refused(code))}`;
    const { exit, lint, verdict } = json(await pvg('diagnose - --profile local --json', { stdin }));
    const lints = (lint as { id: string; fix: string }[]).map(({ id, fix }) => [id, fix]);
    return { exit, lints, verdict: (verdict as { id: string }).id };
  };

  it.each(sessionCodes)(
    '$code: the same refusal as with its own status',
    async ({ code, status }) => {
      const listed = await diagnosed(status, code);
      expect(listed.lints.length).toBeGreaterThan(0);
      expect(await diagnosed(200, code)).toEqual(listed);
    },
  );

  it('and with a code that the contract does not list, none', async () => {
    expect(await diagnosed(200, 'surprise')).toMatchObject({ exit: 0, lints: [] });
  });
});
