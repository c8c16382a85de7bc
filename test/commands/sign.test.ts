import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/context.js';
import { json, pvg } from '../support/pvg.js';

const body =
  '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}';
const bodyHash = '17206902238d3964b8dd5a5cc0b0866503f1087a48796bb88d1a5d852d43661f';
const signature = 'f84682938b4bd47809463175dcf2fde993c858cf5a10f1f94638e4485d81b925';
const gateway = ['sign', 'gateway', '--timestamp', '1790000000', '--body', body];
const env = { PVG_CLIENT_ID: 'demo-game', PVG_CLIENT_SECRET: 'demo-client-secret' };

describe('pvg sign', () => {
  it('prints the headers of the pinned gateway vector; only a secret and a client id are needed', async () => {
    expect(await pvg(gateway, { env })).toMatchObject({
      status: 0,
      out: `Content-Type: application/json\nX-Client-ID: demo-game\nX-Timestamp: 1790000000\nX-Signature: ${signature}\n`,
      err: '',
    });
  });

  it('prints the headers of the pinned session vector', async () => {
    const ended = await pvg(['sign', 'session', '--body', '{"gameId":"demo","username":"player-42"}'], {
      env: { PVG_SECRET_KEY: 'demo-session-secret' },
    });
    expect(ended.out).toBe(
      'Content-Type: application/json\nX-Signature: 27a641255b2d43d56a0e300fb007a0d2a7c610bb1812090af930e4947f4d467b\n',
    );
  });

  it('shows every intermediate value on request, the secret by its fingerprint', async () => {
    const { out } = await pvg([...gateway, '--show', 'steps'], { env });
    expect(out).toContain(bodyHash);
    expect(out).toContain(`demo-game.1790000000.${bodyHash}`);
    expect(out).toContain(signature);
    expect(out).not.toContain('demo-client-secret');
  });

  it.each(['--json', '--show json'])('gives the same values with %s', async (option) => {
    const ended = await pvg([...gateway, ...option.split(' ')], { env });
    expect(option === '--json' ? json(ended)['answer'] : JSON.parse(ended.out)).toMatchObject({
      client_id: 'demo-game',
      timestamp: '1790000000',
      body_sha256: bodyHash,
      signature,
    });
  });

  it('takes the client id from --client-id and the secret from a file, before the environment', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'secret'), 'demo-client-secret\n');
    const ended = await pvg(
      [...gateway, '--client-id', 'demo-game', '--client-secret-file', join(folder, 'secret')],
      { env: { PVG_CLIENT_ID: 'other', PVG_CLIENT_SECRET: 'another-secret' } },
    );
    expect(ended.out).toContain(signature);
    expect(ended.err).toContain('Removed the line break');
  });

  it('signs the bytes of a file as they are, and says that they end with a line break', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'body.json'), `${body}\n`);
    const ended = await pvg(
      ['sign', 'gateway', '--timestamp', '1790000000', '--body', `@${join(folder, 'body.json')}`],
      { env },
    );
    expect(ended.out).not.toContain(signature);
    expect(ended.err).toContain('ends with a line break');
  });

  it('signs standard input', async () => {
    const ended = await pvg(['sign', 'gateway', '--timestamp', '1790000000', '--body', '-'], {
      env,
      stdin: body,
    });
    expect(ended.out).toContain(signature);
  });

  it('writes the curl command with the address left open when there is none', async () => {
    const { status, out } = await pvg([...gateway, '--show', 'curl'], { env });
    expect(status).toBe(0);
    expect(out).toContain('https://BASE_URL/iap/gateway/lookup-receipt');
  });

  it.each<[string, string[], number, RegExp]>([
    ['milliseconds', ['gateway', '--body', 'x', '--timestamp', '1790000000000'], 2, /milliseconds/],
    ['a date', ['gateway', '--body', 'x', '--timestamp', '2026-01-01'], 2, /--timestamp/],
    [
      'a timestamp for a session',
      ['session', '--body', 'x', '--timestamp', '1790000000'],
      2,
      /does not use --timestamp/,
    ],
    ['no body', ['gateway'], 2, /--body/],
    ['a file that is not there', ['gateway', '--body', '@/nowhere/at/all'], 2, /no such file/],
    ['an unknown interface', ['webhook', '--body', 'x'], 2, /gateway, session/],
    ['an unknown --show', ['gateway', '--body', 'x', '--show', 'hex'], 2, /--show/],
    ['an unknown language', ['gateway', '--snippet', 'cobol'], 2, /--snippet/],
    ['no secret', ['session', '--body', 'x'], 3, /secret/i],
  ])('refuses %s', async (_what, argv, status, says) => {
    const ended = await pvg(['sign', ...argv], { env });
    expect(ended.status).toBe(status);
    expect(ended.err).toMatch(says);
    expect(ended.out).toBe('');
  });

  it('prints a complete signer instead, for which no profile is needed', async () => {
    const { status, out } = await pvg('sign gateway --snippet python');
    expect(status).toBe(0);
    expect(out).toContain('X-Client-ID');
  });
});
