import { PvgError } from '../failure.js';
import { demoCredentials, demoPurchase } from '../contract/demo-credentials.js';
import type { Profile } from '../contract/profile.js';

export const localName = 'local';

const pattern = /^[a-z0-9][a-z0-9._-]{0,63}$/;

// The built-in profile, and names that every JavaScript object has.
const taken: ReadonlySet<string> = new Set(
  [localName, 'prototype', ...Object.getOwnPropertyNames(Object.prototype)].map((name) => name.toLowerCase()),
);

/** Whether a stored profile can have this name; only such names become part of a path. */
export const isProfileName = (name: string): boolean => pattern.test(name) && !taken.has(name);

/** @throws {PvgError} `usage`; the name itself is not repeated because it may be a secret. */
export function checkProfileName(name: string, what = 'The profile’s name'): void {
  if (pattern.test(name) && taken.has(name)) {
    throw new PvgError('usage', `${what} is reserved by pvg.`, {
      hint: 'Choose another name, such as `game-dev`.',
    });
  }
  if (!pattern.test(name)) {
    throw new PvgError('usage', `${what} is not valid.`, {
      hint: 'Use up to 64 lower-case letters, digits, `.`, `_` and `-`. Begin with a letter or digit: `game-dev`.',
    });
  }
}

/** A placeholder: `local` never uses the network. `.invalid` never resolves (RFC 2606). */
const localAddress = 'http://local.invalid';

/** The built-in profile: works on a machine that has nothing else. */
export const localProfile: Profile = {
  name: localName,
  environment: 'dev',
  readOnly: false,
  gateway: {
    baseUrl: localAddress,
    clientId: demoCredentials.clientId,
    clientSecret: demoCredentials.clientSecret,
    package: demoPurchase.packageName,
  },
  session: { baseUrl: localAddress, gameId: demoCredentials.gameId, secretKey: demoCredentials.secretKey },
};
