import { createServer as createTlsServer } from 'node:tls';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { LocalObstacle } from '../../src/contract/wire.js';
import { openNetwork } from '../../src/transport/network.js';
import { obstacleFixes } from '../../src/wording/describe.js';
import { serviceEnv, temporaryFolder } from '../helpers/context.js';
import { start } from '../helpers/network.js';
import { json, pvg } from '../helpers/pvg.js';
import { selfSigned } from '../helpers/self-signed.js';

/** What a setting of this computer or its network prevents is not the service's, and waiting does not help. */

const answering = (text: string) =>
  createServer((socket: Socket) => socket.once('data', () => socket.end(text)));

interface Setting {
  /** The variables; a server that it needs is started. */
  readonly env: () => Promise<Readonly<Record<string, string>>>;
  readonly url?: () => Promise<string>;
}

const noVariables = (): Promise<Readonly<Record<string, string>>> => Promise.resolve({});
const proxiedBy = (address: string): Setting => ({
  env: () => Promise.resolve({ HTTPS_PROXY: address }),
});

const settings: readonly (readonly [obstacle: LocalObstacle, what: string, setting: Setting])[] = [
  ['proxy-address', 'a SOCKS proxy', proxiedBy('socks5://127.0.0.1:1080')],
  ['proxy-address', 'no address', proxiedBy('not a url')],
  [
    'proxy-login',
    'a proxy that wants a password',
    { env: async () => ({ HTTPS_PROXY: await start(answering('HTTP/1.1 407 No\r\n\r\n')) }) },
  ],
  [
    'proxy-refusal',
    'a proxy that refuses',
    { env: async () => ({ HTTPS_PROXY: await start(answering('HTTP/1.1 403 No\r\n\r\n')) }) },
  ],
  ['proxy-unreached', 'a proxy that is not there', proxiedBy('http://127.0.0.1:1')],
  [
    'unknown-authority',
    'a certificate of an unknown authority',
    {
      env: noVariables,
      url: async () => (await start(createTlsServer(selfSigned))).replace('http:', 'https:'),
    },
  ],
];

const table = 'receipt,product_id,package\nreceipt-1,gems_100,com.example.game\n';
const commands: readonly (readonly [name: string, line: string])[] = [
  ['lookup', 'lookup --receipt receipt-1 --product-id gems_100 --package com.example.game'],
  ['verify', 'verify --receipt receipt-1 --product-id gems_100 --package com.example.game'],
  ['session', 'session --username player-42'],
];

describe.each(settings)('%s: %s', (obstacle, _what, { env: variables, url }) => {
  it.each(commands)(
    '%s says what to change, and not that the operator can help',
    async (_name, line) => {
      const proxies = await variables();
      const env = { ...serviceEnv((await url?.()) ?? 'https://service.invalid'), ...proxies };
      const send = openNetwork({ env, version: '1.2.3' });
      const { exit, error } = json(await pvg(`${line} --json --retries 0`, { env, send }));
      expect(exit).toBe(11);
      const { hint } = error as { hint: string };
      expect(hint).toContain(obstacleFixes[obstacle]);
      expect(hint).not.toMatch(/operator|in a few minutes/);
    },
  );

  it('is said at the end of a batch', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'purchases.csv'), table);
    const proxies = await variables();
    const env = { ...serviceEnv((await url?.()) ?? 'https://service.invalid'), ...proxies };
    const send = openNetwork({ env, version: '1.2.3', keepConnections: true });
    const ended = await pvg(`batch ${join(folder, 'purchases.csv')} --out ${join(folder, 'out')}`, {
      env,
      send,
    });
    expect(ended.status).not.toBe(0);
    expect(ended.err.replace(/\s+/g, ' ')).toContain(obstacleFixes[obstacle]);
    expect(ended.err).not.toMatch(/operator|in a few minutes/);
  });
});

describe('pvg doctor -v', () => {
  const doctor = async (env: Readonly<Record<string, string>>) => {
    const { out, err } = await pvg('doctor -v --profile local --no-color', { env });
    return out + err;
  };

  it('names the host and port of a proxy, never its user and password', async () => {
    const shown = await doctor({
      HTTPS_PROXY: 'http://ann:pa55word@proxy.example:3128',
      NO_PROXY: 'inside.example',
    });
    expect(shown).toContain('proxy.example:3128');
    expect(shown).toContain('inside.example');
    expect(shown).not.toMatch(/ann|pa55word/);
  });

  it('names the file of additional authorities, and a missing one', async () => {
    const file = join(temporaryFolder(), 'authorities.pem');
    writeFileSync(file, '');
    expect(await doctor({ NODE_EXTRA_CA_CERTS: file })).toContain(file);
    const missing = `${file}.missing`;
    const { answer } = json(
      await pvg('doctor --profile local --json', { env: { NODE_EXTRA_CA_CERTS: missing } }),
    );
    const { checks } = answer as { checks: readonly { id: string; status: string }[] };
    expect(checks.find(({ id }) => id === 'tls')).toMatchObject({ status: 'warning' });
  });
});
