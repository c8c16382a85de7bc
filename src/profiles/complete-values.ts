import type { Context } from '../context.js';
import type { FieldName, FieldValues, Profile } from '../contract/profile.js';
import { PvgError } from '../failure.js';
import {
  isAddress,
  listInterfaces,
  pickFieldValues,
  type ProfileField,
  profileFields,
} from './fields.js';
import { noteSentence, readSecret, secretOfVariable, type Note } from './secret-input.js';

/** The values of a profile: those that were given, those that it has, and those that a person types. */

export interface GivenProfile {
  /** What is not a secret: addresses, ids and the package. */
  readonly plainValues: FieldValues;
  /** For each secret the path of the file that contains it. */
  readonly secretFiles: FieldValues;
  /** Fields that the profile loses. */
  readonly removed: readonly FieldName[];
  readonly environment?: string | undefined;
  readonly readOnly?: boolean | undefined;
  /** Whether secrets go into the system's keyring; undefined: unchanged, or the file for a new profile. */
  readonly keyring?: boolean | undefined;
  /** Whether a person may be asked: false with --no-input. */
  readonly ask: boolean;
}

export interface Edit {
  readonly operation: 'add' | 'import' | 'set';
  readonly given: GivenProfile;
  /** The profile before the edit: the stored one, the imported one, or for `add` one with only a name and an environment. */
  readonly base: Profile;
}

interface CompletedValues {
  readonly values: FieldValues;
  /** Sentences for people. */
  readonly notes: readonly string[];
}

/**
 * Completes a profile: a person is asked for the values that its interfaces still need. After an invalid value there are no
 * more questions.
 * @throws {PvgError} `usage`
 */
export async function completeValues(context: Context, edit: Edit): Promise<CompletedValues> {
  const { given, base } = edit;
  const values: Partial<Record<FieldName, string>> = {};
  const notes: string[] = [];
  // The path of a secret's file stands for the secret until it is read, so that the interface counts as begun.
  const keptFields = profileFields.filter(({ name }) => !given.removed.includes(name));
  const kept = pickFieldValues(base, keptFields);
  const known: FieldValues = { ...kept, ...given.plainValues, ...given.secretFiles };
  for (const field of profileFields) {
    // A part of a profile is what it has for one interface.
    const hasPart = listInterfaces({ ...known, ...values }).includes(field.interface);
    const secret = field.secret && hasPart ? await findSecret(context, field, edit) : undefined;
    notes.push(...(secret?.notes ?? []).map(noteSentence));
    const knownValue = field.secret ? (secret?.value ?? kept[field.name]) : known[field.name];
    const value = knownValue ?? (await askFor(context, field, { edit, known, hasPart }));
    if (value === undefined) continue;
    requireValid(field, value);
    if (field.secret) context.secrets.add(value);
    values[field.name] = value;
  }
  return { values, notes };
}

function requireValid(field: ProfileField, value: string): void {
  const problem = field.problem(value);
  if (problem !== undefined) throw new PvgError('usage', `The ${field.words} ${problem}.`);
}

interface GivenSecret {
  readonly value: string;
  readonly notes: readonly Note[];
}

/** The secret from a given file. Without one, a profile that is added takes it from a variable. */
async function findSecret(
  context: Context,
  field: ProfileField,
  { operation, given }: Edit,
): Promise<GivenSecret | undefined> {
  const file = given.secretFiles[field.name];
  if (file !== undefined) return readSecret(context, file, field.option);
  const secret = operation === 'add' ? await secretOfVariable(context, field) : undefined;
  if (secret === undefined) return undefined;
  const says = `The ${field.words} comes from the environment variable ${secret.variable}.`;
  return { value: secret.value, notes: [{ says }, ...secret.notes] };
}

interface Question {
  readonly edit: Edit;
  /** The values that are known before any question. */
  readonly known: FieldValues;
  /** Whether the profile has values of the field's interface already, so that this value is needed, too. */
  readonly hasPart: boolean;
}

/** @returns undefined if nobody can be asked, the field is not needed, or nothing is typed */
async function askFor(
  { prompt }: Context,
  field: ProfileField,
  { edit, known, hasPart }: Question,
): Promise<string | undefined> {
  // Whoever takes a value out is not asked for it.
  const canAsk = edit.given.ask && prompt.possible && edit.given.removed.length === 0;
  // Without any interface, the person is asked for each address, and so chooses an interface.
  const mayBeginPart = listInterfaces(known).length === 0 && isAddress(field);
  if (!canAsk || field.optional || !(hasPart || mayBeginPart)) return undefined;
  const ifOptional = hasPart ? '' : ' (empty for none)';
  const hint = field.secret ? ' (not shown)' : ifOptional;
  return (await prompt.ask(`The ${field.words}${hint}: `, field.secret)) || undefined;
}
