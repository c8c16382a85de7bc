import type { Profile } from '../../src/contract/profile.js';
import { describe, expect, it } from 'vitest';
import { checkEnvironments } from '../../src/profiles/manage.js';
import { demoCredentials } from '../../src/contract/demo-credentials.js';

const prod: Profile = {
  name: 'game-prod',
  environment: 'prod',
  readOnly: false,
  gateway: { baseUrl: 'https://gateway.example', clientId: 'client', clientSecret: 'prod-secret' },
  session: { baseUrl: 'https://session.example', gameId: 'game', secretKey: 'prod-key' },
};

const dev = (gateway: Profile['gateway'], session: Profile['session'] = {}): Profile => ({
  name: 'game-dev',
  environment: 'dev',
  readOnly: false,
  gateway,
  session,
});

describe('a dev profile beside a prod profile', () => {
  const cases: readonly (readonly [what: string, profile: Profile, mixed: boolean])[] = [
    [
      'with nothing in common',
      dev({ baseUrl: 'https://gateway-dev.example', clientId: 'client', clientSecret: 'dev-secret' }),
      false,
    ],
    ['with the same client id', dev({ clientId: 'client' }), false],
    ['with the same host', dev({ baseUrl: 'https://gateway.example' }), true],
    ['with the same host in capitals', dev({ baseUrl: 'https://GATEWAY.example./' }), true],
    [
      'with the same host on another port and path',
      dev({ baseUrl: 'https://gateway.example:444/dev' }),
      true,
    ],
    ['with the host of its other interface', dev({}, { baseUrl: 'https://gateway.example' }), true],
    ['with the same secret', dev({ clientSecret: 'prod-secret' }), true],
    ['with the secret of the other interface', dev({}, { secretKey: 'prod-secret' }), true],
  ];
  for (const [what, profile, mixed] of cases) {
    it(`${what} is ${mixed ? 'refused' : 'fine'}`, () => {
      const check = (): void => {
        checkEnvironments(profile, [prod]);
      };
      if (mixed) expect(check).toThrow(expect.objectContaining({ code: 'environments-mixed', exit: 13 }));
      else expect(check).not.toThrow();
    });
  }

  it('may share a loopback address', () => {
    const loopback = { baseUrl: 'http://127.0.0.1:8787' };
    expect(() => checkEnvironments(dev(loopback), [{ ...prod, gateway: loopback }])).not.toThrow();
  });

  it('may share the secrets of the emulator, which everybody knows', () => {
    const { clientSecret, secretKey } = demoCredentials;
    const other: Profile = { ...prod, gateway: { clientSecret }, session: { secretKey } };
    expect(() => checkEnvironments(dev({ clientSecret }, { secretKey }), [other])).not.toThrow();
  });

  it('of the same environment may share everything', () => {
    expect(() => checkEnvironments({ ...prod, name: 'other' }, [prod])).not.toThrow();
  });

  it('is not compared with what it replaces', () => {
    expect(() => checkEnvironments({ ...prod, environment: 'dev' }, [prod])).not.toThrow();
  });
});
