import type { Context } from '../context.js';
import type { FieldName, FieldValues, Profile } from '../contract/profile.js';
import { confirmLoss } from '../input/confirm.js';
import type { GlobalOptions, TypedFlags } from '../input/options.js';
import { printNote } from '../output/print-result.js';
import type { GivenProfile } from '../profiles/complete-values.js';
import {
  filledFields,
  plainFields,
  profileFields,
  secretFields,
  type ProfileField,
} from '../profiles/fields.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import { shownFingerprint } from '../signing/digest.js';
import type { Fact } from '../wording/description.js';

/** What the sub-commands of `pvg profile` share: options, sentences, facts, and the question before a loss. */

/** One call of a sub-command. */
export interface Invocation {
  readonly context: Context;
  readonly globals: GlobalOptions;
  readonly options: SubcommandOptions;
}

type SubcommandOptions = Readonly<Partial<Record<string, string | boolean | readonly string[]>>> &
  TypedFlags<'environment', 'readOnly' | 'keyring' | 'yes'> & {
    readonly unset?: readonly string[];
  };

export function readGivenProfile({ globals, options }: Invocation): GivenProfile {
  const { environment, readOnly, keyring, unset = [] } = options;
  const removedFields = profileFields.filter(({ dashedName }) => unset.includes(dashedName));
  return {
    plainValues: typedValues(options, plainFields),
    secretFiles: typedValues(options, secretFields),
    removed: removedFields.map(({ name }) => name),
    environment,
    readOnly,
    keyring,
    ask: globals.input,
  };
}

/** The values that were typed for these fields. `attribute` is an option's name as commander gives it: `clientSecretFile`. */
function typedValues(options: SubcommandOptions, fields: readonly ProfileField[]): FieldValues {
  const values: Partial<Record<FieldName, string>> = {};
  for (const { attribute, name } of fields) {
    if (typeof options[attribute] === 'string') values[name] = options[attribute];
  }
  return values;
}

export async function noteEachOnce(
  { context, globals }: Invocation,
  ...sentences: readonly string[]
): Promise<void> {
  for (const sentence of new Set(sentences)) await printNote(context, globals, sentence);
}

/** Notes each mode of these profiles that is looser than 0600. */
export async function noteLooseModes(call: Invocation, ...names: readonly string[]): Promise<void> {
  const { profiles } = call.context;
  const sentences = await Promise.all(names.map((name) => profiles.looseModes(name)));
  await noteEachOnce(call, ...sentences.flat());
}

/**
 * Asks before secrets are lost, because the service issues a secret only once.
 * @param loss begins the question: `Deleting the profile game-dev and its secrets`
 */
export function confirmLossOfProfile(
  { context, globals, options }: Invocation,
  name: string,
  loss: string,
): Promise<void> {
  return confirmLoss(context, {
    loss,
    typedWord: name,
    isConfirmed: options.yes === true,
    option: '--yes',
    mayAsk: globals.input,
    nextCommand: `pvg profile show ${name}`,
  });
}

/** @param sources where each value is from, shown in brackets behind it */
export function profileFacts(
  profile: Omit<Profile, 'name' | 'keyring'>,
  sources: ResolvedProfile['sources'] = {},
): Fact[] {
  const withSource = (value: string, source?: string): string =>
    source ? `${value} (${source})` : value;
  const fieldFacts = filledFields(profile).map(({ field, value }) => {
    const shown = field.secret ? shownFingerprint(value) : value;
    return { label: field.words, value: withSource(shown, sources[field.name]) };
  });
  return [
    { label: 'environment', value: withSource(profile.environment, sources.environment) },
    ...fieldFacts,
    { label: 'read-only', value: yesNo(profile.readOnly) },
  ];
}

export function yesNo(value: boolean): string {
  return value ? 'yes' : 'no';
}
