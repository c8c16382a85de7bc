import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  WireFailure,
  type LocalObstacle,
  type Send,
  type WireRequest,
} from '../../src/contract/wire.js';
import { fixedUnixSeconds, temporaryFolder, type TestContextOptions } from '../helpers/context.js';
import { emulatorEnv, realNetwork, startEmulator } from '../helpers/listener.js';
import type { CheckResult } from '../../src/doctor/finding.js';
import { json, pvg } from '../helpers/pvg.js';

const env = {
  PVG_ENVIRONMENT: 'dev',
  PVG_GATEWAY_URL: 'https://gateway.example',
  PVG_CLIENT_ID: 'client',
  PVG_CLIENT_SECRET: 'a-long-secret',
  PVG_SESSION_URL: 'https://session.example',
  PVG_GAME_ID: 'game',
  PVG_SECRET_KEY: 'a-long-key',
};

async function doctor(line: string, options: TestContextOptions) {
  const ended = await pvg(`doctor --json ${line}`, options);
  const { checks } = json(ended)['answer'] as { checks: readonly CheckResult[] };
  expect(ended.out + ended.err).not.toMatch(/a-long-/);
  return { ...ended, of: (id: string) => checks.find((check) => check.id === id) };
}

const answering =
  (status: number, body: string, headers: readonly (readonly [string, string])[] = []): Send =>
  () =>
    Promise.resolve({ status, headers, body: Buffer.from(body) });

const refusing: Send = answering(401, '{"success":false,"error":"UNAUTHORIZED"}');

const failing =
  (kind: WireFailure['kind'], code: string, obstacle?: LocalObstacle): Send =>
  () =>
    Promise.reject(new WireFailure(kind, 'it did not work', { code, obstacle }));

describe('pvg doctor --online', () => {
  it('asks each address once, without credentials, by a request that records and mints nothing', async () => {
    const home = temporaryFolder();
    const sent: WireRequest[] = [];
    const send: Send = (request, options) => {
      sent.push(request);
      return refusing(request, options);
    };
    await doctor('', { env, home });
    const { status, of } = await doctor('--online', { env, home, send });
    expect([status, of('online-gateway')?.status, of('online-session')?.status]).toEqual([
      0,
      'ok',
      'ok',
    ]);
    expect(
      sent.map(({ url, headers, body }) => [url, headers, Buffer.from(body).toString()]),
    ).toEqual([
      [
        'https://gateway.example/iap/gateway/lookup-receipt',
        [['content-type', 'application/json']],
        '{}',
      ],
      ['https://session.example/xmdt/session', [['content-type', 'application/json']], '{}'],
    ]);
    expect(readdirSync(home)).toEqual([]);
  });

  it('shows a person what each address answered, also if nothing is wrong', async () => {
    const [plain, asked] = await Promise.all([
      pvg('doctor', { env }),
      pvg('doctor --online', { env, send: refusing }),
    ]);
    expect(plain.out).not.toContain('online-');
    expect(asked.out).toContain('ok: online-gateway');
    expect(asked.out).toContain('ok: online-session');
    expect(asked.out).not.toContain('ok: variables');
  });

  it('leads from a service that is down to the same check later, not to curl', async () => {
    const { verdict } = json(
      await pvg('doctor --online --json', { env, send: failing('lost', 'ETIMEDOUT') }),
    );
    expect(verdict).toMatchObject({
      id: 'problems',
      next: 'pvg doctor --online',
    });
  });

  const curl = 'curl -v --max-time 10 https://gateway.example';
  it.each<[kind: WireFailure['kind'], code: string, fix: string, obstacle?: LocalObstacle]>([
    ['not-reached', 'ENOTFOUND', 'export PVG_GATEWAY_URL="$GATEWAY_URL"'],
    ['not-reached', 'ECONNREFUSED', curl],
    [
      'not-reached',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'export NODE_EXTRA_CA_CERTS="$FILE"',
      'unknown-authority',
    ],
    ['not-reached', 'ERR_INVALID_URL', 'pvg doctor -v', 'proxy-address'],
    ['lost', 'ETIMEDOUT', curl],
  ])('has a fix where an address is %s: %s', async (kind, code, fix, obstacle) => {
    const { status, of } = await doctor('--online', { env, send: failing(kind, code, obstacle) });
    expect(status).toBe(3);
    const says = expect.stringContaining(`it did not work (${code})`) as string;
    expect(of('online-gateway')).toEqual({ id: 'online-gateway', status: 'problem', says, fix });
  });

  it.each([
    [401, '{"success":false,"error":"UNAUTHORIZED"}', 'ok', 'as it should', null],
    [401, '{"code":"missing_headers"}', 'ok', 'as it should', null],
    [400, '{"success":false,"error":"INVALID_REQUEST"}', 'ok', 'as it should', null],
    [
      404,
      '{"error":"NOT_FOUND"}',
      'problem',
      'may not be the service',
      'export PVG_GATEWAY_URL="$GATEWAY_URL"',
    ],
    [503, 'no', 'problem', 'HTTP 503', 'pvg explain-error 503'],
    [500, 'no', 'problem', 'HTTP 500', 'pvg explain-error 500'],
    [599, 'no', 'problem', 'HTTP 599', 'pvg explain-error 599'],
    [600, 'no', 'problem', 'may not be the service', 'export PVG_GATEWAY_URL="$GATEWAY_URL"'],
    [300, '', 'problem', ', a redirect to an address', 'export PVG_GATEWAY_URL="$GATEWAY_URL"'],
    [399, '', 'problem', ', a redirect to an address', 'export PVG_GATEWAY_URL="$GATEWAY_URL"'],
    [400, '{}', 'problem', ', an unexpected JSON object', 'export PVG_GATEWAY_URL="$GATEWAY_URL"'],
  ])('judges HTTP %i %s: %s', async (status, body, found, says, fix) => {
    const { of } = await doctor('--online', { env, send: answering(status, body) });
    const containing = expect.stringContaining(says) as string;
    expect(of('online-gateway')).toMatchObject({ status: found, fix, says: containing });
  });

  it.each([
    [0, 'ok', 'agrees with the service’s clock'],
    [20, 'ok', '20 seconds behind'],
    [100, 'warning', '100 seconds behind'],
    [-100, 'warning', '100 seconds ahead of'],
    [400, 'problem', '400 seconds behind'],
  ])('compares the clock by the Date of an answer: %i s', async (skewS, status, says) => {
    const date = new Date((fixedUnixSeconds + skewS) * 1000).toUTCString();
    const send = answering(401, '{}', [['date', date]]);
    const { of } = await doctor('--online', { env, send });
    const fix = status === 'ok' ? null : (expect.stringMatching(/timedatectl|w32tm/) as string);
    expect(of('clock')).toMatchObject({
      status,
      fix,
      says: expect.stringContaining(says) as string,
    });
  });

  it('gives the option of the profile whose address is wrong', async () => {
    const home = temporaryFolder();
    const add =
      'profile add shop --environment dev --gateway-url https://gateway.exmaple --client-id c --client-secret-file -';
    await pvg(add, { home, stdin: 'a-long-secret' });
    const ended = await doctor('--online -p shop', {
      home,
      send: failing('not-reached', 'ENOTFOUND'),
    });
    const { of } = ended;
    expect(json(ended)).toMatchObject({
      advice: 'retry-later',
      verdict: { next: 'pvg doctor --online --profile shop' },
    });
    expect(of('online-gateway')?.fix).toBe('pvg profile set shop --gateway-url "$GATEWAY_URL"');
  });

  it.each([
    ['--online', 'warning', 'see profile-in-use'],
    ['--online -p nope', 'warning', 'see profile-in-use'],
    ['--online --probe -p local', 'ok', 'nothing to call'],
  ])('%s calls nobody where there is no address, and says so', async (line, status, says) => {
    // A test context has no network: asking for one fails the run.
    const found = { status, fix: null, says: expect.stringContaining(says) as string };
    expect((await doctor(line, {})).of('online')).toMatchObject(found);
  });
});

describe('pvg doctor --probe', () => {
  it('finds that the gateway takes the signature', async () => {
    const emulator = await startEmulator();
    const { of } = await doctor('--probe', { env: emulatorEnv(emulator.url), send: realNetwork() });
    await emulator.stop();
    for (const id of ['online-gateway', 'online-session', 'probe'])
      expect(of(id)?.status).toBe('ok');
    expect(of('probe')?.says).toContain('accepts the client id and the client secret');
  });

  it.each<
    [what: string, more: Record<string, string>, signed: number, status: string, fix: string]
  >([
    [
      'one look-up, which is refused',
      {},
      1,
      'problem',
      'export PVG_CLIENT_ID="$CLIENT_ID" PVG_CLIENT_SECRET="$CLIENT_SECRET"',
    ],
    [
      'nothing for an incomplete part',
      { PVG_CLIENT_ID: '' },
      0,
      'warning',
      'export PVG_CLIENT_ID="$CLIENT_ID"',
    ],
    [
      'nothing where anybody could answer',
      { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      0,
      'problem',
      'unset',
    ],
  ])('signs %s', async (_what, more, count, status, fix) => {
    const signed: string[] = [];
    const send: Send = (request, options) => {
      if (request.headers.some(([name]) => name === 'X-Signature')) signed.push(request.url);
      return refusing(request, options);
    };
    const found = (await doctor('--probe', { env: { ...env, ...more }, send })).of('probe');
    expect(found).toMatchObject({ status, fix: expect.stringContaining(fix) as string });
    expect(signed).toEqual(Array(count).fill('https://gateway.example/iap/gateway/lookup-receipt'));
  });

  it('leads from a refused secret of a variable to the one of the profile', async () => {
    const home = temporaryFolder();
    const add =
      'profile add shop --environment dev --gateway-url https://gateway.example --client-id c --client-secret-file -';
    await pvg(add, { home, stdin: 'a-long-secret' });
    const more = { PVG_CLIENT_SECRET: 'a-long-wrong-one' };
    const ended = await doctor('--probe -p shop', { home, env: more, send: refusing });
    expect(ended.of('probe')?.fix).toBe('unset PVG_CLIENT_SECRET');
    expect(json(ended)['verdict']).toMatchObject({ next: 'unset PVG_CLIENT_SECRET' });
  });

  it('tells a failure of the service from one of the credentials', async () => {
    const failed = answering(502, 'no');
    const send: Send = (request, options) => {
      const isSigned = request.headers.some(([name]) => name === 'X-Signature');
      return isSigned ? failed(request, options) : refusing(request, options);
    };
    const { of } = await doctor('--probe', { env, send });
    expect(of('probe')).toMatchObject({ status: 'warning', fix: 'pvg explain-error 502' });
  });

  it.each([
    ['could not be reached', failing('not-reached', 'ECONNREFUSED')],
    ['is a web page', answering(200, '<html></html>')],
    ['failed', answering(503, 'no')],
  ])('sends no signature to a gateway that %s, which is one problem', async (_what, send) => {
    const requests: WireRequest[] = [];
    const recorded: Send = (request, options) => {
      requests.push(request);
      return send(request, options);
    };
    const { of } = await doctor('--probe', { env, send: recorded });
    expect(of('online-gateway')?.status).toBe('problem');
    expect(of('probe')).toMatchObject({ status: 'warning', fix: null });
    const signed = requests.filter(({ headers }) =>
      headers.some(([name]) => name === 'X-Signature'),
    );
    expect(signed).toEqual([]);
  });
});
