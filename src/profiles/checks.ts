import { PvgError } from '../failure.js';
import { isLoopback } from '../contract/loopback.js';
import { demoCredentials } from '../contract/demo-credentials.js';
import { hostOf } from './address.js';
import { secretsOf } from './fields.js';
import type { Profile } from './profile.js';

/**
 * §1.3: the environments are never mixed. A host or a secret belongs to one of them.
 * @throws {PvgError} `environments-mixed`, naming the other profile.
 */
export function checkEnvironments(profile: Profile, stored: readonly Profile[]): void {
  for (const other of stored) {
    if (other.name === profile.name || other.environment === profile.environment) continue;
    const shared = sharedBetween(profile, other);
    if (shared !== undefined) {
      throw new PvgError(
        'environments-mixed',
        `This ${profile.environment} profile has ${shared} of the ${other.environment} profile ${other.name}.`,
        {
          hint: `Dev and prod are never mixed: compare with \`pvg profile show ${other.name}\`.`,
          section: '§1.3',
        },
      );
    }
  }
}

function sharedBetween(profile: Profile, other: Profile): string | undefined {
  if (overlap(ownSecrets(profile), ownSecrets(other))) return 'a secret';
  return overlap(hostsOf(profile), hostsOf(other)) ? 'the host' : undefined;
}

const overlap = (ours: readonly string[], theirs: readonly string[]): boolean =>
  ours.some((value) => theirs.includes(value));

// The emulator's are printed for everybody: they belong to no environment.
const demoSecrets: readonly string[] = [demoCredentials.clientSecret, demoCredentials.secretKey];

const ownSecrets = (profile: Profile): string[] =>
  secretsOf(profile).filter((secret) => !demoSecrets.includes(secret));

const hostsOf = ({ gateway, session }: Profile): string[] =>
  [gateway.baseUrl, session.baseUrl].flatMap((address) =>
    address === undefined || !URL.canParse(address) || isLoopback(hostOf(address)) ? [] : [hostOf(address)],
  );
