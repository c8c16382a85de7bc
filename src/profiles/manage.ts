import type { Context } from '../context.js';
import { parseEnvironment, type Environment } from '../contract/environments.js';
import { interfaces, type Interface } from '../contract/interfaces.js';
import { PvgError } from '../failure.js';
import { shownFingerprint } from '../signing/digest.js';
import {
  fieldsOf,
  fieldValues,
  secretFields,
  secretsOf,
  toCredentials,
  present,
  type Field,
  type FieldPath,
  type FieldValues,
  hostOf,
} from './fields.js';
import { checkProfileName, type Profile } from './profile.js';
import { fingerprintMember, fromProfileJson, member, parseObject, repeatedMember } from './profile-json.js';
import { optionsFor } from './resolve.js';
import { checkOneStandardInput, readSecret } from './secret-input.js';
import { checkNew, readStored } from './naming.js';
import { isLoopback } from '../contract/loopback.js';
import { demoCredentials } from '../contract/demo-credentials.js';

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
  const collected: Collected = { values: {}, notes: [] };
  const partsGiven = partsIn(given.fields);
  for (const part of interfaces) {
    if (partsGiven.length === 0) await askForPart(context, given, collected, part);
    if ([...partsGiven, ...partsIn(collected.values)].includes(part))
      await completePart(context, given, collected, part, true);
  }
  const parts = partsIn(collected.values);
  if (parts.length === 0)
    throw new PvgError('usage', 'A profile needs a gateway part, a session part or both.', {
      hint: interfaces
        .map((part) => `\`pvg profile add ${name} … ${optionsFor(fieldsOf(part))}\``)
        .join(' or '),
    });
  const missing = secretFields.filter(
    (field) => parts.includes(field.interface) && collected.values[field.path] === undefined,
  );
  if (missing.length > 0) {
    throw new PvgError(
      'secret-missing',
      `There is no ${missing.map(({ words }) => words).join(' and no ')}.`,
      {
        hint: `Add \`${optionsFor(missing)}\` to \`pvg profile add ${name}\`, or set ${missing.map(({ variable }) => variable).join(', ')}.`,
      },
    );
  }
  return save(context, collected, { name, environment, readOnly: given.readOnly ?? false }, given);
}

/** Changes what is given. @throws {PvgError} `usage`, `profile-unknown`, `environments-mixed` */
export async function setProfile(context: Context, name: string, given: Given): Promise<Saved> {
  const old = await readStored(context, name);
  if (given.environment !== undefined) {
    throw new PvgError('usage', 'The environment of a profile cannot be changed.', {
      hint: `Add another profile, or remove this one first: \`pvg profile remove ${name}\`.`,
    });
  }
  const changes = [...Object.values(given.fields), given.readOnly, given.keyring];
  if (changes.every((change) => change === undefined)) {
    throw new PvgError('usage', 'Nothing was given that the profile should change.', {
      hint: '`pvg profile set --help` lists what can be.',
    });
  }
  checkStandardInput(given);
  const collected: Collected = { values: { ...fieldValues(old) }, notes: [] };
  for (const part of partsIn(given.fields)) await completePart(context, given, collected, part, false);
  const { environment, readOnly } = old;
  return save(context, collected, { name, environment, readOnly: given.readOnly ?? readOnly }, given, old);
}

/** Reads what `pvg profile export` wrote. @throws {PvgError} `input-unreadable`, and those of addProfile */
export async function importProfile(
  context: Context,
  bytes: Uint8Array,
  name: string | undefined,
  asked: Omit<Given, 'fields'>,
): Promise<Saved> {
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
  const given: Given = { ...asked, fields: {}, keyring: asked.keyring ?? read.keyring !== undefined };
  // What pvg itself kept aside may name an entry of the keyring.
  const whole = await context.profiles.withSecrets(read);
  const collected: Collected = { values: { ...fieldValues(whole) }, notes: [] };
  const parts = partsIn(collected.values);
  for (const part of parts) await completePart(context, given, collected, part, false);
  if (parts.length === 0)
    throw new PvgError('usage', 'What is to be imported has neither a gateway nor a session part.');
  for (const field of secretFields) {
    const wanted = member(json.get(field.interface), fingerprintMember(field));
    const value = collected.values[field.path];
    if (typeof wanted === 'string' && value !== undefined && shownFingerprint(value) !== wanted)
      collected.notes.push(
        `The ${field.words} is not the one that was exported: its fingerprint is another.`,
      );
  }
  return save(context, collected, read, given);
}

/** Without `old` it is a new one. */
async function save(
  context: Context,
  { values, notes }: Collected,
  { name, environment, readOnly }: Pick<Profile, 'name' | 'environment' | 'readOnly'>,
  given: Given,
  old?: Profile,
): Promise<Saved> {
  const inKeyring = given.keyring ?? old?.keyring !== undefined;
  const credentials = toCredentials(values);
  const profile: Profile = {
    name,
    environment,
    readOnly,
    ...credentials,
    ...(inKeyring && { keyring: name }),
  };
  checkEnvironments(profile, await otherProfiles(context, name, notes));
  if (old !== undefined && replacesSecret(old, profile))
    notes.push(`The file with the replaced secret is kept aside: ${await context.profiles.copyAside(name)}`);
  if (secretsOf(profile).length > 0 && (old === undefined || movesSecret(old, profile)))
    await given.say?.(placeSays(context, profile));
  const path = await context.profiles.write(profile, { isNew: old === undefined });
  for (const field of secretFields) {
    if (partsIn(values).includes(field.interface) && values[field.path] === undefined)
      notes.push(`It has no ${field.words} yet: \`pvg profile set ${name} ${optionsFor([field])}\`.`);
  }
  return { profile, path, notes };
}

/** Said before the write: whoever did not choose the keyring should know where a secret will lie. */
const placeSays = ({ profiles }: Context, { name, keyring }: Profile): string =>
  keyring === undefined
    ? `Secrets go into a plain file that only you can read (0600): ${profiles.path(name)}. With --keyring they go into the system’s keyring.`
    : 'Secrets go into the system’s keyring.';

const movesSecret = (old: Profile, profile: Profile): boolean =>
  (old.keyring === undefined) !== (profile.keyring === undefined) ||
  secretsOf(profile).join('\0') !== secretsOf(old).join('\0');

const replacesSecret = (old: Profile, profile: Profile): boolean => {
  const [before, now] = [fieldValues(old), fieldValues(profile)];
  return secretFields.some(({ path }) => before[path] !== undefined && before[path] !== now[path]);
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
  checkOneStandardInput(secretFields.map(({ option, path }) => [option, given.fields[path]]));

/** What the command line gives for each field; for a secret the file that holds it. */
export interface Given {
  readonly fields: FieldValues;
  readonly environment?: string | undefined;
  readonly readOnly?: boolean | undefined;
  /** Whether a person may be asked: false with --no-input. */
  readonly ask: boolean;
  /** Whether the secrets go into the system's keyring; undefined: where they are, for a new profile into its file. */
  readonly keyring?: boolean | undefined;
  /** Told before secrets are written where they will be. */
  readonly say?: (text: string) => Promise<void>;
}

export interface Collected {
  readonly values: Partial<Record<FieldPath, string>>;
  readonly notes: string[];
}

export const partsIn = (values: FieldValues): Interface[] =>
  interfaces.filter((part) => present(values, fieldsOf(part)).length > 0);

/** Where nothing is given a person may name a part by its address. */
export async function askForPart(
  { prompt }: Context,
  { ask }: Given,
  { values }: Collected,
  part: Interface,
): Promise<void> {
  const address = fieldsOf(part).find(({ member }) => member === 'baseUrl');
  if (address === undefined || !ask || !prompt.possible) return;
  const typed = (await prompt.text(`${capital(address.words)} (empty: none): `)).trim();
  if (typed !== '') values[address.path] = typed;
}

/** All that a part takes; `fromVariables`: a secret may come from its variable. @throws {PvgError} `usage` */
export async function completePart(
  context: Context,
  given: Given,
  collected: Collected,
  part: Interface,
  fromVariables: boolean,
): Promise<void> {
  const { values } = collected;
  const own = fieldsOf(part);
  const plain = own.filter(({ secret }) => !secret);
  for (const { path, words } of plain) {
    const value = given.fields[path] ?? values[path] ?? (await askFor(context, given, words));
    if (value !== undefined) values[path] = value;
  }
  const missing = plain.filter(({ path }) => values[path] === undefined);
  if (missing.length > 0) {
    throw new PvgError(
      'usage',
      `The ${part} part is incomplete without ${missing.map(({ option }) => option).join(' and ')}.`,
      { hint: `It takes \`${optionsFor(own)}\`.` },
    );
  }
  for (const field of own)
    if (field.secret) await completeSecret(context, given, collected, field, fromVariables);
  for (const [{ words, problem }, value] of present(values, own)) {
    const says = problem(value);
    if (says !== undefined) throw new PvgError('usage', `The ${words} ${says}.`);
  }
}

const askFor = async ({ prompt }: Context, { ask }: Given, words: string): Promise<string | undefined> =>
  ask && prompt.possible ? (await prompt.text(`${capital(words)}: `)).trim() : undefined;

/** A file before what is stored, before a variable, before a person. */
async function completeSecret(
  context: Context,
  given: Given,
  { values, notes }: Collected,
  { path, words, option, variable }: Field,
  fromVariables: boolean,
): Promise<void> {
  const file = given.fields[path];
  const stored = values[path];
  if (stored !== undefined) context.secrets.add(stored);
  if (file === undefined && stored !== undefined) return;
  const told = fromVariables && file === undefined ? context.env[variable] : undefined;
  if (told) {
    context.secrets.add(told);
    values[path] = told;
    notes.push(`The ${words} was taken from the environment variable ${variable}.`);
    return;
  }
  const secret = await readSecret(context, { file, option, label: words, ask: given.ask });
  if (secret === undefined) return;
  values[path] = secret.value;
  notes.push(...secret.notes);
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

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
