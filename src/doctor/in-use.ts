import type { Context } from '../context.js';
import type { Interface } from '../contract/interfaces.js';
import { nearest } from '../text/nearest.js';
import { PvgError } from '../failure.js';
import { shellLine } from '../text/shell.js';
import {
  optionsFor,
  fields,
  requiredOf,
  fieldValues,
  secretFields,
  variablesOf,
  type Field,
} from '../profiles/fields.js';
import { localName } from '../profiles/profile.js';
import { secretOfVariable } from '../profiles/secret-input.js';
import { resolveProfile, type ResolvedProfile } from '../profiles/resolve.js';
import { allOr, fixFrom, problemFrom, ok, problem, warning, type Finding } from './check.js';
import { correctedPath } from './corrected.js';
import { anyReadable, type Stored } from './stored.js';

/** The variables and the profile that a command would use now. */

const knownVariables: readonly string[] = [
  'PVG_PROFILE',
  'PVG_ENVIRONMENT',
  ...fields.flatMap(variablesOf),
  'PVG_CONFIG_DIR',
  'PVG_STATE_DIR',
  'PVG_JOURNAL_DIR',
  'PVG_NO_JOURNAL',
];

const isSet = ({ env }: Context, name: string): boolean => (env[name] ?? '') !== '';

export function checkVariables(context: Context): Finding {
  const names = knownVariables.filter((name) => isSet(context, name));
  const says =
    names.length === 0 ? 'No PVG_ variable is set.' : `Set: ${names.join(', ')}. Their values are not shown.`;
  return ok(says);
}

/** Checks the files that variables name: without the secret in them a call fails. */
export async function checkSecretFiles(context: Context): Promise<readonly Finding[]> {
  const troubles: Finding[] = [];
  for (const field of secretFields) {
    if (!isSet(context, field.fileVariable ?? '')) continue;
    try {
      const secret = await secretOfVariable(context, field);
      for (const { says, fix } of secret?.notes ?? []) if (fix) troubles.push(warning(says, fix));
    } catch (error) {
      const isTwice = isSet(context, field.variable);
      const fix = isTwice
        ? `unset ${field.variable}`
        : await correctedPath(context, field.fileVariable ?? '');
      troubles.push(problemFrom(error, fix));
    }
  }
  return troubles;
}

/** Other processes of the user can read such variables, and child processes inherit them. */
export function checkSecretVariables(
  context: Context,
  resolved: ResolvedProfile | undefined,
  files: readonly Finding[],
): readonly Finding[] {
  const troubles = secretFields
    .filter(({ variable, fileVariable }) => isSet(context, variable) && !isSet(context, fileVariable ?? ''))
    .map((field) =>
      warning(
        `${field.variable} is set: every program that you start here can read it. A stored profile or ${field.fileVariable ?? ''} is safer.`,
        storing(context, field, resolved),
      ),
    );
  const named = secretFields.flatMap(({ fileVariable = '' }) =>
    isSet(context, fileVariable) ? fileVariable : [],
  );
  const fine =
    named.length === 0
      ? 'No secret is in the environment.'
      : `No secret is in the environment itself: ${named.join(' and ')} ${named.length === 1 ? 'names a file' : 'name files'}.`;
  return allOr([...files, ...troubles], fine);
}

/** Moves the secret into a profile if all other values are known; otherwise only unsets the variable. */
function storing(context: Context, field: Field, resolved: ResolvedProfile | undefined): string {
  const unset = `unset ${field.variable}`;
  if (resolved?.name !== null && resolved?.local === false) {
    return `printenv ${field.variable} | pvg profile set ${resolved.name} ${field.option} - && ${unset}`;
  }
  const others = requiredOf(field.interface).filter(({ secret }) => !secret);
  if (resolved?.name !== null || !others.every(({ variable }) => isSet(context, variable))) return unset;
  const options = others.map(({ option, variable }) => `${option} "$${variable}"`).join(' ');
  return `pvg profile add my-game-${resolved.environment} --environment ${resolved.environment} ${options} && ${unset}`;
}

export function checkUnknownVariables(context: Context): readonly Finding[] {
  const unknown = Object.keys(context.env).filter(
    (name) => /^PVG_/i.test(name) && isSet(context, name) && !knownVariables.includes(name),
  );
  const troubles = unknown.map((name) => {
    const [near] = nearest(name, knownVariables);
    const unset = shellLine(['unset', name]);
    if (near === undefined || /\W/.test(name)) {
      return warning(`pvg does not know the variable ${name}.`, unset);
    }
    const says = `pvg does not know the variable ${name}. Did you mean ${near}?`;
    return warning(says, `export ${near}="$${name}"; ${unset}`);
  });
  return allOr(troubles, 'No PVG_ variable is misspelt.');
}

export async function resolveInUse(
  context: Context,
  profile: string | undefined,
  stored: Stored,
  /** Earlier findings: the profile in use may fail for the same reason. */
  found: readonly Finding[],
): Promise<{ readonly resolved: ResolvedProfile | undefined; readonly finding: Finding }> {
  try {
    const resolved = await resolveProfile(context, { profile });
    return { resolved, finding: inUse(resolved) };
  } catch (error) {
    const missing = error instanceof PvgError && error.code === 'profile-missing';
    const says = 'No profile is chosen. `pvg profile add` stores one; `--profile local` needs none.';
    const finding = missing
      ? warning(says, `pvg profile use ${anyReadable(stored)}`)
      : problemFrom(error, fixOf(context, error, profile, stored, found));
    return { resolved: undefined, finding };
  }
}

function inUse({ name, environment, sources, notes }: ResolvedProfile): Finding {
  const who = name === null ? 'Environment variables only' : `Profile ${name} (${sources['profile'] ?? ''})`;
  const says = `${who}. Environment: ${environment} (${sources['environment'] ?? ''}).`;
  // A note without a fix is a finding of another check, or harmless.
  const troubles = notes.filter(({ fix }) => fix !== undefined);
  if (troubles.length === 0) return ok(says);
  const fixes = troubles.map(({ fix }) => fix);
  const isProblem = troubles.some((note) => note.isProblem === true);
  return (isProblem ? problem : warning)(
    [says, ...troubles.map((note) => note.says)].join(' '),
    fixes.join(' && '),
  );
}

function fixOf(
  context: Context,
  error: unknown,
  profile: string | undefined,
  stored: Stored,
  found: readonly Finding[],
): string {
  if (!(error instanceof PvgError)) return '';
  if (error.code === 'profile-unknown') {
    const wanted = profile ?? context.env['PVG_PROFILE'] ?? '';
    const [near] = nearest(wanted, [...stored.profiles.map(({ name }) => name), localName]);
    if (near === undefined) return 'pvg profile list';
    return profile === undefined ? `export PVG_PROFILE=${near}` : `pvg doctor --profile ${near}`;
  }
  const { about } = error.details;
  const unset = about !== undefined && isSet(context, about);
  return fixFrom(found, error, unset ? `unset ${about}` : 'pvg profile list');
}

const missingOf = (resolved: ResolvedProfile, name: Interface): readonly Field[] =>
  requiredOf(name).filter(({ path }) => fieldValues(resolved)[path] === undefined);

export function completeness(resolved: ResolvedProfile, name: Interface): Finding {
  const missing = missingOf(resolved, name);
  if (missing.length === 0) return ok(`The ${name} part is complete.`);
  const hasNothing = Object.keys(fieldValues(resolved)).length === 0;
  if (missing.length === requiredOf(name).length && !hasNothing) return ok(`There is no ${name} part.`);
  const says = `The ${name} part has no ${missing.map(({ words }) => words).join(' and no ')}`;
  const fix =
    resolved.name === null
      ? `export ${missing.map((field) => `${variablesOf(field).at(-1) ?? ''}=…`).join(' ')}`
      : `pvg profile set ${resolved.name} ${optionsFor(missing)}`;
  // The game id may be in the body of each call, and signing needs no address.
  const enough = missing.every(({ member }) => member === 'gameId' || member === 'baseUrl');
  return enough
    ? warning(`${says}. That is enough for \`pvg sign\`, but not for every call.`, fix)
    : problem(`${says}.`, fix);
}

export const isComplete = (resolved: ResolvedProfile, name: Interface): boolean =>
  missingOf(resolved, name).length === 0;
