import { basename, dirname, join } from 'node:path';
import type { Context } from '../context.js';
import type { Interface } from '../contract/interfaces.js';
import { fieldsOf, optionsFor, variablesOf, type Field } from '../profiles/fields.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import { nearest } from '../text/nearest.js';
import { shellLine } from '../text/shell.js';

/** Fixes that replace a wrong value at its source. */

/** For a variable that names a missing file: the file with the nearest name, otherwise a placeholder. */
export async function correctedPath({ env, files }: Context, variable: string): Promise<string> {
  const path = env[variable] ?? '';
  const folder = dirname(path);
  const beside = await files.names(folder).catch(() => []);
  const [near] = nearest(
    basename(path),
    beside.filter((name) => name !== basename(path)),
  );
  return near === undefined
    ? `export ${variable}="$FILE"`
    : shellLine(['export', `${variable}=${join(folder, near)}`]);
}

/** For wrong values of an interface: sets the variables that gave them, otherwise the profile. */
export function corrected(
  { env }: Context,
  { name }: ResolvedProfile,
  id: Interface,
  members: readonly Field['member'][],
): string {
  const wrong = fieldsOf(id).filter(({ member }) => members.includes(member));
  const given = wrong.flatMap((field) => variablesOf(field).filter((variable) => env[variable]));
  const variables = name === null ? wrong.map(({ variable }) => variable) : [];
  if (given.length > 0) return `export ${given.map(filledIn).join(' ')}`;
  return name === null
    ? `export ${variables.map(filledIn).join(' ')}`
    : `pvg profile set ${name} ${optionsFor(wrong)}`;
}

const filledIn = (variable: string): string => `${variable}=…`;
