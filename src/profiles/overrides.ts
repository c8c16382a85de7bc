import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import { addressProblem, originOf } from './address.js';
import { fields, fieldValues, type Field, type FieldPath } from './fields.js';
import type { Profile } from './profile.js';
import type { ProfileFlags } from './resolve.js';

/** A value given for this run, from the command line or the environment. */
export interface Override {
  readonly field: Field;
  readonly value: string;
  readonly source: string;
  readonly isFlag: boolean;
}

export const ofVariable = (name: string): string => `environment variable ${name}`;

/** Flags before variables; an empty variable counts as none. */
export function readOverrides(
  { env, secrets }: Pick<Context, 'env' | 'secrets'>,
  flags: ProfileFlags,
): Override[] {
  const flagged: Partial<Record<FieldPath, string | undefined>> = {
    [`${flags.interface ?? 'gateway'}.baseUrl`]: flags.baseUrl,
    'gateway.clientId': flags.clientId,
    'gateway.clientSecret': flags.clientSecret,
    'session.gameId': flags.gameId,
    'session.secretKey': flags.secretKey,
  };
  return fields.flatMap((field): Override[] => {
    const variable = env[field.variable] || undefined;
    const flag = flagged[field.path];
    if (field.secret) for (const secret of [variable, flag]) if (secret !== undefined) secrets.add(secret);
    const flagName = field.member === 'baseUrl' ? '--base-url' : field.option;
    if (flag !== undefined) return [{ field, value: flag, source: `flag ${flagName}`, isFlag: true }];
    if (variable === undefined) return [];
    return [{ field, value: variable, source: ofVariable(field.variable), isFlag: false }];
  });
}

/** @throws {PvgError} `usage` for a flag, `configuration-unreadable` for a variable */
export function checkOverrides(
  overrides: readonly Override[],
  { needsAddress = true }: Pick<ProfileFlags, 'needsAddress'>,
): void {
  for (const { field, value, source, isFlag } of overrides) {
    const problem = field.member === 'baseUrl' && !needsAddress ? undefined : field.problem(value);
    if (problem === undefined) continue;
    const code = isFlag ? 'usage' : 'configuration-unreadable';
    throw new PvgError(
      code,
      `The ${field.words} (${source}) ${problem}.`,
      isFlag ? {} : { about: field.variable },
    );
  }
}

// A variable is used as it is; `$(cat file)` drops the line end, other ways do not.
export const lineEndNotes = (overrides: readonly Override[]): string[] =>
  overrides
    .filter(({ field, value, isFlag }) => field.secret && !isFlag && /[\r\n]$/.test(value))
    .map(({ source }) => `The ${source} ends in a line end; it is used as it is.`);

/**
 * Credentials go to the origin they were stored with: elsewhere is said on dev and refused on prod.
 * @returns what to say
 */
export function checkOrigins(
  profile: Profile,
  overrides: readonly Override[],
  { interface: called, needsAddress = true }: ProfileFlags,
): string[] {
  const notes: string[] = [];
  if (!needsAddress) return notes;
  for (const { field, value, source } of overrides) {
    const own = fieldValues(profile)[field.path];
    if (field.member !== 'baseUrl' || own === undefined || addressProblem(own) !== undefined) continue;
    if ((called !== undefined && called !== field.interface) || originOf(value) === originOf(own)) continue;
    const says = `The ${field.words} (${source}) is of another origin than that of the profile ${profile.name}, ${originOf(own)}`;
    if (profile.environment === 'prod') {
      throw new PvgError('other-origin', `${says}: refused for prod.`, {
        hint: `Change the profile itself if the service has moved: \`pvg profile set ${profile.name} ${field.option} <url>\`.`,
        section: '§1.3',
        about: field.variable,
      });
    }
    notes.push(`${says}.`);
  }
  return notes;
}
