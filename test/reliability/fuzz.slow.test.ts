import fc from 'fast-check';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exitStatuses, PvgError } from '../../src/failure.js';
import { commands } from '../../src/command-list.js';
import { runProgram } from '../../src/program.js';
import { WireFailure, type Send } from '../../src/contract/wire.js';
import { canaries, canariesIn, canariesInFiles } from '../helpers/canary.js';
import { canaryEnv, canaryProfile, searchedRuns, wrongWith } from '../helpers/canary.js';
import { temporaryFolder, testContext, type TestContextOptions } from '../helpers/context.js';
import { effort } from '../helpers/effort.js';
import { goodAnswers, refusal, type Asking } from '../helpers/hostile-answers.js';
import { strayErrors } from '../helpers/stray.js';

/** Chance against the whole program: no fault of pvg itself, no stack, no undocumented status, no secret, no hang. */

const documented = new Set(Object.keys(exitStatuses).map(Number));
const home = temporaryFolder();
const stray = strayErrors();

async function run(words: readonly string[], options: TestContextOptions, isRaw = false) {
  const context = testContext(options);
  // Time passes with each look at the clock, so that budgets end.
  let elapsedMs = 0;
  const clock = { ...context.clock, elapsed: () => (elapsedMs += 50) };
  const status = await runProgram({ ...context, clock }, words);
  const [out, err] = [context.stdout.text(), context.stderr.text()];
  const wrong = wrongWith(isRaw ? '' : out, err);
  if (status === 1 || !documented.has(status)) wrong.push(`status ${String(status)}`);
  return { status, out, err, wrong };
}

const inserts = fc.constantFrom(
  ...'{ } [ , : " null true -1 1e999 \\u0000 \\ud800 __proto__ \u0000 \ufeff \u202e \u001b[2J'.split(
    ' ',
  ),
  '',
  canaries.clientSecret,
);
const edits = fc.array(fc.tuple(fc.nat(), fc.nat(30), inserts), { maxLength: 5 });
/** A text with a few of its places cut, doubled, swapped or overwritten. */
const damaged = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(text, edits).map(([whole, changes]) =>
    changes.reduce((current, [at, length, insert]) => {
      const place = current.length === 0 ? 0 : at % current.length;
      return current.slice(0, place) + insert + current.slice(place + length);
    }, whole),
  );

const operation = fc.constantFrom<Asking>('verify', 'lookup', 'session');
const codes =
  'VERIFICATION_FAILED DUPLICATE_TRANSACTION UNAUTHORIZED rate_limited invalid_request'.split(' ');
const answerText = operation.chain((name) => {
  const refusals = codes.map((code) => JSON.stringify(refusal(name, code)));
  const known = fc.constantFrom(JSON.stringify(goodAnswers[name]), ...refusals);
  const texts = damaged(fc.oneof(known, fc.json(), fc.string({ unit: 'binary' })));
  return texts.map((text) => [name, text] as const);
});
/** For any member: pvg judges them, and none is a crash. */
const wrongValues = [
  ...'null true false 0 -0 1 -1 1.5 1e400 1e-400 9007199254740993 8640000000000001 99999999999999'.split(
    ' ',
  ),
  ...'"" "text" "true" "1" "=cmd()" [] [[]] {} {"__proto__":{"success":true}} "\\ud800"'.split(' '),
  ...['"\\u001b[31m\\u202e\\u0000\\r"', '9'.repeat(400), `"${'x'.repeat(100_000)}"`],
];
/** A right answer with one such value in the place of the right one, or beside it. */
const spoiledText = operation.chain((name) => {
  const members = JSON.stringify(goodAnswers[name]).match(/(?<=")\w+(?=":)/g) ?? [];
  return fc
    .tuple(fc.constantFrom(...members), fc.constantFrom(...wrongValues), fc.boolean())
    .map(([member, wrong, isBeside]) => {
      const text = JSON.stringify(goodAnswers[name], (key, value: unknown) =>
        key === member && !isBeside ? '#' : value,
      );
      const placed = isBeside ? text.replace(`"${member}":`, `"${member}":${wrong},$&`) : text;
      return [name, placed.replaceAll('"#"', () => wrong)] as const;
    });
});
const headerName = fc.constantFrom('date', 'retry-after', 'location', 'content-type', 'x-odd');
const headerText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('0', '1', '-1', 'Mon, 21 Sep 2026 14:23:20 GMT', 'https://evil.example/?token=x'),
  fc.constant(canaries.secretKey),
);
const response = fc.record({
  answer: fc.oneof(answerText, spoiledText),
  status: fc.oneof(
    fc.constantFrom(200, 200, 200, 400, 401, 403, 409, 412, 422, 429, 500, 502),
    fc.integer({ min: 200, max: 999 }),
  ),
  headers: fc.array(fc.tuple(headerName, headerText), { maxLength: 4 }),
  failure: fc.option(fc.constantFrom('not-reached', 'lost', 'cut', 'oversized', 'garbled'), {
    freq: 15,
  }),
  form: fc.constantFrom('', '--json', '--verbose', '--raw', '--quiet'),
  retries: fc.nat(2),
});
const callWords: Readonly<Record<Asking, readonly string[]>> = {
  verify: 'verify --product-id gems_100 --package com.example.game --receipt r-e-c'.split(' '),
  lookup: 'lookup --product-id gems_100 --package com.example.game --receipt r-e-c'.split(' '),
  session: 'session --username player-42 --fresh'.split(' '),
};

it('random answers', async () => {
  await fc.assert(
    fc.asyncProperty(
      response,
      async ({ answer: [name, text], status, headers, failure, form, retries }) => {
        const send: Send = () =>
          failure
            ? Promise.reject(new WireFailure(failure, 'it failed', { status, headers }))
            : Promise.resolve({ status, headers, body: Buffer.from(text) });
        const words = [
          ...callWords[name],
          '--retries',
          String(retries),
          ...(form === '' ? [] : [form]),
        ];
        const ended = await run(
          words,
          { env: canaryEnv('http://127.0.0.1:9'), send, home },
          form === '--raw',
        );
        // The service's bytes go out as they came, but for secrets.
        if (form === '--raw') ended.wrong.push(...canariesIn(ended.out));
        if (form === '--json') JSON.parse(ended.out);
        expect(ended.wrong).toEqual([]);
      },
    ),
    { numRuns: effort(1_200, 100_000) },
  );
});

const options = (
  '--profile --json --query --raw --quiet --verbose --no-color --no-input --version --help --dry-run --as --timeout ' +
  '--retries --clock-offset --base-url --os --product-id --package --receipt --purchase-json --body --force --case ' +
  '--player-id --field --confirm --reply --report --overwrite --username --game-id --check --fresh --token-only ' +
  '--timestamp --client-id --show --snippet --interface --signature --credentials --all-profiles --budget --deep ' +
  '--lang --port --save --forward --store --state --fault --latency --mint-limit --clock-skew --client-secret-file ' +
  '--secret-key-file --environment --gateway-url --session-url --read-only --keyring --yes --out --name ' +
  '-p -q -v -V -h -- -'
).split(' ');
const values = (
  'local stored nobody gateway session 200 409 DUPLICATE_TRANSACTION curl har json go x 0 1 -1 1e9 99999999999 ' +
  '@nothing - @- a=b answer a[ 502:0.5 5/60 dev prod bash http://127.0.0.1:9 ftp://x https://gateway.example ' +
  'http://example.com ../../x \u001b[31m \u202e 日本 GPA.1234 '
).split(' ');
// A secret where no secret belongs: whatever pvg makes of it, it is not repeated.
const misplaced = '--client-secret= --secret -s --as= --os= --timeout='
  .split(' ')
  .map((option) => option + canaries.secretKey);
const subcommands = 'add list show use set rename remove import export get clear'.split(' ');
const byChance = fc
  .string({ unit: 'binary', maxLength: 12 })
  .filter((text) => !/^[/~.]|\0/.test(text));
const words = [
  { weight: 5, arbitrary: fc.constantFrom(...options) },
  { weight: 5, arbitrary: fc.constantFrom(...values) },
  { weight: 2, arbitrary: fc.constantFrom(...subcommands, ...misplaced) },
  { weight: 1, arbitrary: byChance },
];
const commandLine = fc
  .tuple(
    fc.constantFrom(...Object.keys(commands), '', 'nope', canaries.secretKey),
    fc.array(fc.oneof(...words), { maxLength: 9 }),
  )
  .map(([command, rest]) => [command, ...rest]);

it('random command lines', async () => {
  const send: Send = () =>
    Promise.resolve({
      status: 200,
      headers: [],
      body: Buffer.from(JSON.stringify(goodAnswers.lookup)),
    });
  const serve = () => Promise.reject(new PvgError('usage', 'Port 8787 is in use.'));
  const execute = () =>
    Promise.resolve({ status: 0, stdout: Buffer.from('x'), stderr: Buffer.of() });
  await fc.assert(
    fc.asyncProperty(commandLine, async (words) => {
      const folder = temporaryFolder();
      const own = testContext({ home: folder });
      await own.profiles.write(canaryProfile('stored', 'dev', 'https://gateway.example'));
      const { wrong } = await run(
        words,
        { home: folder, send, serve, execute, stdin: 'x', env: {} },
        true,
      );
      expect(wrong).toEqual([]);
    }),
    { numRuns: effort(400, 10_000) },
  );
});

describe('pvg diagnose', () => {
  const folder = temporaryFolder();
  const credentials = join(folder, 'credentials.json');
  writeFileSync(
    credentials,
    JSON.stringify({
      client_id: 'c',
      client_secret: canaries.clientSecret,
      secret_key: canaries.secretKey,
    }),
  );
  const body = '{"receipt":"abc","n":1.50}';
  const signature = 'ab'.repeat(32);
  const sent = { method: 'POST', url: 'https://x/xmdt/session', postData: { text: body } };
  const headers = [{ name: 'X-Signature', value: signature }];
  const har = JSON.stringify({ log: { entries: [{ request: { ...sent, headers } }] } });
  const inputs = damaged(
    fc.constantFrom(
      `POST /iap/gateway/verify HTTP/1.1\r\nHost: x\r\nX-Client-ID: c\r\nX-Timestamp: 1790000000\r\nX-Signature: ${signature}\r\n\r\n${body}`,
      `curl -X POST https://x/xmdt/session -H 'X-Signature: ${signature}' --data-raw '${body}'`,
      JSON.stringify({ interface: 'session', headers: { 'X-Signature': signature }, body }),
      har,
      `${JSON.stringify({ headers: {}, body })}\n${JSON.stringify({ headers: {}, body_base64: 'eA==' })}\n`,
      '',
    ),
  );

  it('takes random input', async () => {
    await fc.assert(
      fc.asyncProperty(inputs, fc.constantFrom('', '--json', '--deep'), async (stdin, form) => {
        const words = ['diagnose', '-', '--credentials', credentials, '--budget', '0.01'];
        if (form !== '') words.push(form);
        // A canary may stand in the input as well: that one is a secret all the same.
        const { wrong } = await run(words, { stdin, home: folder });
        expect(wrong).toEqual([]);
      }),
      { numRuns: effort(150, 10_000) },
    );
  });
});

it('left no rejection unhandled and no secret in a file', () => {
  expect(stray).toEqual([]);
  expect(canariesInFiles(home)).toEqual([]);
  console.info(`outputs searched for canaries: ${String(searchedRuns())}`);
});
