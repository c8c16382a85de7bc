import type { Context } from '../context.js';
import { parseEnvironment, type Environment } from '../contract/environments.js';
import { interfaces } from '../contract/interfaces.js';
import { PvgError } from '../failure.js';
import { checkEnvironments } from './checks.js';
import { Collection, type Given } from './collect.js';
import { fields, fieldsOf, fieldValues, toCredentials, type FieldValues } from './fields.js';
import { checkProfileName, isProfileName, localName } from './names.js';
import type { Profile } from './profile.js';
import { fingerprintMember, fromProfileJson, member, parseObject, repeatedMember } from './profile-json.js';
import { shownFingerprint } from '../signing/digest.js';
import { optionsFor } from './require.js';
import { checkOneStandardInput } from './secret-input.js';
import type { ReadOptions } from './store.js';
import { unknownProfile } from './unknown.js';

/** How profiles come to be and change: what is given is completed, checked against the others, and written. */

export interface Saved {
  readonly profile: Profile;
  readonly path: string;
  readonly notes: readonly string[];
}

/** @throws {PvgError} `usage`, `profile-exists`, `secret-missing`, `environments-mixed` */
export async function addProfile(context: Context, name: string, given: Given): Promise<Saved> {
  checkProfileName(name);
  await checkNew(context, name);
  checkStandardInput(given);
  const environment = await readEnvironment(context, given);
  const collection = new Collection(context, given, {});
  await collection.addParts();
  if (collection.isEmpty)
    throw new PvgError('usage', 'A profile needs a gateway part, a session part or both.', {
      hint: partsHint(name),
    });
  collection.checkSecrets(name);
  return save(
    context,
    collection,
    { name, environment, readOnly: given.readOnly ?? false },
    { given, isNew: true },
  );
}

/** Changes what is given. @throws {PvgError} `usage`, `profile-unknown`, `environments-mixed` */
export async function setProfile(context: Context, name: string, given: Given): Promise<Saved> {
  const old = await readStored(context, name);
  if (given.environment !== undefined) {
    throw new PvgError('usage', 'The environment of a profile cannot be changed.', {
      hint: `Add another profile, or remove this one first: \`pvg profile remove ${name}\`.`,
    });
  }
  if (!changesAnything(given)) {
    throw new PvgError('usage', 'Nothing was given that the profile should change.', {
      hint: '`pvg profile set --help` lists what can be.',
    });
  }
  checkStandardInput(given);
  const collection = new Collection(context, given, fieldValues(old));
  await collection.setParts();
  const { environment, readOnly } = old;
  return save(
    context,
    collection,
    { name, environment, readOnly: given.readOnly ?? readOnly },
    { given, old },
  );
}

const changesAnything = ({ fields: values, readOnly, keyring }: Given): boolean =>
  Object.keys(values).length > 0 || readOnly !== undefined || keyring !== undefined;

/** Reads what `pvg profile export` wrote. @throws {PvgError} `input-unreadable`, and those of addProfile */
export async function importProfile(
  context: Context,
  bytes: Uint8Array,
  { name, ...asked }: { readonly name?: string | undefined } & Omit<Given, 'fields'>,
): Promise<Saved> {
  const given: Given = { fields: {}, ...asked };
  const json = parseObject(bytes);
  const repeated = json && repeatedMember(json);
  if (repeated !== undefined) {
    throw new PvgError('input-unreadable', `What is to be imported has the member ${repeated} twice.`, {
      hint: 'Leave the right one of the two.',
    });
  }
  const ownName = json?.get('name');
  const told = name ?? (typeof ownName === 'string' ? ownName : undefined);
  const read = json && fromProfileJson(told ?? '', json);
  if (json === undefined || read === undefined) {
    throw new PvgError('input-unreadable', 'What is to be imported is not a profile.', {
      hint: 'It is what `pvg profile export` writes.',
    });
  }
  if (told === undefined)
    throw new PvgError('usage', 'What is to be imported has no name.', {
      hint: 'Give one: `--name game-dev`.',
    });
  checkProfileName(told);
  await checkNew(context, told);
  // What pvg itself kept aside may name an entry of the keyring.
  const whole = await context.profiles.withSecrets({ ...read, name: told });
  const collection = new Collection(context, given, fieldValues(whole));
  await collection.importParts();
  for (const field of fields.filter(({ secret }) => secret)) {
    const wanted = member(json.get(field.interface), fingerprintMember(field));
    const value = collection.values[field.path];
    if (typeof wanted === 'string' && value !== undefined && shownFingerprint(value) !== wanted) {
      collection.notes.push(
        `The ${field.words} is not the one that was exported: its fingerprint is another.`,
      );
    }
  }
  return save(
    context,
    collection,
    { name: told, environment: read.environment, readOnly: read.readOnly },
    { given: { ...given, keyring: given.keyring ?? read.keyring !== undefined }, isNew: true },
  );
}

/** A stored profile to change, move or export. @throws {PvgError} `usage` for local, `profile-unknown` */
export async function readStored(context: Context, name: string, options?: ReadOptions): Promise<Profile> {
  await checkStored(context, name);
  const profile = await context.profiles.read(name, options);
  if (profile === undefined) throw await unknownProfile(context, name);
  for (const value of secretsOf(profile)) context.secrets.add(value);
  return profile;
}

/** Like readStored, but a damaged file will do. */
export async function checkStored(context: Context, name: string): Promise<void> {
  if (name === localName) {
    throw new PvgError('usage', 'The profile local is built in: it cannot be changed, moved or exported.', {
      hint: 'Name a stored profile; `pvg profile list` shows them.',
    });
  }
  if (!isProfileName(name) || !(await context.profiles.names()).includes(name)) {
    throw await unknownProfile(context, name);
  }
}

/** @throws {PvgError} `profile-exists` */
export async function checkNew(context: Context, name: string): Promise<void> {
  if ((await context.profiles.names()).includes(name)) {
    throw new PvgError('profile-exists', `The profile ${name} exists already; nothing was changed.`, {
      hint: `Change it with \`pvg profile set ${name}\`, or choose another name.`,
    });
  }
}

const secretsOf = (profile: Profile): string[] => {
  const values = fieldValues(profile);
  return fields.flatMap(({ secret, path }) => (secret ? (values[path] ?? []) : []));
};

async function save(
  context: Context,
  { values, notes }: Collection,
  identity: Pick<Profile, 'name' | 'environment' | 'readOnly'>,
  { given, isNew = false, old }: SaveOptions,
): Promise<Saved> {
  const keyring = given.keyring ?? old?.keyring !== undefined;
  const profile: Profile = {
    ...identity,
    ...toCredentials(values),
    ...(keyring && { keyring: identity.name }),
  };
  checkEnvironments(profile, await otherProfiles(context, profile.name, notes));
  if (old !== undefined && replacesSecret(old, values)) {
    notes.push(
      `The file with the replaced secret is kept aside: ${await context.profiles.copyAside(old.name)}`,
    );
  }
  if (secretsOf(profile).length > 0 && (old === undefined || movesSecret(old, profile)))
    await given.say?.(placeSays(context, profile));
  const path = await context.profiles.write(profile, { isNew });
  for (const field of fields) {
    const hasPart = Object.keys(profile[field.interface]).length > 0;
    if (field.secret && hasPart && values[field.path] === undefined) {
      notes.push(`It has no ${field.words} yet: \`pvg profile set ${profile.name} ${optionsFor([field])}\`.`);
    }
  }
  return { profile, path, notes };
}

interface SaveOptions {
  readonly given: Given;
  readonly isNew?: boolean;
  readonly old?: Profile;
}

/** Said before the write: whoever did not choose the keyring should know where a secret will lie. */
const placeSays = ({ profiles }: Context, { name, keyring }: Profile): string =>
  keyring === undefined
    ? `Secrets go into a plain file that only you can read (0600): ${profiles.path(name)}. With --keyring they go into the system’s keyring.`
    : 'Secrets go into the system’s keyring.';

const movesSecret = (old: Profile, profile: Profile): boolean =>
  (old.keyring === undefined) !== (profile.keyring === undefined) ||
  secretsOf(profile).join('\0') !== secretsOf(old).join('\0');

const replacesSecret = (old: Profile, values: FieldValues): boolean => {
  const before = fieldValues(old);
  return fields.some(
    ({ secret, path }) => secret && before[path] !== undefined && before[path] !== values[path],
  );
};

/** What the new profile is compared with; one that cannot be read is said, not fatal. */
async function otherProfiles(context: Context, name: string, notes: string[]): Promise<Profile[]> {
  const found: Profile[] = [];
  for (const other of await context.profiles.names()) {
    if (other === name) continue;
    try {
      const profile = await context.profiles.read(other);
      if (profile !== undefined) found.push(profile);
    } catch (error) {
      if (!(error instanceof PvgError)) throw error;
      notes.push(
        `The profile ${other} could not be compared for mixed environments: its file cannot be read.`,
      );
    }
  }
  return found;
}

async function readEnvironment(context: Context, { environment, ask }: Given): Promise<Environment> {
  const text =
    environment ??
    (ask && context.prompt.possible ? await context.prompt.text('Environment (dev or prod): ') : undefined);
  const parsed = text === undefined ? undefined : parseEnvironment(text.trim());
  if (parsed === undefined) {
    throw new PvgError(
      'usage',
      text === undefined ? '--environment is missing.' : 'The environment is neither dev nor prod.',
      {
        hint: 'Write `--environment dev` or `--environment prod`: a profile has exactly one.',
      },
    );
  }
  return parsed;
}

const checkStandardInput = (given: Given): void =>
  checkOneStandardInput(
    fields.filter(({ secret }) => secret).map(({ option, path }) => [option, given.fields[path]]),
  );

const partsHint = (name: string): string =>
  interfaces.map((part) => `\`pvg profile add ${name} … ${optionsFor(fieldsOf(part))}\``).join(' or ');
