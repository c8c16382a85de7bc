import type { Profile } from '../contract/profile.js';
import { shownFingerprint } from '../signing/digest.js';
import type { Printable } from '../text/json/print.js';
import type { Fact } from '../view/words.js';
import { filled, partsIn, plainFields, valuesIn } from './fields.js';
import { localName, type Listed } from './names.js';
import type { ResolvedProfile } from './resolve.js';

/** Profiles for people and `--json`: secrets as fingerprints, values with their sources. */

/** `sources`: named behind the values. */
export const profileFacts = (
  profile: Omit<Profile, 'name' | 'keyring'>,
  sources: ResolvedProfile['sources'] = {},
): Fact[] => {
  const behind = (source: string | undefined): string => (source === undefined ? '' : ` (${source})`);
  return [
    { label: 'environment', value: profile.environment + behind(sources.environment) },
    ...filled(profile).map(({ field: { name, words, secret }, value }) => ({
      label: words,
      value: (secret ? shownFingerprint(value) : value) + behind(sources[name]),
    })),
    { label: 'read-only', value: yesNo(profile.readOnly) },
  ];
};

const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

/** What `export` prints and `import` reads: no secrets. */
export const exportedJson = (profile: Profile): Record<string, string | boolean> => ({
  name: profile.name,
  environment: profile.environment,
  readOnly: profile.readOnly,
  ...(valuesIn(profile, plainFields) as Record<string, string>),
});

export const listedJson = ({ name, profile }: Listed, chosen: string | undefined): Printable => ({
  name,
  environment: profile?.environment ?? null,
  interfaces: profile && partsIn(profile),
  package: profile?.package ?? null,
  readOnly: profile && profile.readOnly,
  chosen: name === chosen,
  builtIn: name === localName,
  damaged: profile === null,
});

export const listedHead = ['profile', 'environment', 'interfaces', 'read-only', 'chosen'];

export const listedRow = ({ name, profile }: Listed, chosen: string | undefined): string[] => [
  name,
  ...(profile
    ? [profile.environment, partsIn(profile).join(', '), yesNo(profile.readOnly)]
    : ['damaged', 'unknown', 'unknown']),
  yesNo(name === chosen),
];

/** `path`: of the stored profile. */
export const resolvedJson = (resolved: ResolvedProfile, path: string | null): Printable => ({
  name: resolved.name,
  source: resolved.sources.profile ?? null,
  environment: { value: resolved.environment, source: resolved.sources.environment ?? null },
  readOnly: resolved.readOnly,
  ...Object.fromEntries(
    filled(resolved).map(({ field: { name, secret }, value }) => [
      name,
      {
        [secret ? 'fingerprint' : 'value']: secret ? shownFingerprint(value) : value,
        source: resolved.sources[name] ?? null,
      },
    ]),
  ),
  path,
  notes: resolved.notes.map(({ says }) => says),
});
