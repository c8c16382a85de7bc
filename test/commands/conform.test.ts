import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Executed } from '../../src/context.js';
import { testVectors } from '../../src/signing/vectors.js';
import { fixedUnixSeconds, temporaryFolder } from '../helpers/context.js';
import { json, pvg, type Ended } from '../helpers/pvg.js';
import {
  ended,
  hmac,
  rightSignature as right,
  signerProgram,
  type Asked,
} from '../helpers/signer.js';

type Signer = (asked: Asked) => string;

const withBody =
  (change: (body: Buffer) => Buffer): Signer =>
  (asked) =>
    right({ ...asked, body: change(asked.body) });
const replaced = (from: string, to: string) => (body: Buffer) =>
  Buffer.from(body.toString('latin1').replaceAll(from, to), 'latin1');
const neverEmpty = (body: Buffer): Buffer => (body.length === 0 ? Buffer.from('\n') : body);
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

describe('pvg conform --keep-running', () => {
  interface Line {
    readonly id: string;
    readonly interface: 'gateway' | 'session';
    readonly client_id: string | null;
    readonly timestamp: string | null;
    readonly secret: string;
    readonly body_base64: string;
  }

  /** A signer that answers lines: how often it was started, and its end. */
  async function kept(answer: (line: Line) => string, status = 0, stderr = '') {
    let starts = 0;
    const end = await pvg('conform --json --keep-running -- sign', {
      execute: async (_command, { stdin }) => {
        starts += 1;
        const lines = Buffer.from(stdin).toString('utf8').trim().split('\n');
        const out = lines.map((line) => answer(JSON.parse(line) as Line)).join('');
        const stdout = Buffer.from(`listening\n${out}`);
        return { status, stdout, stderr: Buffer.from(stderr) };
      },
    });
    return { end, starts };
  }

  const signed = ({ id, ...line }: Line): string => {
    const body = Buffer.from(line.body_base64, 'base64');
    const signature = right({
      interface: line.interface,
      clientId: line.client_id ?? '',
      timestamp: line.timestamp ?? '',
      secret: line.secret,
      body,
    });
    return `${JSON.stringify({ id, signature })}\n`;
  };

  it('starts the signer once for all vectors', async () => {
    const { end, starts } = await kept(signed);
    expect(json(end)).toMatchObject({ exit: 0, wrong: 0, none: 0 });
    expect(json(end)['right']).toBeGreaterThan(50);
    expect(starts).toBe(1);
  });

  it('diagnoses a wrong signature', async () => {
    const { end } = await kept((line) => {
      const text = Buffer.from(line.body_base64, 'base64').toString('latin1').trim();
      return signed({ ...line, body_base64: Buffer.from(text, 'latin1').toString('base64') });
    });
    expect(end.status).toBe(6);
    expect(groupsOf(end)[0]?.causes).toEqual(['body-trailing-newline-missing']);
  });

  it('says first what the signer itself said, for the vectors that it left out', async () => {
    const answer = (line: Line): string =>
      Number(line.id) > 2 ? '' : `${JSON.stringify({ id: line.id, signature: '0'.repeat(64) })}\n`;
    const { end } = await kept(answer, 1, 'ValueError: no such key\n');
    expect(end.status).toBe(2);
    expect(json(end)).toMatchObject({ wrong: 2 });
    expect(groupsOf(end)[0]?.says).toContain('ValueError: no such key');
  });
});

describe('pvg conform', () => {
  it('shows the most frequent failure first, also before an error of the signer', async () => {
    let count = 0;
    const end = await run((asked) => {
      count += 1;
      if (count > 2) return ended(right(asked).toUpperCase());
      return {
        status: 1,
        stdout: Buffer.alloc(0),
        stderr: Buffer.from('TypeError: body is bytes'),
      };
    }, '--interface=session');
    const [first, second] = groupsOf(end);
    expect(first?.causes).toEqual(['out-uppercase-hex']);
    expect(second?.says).toContain('TypeError: body is bytes');
    expect((json(end)['error'] as { hint: string }).hint).toContain(first?.says ?? '-');
  });

  it('doubts the key of a signer that fails every vector, and of no other', async () => {
    const doubt = 'PVG_SECRET';
    const ownKey: Signer = (asked) => right({ ...asked, secret: 'hard-coded' });
    const [group, ...others] = groupsOf(await runs(ownKey));
    expect(others).toEqual([]);
    expect(group?.says).toContain(doubt);
    const plain = testVectors.gateway.find(({ name }) => name === 'plain');
    for (const value of ['demo-client-secret', plain?.body_sha256, plain?.signature]) {
      expect(group?.says).toContain(value);
    }
    const onlyGateway: Signer = (asked) =>
      asked.interface === 'session' ? ownKey(asked) : right(asked);
    expect(JSON.stringify(groupsOf(await runs(onlyGateway)))).not.toContain(doubt);
  });

  it('shows no secret of other vectors', async () => {
    const path = join(temporaryFolder(), 'vectors.json');
    const secret = 'secret-of-a-real-game';
    const body = '{}';
    const asked = { interface: 'session', secret, body: Buffer.from(body) };
    const signature = right({ ...asked, clientId: '', timestamp: '' });
    const session = [{ name: 'own', secret_key: secret, body, signature }];
    writeFileSync(path, JSON.stringify({ session }));
    const end = await runs(() => 'f'.repeat(64), '--vectors', path);
    expect(groupsOf(end)[0]?.says).toContain('PVG_SECRET');
    expect(end.out).not.toContain(secret);
  });

  const missingFile = {
    status: 2,
    stdout: Buffer.alloc(0),
    stderr: Buffer.from("python3: can't open file '/x/sign.py': [Errno 2] No such file"),
  };
  it('stops after three equal failures of the program itself, and says so', async () => {
    let starts = 0;
    const execute = signerProgram(() => {
      starts += 1;
      return missingFile;
    });
    const line = '-- /usr/bin/python3 sign.py';
    const shown = await pvg(`conform ${line}`, { execute });
    expect([starts, shown.status]).toEqual([3, 2]);
    expect(shown.err).toMatch(/Stopped: .* Not tried: 69 vectors/);
    expect(shown.err).toMatch(/^✘ There is no file `sign\.py`\.\n/);
    expect(shown.err).not.toMatch(/3 of 3 vectors|fails all of them|Run the program alone/);
    expect(json(await pvg(`conform --json ${line}`, { execute }))).toMatchObject({
      error: {
        code: 'signer-wrong',
        says: 'There is no file `sign.py`.',
        hint: expect.stringContaining("can't open file") as string,
      },
      none: 3,
      vectors: 3,
      not_run: 69,
    });
  });

  it('says that a program which is there fails all vectors, and to run it alone', async () => {
    const shown = await pvg('conform -- sign', { execute: signerProgram(() => missingFile) });
    expect(shown.err).toMatch(/^✘ 3 of 72 vectors tried: /);
    expect(shown.err).toContain('Run the program alone first.');
  });

  it('goes on after three failures that are not equal', async () => {
    let starts = 0;
    await run(() => {
      starts += 1;
      const stderr = Buffer.from(starts === 2 ? 'TypeError: one' : 'ValueError: another');
      return { ...missingFile, stderr };
    });
    expect(starts).toBeGreaterThan(50);
  });

  it('says what a program printed that is no signature', async () => {
    const [group] = groupsOf(await runs(() => '1'));
    expect(group?.says).toMatch(/printed `1`, which is no signature: .* 64 hexadecimal/);
  });

  it('shows other text beside a signature, whether that is right, and how openssl prints it alone', async () => {
    const one = await runs((asked) => `SHA2-256(stdin)= ${right(asked)}`);
    const [group] = json(one)['groups'] as readonly { says: string; fix: string }[];
    expect(group?.says).toMatch(/`SHA2-256\(stdin\)= <signature>`\. .* in it is right\./);
    expect(group?.fix).toContain("-r | cut -d' ' -f1");
    const wrong = await runs(({ secret }) => `${secret} ${'0'.repeat(64)}`);
    expect(groupsOf(wrong)[0]?.says).toMatch(/: `… <signature>`\. .* in it is not right\./);
  });

  it('says that a shell drops zero bytes', async () => {
    const one = await runs(withBody(replaced('\0', '')));
    expect(JSON.stringify(groupsOf(one))).toContain('`$(cat)`');
  });

  it('says how Python reads bytes', async () => {
    const stderr = Buffer.from("UnicodeEncodeError: 'utf-8' codec can't encode");
    const one = await run(() => ({ status: 1, stdout: Buffer.alloc(0), stderr }));
    expect(JSON.stringify(groupsOf(one))).toContain('sys.stdin.buffer.read()');
  });

  it('offers the interface alone for which a program may sign', async () => {
    const noSession: Signer = (asked) => (asked.interface === 'session' ? 'x' : right(asked));
    const words = ['conform', '--', 'sign'];
    const execute = signerProgram((asked) => ended(noSession(asked)));
    expect((await pvg(words, { execute })).out).toContain('add `--interface gateway`');
    expect((await pvg(words, { execute })).out).toContain(
      'Next: pvg conform --interface gateway -- sign',
    );
    const oneWords = ['conform', '--interface', 'session', '--', 'sign'];
    expect((await pvg(oneWords, { execute })).out).not.toContain('add `--interface');
  });

  it.each<[string, Signer, string | null]>([
    [
      'signs everything as the gateway',
      (asked) => right({ ...asked, interface: 'gateway' }),
      'gateway',
    ],
    [
      'signs everything as the session',
      (asked) => right({ ...asked, interface: 'session' }),
      'session',
    ],
    [
      'signs both, the gateway with the bytes of a hash',
      (asked) => {
        if (asked.interface === 'session') return right(asked);
        const hash = createHash('sha256').update(asked.body).digest();
        const start = Buffer.from(`${asked.clientId}.${asked.timestamp}.`);
        return hmac(asked.secret, Buffer.concat([start, hash]));
      },
      null,
    ],
  ])(
    'offers one interface only to a program that signs for it alone: it %s',
    async (_, signer, id) => {
      const { out } = await pvg('conform --junit s.xml -- sign', {
        home: temporaryFolder(),
        execute: signerProgram((asked) => ended(signer(asked))),
      });
      const next = `Next: pvg conform --interface ${String(id)} --junit s.xml -- sign\n`;
      expect([out.includes('If your program signs for the'), out.includes(next)]).toEqual(
        Array(2).fill(id !== null),
      );
    },
  );

  it('repeats the command for the interface whose word the program got', async () => {
    const { out } = await pvg('conform -- node s.mjs sign-gateway', {
      // It exists as far as this program is concerned.
      execute: signerProgram((asked) =>
        ended(asked.interface === 'gateway' ? right(asked) : 'f'.repeat(64)),
      ),
    });
    expect(out).toContain('Next: pvg conform --interface gateway -- node s.mjs sign-gateway\n');
  });

  it('finds nothing wrong with a right signer', async () => {
    const one = await runs(right);
    expect(one.status).toBe(0);
    expect(json(one)).toMatchObject({
      ok: true,
      error: null,
      wrong: 0,
      none: 0,
      groups: [],
      failures: [],
    });
  });

  it.each<[string, Signer, string]>([
    ['writes capitals', (asked) => right(asked).toUpperCase(), 'out-uppercase-hex'],
    ['escapes slashes', withBody(replaced('/', '\\/')), 'body-slashes-escaped'],
    ['prints a line before it', (asked) => `signing 12 bytes\n${right(asked)}`, 'out-prefixed'],
    [
      'prints a line before another',
      (asked) => `signing\n${right({ ...asked, secret: 'x' })}`,
      'out-prefixed',
    ],
    [
      'signs a session as the gateway wants it',
      (asked) => right({ ...asked, interface: 'gateway' }),
      'scheme-confused',
    ],
  ])('names the mistake of a signer that %s', async (_what, signer, cause) => {
    const one = await runs(signer);
    expect(one.status).toBe(6);
    expect(groupsOf(one).map(({ causes }) => causes.join('+'))).toContain(cause);
  });

  it.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('knows a signer with a clock of its own, at most a second off: %i s', async (off, isKnown) => {
    // No search tries a time that is so far from that of the vectors.
    const ranAtS = fixedUnixSeconds + 10_000_000;
    const execute = signerProgram((asked) =>
      ended(right({ ...asked, timestamp: String(ranAtS + off) })),
    );
    const line = 'conform --json --interface gateway -- sign';
    const one = await pvg(line, { execute, now: () => ranAtS * 1000 });
    expect(groupsOf(one)[0]?.causes).toEqual(isKnown ? ['ts-regenerated'] : []);
  });

  const encodedAgain = (encode: (text: string) => string): Signer =>
    withBody((body) => {
      try {
        return Buffer.from(encode(new TextDecoder('utf-8', { fatal: true }).decode(body)));
      } catch {
        return body;
      }
    });
  const likePhp = (text: string): string =>
    compact(text)
      .replaceAll('/', '\\/')
      .replace(/[\u0080-\uffff]/g, unicode);
  it.each<[string, Signer, RegExp]>([
    ['reads the body as text', withBody((body) => Buffer.from(body.toString())), /not UTF-8/],
    [
      'signs a line break too, where there is no body',
      withBody(neverEmpty),
      /but a line break was signed/,
    ],
    [
      'encodes each body again',
      encodedAgain(compact),
      /^The body was decoded .* signed as JSON\.stringify/,
    ],
    [
      'does so in PHP',
      encodedAgain(likePhp),
      /^The body was decoded .* signed as PHP’s json_encode/,
    ],
  ])('has one reason for a signer that %s', async (_what, signer, says) => {
    expect(groupsOf(await runs(signer)).map((group) => group.says)).toEqual([
      expect.stringMatching(says),
    ]);
  });

  it('takes the advice from what the signer does, not from the first vector', async () => {
    const [group] = json(await runs(encodedAgain(compact)))['groups'] as readonly {
      fix: string;
      causes: readonly string[];
    }[];
    expect(group?.causes).not.toEqual(['body-trailing-newline-missing']);
    expect(group?.fix).toContain('do not write its JSON again');
    expect(group?.fix).not.toContain('trim');
  });

  it('says for people what fails, how often and why', async () => {
    const signer = signerProgram((asked) => ended(right(asked).toUpperCase()));
    const one = await pvg('conform --interface session -- sign', { execute: signer, columns: 120 });
    expect(one.out).toMatch(
      /fails (\d+) of \1 vectors\.\nFails: \1 of \1\nCause: out-uppercase-hex\nWhy: .*upper.case/,
    );
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

  it.each<[string, Executed, string]>([
    ['prints nothing', ended('\n'), 'it printed nothing'],
    ['ends by a signal', { ...ended(''), status: null } as Executed, 'it was ended by a signal'],
    ...[
      `file:///g.mjs:3\n  throw new Error('no key');\n\nError: no key\n    at main\n\nNode.js v24\n`,
      'panic: no key\n\ngoroutine 1 [running]:\n\t/s.go:3 +0x1d\nexit status 2\n',
      's.sh: line 3: no key: command not found\n',
    ].map((stderr): [string, Executed, string] => [
      ...([`says ${JSON.stringify(stderr)}`, ended('', { status: 1, stderr })] as const),
      `it ended with status 1: ${/^.*no key(?!').*$/m.exec(stderr)?.[0] ?? ''}`,
    ]),
  ])('ends with 2 for a signer that %s, and says how it ended', async (_what, how, why) => {
    const one = await run(() => how);
    expect(one.status).toBe(2);
    expect(groupsOf(one)).toMatchObject([
      { count: json(one)['vectors'], says: `No signature: ${why}.` },
    ]);
  });

  it('takes errors that differ in a number for one', async () => {
    const one = await run(({ body }) =>
      ended('', { status: 1, stderr: `Error: byte ${body.length}` }),
    );
    expect(groupsOf(one)).toMatchObject([{ count: json(one)['vectors'] }]);
  });

  const failing = (failed: string): Executed => ({ ...ended('', { status: 1 }), failed });
  it.each<[string, Executed, RegExp]>([
    ['hangs', failing('ETIMEDOUT'), /did not end within 60 seconds \(gateway, plain\)/],
    ['cannot be started', failing('ENOENT'), /could not be started \(ENOENT\)/],
  ])('stops at once with 2 for a signer that %s', async (_what, how, says) => {
    let times = 0;
    const one = await run(() => ((times += 1), how));
    expect([one.status, times]).toEqual([2, 1]);
    expect(one.out).toMatch(says);
  });

  it.each([[['conform']], [['conform', '--', '']]])('%j: the command is missing', async (line) => {
    const one = await pvg(line);
    expect(one.status).toBe(2);
    expect(one.err).toContain('The command of your signer is missing.');
  });

  it('writes JUnit XML that control characters cannot break', async () => {
    const path = join(temporaryFolder(), 'signer.xml');
    const one = await run(
      (asked) => ended(asked.body.length === 2 ? '\u001b<]]>' : right(asked)),
      ...['--junit', path],
    );
    const xml = readFileSync(path, 'utf8');
    expect(xml).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites name="pvg conform">\n {2}<testsuite name="gateway" tests="\d+" failures="1" errors="0">/,
    );
    expect(xml).toContain('printed:  \\u{1b}&lt;]]&gt;');
    expect(xml.match(/<testcase /g)).toHaveLength(json(one)['vectors'] as number);
  });

  it('runs no signer where the JUnit file would replace somebody else’s', async () => {
    const path = join(temporaryFolder(), 'notes.xml');
    writeFileSync(path, '<notes/>');
    let times = 0;
    const one = await run(() => ((times += 1), ended('')), ...['--junit', path]);
    expect([one.status, json(one), times]).toMatchObject([
      2,
      { error: { code: 'output-exists' } },
      0,
    ]);
    expect(readFileSync(path, 'utf8')).toBe('<notes/>');
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

  it.each(['[]', '"none"', 'null'])(
    'refuses near misses that are no object: %s',
    async (negative) => {
      const path = own({});
      const text = readFileSync(path, 'utf8').replace('{', `{"negative":${negative},`);
      writeFileSync(path, text);
      const one = await pvg(['conform', '--vectors', path, '--', 'sign']);
      expect(one.status).toBe(2);
      expect(one.err).toContain('negative is not an object');
    },
  );

  it.each<[string, object, RegExp]>([
    ['without a name', { name: undefined }, /session\[0\]\.name is missing/],
    ['with a number for a body', { body: 1 }, /session\[0\]\.body is not text/],
    [
      'with a wrong signature',
      { signature: 'aa' },
      /session\[0\]\.signature is not the one of §5\.2/,
    ],
  ])('refuses vectors %s, and runs nothing', async (_what, spoil, says) => {
    const one = await pvg(['conform', '--vectors', own(spoil), '--', 'sign']);
    expect(one.status).toBe(2);
    expect(one.err).toMatch(says);
  });
});

describe('the advice of pvg conform', () => {
  const trimmed: Signer = withBody((body) =>
    Buffer.from(body.toString('latin1').trimEnd(), 'latin1'),
  );
  const executed = { execute: signerProgram((asked) => ended(`${trimmed(asked)}\n`)) };
  const fixesOf = async (command: string): Promise<string> => {
    const told = json(await pvg(`conform --json -- ${command}`, executed));
    return (told['groups'] as readonly { readonly fix: string }[]).map(({ fix }) => fix).join('\n');
  };

  it('is for a program that signs, not for one that sends, and in its own language', async () => {
    expect(await fixesOf('sign')).toMatch(/do not trim it\.$/m);
    const shell = await fixesOf('bash sign.sh');
    expect(shell).toContain('`$(…)` drops the line breaks');
    const node = await fixesOf('./sign.mjs');
    expect(node).toContain('do not trim it.');
    expect(node + shell).not.toMatch(/\bsend\b|In Python/i);
    expect(node).not.toContain('`$(…)`');
  });

  it.each([
    [
      'python3 x',
      'usage: sign-gateway | lookup',
      'pvg conform --interface gateway -- python3 x sign-gateway',
    ],
    [
      'node x',
      'usage: sign-session | session',
      'pvg conform --interface session -- node x sign-session',
    ],
    ['node x', 'no reason', 'pvg sign gateway --snippet node'],
    ['./compiled', 'no reason', 'pvg sign gateway --snippet "$LANGUAGE"'],
    ['python3 no-such-file.py', "can't open file", null],
  ])('leads on from %s with %j', async (command, stderr, next) => {
    const execute = () =>
      Promise.resolve({ status: 2, stdout: Buffer.alloc(0), stderr: Buffer.from(stderr) });
    const told = json(await pvg(`conform --json -- ${command}`, { execute }));
    expect(told).toMatchObject({ exit: 2 });
    const { err } = await pvg(`conform -- ${command}`, { execute });
    expect(/\nNext: (.*)\n$/.exec(err)?.[1] ?? null).toBe(next);
    expect(err.includes('There is no file `no-such-file.py`.')).toBe(next === null);
  });
});
