import type { FieldPath, Profile } from '../contract/profile.js';
import type { Context } from '../context.js';
import { interfaces, type Interface } from '../contract/interfaces.js';
import type { Fact } from '../view/words.js';
import type { Printable } from '../text/json/print.js';
import { shownFingerprint } from '../signing/digest.js';
import { fieldsOf, fieldValues, filledFields } from './fields.js';
import { localName } from './profile.js';
import type { Listed } from './naming.js';
import type { ResolvedProfile } from './resolve.js';

/** Profiles for people and `--json`: secrets as fingerprints, values with their sources. */

/** `behind`: a text after a value that names its source. */
export const profileFacts = (
  profile: Omit<Profile, 'name' | 'keyring'>,
  behind: (of: FieldPath | 'environment') => string = () => '',
): Fact[] => [
  { label: 'environment', value: profile.environment + behind('environment') },
  ...filledFields(fieldValues(profile)).map(([{ path, words, secret }, value]) => ({
    label: words,
    value: (secret ? shownFingerprint(value) : value) + behind(path),
  })),
  { label: 'read-only', value: yesNo(profile.readOnly) },
];

const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

export const listedJson = ({ name, profile, error }: Listed, chosen: boolean): Printable => ({
  name,
  environment: profile?.environment ?? null,
  interfaces: profile && partsOf(profile),
  package: profile?.gateway.package ?? null,
  readOnly: profile && profile.readOnly,
  chosen,
  builtIn: name === localName,
  damaged: error !== null,
});

export const listedRow = ({ name, profile }: Listed, chosen: boolean): string[] => [
  name,
  ...(profile
    ? [profile.environment, partsOf(profile).join(', '), yesNo(profile.readOnly)]
    : ['damaged', 'unknown', 'unknown']),
  yesNo(chosen),
];

const partsOf = (profile: Profile): string[] =>
  interfaces.filter((part) => Object.keys(profile[part]).length > 0);

export function resolvedFacts(resolved: ResolvedProfile): Fact[] {
  const source = (of: string): string => ` (${resolved.sources[of] ?? ''})`;
  return [
    { label: 'profile', value: (resolved.name ?? '(none)') + source('profile') },
    ...profileFacts(resolved, source),
  ];
}

export function resolvedJson(context: Context, resolved: ResolvedProfile): Printable {
  const values = fieldValues(resolved);
  const part = (name: Interface): Printable =>
    Object.fromEntries(
      filledFields(values, fieldsOf(name)).map(([{ path, member, secret }, value]) => {
        const source = resolved.sources[path] ?? null;
        return [member, secret ? { fingerprint: shownFingerprint(value), source } : { value, source }];
      }),
    );
  return {
    name: resolved.name,
    source: resolved.sources['profile'] ?? null,
    environment: { value: resolved.environment, source: resolved.sources['environment'] ?? null },
    readOnly: resolved.readOnly,
    ...Object.fromEntries(interfaces.map((each) => [each, part(each)])),
    path: resolved.name !== null && !resolved.local ? context.profiles.path(resolved.name) : null,
    notes: resolved.notes.map(({ says }) => says),
  };
}
