import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languageNames } from '../../src/languages/languages.js';
import { temporaryFolder } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

const body =
  '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}';
const bodyHash = '17206902238d3964b8dd5a5cc0b0866503f1087a48796bb88d1a5d852d43661f';
const signature = 'f84682938b4bd47809463175dcf2fde993c858cf5a10f1f94638e4485d81b925';
const gateway = ['sign', 'gateway', '--timestamp', '1790000000', '--body', body];
const env = { PVG_CLIENT_ID: 'demo-game', PVG_CLIENT_SECRET: 'demo-client-secret' };

function folderWith(name: string, content: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), content);
  return folder;
}

describe('pvg sign', () => {
  it('prints the headers of the pinned gateway vector; only a secret and a client id are needed', async () => {
    expect(await pvg(gateway, { env })).toMatchObject({
      status: 0,
      out: `Content-Type: application/json\nX-Client-ID: demo-game\nX-Timestamp: 1790000000\nX-Signature: ${signature}\n`,
      err: '',
    });
  });

  it('prints the headers of the pinned session vector', async () => {
    const ended = await pvg(
      ['sign', 'session', '--body', '{"gameId":"demo","username":"player-42"}'],
      {
        env: { PVG_SECRET_KEY: 'demo-session-secret' },
      },
    );
    expect(ended.out).toBe(
      'Content-Type: application/json\nX-Signature: 27a641255b2d43d56a0e300fb007a0d2a7c610bb1812090af930e4947f4d467b\n',
    );
  });

  it('shows every intermediate value on request, the secret by its fingerprint', async () => {
    const { out } = await pvg([...gateway, '--show', 'steps'], { env });
    for (const step of [`demo-game.1790000000.${bodyHash}`, signature]) expect(out).toContain(step);
    expect(out).not.toContain('demo-client-secret');
  });

  it.each(['--json', '--show json'])('gives the same values with %s', async (option) => {
    const ended = await pvg([...gateway, ...option.split(' ')], { env });
    const values = {
      client_id: 'demo-game',
      timestamp: '1790000000',
      body_sha256: bodyHash,
      signature,
    };
    expect(option === '--json' ? json(ended)['answer'] : JSON.parse(ended.out)).toMatchObject(
      values,
    );
  });

  it('takes the client id from --client-id and the secret from a file, before the environment', async () => {
    const folder = folderWith('secret', 'demo-client-secret\n');
    const others = { PVG_CLIENT_ID: 'other', PVG_CLIENT_SECRET: 'another-secret' };
    const given = ['--client-id', 'demo-game', '--client-secret-file', 'secret'];
    const ended = await pvg([...gateway, ...given], { env: others, folder });
    expect(ended.out).toContain(signature);
    expect(ended.err).toContain('Removed the line break');
  });

  it('signs the bytes of a file as they are, and says that they end with a line break', async () => {
    const line = 'sign gateway --timestamp 1790000000 --body @body.json';
    const ended = await pvg(line, { env, folder: folderWith('body.json', `${body}\n`) });
    expect(ended.out).not.toContain(signature);
    expect(ended.err).toContain('ends with a line break');
  });

  it('signs standard input', async () => {
    const ended = await pvg('sign gateway --timestamp 1790000000 --body -', { env, stdin: body });
    expect(ended.out).toContain(signature);
  });

  it('writes the curl command with the address left open when there is none', async () => {
    const { status, out } = await pvg([...gateway, '--show', 'curl'], { env });
    expect([status, out]).toEqual([
      0,
      expect.stringContaining('https://BASE_URL/iap/gateway/lookup-receipt'),
    ]);
  });

  it.each<[line: string, status: number, says: RegExp]>([
    ['gateway --body x --timestamp 1790000000000', 2, /milliseconds/],
    ['gateway --body x --timestamp 2026-01-01', 2, /--timestamp/],
    ['session --body x --timestamp 1790000000', 2, /does not use --timestamp/],
    ['gateway', 2, /--body/],
    ['gateway --body @/nowhere/at/all', 2, /no such file/],
    ['webhook --body x', 2, /gateway, session/],
    ['gateway --body x --show hex', 2, /--show/],
    ['gateway --snippet cobol', 2, /--snippet/],
    ['session --body {}', 3, /secret/i],
  ])('refuses %s', async (line, status, says) => {
    const ended = await pvg(`sign ${line}`, { env });
    expect(ended).toMatchObject({ status, out: '', err: expect.stringMatching(says) as string });
  });

  it('prints a complete signer instead, for which no profile is needed', async () => {
    const { status, out } = await pvg('sign gateway --snippet python');
    expect([status, out]).toEqual([0, expect.stringContaining('X-Client-ID')]);
  });
});

it.each(languageNames)('the code of %s on a terminal can be copied and compiled', async (name) => {
  const line = `sign gateway --snippet ${name}`;
  const piped = (await pvg(line)).out;
  const shown = (await pvg(line, { terminal: true, columns: 80 })).out;
  expect(shown.trimEnd()).toBe(piped.trimEnd());
});

describe('a wrong order of words', () => {
  it.each([
    ["sign gateway '{}'", '--body'],
    ['sign body.json gateway', 'The interface comes first'],
    ['sign body.json gateway', 'Next: pvg sign gateway --body @body.json\n'],
    [
      'sign gateway @my/body.json --show steps',
      'Next: pvg sign gateway --show steps --body @my/body.json\n',
    ],
    [
      'reconcile results.ndjson --granted grants.csv',
      'Next: pvg reconcile --granted grants.csv --lookups results.ndjson\n',
    ],
    ['batch rows.csv results.ndjson', 'Next: pvg batch rows.csv --out results.ndjson\n'],
    ['sign --snippet python', 'pvg sign session'],
    ['sign gateway --profile local --body request.json', '--body @request.json'],
    ['diagnose x.http local', '--profile local'],
    ['help 401', 'pvg explain-error 401'],
    ['help UNAUTHORIZED', 'pvg explain-error UNAUTHORIZED'],
  ])('is refused with what was meant: pvg %s', async (line, meant) => {
    const { status, err } = await pvg(line);
    expect([status, err]).toEqual([2, expect.stringContaining(meant)]);
  });

  it('leads from credentials to profiles', async () => {
    expect((await pvg('help credentials')).out).toContain('pvg profile');
  });
});

it('a curl command with the address of the built-in profile is said to lead nowhere', async () => {
  const ended = await pvg([...gateway, '--show', 'curl', '--profile', 'local']);
  expect(ended.out).toContain('http://local.invalid/');
  expect(ended.err).toContain('replace it with the address of `pvg emulate`');
  const own = { ...env, PVG_GATEWAY_URL: 'https://service.example' };
  expect((await pvg([...gateway, '--show', 'curl'], { env: own })).err).not.toContain('emulate');
});
