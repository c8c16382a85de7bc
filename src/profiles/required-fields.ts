import type { FieldValues } from '../contract/profile.js';
import { PvgError } from '../failure.js';
import { optionWithValue, shellLine } from '../text/shell.js';
import type { Edit } from './complete-values.js';
import {
  filledFields,
  listInterfaces,
  missingFieldWords,
  listMissingFields,
  typedFieldOptions,
  plainFields,
  type ProfileField,
  listRequiredFields,
} from './fields.js';

/** What a profile must have before it is stored. */

/** The fields that the interfaces of a profile still lack. */
export function missingFields(values: FieldValues): ProfileField[] {
  return listInterfaces(values).flatMap((id) => listMissingFields(values, id));
}

/**
 * Refuses a profile without an interface, and one that lacks a field of an interface. An import and a change may lack secrets.
 * @throws {PvgError} `usage`, `secret-missing`
 */
export function requireComplete(edit: Edit, values: FieldValues): void {
  requireRemovable(edit.given, values);
  if (listInterfaces(values).length === 0) throw noPartError(edit, values);
  const missing = missingFields(values);
  const lacksOnlySecrets = missing.every(({ secret }) => secret);
  const maySecretsLack = edit.operation !== 'add';
  if (missing.length === 0 || (lacksOnlySecrets && maySecretsLack)) return;
  throw new PvgError(
    lacksOnlySecrets ? 'secret-missing' : 'usage',
    `There is no ${missingFieldWords(missing)}.`,
    { nextCommand: commandWith(missing, edit, values) },
  );
}

/** @throws {PvgError} `usage` if a part that stays needs what was taken out of it */
function requireRemovable({ removed }: Edit['given'], values: FieldValues): void {
  const first = missingFields(values).find(({ name, secret }) => !secret && removed.includes(name));
  if (first === undefined) return;
  const part = listRequiredFields(first.interface).map(({ dashedName }) => dashedName);
  throw editError(
    `The ${first.interface} part of the profile needs its ${first.words}. Nothing was changed.`,
    `To take the whole part out: \`--unset ${part.join(',')}\`.`,
  );
}

function noPartError(edit: Edit, values: FieldValues): PvgError {
  return editError(
    'A profile needs a gateway part, a session part or both.',
    `A session part needs \`${typedFieldOptions(listRequiredFields('session'))}\`.`,
    commandWith(listRequiredFields('gateway'), edit, values),
  );
}

/** The command again, with the options for the wanted fields. */
function commandWith(
  wanted: readonly ProfileField[],
  { operation, base }: Edit,
  values: FieldValues,
): string {
  const start =
    operation === 'set'
      ? ['set', base.name]
      : ['add', base.name, '--environment', base.environment];
  // The values of an imported file are left out, because one of them may be a secret in the wrong place.
  const typedFields = filledFields(values, plainFields).filter(
    ({ field, value }) => base[field.name] !== value,
  );
  const typedOptions = typedFields.flatMap(({ field, value }) =>
    optionWithValue(field.option, value),
  );
  return `${shellLine(['pvg', 'profile', ...start, ...typedOptions])} ${typedFieldOptions(wanted)}`;
}

export function editError(says: string, hint: string, nextCommand?: string): PvgError {
  return new PvgError('usage', says, { hint, nextCommand });
}
