import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { runProgram } from '../../src/program.js';
import { bought, minted, never, success } from '../helpers/answers.js';
import { temporaryFolder, testContext } from '../helpers/context.js';
import { answer } from '../helpers/exchange.js';
import { json, pvg } from '../helpers/pvg.js';

/** A folder with files whose names are given where their content is meant. */
function folderWithFiles(): string {
  const folder = temporaryFolder();
  const files = {
    'body.json': '{"gameId":"demo","username":"player-42"}',
    'my body.json': '{"gameId":"demo","username":"player-42"}',
    'message.txt': 'demo-client.1790000000.abc',
    'answer.json': '{"success":false,"error":"PRODUCT_MISMATCH","message":"no"}',
    'value.txt': 'player-42',
    'made-by-the-shell': '',
    empty: '',
    blank: ' \n',
    'not.json': '{gameId:demo,username:x}',
    'latin1.json': Buffer.from('{"username":"\xe9"}', 'latin1'),
    'marked.json': '\uFEFF{}',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

/** Remembers the bodies that were sent. */
function service() {
  const bodies: string[] = [];
  const answers: Readonly<Record<string, object>> = {
    verify: success,
    'lookup-receipt': bought(never),
    session: minted,
  };
  const send: Send = ({ url, body }) => {
    bodies.push(Buffer.from(body).toString());
    return Promise.resolve(answer(200, answers[url.split('/').at(-1) ?? ''] ?? {}));
  };
  return { send, bodies };
}

const env = {
  PVG_ENVIRONMENT: 'dev',
  PVG_GATEWAY_URL: 'https://gateway.example',
  PVG_CLIENT_ID: 'client',
  PVG_CLIENT_SECRET: 'a-secret-of-the-test',
  PVG_SESSION_URL: 'https://session.example',
  PVG_GAME_ID: 'game',
  PVG_SECRET_KEY: 'a-key-of-the-test',
};

/** Runs a line in that folder. */
async function run(line: readonly string[], stdin = '') {
  const { send, bodies } = service();
  const ended = await pvg([...line, '--json'], { env, send, folder: folderWithFiles(), stdin });
  return { ended, said: json(ended), bodies };
}

const hex = '0'.repeat(64);
const sign = ['sign', 'session'];
const diagnose = ['diagnose', '--interface', 'session', '--signature', hex, '--budget', '0.1'];
const observed = [...diagnose, '--body', '{"gameId":"demo"}'];
const lookup = ['lookup', '--product-id', 'gems_100', '--package', 'com.example.game'];
const verify = ['verify', ...lookup.slice(1)];
const receipt = ['--receipt', 'bought-1'];
const session = ['session', '--username', 'player-42'];

const signatureIn = (said: Record<string, unknown>): unknown =>
  (said['answer'] as { signature?: unknown } | null)?.signature;

describe('the name of a file that is there', () => {
  const body: readonly (readonly [line: readonly string[], option: string, name: string])[] = [
    [sign, '--body', 'body.json'],
    [sign, '--body', 'my body.json'],
    [['sign', 'gateway', '--timestamp', '1790000000'], '--body', './body.json'],
    [diagnose, '--body', 'body.json'],
    [observed, '--signed-message', 'message.txt'],
    [lookup, '--receipt', 'value.txt'],
    [verify, '--receipt', 'value.txt'],
    [['lookup'], '--purchase-json', 'body.json'],
    [verify.slice(0, 1), '--purchase-json', 'body.json'],
  ];

  it.each(body)('is named and not used: %j %s %s', async (line, option, name) => {
    const { ended, said, bodies } = await run([...line, option, name]);
    expect([said, bodies]).toMatchObject([{ exit: 2, error: { code: 'usage' } }, []]);
    expect(ended.out).toContain(option);
    expect(signatureIn(said)).toBeUndefined();
  });

  it('is named for a purchase that is pasted as a word', async () => {
    const { said, bodies } = await run([...lookup, 'body.json']);
    expect([said, bodies]).toMatchObject([{ exit: 2, error: { code: 'usage' } }, []]);
  });

  const texts: readonly (readonly [line: readonly string[], option: string])[] = [
    [['session'], '--username'],
    [session, '--game-id'],
    [session, '--server-id'],
    [session, '--role-id'],
    [['lookup', '--package', 'com.example.game', ...receipt], '--product-id'],
    [['lookup', '--product-id', 'gems_100', ...receipt], '--package'],
    [[...lookup, ...receipt], '--order-id'],
    [[...verify, ...receipt], '--player-id'],
    [[...verify, ...receipt], '--character-id'],
    [[...verify, ...receipt], '--server-id'],
    [[...verify, ...receipt], '--game-version'],
    [['sign', 'gateway', '--body', '{}'], '--client-id'],
    [observed, '--client-id'],
    [observed, '--timestamp'],
    [observed, '--signed-body-hash'],
    [[...diagnose.slice(0, 3), '--body', '{}'], '--signature'],
  ];

  it.each(texts)('is named where the text itself is taken: %j %s', async (line, option) => {
    for (const name of ['value.txt', '@value.txt']) {
      const { ended, said, bodies } = await run([...line, option, name]);
      expect([said, bodies]).toMatchObject([{ exit: 2, error: { code: 'usage' } }, []]);
      expect(ended.out).toContain(option);
    }
  });

  it.each(['note=body.json', 'note=@body.json', 'a=b|note=./body.json', 'note=body.json|a=b'])(
    'is named in a member of --field: %s',
    async (members) => {
      const fields = members.split('|').flatMap((member) => ['--field', member]);
      const { ended, said, bodies } = await run([...verify, ...receipt, ...fields]);
      expect([said, bodies]).toMatchObject([{ exit: 2, error: { code: 'usage' } }, []]);
      expect(ended.out).toContain('--field');
      const forced = await run([...verify, ...receipt, ...fields, '--force']);
      expect(forced.bodies).toHaveLength(1);
    },
  );

  it('is not looked for in the name of a member, nor in a text that only has it', async () => {
    const fields = ['--field', 'body.json=x', '--field', 'note=see body.json', '--field', 'empty='];
    const { said, bodies } = await run([...verify, ...receipt, ...fields]);
    expect([said['exit'], bodies]).toMatchObject([0, [expect.stringContaining('see body.json')]]);
  });

  it('is sent with --force, and a name whose file a shell has just made is sent', async () => {
    for (const line of [
      ['session', '--username', 'value.txt', '--force'],
      ['session', '--username', 'made-by-the-shell'],
      ['session', '--username', '@nobody'],
    ]) {
      const { said, bodies } = await run(line);
      expect([said['exit'], bodies]).toEqual([0, [expect.stringContaining(line[2] ?? '')]]);
    }
  });

  it('is said of an answer to explain, unless it is a code', async () => {
    const folder = folderWithFiles();
    writeFileSync(join(folder, '409'), '');
    expect((await pvg('explain-error answer.json', { folder })).status).toBe(2);
    const { err } = await pvg('explain-error answer.json', { folder });
    expect(err).toContain('pvg explain-error @answer.json');
    expect((await pvg('explain-error @answer.json', { folder })).status).toBe(0);
    expect((await pvg('explain-error 409', { folder })).status).toBe(0);
  });

  it('is not told to an assistant', async () => {
    const folder = folderWithFiles();
    const endOf = async (line: readonly string[], name: string): Promise<unknown> => {
      const { send } = service();
      const context = Object.assign(testContext({ env, send, folder }), {
        via: 'mcp',
        assistant: { profiles: [] },
      });
      await runProgram(context, [...line, name, '--json']);
      const { exit, error } = JSON.parse(context.stdout.text()) as Record<string, unknown>;
      return { exit, error };
    };
    for (const line of [['session', '--check', '--username'], ['explain-error']])
      expect(await endOf(line, 'value.txt')).toEqual(await endOf(line, 'other.txt'));
    expect(await endOf(['session', '--check', '--username'], 'value.txt')).toMatchObject({
      exit: 0,
    });
  });
});

describe('a body that is nothing or not JSON', () => {
  type Row = [what: string, body: string, stdin?: string];
  const bodies: readonly Row[] = [
    ['nothing on standard input', '-', ''],
    ['a line break on standard input', '-', '\r\n'],
    ['an empty file', '@empty'],
    ['a blank file', '@blank'],
    ['a file without quotation marks', '@not.json'],
    ['a file in another encoding', '@latin1.json'],
    ['a file with a byte order mark', '@marked.json'],
    ['form data', '-', 'gameId=demo&username=x'],
    ['two bodies', '-', '{}{}'],
    ['the end of one is missing', '-', '{"gameId":"demo"'],
  ];
  const argumentsOnly: readonly Row[] = [
    ['an empty text', ''],
    ['what PowerShell leaves', '{gameId:demo,username:x}'],
    ['what cmd leaves', "'{gameId:demo,username:x}'"],
    ['the name of a file that is not there', 'missing.json'],
    ['a word', 'hello'],
  ];
  const texts = [...bodies, ...argumentsOnly];

  it.each<Row>(texts)('is not signed without --force: %s', async (_what, body, stdin) => {
    for (const line of [sign, ['sign', 'gateway']]) {
      const { ended, said } = await run([...line, '--body', body], stdin);
      expect(said).toMatchObject({ exit: 2, error: { code: 'input-unreadable' } });
      expect(ended.out).toContain('--force');
      const forced = await run([...line, '--body', body, '--force'], stdin);
      expect([forced.said['exit'], signatureIn(forced.said)]).toEqual([
        0,
        expect.stringMatching(/^[0-9a-f]{64}$/),
      ]);
    }
  });

  it.each<Row>(texts)('is not diagnosed without --force: %s', async (_what, body, stdin) => {
    const { said } = await run([...diagnose, '--body', body], stdin);
    expect(said).toMatchObject({ exit: 2, error: { code: 'input-unreadable' } });
    const forced = await run([...diagnose, '--body', body, '--force'], stdin);
    expect(forced.said).toMatchObject({ exit: 6, error: null });
  });

  it.each<Row>(bodies)('is not sent without --force: %s', async (_what, body, stdin) => {
    for (const command of ['lookup', 'verify', 'session']) {
      const { said, bodies: sent } = await run([command, '--body', body], stdin);
      expect([said, sent]).toMatchObject([{ exit: 2, error: { code: 'input-unreadable' } }, []]);
      const forced = await run([command, '--body', body, '--force'], stdin);
      expect(forced.bodies).toHaveLength(1);
    }
  });

  it('is not taken beside a file with a request either', async () => {
    const folder = folderWithFiles();
    writeFileSync(
      join(folder, 'request.txt'),
      `POST /xmdt/session HTTP/1.1\nX-Signature: ${hex}\n\n{}`,
    );
    const line = ['diagnose', 'request.txt', '-p', 'local', '--budget', '0.1', '--json'];
    for (const body of ['body.json', '@empty', '@not.json', 'x']) {
      expect((await pvg([...line, '--body', body], { folder })).status).toBe(2);
      expect((await pvg([...line, '--body', body, '--force'], { folder })).status).toBe(6);
    }
    expect((await pvg([...line, '--body', '@body.json'], { folder })).status).toBe(6);
  });

  it('tells a shell that took the quotation marks, and how to write them', async () => {
    for (const body of ['{gameId:demo,username:x}', "'{gameId:demo}'", '{ os_id: 1 }']) {
      const { ended } = await run([...sign, '--body', body]);
      expect(ended.out).toContain('PowerShell');
      expect(ended.out).toContain('--body @');
    }
    expect((await run([...sign, '--body', 'hello'])).ended.out).not.toContain('PowerShell');
  });

  it('is not repeated: it may be a secret', async () => {
    for (const body of ['CANARY-1', '{CANARY-1:x}', '{"a":CANARY-1}'])
      for (const line of [sign, diagnose]) {
        const { out, err } = (await run([...line, '--body', body])).ended;
        expect(out + err).not.toContain('CANARY');
      }
  });

  it.each([
    [[...observed, '--signed-message', '-']],
    [[...observed, '--signed-message', '@empty']],
    [['lookup', '-']],
    [[...lookup, '--receipt', '-']],
    [[...lookup, '--receipt', '@empty']],
    [['lookup', '--purchase-json', '-']],
    [['diagnose', '-']],
    [['diagnose', '--credentials', '-', 'body.json']],
    [['explain-error', '-']],
    [['batch', '-']],
  ])('nothing on standard input is an error everywhere: %j', async (line) => {
    const { send, bodies: sent } = service();
    const ended = await pvg(line, { env, send, folder: folderWithFiles(), stdin: '' });
    expect([ended.status, sent]).toEqual([2, []]);
  });
});

it('the bytes of a right body are signed unchanged', async () => {
  const folder = folderWithFiles();
  const body = ' { "gameId" : "demo" , "gameId" : 1.0 }\r\n';
  writeFileSync(join(folder, 'odd.json'), body);
  const signed = await pvg('sign session --body @odd.json --json', { env, folder });
  const piped = await pvg('sign session --body - --json', {
    env,
    stdin: readFileSync(join(folder, 'odd.json')),
  });
  expect(json(signed)['answer']).toMatchObject({ body_bytes: body.length });
  expect(signatureIn(json(piped))).toBe(signatureIn(json(signed)));
});
