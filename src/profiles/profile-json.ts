import type { FieldPath, Profile } from '../contract/profile.js';
import { parseEnvironment } from '../contract/environments.js';
import { interfaces, type Interface } from '../contract/interfaces.js';
import { JsonObject, type Json } from '../text/json/json.js';
import { objectIn } from '../text/json/parse.js';
import { utf8Text } from '../text/utf8.js';
import { shownFingerprint } from '../signing/digest.js';
import { fields, fieldsOf, fieldValues, filledFields, toCredentials, type Field } from './fields.js';
import { isProfileName } from './profile.js';
import { PvgError } from '../failure.js';

/** A profile as JSON, for storing, export and import. The name is in the file name, or in an export a member. */

type ProfileJson = Record<string, string | boolean | Record<string, string>>;

/** For a file of the store: with its secrets, or with the name of their keyring entry. */
export const toStoredJson = (profile: Profile): ProfileJson => ({
  ...written(profile, ({ member }, value) => ({ [member]: value }), fingerprintOf),
  ...(profile.keyring !== undefined && { keyring: profile.keyring }),
});

/** With fingerprints (`sha256:…`) instead of secrets: `clientSecretFingerprint` for `clientSecret`. */
export const toPublicJson = (profile: Profile): ProfileJson => ({
  name: profile.name,
  ...written(profile, (field, value) =>
    field.secret ? { [fingerprintMember(field)]: shownFingerprint(value) } : { [field.member]: value },
  ),
});

const fingerprintOf: MembersOf = (field, fingerprint) => ({ [fingerprintMember(field)]: fingerprint });

const fingerprintMember = (field: Field): string => `${field.member}Fingerprint`;

type MembersOf = (field: Field, text: string) => Record<string, string>;

function written(profile: Profile, membersOf: MembersOf, pendingOf: MembersOf = () => ({})): ProfileJson {
  const { fingerprints = {} } = profile;
  const part = (name: Interface): Record<string, string> => {
    const own = filledFields(fieldValues(profile), fieldsOf(name)).map((each) => membersOf(...each));
    const pending = filledFields(fingerprints, fieldsOf(name)).map((each) => pendingOf(...each));
    return Object.fromEntries([...own, ...pending].flatMap((members) => Object.entries(members)));
  };
  const { environment, readOnly } = profile;
  return { environment, readOnly, ...Object.fromEntries(interfaces.map((id) => [id, part(id)])) };
}

/** A JSON object from bytes, or undefined. The parser's message is dropped: a damaged file may hold a secret. */
export const parseObject = (bytes: Uint8Array): JsonObject | undefined =>
  objectIn(utf8Text(bytes)?.replace(/^\uFEFF/, ''));

/** How pvg names a keyring entry: no other entry is ever read. */
const entryName = /^[a-z0-9][a-z0-9._-]{0,63}\.[0-9a-f]{12}$/;

/** undefined if a member is missing or has the wrong type. Unknown members are ignored. */
export function fromProfileJson(name: string, json: JsonObject): Profile | undefined {
  const environment = json.get('environment');
  const parsed = typeof environment === 'string' ? parseEnvironment(environment) : undefined;
  const readOnly = json.get('readOnly') ?? false;
  const keyring = json.get('keyring') ?? undefined;
  const values: Partial<Record<FieldPath, string>> = {};
  const fingerprints: Partial<Record<FieldPath, string>> = {};
  for (const field of fields) {
    const value = member(json.get(field.interface), field.member);
    if (value === null) return undefined;
    if (value !== undefined) values[field.path] = value;
    const fingerprint = field.secret && member(json.get(field.interface), fingerprintMember(field));
    if (typeof fingerprint === 'string') fingerprints[field.path] = fingerprint;
  }
  if (parsed === undefined || typeof readOnly !== 'boolean') return undefined;
  if (keyring !== undefined && (typeof keyring !== 'string' || !entryName.test(keyring))) return undefined;
  return {
    name,
    environment: parsed,
    readOnly,
    ...toCredentials(values),
    ...(Object.keys(fingerprints).length > 0 && { fingerprints }),
    ...(keyring !== undefined && { keyring }),
  };
}

/** The first known member that appears twice in its object: `gateway.clientId`. */
export function repeatedMember(json: JsonObject): string | undefined {
  const inParts = fields.flatMap((field): string[] => {
    const part = json.get(field.interface);
    const twice = [field.member, fingerprintMember(field)].find(
      (name) => part instanceof JsonObject && part.count(name) > 1,
    );
    return twice === undefined ? [] : [`${field.interface}.${twice}`];
  });
  const own = ['name', 'environment', 'readOnly', 'keyring', ...interfaces].filter(
    (name) => json.count(name) > 1,
  );
  return [...own, ...inParts][0];
}

/** A text member of a part; undefined if missing, null if the type is wrong. */
function member(part: Json | undefined, name: string): string | undefined | null {
  if (part === undefined) return undefined;
  if (!(part instanceof JsonObject)) return null;
  const value = part.get(name);
  return value === undefined || typeof value === 'string' ? value : null;
}

/** One file for all profiles. */
export const exportedAll = (profiles: readonly Profile[], withSecrets: boolean) => ({
  profiles: profiles.map((profile) => exportedJson(profile, withSecrets)),
});

/** @throws {PvgError} `usage` if options of `profile export` cannot be used together */
export function checkExport(
  name: string,
  options: { readonly out: string | undefined; readonly withSecrets: boolean; readonly overwrite: boolean },
): void {
  const { out, withSecrets, overwrite } = options;
  if (out === '' || (overwrite && out === undefined)) {
    throw new PvgError('usage', out === '' ? '--out is empty.' : '--overwrite needs --out.', {
      hint: 'Choose the file to write with `--out <file>`.',
    });
  }
  if (withSecrets && out === undefined) {
    throw new PvgError('usage', 'Secrets are written to a file only, never to standard output.', {
      hint: `Add \`--out ${isProfileName(name) ? name : 'profile'}.json\`.`,
    });
  }
}

export const exportedJson = (profile: Profile, withSecrets: boolean): ProfileJson =>
  withSecrets ? withBoth(profile) : toPublicJson(profile);

/** With the fingerprints, by which an import sees that a secret was changed. */
const withBoth = (profile: Profile): ProfileJson => ({
  name: profile.name,
  ...written(profile, (field, value) => ({
    [field.member]: value,
    ...(field.secret && { [fingerprintMember(field)]: shownFingerprint(value) }),
  })),
});
