import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoCredentials } from '../../src/contract/demo-credentials.js';
import type { FieldValues, Profile } from '../../src/contract/profile.js';
import { checkEnvironments } from '../../src/profiles/edit.js';
import { temporaryFolder } from '../support/context.js';
import { pvg } from '../support/pvg.js';

const prod: Profile = {
  ...{ name: 'game-prod', environment: 'prod', readOnly: false },
  ...{ gatewayUrl: 'https://gateway.example', clientId: 'client', clientSecret: 'prod-secret' },
  ...{ sessionUrl: 'https://session.example', gameId: 'game', secretKey: 'prod-key' },
};
const dev = { name: 'game-dev', environment: 'dev' as const, readOnly: false };
const { clientSecret, secretKey } = demoCredentials;
const loopback = { gatewayUrl: 'http://127.0.0.1:8787' };

describe('a profile', () => {
  it('with a package alone has no part', async () => {
    const line = 'profile add game-dev --environment dev --package com.example.game --no-input';
    expect((await pvg(line)).status).toBe(2);
    const env = { PVG_PACKAGE: 'com.example.game' };
    const session =
      'profile add game-dev --environment dev --session-url https://s.example --game-id g --secret-key-file -';
    const { status, context } = await pvg(session, { env, stdin: 'key' });
    expect([status, await context.profiles.read('game-dev')]).toMatchObject([0, { secretKey: 'key' }]);
  });

  it('is imported without the secret that nobody types', async () => {
    const home = temporaryFolder();
    const text = JSON.stringify({ ...dev, gatewayUrl: 'https://gateway.example', clientId: 'client' });
    writeFileSync(join(home, 'game-dev.json'), text);
    const person = { home, terminal: true, typed: [''] };
    const { status, context } = await pvg('profile import game-dev.json', person);
    expect(status).toBe(0);
    expect(await context.profiles.read('game-dev')).not.toHaveProperty('clientSecret');
  });
});

describe('§1.3: a dev profile beside a prod profile', () => {
  type Case = [what: string, values: FieldValues, shared?: 'host' | 'secret' | '', other?: Profile];
  it.each<Case>([
    ['with nothing in common', { gatewayUrl: 'https://dev.example', clientSecret: 'dev-secret' }],
    ['with the same client id and game', { clientId: 'client', gameId: 'game' }],
    ['with the same host', { gatewayUrl: 'https://gateway.example' }, 'host'],
    ['with the same host in capitals', { gatewayUrl: 'https://GATEWAY.example./' }, 'host'],
    [
      'with the same host on another port and path',
      { gatewayUrl: 'https://gateway.example:444/dev' },
      'host',
    ],
    ['with the host of its other interface', { sessionUrl: 'https://gateway.example' }, 'host'],
    ['with the same secret', { clientSecret: 'prod-secret' }, 'secret'],
    ['with the secret of the other interface', { secretKey: 'prod-secret' }, 'secret'],
    ['on this computer', loopback, '', { ...prod, ...loopback }],
    ['with the emulator’s secrets', { clientSecret, secretKey }, '', { ...prod, clientSecret, secretKey }],
    ['that it replaces', { ...prod }, '', { ...prod, name: dev.name }],
    ['that is of dev, too', { ...prod }, '', { ...prod, environment: 'dev' }],
  ])('%s', (_what, values, shared, other = prod) => {
    const check = (): void => {
      checkEnvironments({ ...values, ...dev }, other);
    };
    if (!shared) return expect(check).not.toThrow();
    const message = expect.stringContaining(`the same ${shared} as`) as string;
    return expect(check).toThrow(expect.objectContaining({ code: 'environments-mixed', message }) as Error);
  });
});
