import type { Context } from '../context.js';
import { parseEnvironment, type Environment } from '../contract/environments.js';
import { interfaces, type Interface } from '../contract/interfaces.js';
import type { FieldName, FieldValues, Profile } from '../contract/profile.js';
import { PvgError } from '../failure.js';
import { shellLine } from '../text/shell.js';
import { isOfOneEnvironment, keyOf } from './effective.js';
import {
  fields,
  filled,
  isAddress,
  missingIn,
  optionsFor,
  partsIn,
  plainFields,
  requiredOf,
  secretFields,
  secretsOf,
  valuesIn,
  without,
  type Field,
} from './fields.js';
import { entryStays } from './keyring.js';
import { listProfiles, readStored, requireNew } from './names.js';
import { readSecret, secretOfVariable } from './secret-input.js';

/** Adds and changes profiles: completes the given values, checks them against other profiles, and writes. */

export interface Given {
  /** For a secret, the file that contains it. */
  readonly values: FieldValues;
  readonly environment?: string | undefined;
  readonly readOnly?: boolean | undefined;
  /** Whether secrets go into the system's keyring; undefined: unchanged, or the file for a new profile. */
  readonly keyring?: boolean | undefined;
  /** Whether a person may be asked: false with --no-input. */
  readonly ask: boolean;
  /** Says where the secrets go, before they are written. */
  readonly say: (text: string) => Promise<void>;
}

export interface Saved {
  readonly profile: Profile;
  readonly path: string;
  readonly notes: readonly string[];
}

/**
 * `read`: a profile to import; its secret may stay missing.
 * @throws {PvgError} `usage`, `profile-exists`, `secret-missing`, `environments-mixed`
 */
export async function addProfile(
  context: Context,
  name: string,
  given: Given,
  read?: Profile,
): Promise<Saved> {
  await requireNew(context, name);
  const draft = new Draft(context, given, read);
  const environment = read?.environment ?? (await readEnvironment(draft));
  const parts = partsIn({ ...read, ...given.values });
  for (const address of fields.filter(isAddress)) {
    const id = address.interface;
    // A person may choose a part by typing its address.
    if (!read && parts.length === 0) await draft.ask(address, `Address of the ${id} (empty for none): `);
    if ([...parts, ...partsIn(draft.values)].includes(id)) await draft.complete(id, !read);
  }
  if (partsIn(draft.values).length === 0) {
    const ways = interfaces.map((id) => `\`pvg profile add ${name} … ${optionsFor(requiredOf(id))}\``);
    throw usage('A profile needs a gateway part, a session part or both.', ways.join(' or '));
  }
  const missing = missingSecrets(draft.values);
  if (!read && missing.length > 0) {
    const typed = filled(draft.values, plainFields).flatMap(({ field, value }) => [field.option, value]);
    const again = shellLine(['pvg', 'profile', 'add', name, '--environment', environment, ...typed]);
    throw new PvgError('secret-missing', `There is no ${without(missing)}.`, {
      hint: `Add \`${optionsFor(missing)}\`, or set ${missing.map(({ variable }) => variable).join(', ')}.`,
      nextCommand: `${again} ${optionsFor(missing)}`,
    });
  }
  return save(context, draft, { name, environment, readOnly: given.readOnly ?? read?.readOnly ?? false });
}

/** `confirm`: asks before a secret is replaced. @throws {PvgError} `usage`, `profile-unknown`, `environments-mixed` */
export async function setProfile(
  context: Context,
  name: string,
  given: Given,
  confirm: () => Promise<void>,
): Promise<Saved> {
  const old = await readStored(context, name);
  if (given.environment !== undefined) {
    const hint = `Add another profile, or remove this one first: \`pvg profile remove ${name}\`.`;
    throw usage('The environment of a profile cannot be changed.', hint);
  }
  const changes = [...Object.values(given.values), given.readOnly, given.keyring];
  if (changes.every((change) => change === undefined))
    throw usage('No change was given.', 'See `pvg profile set --help` for what can be changed.');
  const draft = new Draft(context, given, old);
  for (const id of partsIn(given.values)) await draft.complete(id, false);
  if (secretFields.some(({ name }) => old[name] !== undefined && draft.values[name] !== old[name]))
    await confirm();
  return save(context, draft, { ...old, readOnly: given.readOnly ?? old.readOnly }, old);
}

/** Without `old` the profile is new. */
async function save(
  context: Context,
  { given, values, notes }: Draft,
  { name, environment, readOnly }: Pick<Profile, 'name' | 'environment' | 'readOnly'>,
  old?: Profile,
): Promise<Saved> {
  const inKeyring = given.keyring ?? old?.keyring !== undefined;
  const profile: Profile = { name, environment, readOnly, ...values, ...(inKeyring && { keyring: name }) };
  for (const other of await listProfiles(context)) {
    if (other.profile) checkEnvironments(profile, other.profile);
    else notes.push(`The profile ${other.name} cannot be read, so pvg could not compare it with this one.`);
  }
  const isMoved = (old?.keyring !== undefined) !== inKeyring;
  const isChanged = secretFields.some(({ name: secret }) => old?.[secret] !== values[secret]);
  // Said before the write, so that the user knows where the secret goes.
  if (secretsOf(values).length > 0 && (isMoved || isChanged))
    await given.say(
      inKeyring
        ? 'Storing the secrets in the system’s keyring.'
        : 'Storing the secrets in a plain file that only you can read (0600). To store them in the system’s keyring, use --keyring.',
    );
  const { path, leftEntry } = await context.profiles.write(profile, old === undefined);
  if (leftEntry !== undefined) notes.push(entryStays(leftEntry));
  for (const field of missingSecrets(values))
    notes.push(
      `The profile has no ${field.words} yet. Add it: \`pvg profile set ${name} ${optionsFor([field])}\`.`,
    );
  return { profile, path, notes };
}

/** Collects the values of a profile from the command line, files, variables and a person. */
class Draft {
  /** Sentences about the values, for the user. */
  readonly notes: string[] = [];
  readonly values: Partial<Record<FieldName, string>> = {};

  /** @throws {PvgError} `usage` for a value that is wrong */
  constructor(
    private readonly context: Context,
    readonly given: Given,
    values: FieldValues = {},
  ) {
    const fromInput = secretFields.filter(({ name }) => given.values[name] === '-');
    if (fromInput.length > 1)
      throw usage('Only one secret can come from standard input.', 'Use a file for the other one.');
    const all = filled({ ...values, ...valuesIn(given.values, plainFields) });
    for (const { field, value } of all) this.set(field, value);
  }

  /** undefined if nobody can be asked, or nothing is typed. */
  async answer(question: string, secret = false): Promise<string | undefined> {
    const { prompt } = this.context;
    if (!this.given.ask || !prompt.possible) return undefined;
    return (secret ? await prompt.secret(question) : (await prompt.text(question)).trim()) || undefined;
  }

  async ask(field: Field, question = `The ${field.words}: `): Promise<void> {
    const typed = await (field.secret
      ? this.answer(`${field.words} (not shown): `, true)
      : this.answer(question));
    if (typed !== undefined) this.set(field, typed);
  }

  /** `fromVariables`: a secret may come from its variable. @throws {PvgError} `usage` */
  async complete(id: Interface, fromVariables: boolean): Promise<void> {
    const plain = requiredOf(id).filter(({ secret }) => !secret);
    for (const field of plain) if (this.values[field.name] === undefined) await this.ask(field);
    const missing = plain.filter(({ name }) => this.values[name] === undefined);
    if (missing.length > 0) {
      const options = missing.map(({ option }) => option).join(' and ');
      throw usage(`The ${id} part needs ${options}.`, `Use \`${optionsFor(requiredOf(id))}\`.`);
    }
    for (const field of secretFields.filter((each) => each.interface === id))
      await this.completeSecret(field, fromVariables);
  }

  /** In this order: a file, the stored value, a variable, a person. */
  private async completeSecret(field: Field, fromVariables: boolean): Promise<void> {
    const { name, words, option } = field;
    const file = this.given.values[name];
    if (file === undefined && this.values[name] !== undefined) return;
    const told =
      fromVariables && file === undefined ? await secretOfVariable(this.context, field) : undefined;
    if (told) this.notes.push(`The ${words} comes from the environment variable ${told.variable}.`);
    const secret = file === undefined ? told : await readSecret(this.context, file, option);
    if (secret === undefined) return this.ask(field);
    this.set(field, secret.value);
    for (const { says, fix } of secret.notes)
      this.notes.push(fix === undefined ? says : `${says} Run \`${fix}\`.`);
  }

  /** Each value is checked before the next question. */
  private set({ name, words, secret, problem }: Field, value: string): void {
    const says = problem(value);
    if (says !== undefined) throw new PvgError('usage', `The ${words} ${says}.`);
    if (secret) this.context.secrets.add(value);
    this.values[name] = value;
  }
}

async function readEnvironment(draft: Draft): Promise<Environment> {
  const text = draft.given.environment ?? (await draft.answer('Environment (dev or prod): '));
  const parsed = parseEnvironment(text?.trim() ?? '');
  if (parsed !== undefined) return parsed;
  const says = text === undefined ? '--environment is missing.' : 'The environment is neither dev nor prod.';
  throw usage(says, 'Use `--environment dev` or `--environment prod`: a profile has exactly one.');
}

const usage = (says: string, hint: string): PvgError => new PvgError('usage', says, { hint });

const missingSecrets = (values: FieldValues): Field[] =>
  partsIn(values).flatMap((id) => missingIn(values, id).filter(({ secret }) => secret));

/** §1.3: a host or a secret belongs to only one environment. @throws {PvgError} `environments-mixed` */
export function checkEnvironments(profile: Profile, other: Profile): void {
  if (other.name === profile.name || other.environment === profile.environment) return;
  const theirs = filled(other).map(keyOf);
  const shared = filled(profile).find((each) => isOfOneEnvironment(each) && theirs.includes(keyOf(each)));
  if (shared === undefined) return;
  const what = shared.field.secret ? 'secret' : 'host';
  throw new PvgError(
    'environments-mixed',
    `This ${profile.environment} profile has the same ${what} as the ${other.environment} profile ${other.name}.`,
    { hint: 'Never mix dev and prod.', nextCommand: `pvg profile show ${other.name}`, section: '§1.3' },
  );
}
