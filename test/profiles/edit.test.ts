import { describe, expect, it } from 'vitest';
import { demoCredentials } from '../../src/contract/demo-credentials.js';
import type { FieldValues, Profile } from '../../src/contract/profile.js';
import { checkEnvironments } from '../../src/profiles/edit.js';

const prod: Profile = {
  ...{ name: 'game-prod', environment: 'prod', readOnly: false },
  ...{ gatewayUrl: 'https://gateway.example', clientId: 'client', clientSecret: 'prod-secret' },
  ...{ sessionUrl: 'https://session.example', gameId: 'game', secretKey: 'prod-key' },
};
const dev = { name: 'game-dev', environment: 'dev' as const, readOnly: false };
const { clientSecret, secretKey } = demoCredentials;
const loopback = { gatewayUrl: 'http://127.0.0.1:8787' };
const unsure = { gatewayUrl: 'https://pay.localhost:8787' };
const numbered = { ...prod, gatewayUrl: 'https://192.0.2.1' };

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
    ['on this computer by a name that is not sure', unsure, 'host', { ...prod, ...unsure }],
    [
      'with the same host, written as IPv6',
      { gatewayUrl: 'https://[::ffff:192.0.2.1]' },
      'host',
      numbered,
    ],
    ['with the same host and a final dot', { sessionUrl: 'https://session.example.' }, 'host'],
    [
      'with the emulator’s secrets',
      { clientSecret, secretKey },
      '',
      { ...prod, clientSecret, secretKey },
    ],
    ['that it replaces', { ...prod }, '', { ...prod, name: dev.name }],
    ['that is of dev, too', { ...prod }, '', { ...prod, environment: 'dev' }],
  ])('%s', (_what, values, shared, other = prod) => {
    const check = (): void => {
      checkEnvironments({ ...values, ...dev }, other);
    };
    if (!shared) return expect(check).not.toThrow();
    const message = expect.stringContaining(`the same ${shared} as`) as string;
    return expect(check).toThrow(
      expect.objectContaining({ code: 'environments-mixed', message }) as Error,
    );
  });
});
