import { causes } from '../../../src/diagnosis/catalogue/catalogue.js';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explainPastedAnswer } from '../../../src/support/explain/answer.js';
import {
  allMeanings,
  explainTerm,
  type Explanation,
} from '../../../src/support/explain/explain.js';
import { explanationResult } from '../../../src/support/explain/view.js';
import { readPastedAnswer, readSaidAnswer } from '../../../src/support/explain/pasted.js';
import { lookupKinds, sessionKinds, verifyKinds } from '../../../src/service/outcome.js';
import { policies } from '../../../src/service/policy.js';
import { pvgCodes } from '../../../src/failure.js';
import { printJson } from '../../../src/text/json/json.js';
import { temporaryFolder } from '../../helpers/context.js';
import { json, pvg, words } from '../../helpers/pvg.js';

const codes = ({ meanings }: Explanation): string[] => meanings.map(({ code }) => code);

function explained(answer: string): Explanation {
  const pasted = readPastedAnswer(answer);
  if (pasted === undefined) throw new TypeError('the test has no answer');
  return explainPastedAnswer(pasted);
}

describe('explain', () => {
  it.each(allMeanings)('knows $code in any case and spacing', (meaning) => {
    const { code } = meaning;
    const lower = code.toLowerCase();
    for (const spelling of [lower, code.toUpperCase(), ` ${code}\n`, code.replaceAll('_', '-')])
      expect(explainTerm(spelling)).toMatchObject({
        asked: code,
        isKnown: true,
        meanings: [meaning],
      });
  });

  it.each([
    ['400', 'MISSING_FIELDS INVALID_OS_ID invalid_request'],
    ['401', 'UNAUTHORIZED missing_headers invalid_signature'],
    ['409', 'DUPLICATE_TRANSACTION xmdt_disabled email_required_unsupported'],
    ['HTTP 412', 'ENVIRONMENT_MISMATCH'],
    ['422', 'PRODUCT_MISMATCH VERIFICATION_FAILED'],
    ['http-502', 'VERIFIER_ERROR'],
  ])('gives every meaning of %s', (status, expected) => {
    const found = explainTerm(status);
    expect([found.isKnown, codes(found).join(' ')]).toEqual([true, expected]);
  });

  it.each(['302', '418', '503', '700'])(
    'does not find %s listed, and says what it can',
    (input) => {
      expect(explainTerm(input)).toMatchObject({
        isKnown: false,
        meanings: [],
        note: expect.any(String) as string,
      });
    },
  );

  it.each([
    ['DUPLICATE_TRANSACTON', ['DUPLICATE_TRANSACTION']],
    ['rate-limit', ['rate_limited']],
    ['xmdt', ['xmdt_disabled']],
    ['hush-secret', []],
    ['constructor', []],
    ['', []],
  ])('offers near spellings of %j, never the word itself', (input, near) => {
    expect(explainTerm(input)).toMatchObject({ isKnown: false, meanings: [], near });
    expect(JSON.stringify(explainTerm('hush-secret'))).not.toContain('hush');
  });

  it.each([
    'PURCHASED',
    'Canceled',
    'PENDING',
    'gateway_verified',
    'NEVER_RECEIVED_BY_GATEWAY',
    '200',
  ])('knows %s, a value in an answer', (word) => {
    const found = explainTerm(word);
    expect(found).toMatchObject({
      isKnown: true,
      meanings: [],
      note: expect.any(String) as string,
    });
    expect(found.sections).not.toEqual([]);
  });

  it.each(Object.entries(pvgCodes))('knows %s, a code of pvg', async (code, { exits }) => {
    // `http-<status>` stands for many.
    const typed = code.replace('<status>', '429');
    expect(explainTerm(typed)).toMatchObject({ isKnown: true });
    const ended = await pvg(['explain-error', typed, '--json']);
    const { answer } = json(ended) as { answer: { exit: number | null } };
    const only = exits.length === 1 ? exits[0] : null;
    expect([ended.status, answer.exit]).toEqual([0, typed === code ? only : 9]);
  });

  it.each(
    Object.values(policies).flatMap(({ exit, error }) =>
      error === null || typeof error === 'string' ? [] : [[error.code, exit] as const],
    ),
  )('%s of an answer ends with %i, as its table says', (code, exit) => {
    expect(pvgCodes[code]?.exits).toEqual([exit]);
  });

  it.each([...lookupKinds, ...verifyKinds, ...sessionKinds])('knows the verdict %s', (id) => {
    const { advice } = policies[id];
    expect(explainTerm(id)).toMatchObject({ asked: id, isKnown: true, verdict: { id }, advice });
  });

  it.each([
    ['400', 'pvg listen'],
    ['401', 'pvg doctor --probe'],
    ['403', 'pvg profile list'],
    ['412', 'pvg profile list'],
    ['502', 'pvg doctor --online'],
  ])('leads from %s on to what helps most with it: %s', (status, next) => {
    const found = allMeanings.find((meaning) => String(meaning.status) === status);
    if (found === undefined) throw new TypeError('the contract has no code of this status');
    const { view } = explanationResult(explainTerm(found.code), { isProfileChosen: true });
    expect(view.nextCommand).toBe(next);
  });

  it.each([
    ['UNAUTHORIZED', '--client-secret-file "$CLIENT_SECRET_FILE"'],
    ['invalid_signature', '--secret-key-file "$SECRET_KEY_FILE"'],
    ['missing_headers', '--secret-key-file "$SECRET_KEY_FILE"'],
  ])(
    'leads a developer, who has no profile, from %s to the request and the secret',
    (code, secret) => {
      const { view } = explanationResult(explainTerm(code));
      expect(view.nextCommand).toBe(`pvg diagnose "$REQUEST_FILE" ${secret}`);
      expect(view.notes?.join()).toContain(
        '`pvg listen --profile <name> --save requests` catches one',
      );
    },
  );

  it('knows a code of the emulator', () => {
    const { isKnown, status, note } = explainTerm('HTTP_415');
    expect([isKnown, status]).toEqual([true, 415]);
    expect(note).toContain('X-Pvg-Refused');
  });

  it('knows every cause of a diagnosis by its form, and no other word', () => {
    for (const { id } of causes) {
      const { isKnown, causeId } = explainTerm(id);
      expect([id, isKnown, causeId]).toEqual([id, true, id]);
    }
    expect(explainTerm('my-own-word').isKnown).toBe(false);
  });

  it.each([
    ['request-members', '--client-secret-file'],
    ['request-game', '--secret-key-file'],
  ])('leads from the problem %s to a diagnosis with the secret of its interface', (id, option) => {
    expect(explainTerm(id).nextCommand).toContain(`pvg diagnose "$REQUEST_FILE" ${option} `);
  });

  it('leads from an exit status of pvg to the list of them, and from other numbers not', () => {
    const nextOf = (term: string) => explainTerm(term).nextCommand;
    expect(['20', '130', '6'].map(nextOf)).toEqual(Array(3).fill('pvg help exit-status'));
    expect(['15', '999', '409'].map(nextOf)).toEqual([undefined, undefined, undefined]);
  });

  it('knows the code that pvg gives to an answer without one', () => {
    const { asked, isKnown, note, status } = explainTerm('http-503');
    expect([asked, isKnown, status]).toEqual(['http-503', true, 503]);
    expect(note).toMatch(/back-off.* Do not grant/);
    // A person who types a status asks about the contract.
    expect(explainTerm('HTTP 503').isKnown).toBe(false);
    expect(explainTerm('http-409').meanings.length).toBeGreaterThan(1);
  });

  it.each([
    ['output-in-use', undefined],
    ['signer-wrong', 'pvg conform --help'],
  ])('names no command that adds nothing: %s', (code, next) => {
    expect(explanationResult(explainTerm(code)).view.nextCommand).toBe(next);
  });

  it('names the clock where it may be the reason', () => {
    const labelsOf = (code: string): string[] =>
      (explanationResult(explainTerm(code)).view.facts ?? []).map(({ label }) => label);
    expect(labelsOf('UNAUTHORIZED')).toContain('Perhaps the clock');
    expect(labelsOf('invalid_signature')).not.toContain('Perhaps the clock');
  });

  it('tells a code of pvg from those of the contract', () => {
    const note = expect.any(String) as string;
    expect(explainTerm('outcome-unknown')).toMatchObject({ isKnown: true, meanings: [], note });
  });
});

describe('explain, given an answer', () => {
  it.each<[string, boolean, string[], number | null, string | undefined]>([
    [
      '{"success":false,"error":"PRODUCT_MISMATCH"}',
      true,
      ['PRODUCT_MISMATCH'],
      422,
      'not-confirmed',
    ],
    ['{"code":"invalid_signature","message":"m"}', true, ['invalid_signature'], 401, undefined],
    ['{"success":true,"transaction_id":"t","product_id":"p"}', true, [], 200, 'verified'],
    [
      '{"order_id":null,"game_id":1,"found":false,"status":404,"error":"no"}',
      true,
      [],
      200,
      'not-confirmed',
    ],
    ['{"found":true,"transactions":[]}', true, [], 200, 'unknown'],
    ['{"sessionToken":"hush","xmdtCompleted":true}', true, [], 200, 'completed'],
    ['{"success":false,"error":"PRODUCT_MISMATCHED"}', false, [], null, undefined],
    ['{"hello":"world"}', false, [], null, undefined],
    ['{"error":"hush"}', false, [], null, undefined],
  ])('%s', (input, isKnown, expected, status, verdict) => {
    const found = explained(input);
    expect(found).toMatchObject({ isKnown, status });
    expect([codes(found), found.verdict?.id]).toEqual([expected, verdict]);
    expect(JSON.stringify(found)).not.toContain('hush');
  });

  it('misses no field of an iOS purchase: the contract does not show them', () => {
    const ios =
      '{"success":true,"transaction_id":"t","product_id":"p","receipt_info":{"platform":"ios"}}';
    const fieldsOf = (text: string) => explained(text).anomalies.map(({ field }) => field);
    expect(fieldsOf(ios)).toEqual([]);
    expect(fieldsOf(ios.replace('"ios"', '"android"'))).toContain('receipt_info.purchase_state');
  });
});

it.each([
  ...allMeanings.map(({ code }) => code),
  ...['200', '404', '409', '429', '700', '7', 'ODD', 'NEVER_RECEIVED_BY_GATEWAY', 'PENDING'],
  ...['paid-and-recorded', 'not-completed'],
])('explain-error %s ends with a command that acts', async (input) => {
  const { out, err } = await pvg(`explain-error ${input}`);
  const secretFile = join(temporaryFolder(), 'secret');
  writeFileSync(secretFile, 'demo-client-secret', { mode: 0o600 });
  const next =
    /Next: pvg ((?:.*\\\n)*.*)\n$/.exec(out + err)?.[1]?.replaceAll(/ \\\n\s*/g, ' ') ?? '';
  expect(next).not.toMatch(/^$|^help|--help/);
  const filled = next
    .replace('"$PRODUCT_ID"', 'gems_100')
    .replace('"$PACKAGE"', 'com.example.game')
    .replace('"$REQUEST_FILE"', join(process.cwd(), 'docs/examples/refused/request.http'))
    .replace(/"\$(?:CLIENT_SECRET|SECRET_KEY)_FILE"/, secretFile)
    .replaceAll(/"\$[A-Z_]+"/g, 'demo-purchased');
  // `explain-error -` waits for the whole answer.
  const stdin = '{"success":false,"error":"PRODUCT_MISMATCH","message":""}';
  expect((await pvg([...words(filled), '--profile', 'local'], { stdin })).status).not.toBe(2);
});

it.each([
  'HTTP/1.1 502 Bad Gateway',
  '502',
  '403',
  'HTTP/1.1 502 Bad Gateway\r\nServer: nginx\r\nContent-Length: 0\r\n\r\n',
])('a status without a body has its code only on a condition: %j', async (text) => {
  const typed = text.includes('\n') ? '-' : text;
  const { out } = await pvg(['explain-error', typed], { stdin: text });
  expect(out).toMatch(
    /^HTTP (?:502: VERIFIER_ERROR|403: unknown_service), if the body says so\.\n/,
  );
  expect(out).toContain('a proxy');
  expect(out).toMatch(/\nListed for: /);
  const { answer } = json(await pvg(['explain-error', typed, '--json'], { stdin: text }));
  expect((answer as { meanings: unknown[] }).meanings).toHaveLength(1);
});

it('429 alone is said to be listed for sessions only, and leads to no session call', async () => {
  const { out } = await pvg('explain-error 429');
  expect(out).toMatch(/session interface only\. From the gateway/);
  expect(out).toContain('Next: pvg doctor --online\n');
});

it.each([
  ['ECONNREFUSED', 'fetch failed: ECONNREFUSED 127.0.0.1:8787', /base address/],
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND gateway.example', /base address/],
  ['ETIMEDOUT', 'ETIMEDOUT', /may be recorded/],
  ['ECONNRESET', 'Error: read ECONNRESET', /may be recorded/],
])('%s says that no answer came', async (code, text, note) => {
  const { answer, exit } = json(await pvg(['explain-error', text, '--json']));
  expect([exit, answer]).toMatchObject([
    0,
    { asked: code, note: expect.stringMatching(note) as string },
  ]);
  const { out } = await pvg(['explain-error', text]);
  expect(out).toContain('no answer came');
  expect(out).toContain('Next: pvg doctor --online\n');
});

it('a misspelt cause gets the causes like it', async () => {
  const { err } = await pvg('explain-error json-compact');
  expect(err).toContain('Did you mean `body-json-compact`');
  expect((await pvg('explain-error my-own-word')).err).not.toContain('Did you mean');
});

it.each([
  ['secret-missing', 'pvg doctor', 'you, or whoever set up this profile'],
  ['profile-unknown', 'pvg profile list', 'you, or whoever set up this profile'],
  ['other-origin', 'pvg doctor', 'you'],
  ['not-reached', 'pvg doctor --online', 'you, later'],
  ['not-shown', 'pvg help not-shown', 'you'],
])('explain-error %s, a code of pvg, leads on, and says who acts', async (code, next, who) => {
  expect((await pvg(`explain-error ${code}`)).out).toContain(`\nNext: ${next}\n`);
  expect(json(await pvg(`explain-error ${code} --json`))).toMatchObject({
    answer: { action: { who } },
  });
});

it.each([
  'HTTP/1.1 409 Conflict\n\n{"status":"conflict"}',
  'HTTP/1.1 403 Forbidden\n\n<html><title>403 Forbidden</title></html>',
  'HTTP/1.1 502 Bad Gateway\n\n<html><title>502 Bad Gateway</title></html>',
])('an answer that is not of the service has somebody who acts: %s', (text) => {
  const { answer } = explanationResult(explained(text));
  expect(printJson(answer)).toMatch(/"action":\s*\{\s*"who":\s*"\w/);
});

it.each([
  ['ERROR req={"os_id":1} -> 401 UNAUTHORIZED', { code: 'UNAUTHORIZED', status: 401 }],
  [
    'POST /iap/gateway/verify body={"os_id":1} error=UNAUTHORIZED',
    { code: 'UNAUTHORIZED', status: undefined },
  ],
  // What stands in an object is not what the line says, and a status alone may belong to the object.
  ['ERROR req={"note":"UNAUTHORIZED"} -> PRODUCT_MISMATCH', { code: 'PRODUCT_MISMATCH' }],
  ['ERROR status=409 {"detail":"no"}', undefined],
  ['ERROR {"success":false} UNAUTHORIZED {"success":true}', undefined],
])('the code beside an object that is no answer counts: %s', (text, expected) => {
  const said = readSaidAnswer(text);
  if (expected === undefined) expect(said).toBeUndefined();
  else expect(said).toMatchObject(expected);
});

it.each(['the game says (code 502)', 'error code 502', 'It shows code: 502'])(
  'the status that a person calls a code counts: %s',
  (text) => {
    expect(readSaidAnswer(text)).toEqual({ code: undefined, status: 502 });
  },
);

it('the status that a log shows behind an arrow counts', () => {
  const said = readSaidAnswer('NetClient: POST /shop/confirm -> 500 (VERIFIER_ERROR)');
  expect(said).toEqual({ code: 'VERIFIER_ERROR', status: 500 });
});
