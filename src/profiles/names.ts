import { PvgError } from '../failure.js';

/** The built-in profile. */
export const localName = 'local';

const pattern = /^[a-z0-9][a-z0-9._-]{0,63}$/;

// The built-in profile, and names that every JavaScript object answers to.
const taken: ReadonlySet<string> = new Set(
  [localName, 'prototype', ...Object.getOwnPropertyNames(Object.prototype)].map((name) => name.toLowerCase()),
);

/** Whether a stored profile can have this name; nothing else ever becomes part of a path. */
export const isProfileName = (name: string): boolean => pattern.test(name) && !taken.has(name);

/** @throws {PvgError} `usage`; the name itself is not repeated, it may be a secret. */
export function checkProfileName(name: string, what = 'The profile’s name'): void {
  if (pattern.test(name) && taken.has(name)) {
    throw new PvgError('usage', `${what} is taken by pvg itself.`, {
      hint: 'Choose another name, such as `game-dev`.',
    });
  }
  if (!pattern.test(name)) {
    throw new PvgError('usage', `${what} is not one a profile can have.`, {
      hint: 'Lower-case letters, digits, `.`, `_` and `-`, at most 64, beginning with a letter or digit: `game-dev`.',
    });
  }
}
