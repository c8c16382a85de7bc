import { describe, expect, it } from 'vitest';
import type { Profile } from '../../src/contract/profile.js';
import { resolveProfile } from '../../src/profiles/resolve.js';
import { testContext } from '../helpers/context.js';

const shared = 'https://shared.example';

/** With credentials of its own. */
const stored = (name: string, more: Partial<Profile> = {}): Profile => ({
  ...{ name, environment: 'prod', readOnly: false, gatewayUrl: `https://${name}.example` },
  ...{ clientId: `${name}-client`, clientSecret: `${name}-client-secret` },
  ...more,
});
const readOnly = { readOnly: true };
const atShared = { gatewayUrl: shared };

/** Whose rules hold for a call with the dev profile, and these variables over it. */
async function rules(profiles: readonly Profile[], env: Readonly<Record<string, string>>) {
  const context = testContext({ env });
  await context.profiles.write(stored('game-dev', { environment: 'dev' }));
  for (const each of profiles) await context.profiles.write(each);
  const { governingProfile, environment, readOnly } = await resolveProfile(context, {
    profile: 'game-dev',
    interface: 'gateway',
  });
  return { governingProfile, environment, readOnly };
}

type Row = [
  when: string,
  profiles: readonly Profile[],
  env: Readonly<Record<string, string>>,
  ruler: string | null,
  environment: string,
  readOnly: boolean,
];

const address = { PVG_GATEWAY_URL: shared };
const client = { PVG_CLIENT_ID: 'game-prod-client' };
const prodShared = stored('game-prod', atShared);

describe('whose rules hold', () => {
  it.each<Row>([
    ['nobody else has a value in use', [prodShared], {}, null, 'dev', false],
    ['a prod profile has one', [prodShared], address, 'game-prod', 'prod', false],
    [
      'a read-only dev profile has one',
      [stored('desk', { ...atShared, ...readOnly, environment: 'dev' })],
      address,
      'desk',
      'dev',
      true,
    ],
    [
      'a dev profile has one that may do everything',
      [stored('other', { ...atShared, environment: 'dev' })],
      address,
      null,
      'dev',
      false,
    ],
    [
      'two have one each in common, the read-only one named first',
      [stored('a-desk', { ...atShared, ...readOnly }), prodShared],
      address,
      'a-desk',
      'prod',
      true,
    ],
    [
      'two have one each in common, the read-only one named last',
      [prodShared, stored('z-desk', { ...atShared, ...readOnly })],
      address,
      'z-desk',
      'prod',
      true,
    ],
    [
      'one has more',
      [prodShared, stored('z-desk', { ...atShared, ...readOnly })],
      { ...address, ...client },
      'game-prod',
      'prod',
      false,
    ],
    [
      'a read-only one has one alone',
      [stored('game-prod'), stored('z-desk', { ...atShared, ...readOnly })],
      { ...address, ...client, PVG_CLIENT_SECRET: 'game-prod-client-secret' },
      'z-desk',
      'prod',
      true,
    ],
  ])('when %s', async (_when, profiles, env, ruler, environment, isReadOnly) => {
    expect(await rules(profiles, env)).toEqual({
      governingProfile: ruler,
      environment,
      readOnly: isReadOnly,
    });
  });
});

describe('the fix', () => {
  const whole = {
    PVG_ENVIRONMENT: 'dev',
    PVG_GATEWAY_URL: 'https://ci.example',
    PVG_CLIENT_SECRET: 'ci-secret-of-its-own',
    ...client,
  };

  it.each([
    ['one variable over a profile', client, 'unset PVG_CLIENT_ID', false],
    ['one of a whole set', whole, 'unset PVG_GATEWAY_URL PVG_CLIENT_ID PVG_CLIENT_SECRET', true],
  ])('of %s leaves no set incomplete', async (_what, env, fix, namesProfile) => {
    const context = testContext({ env });
    await context.profiles.write(stored('game-dev', { environment: 'dev' }));
    await context.profiles.write(stored('game-prod'));
    const chosen = env === whole ? {} : { profile: 'game-dev' };
    const { notes } = await resolveProfile(context, { ...chosen, interface: 'gateway' });
    expect(notes.map((note) => note.fix)).toEqual([fix]);
    expect(notes[0]?.says.includes('--profile game-prod')).toBe(namesProfile);
  });
});
