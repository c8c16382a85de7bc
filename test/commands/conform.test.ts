import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Executed } from '../../src/context.js';
import { fixedUnixSeconds, temporaryFolder } from '../support/context.js';
import { json, pvg, type Ended } from '../support/pvg.js';
import { ended, hmac, messageOf, rightSignature, signerProgram, type Asked } from '../support/signer.js';

type Signer = (asked: Asked) => string;

const right = rightSignature;
const withBody =
  (change: (body: Buffer) => Buffer): Signer =>
  (asked) =>
    right({ ...asked, body: change(asked.body) });
const withSecret =
  (change: (secret: string) => string): Signer =>
  (asked) =>
    right({ ...asked, secret: change(asked.secret) });
const hmacOf = (key: string | Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex');
const replaced = (from: string, to: string) => (body: Buffer) =>
  Buffer.from(body.toString('latin1').replaceAll(from, to), 'latin1');
const neverEmpty = (body: Buffer): Buffer => (body.length === 0 ? Buffer.from('\n') : body);
const later = String(fixedUnixSeconds + 1);
const unicode = (one: string): string => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
const compact = (text: string): string => JSON.stringify(JSON.parse(text));

const run = (signer: (asked: Asked) => Executed, ...words: readonly string[]): Promise<Ended> =>
  pvg(['conform', '--json', ...words, '--', 'sign'], { execute: signerProgram(signer) });
const runs = (signer: Signer, ...words: readonly string[]): Promise<Ended> =>
  run((asked) => ended(`${signer(asked)}\n`), ...words);

interface Group {
  readonly count: number;
  readonly causes: readonly string[];
  readonly says: string;
}
const groupsOf = (one: Ended): readonly Group[] => json(one)['groups'] as readonly Group[];

describe('pvg conform', () => {
  it('finds nothing wrong with a right signer', async () => {
    const one = await runs(right);
    expect(one.status).toBe(0);
    expect(json(one)).toMatchObject({ ok: true, wrong: 0, none: 0, groups: [], failures: [] });
  });

  it.each<[string, Signer, string]>([
    ['adds a newline', withBody((body) => Buffer.concat([body, Buffer.from('\n')])), 'body-trailing-newline'],
    ['writes capitals', (asked) => right(asked).toUpperCase(), 'out-uppercase-hex'],
    ['uses the secret with its newline', withSecret((secret) => `${secret}\n`), 'secret-trailing-newline'],
    ['swaps key and message', (asked) => hmacOf(messageOf(asked), asked.secret), 'key-message-swapped'],
    ['escapes slashes', withBody(replaced('/', '\\/')), 'body-slashes-escaped'],
    ['prints a line before it', (asked) => `signing 12 bytes\n${right(asked)}`, 'out-prefixed'],
    ['prints a line before another', (asked) => `signing\n${withSecret(() => 'x')(asked)}`, 'out-prefixed'],
    ['takes the time from its own clock', (asked) => right({ ...asked, timestamp: later }), 'ts-regenerated'],
  ])('names the mistake of a signer that %s', async (_what, signer, cause) => {
    const one = await runs(signer);
    expect(one.status).toBe(6);
    expect(groupsOf(one).map(({ causes }) => causes.join('+'))).toContain(cause);
  });

  it.each<[string, Signer, RegExp]>([
    ['reads the body as text', withBody((body) => Buffer.from(body.toString())), /not UTF-8/],
    ['signs a line break too, where there is no body', withBody(neverEmpty), /but a line break was signed/],
  ])('has one reason for a signer that %s', async (_what, signer, says) => {
    expect(groupsOf(await runs(signer)).map((group) => group.says)).toEqual([expect.stringMatching(says)]);
  });

  it.each<[string, (text: string) => string]>([
    ['JSON.stringify', compact],
    [
      'PHP’s json_encode',
      (text) =>
        compact(text)
          .replaceAll('/', '\\/')
          .replace(/[\u0080-\uffff]/g, unicode),
    ],
  ])('has one reason for a signer that encodes each body again: %s', async (encoder, encoded) => {
    const one = await runs(
      withBody((body) => {
        try {
          return Buffer.from(encoded(new TextDecoder('utf-8', { fatal: true }).decode(body)));
        } catch {
          return body;
        }
      }),
    );
    const says = `The body was decoded and encoded again: it was signed as ${encoder}`;
    expect(groupsOf(one).map((group) => group.says.startsWith(says))).toEqual([true]);
  });

  it('says for people what fails, how often and why', async () => {
    const signer = signerProgram((asked) => ended(right(asked).toUpperCase()));
    const one = await pvg('conform --interface session -- sign', { execute: signer, columns: 120 });
    expect(one.status).toBe(6);
    expect(one.out).toMatch(/✘ (\d+) of \1 signatures are wrong\./);
    expect(one.out).toContain('upper-case hex');
  });

  it('tells a person who waits for a slow signer how many vectors are done', async () => {
    let act = (): void => undefined;
    let asked = 0;
    const execute = signerProgram((given) => {
      asked += 1;
      // The test's clock moves when it is asked.
      if (asked === 3) for (let tick = 0; tick < 400; tick += 1) act();
      return ended(right(given));
    });
    const one = await pvg('conform --interface session -- sign', {
      execute,
      terminal: true,
      every: (_ms, given) => ((act = given), () => undefined),
    });
    expect(one.err).toContain('Signed 2 of 34 vectors 0 s');
    expect(one.out).not.toContain('Signed');
  });

  it('runs the vectors of one interface only', async () => {
    const seen = new Set<string>();
    await runs((asked) => (seen.add(asked.interface), right(asked)), '--interface', 'session');
    expect([...seen]).toEqual(['session']);
  });

  it('recognises a near miss that a signer makes', async () => {
    const one = await runs(withSecret((secret) => `${secret}\n`));
    const failures = json(one)['failures'] as { name: string; near_miss: boolean }[];
    expect(failures.filter(({ near_miss }) => near_miss).map(({ name }) => name)).toEqual([
      'secret with a newline at its end',
      'secret with a newline at its end',
    ]);
  });

  it.each<[string, (asked: Asked) => Executed, string]>([
    ['prints nothing', () => ended('\n'), 'it printed nothing'],
    [
      'crashes on some bodies',
      (asked) =>
        asked.body.length === 0
          ? ended('', { status: 1, stderr: 'at x\nError: no body\n' })
          : ended(right(asked)),
      'it ended with status 1: Error: no body',
    ],
  ])('ends with 2 for a signer that %s, and says how it ended', async (_what, signer, why) => {
    const one = await run(signer);
    expect(one.status).toBe(2);
    expect(groupsOf(one)[0]?.says).toBe(`No signature: ${why}.`);
  });

  it.each<[stderr: string, line: string]>([
    [
      `file:///g.mjs:3\n  throw new Error('no key');\n\nError: no key\n    at main\n\nNode.js v24\n`,
      'Error: no key',
    ],
    ['Traceback (most recent call last):\n  File "s.py"\nKeyError: no x\n', 'KeyError: no x'],
    ['panic: no key\n\ngoroutine 1 [running]:\n\t/s.go:3 +0x1d\nexit status 2\n', 'panic: no key'],
    ['Exception in thread "main" E: no key\n\tat S.main(S.java:3)\n', 'Exception in thread "main" E: no key'],
    ['PHP Fatal error:  no key in s.php:3\nStack trace:\n#0 {main}\n', 'PHP Fatal error:  no key in s.php:3'],
    ['s.sh: line 3: no_such: command not found\n', 's.sh: line 3: no_such: command not found'],
  ])('says the line of %j that names the error', async (stderr, line) => {
    const one = await run(() => ended('', { status: 1, stderr }));
    expect(groupsOf(one)[0]?.says).toContain(`: ${line}.`);
  });

  it('takes errors that differ in a number for one', async () => {
    const one = await run((asked) =>
      ended('', { status: 1, stderr: `Error: byte ${String(asked.body.length)}` }),
    );
    expect(groupsOf(one)).toMatchObject([{ count: json(one)['vectors'] }]);
  });

  it.each<[string, Executed, RegExp]>([
    ['hangs', { kind: 'timed-out' }, /did not end within 60 seconds \(gateway, plain\)/],
    ['cannot be started', { kind: 'not-started', code: 'ENOENT' }, /could not be started \(ENOENT\)/],
  ])('stops at once with 2 for a signer that %s', async (_what, how, says) => {
    let times = 0;
    const one = await run(() => ((times += 1), how));
    expect(one.status).toBe(2);
    expect(times).toBe(1);
    expect(one.out).toMatch(says);
  });

  it.each([[['conform']], [['conform', '--', '']]])('%j: the command is missing', async (line) => {
    const one = await pvg(line);
    expect(one.status).toBe(2);
    expect(one.err).toContain('The command of your signer is missing.');
  });

  it('diagnoses rubbish', async () => {
    const one = await runs(() => '[object Promise]');
    expect(one.status).toBe(6);
    expect(json(one)).toMatchObject({
      failures: expect.arrayContaining([expect.objectContaining({ printed: '[object Promise]' })]) as unknown,
    });
  });

  it('writes JUnit XML that control characters cannot break', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'signer.xml');
    await run(
      (asked) => (asked.body.length === 2 ? ended('\u001b<]]>') : ended(right(asked))),
      '--junit',
      path,
    );
    const xml = readFileSync(path, 'utf8');
    expect(xml).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites name="pvg conform">\n {2}<testsuite name="gateway" tests="\d+" failures="1" errors="0">/,
    );
    expect(xml).toContain('printed:  \\u{1b}&lt;]]&gt;');
    expect(xml.match(/<testcase /g)).toHaveLength(json(await runs(right))['vectors'] as number);
  });

  const own = (spoil: object): string => {
    const path = join(temporaryFolder(), 'own.json');
    const vector = { name: 'own', secret_key: 'k', body: '{}', signature: hmac('k', '{}') };
    writeFileSync(path, JSON.stringify({ session: [{ ...vector, ...spoil }] }));
    return path;
  };

  it('takes vectors of a file', async () => {
    expect(json(await runs(right, '--vectors', own({})))).toMatchObject({ vectors: 1, right: 1 });
  });

  it.each<[string, object, RegExp]>([
    ['without a name', { name: undefined }, /session\[0\]\.name is missing/],
    ['with a number for a body', { body: 1 }, /session\[0\]\.body is not text/],
    ['with a wrong signature', { signature: 'aa' }, /session\[0\]\.signature is not the one of §5\.2/],
    ['with bad base64', { body_base64: '!' }, /session\[0\]\.body_base64 is not base64/],
  ])('refuses vectors %s, and runs nothing', async (_what, spoil, says) => {
    const one = await pvg(['conform', '--vectors', own(spoil), '--', 'sign']);
    expect(one.status).toBe(2);
    expect(one.err).toMatch(says);
  });
});
