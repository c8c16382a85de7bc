import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minted } from '../helpers/answers.js';
import { listen } from '../helpers/hostile-server.js';
import { canariesIn, canaryEnv } from '../helpers/canary.js';
import { startPvg } from '../helpers/child.js';
import { temporaryFolder } from '../helpers/context.js';

/** The built program against servers whose certificates are wrong (`npm run build` comes first). */

const folder = join(import.meta.dirname, '..', 'fixtures', 'certificates');
const file = (name: string): string => join(folder, name);
const trusting = { NODE_EXTRA_CA_CERTS: file('authority.crt') };

const refused: readonly [what: string, name: string, env: Record<string, string>, says: string][] =
  [
    [
      'of an authority that is not trusted',
      'good',
      {},
      'the issuer of the certificate is not trusted here',
    ],
    ['that has expired', 'expired', trusting, 'has expired'],
    ['that is not valid yet', 'future', trusting, 'is not valid yet'],
    ['for another name', 'wrong-name', trusting, 'is for another host name'],
    ['that is self-signed', 'self-signed', {}, 'is self-signed'],
    ['that is self-signed and has expired', 'self-signed-expired', {}, 'has expired'],
    [
      'that is self-signed for another name',
      'self-signed-wrong-name',
      {},
      'self-signed and not trusted here',
    ],
  ];

const servers = new Map<string, Server>();
let received = 0;
beforeAll(async () => {
  for (const name of new Set(refused.map(([, name]) => name))) {
    const server = createServer(
      { key: readFileSync(file(`${name}.key`)), cert: readFileSync(file(`${name}.crt`)) },
      (request, response) => {
        received += 1;
        request.resume();
        response.end(JSON.stringify(minted));
      },
    );
    server.on('tlsClientError', () => undefined);
    await listen(server);
    servers.set(name, server);
  }
});
afterAll(() => {
  for (const server of servers.values()) server.close();
});

async function run(
  name: string,
  env: Record<string, string>,
  host = '127.0.0.1',
  environment = 'dev',
) {
  const { port } = servers.get(name)?.address() as AddressInfo;
  const child = startPvg(['session', '--username', 'a', '--fresh', '--no-color'], {
    env: {
      ...canaryEnv(`https://${host}:${String(port)}`),
      PATH: process.env['PATH'],
      HOME: temporaryFolder(),
      PVG_ENVIRONMENT: environment,
      ...env,
    },
  });
  return { status: await child.ended, said: child.out() + child.err() };
}

describe('a certificate', () => {
  it.each(refused)(
    '%s is refused with 11, and the message says which',
    async (_what, name, env, says) => {
      const before = received;
      const { status, said } = await run(name, env);
      expect({ status, received }).toEqual({ status: 11, received: before });
      expect(said.replaceAll(/[│\s]+/g, ' ')).toContain(says);
      expect(canariesIn(said)).toEqual([]);
      expect(said).not.toMatch(/\n\s+at /);
    },
  );

  it.each(['127.0.0.1', 'localhost'])(
    'of an authority that NODE_EXTRA_CA_CERTS trusts is good on %s',
    async (host) => {
      expect((await run('good', trusting, host)).status).toBe(0);
    },
  );

  it('is checked on prod whatever NODE_TLS_REJECT_UNAUTHORIZED says', async () => {
    const before = received;
    const { status } = await run(
      'self-signed',
      { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      '127.0.0.1',
      'prod',
    );
    expect({ status, received }).toEqual({ status: 13, received: before });
  });
});
