import type { Context } from '../context.js';
import { demoCredentials } from '../contract/demo-credentials.js';
import type { Environment } from '../contract/environments.js';
import { interfaces } from '../contract/interfaces.js';
import { isLoopback } from '../contract/loopback.js';
import type { Profile } from '../contract/profile.js';
import { onPvgError } from '../failure.js';
import { listed } from '../text/listed.js';
import { filled, hostOf, identifies, isAddress, originOf, requiredOf, type Filled } from './fields.js';
import { listProfiles } from './names.js';
import type { Note } from './secret-input.js';

/**
 * Whose rules a call follows. The values in use decide, not the name of the chosen profile: a variable that was set
 * long ago must not turn a verify on dev into one on prod.
 */

/** A value that a run uses. */
export interface Value extends Filled {
  /** `flag --client-id` */
  readonly from: string;
  /** By an option or a variable of this run, not by a profile. */
  readonly isGiven: boolean;
  /** The variable or the profile at fault if the value is wrong; undefined: an option. */
  readonly about: string | undefined;
}

export interface Rules {
  readonly environment: Environment;
  /** Never verifies. */
  readonly readOnly: boolean;
  /** The stored profile that has a value in use and whose rules hold instead of those of the chosen one. */
  readonly valuesOf: string | null;
}

/** The profile that is named, or what the variables alone describe. */
export interface Chosen extends Omit<Profile, 'name'> {
  readonly name: string | null;
  /** Where its name is from: `command line` */
  readonly source: string;
  /** Where its values are from: `profile game-dev` */
  readonly origin: string;
}

/** `used`: the values that identify the service and its client. */
export async function rulesOf(
  context: Context,
  chosen: Chosen,
  used: Value[],
  notes: Note[],
): Promise<Rules> {
  const foreign = used.filter((each) => !isOwn(chosen, each));
  // §1.3: a file that was copied by hand may give a dev profile the address or the secret of prod.
  const isSuspect = (each: Value): boolean => foreign.includes(each) || isOfOneEnvironment(each);
  const suspect = isOnProd(chosen) ? foreign : used.filter(isSuspect);
  const guarded = suspect.length === 0 ? [] : await guardedProfiles(context, chosen, foreign, notes);
  const owners = guarded
    .map((profile) => ({ profile, shared: sharedWith(profile, isOnProd(profile) ? suspect : foreign) }))
    .filter(({ shared }) => shared.length > 0)
    .sort(
      ({ profile: one, shared }, { profile: other, shared: others }) =>
        others.length - shared.length || Number(other.readOnly) - Number(one.readOnly),
    );
  const [best] = owners;
  // What belongs to a read-only profile alone stays read-only, whoever owns the other values.
  const isApart = (each: Value): boolean => !best?.shared.includes(each);
  const ruler = owners.find(({ profile, shared }) => profile.readOnly && shared.some(isApart)) ?? best;
  const isTold = isOnProd(chosen) || Boolean(context.env['PVG_ENVIRONMENT']);
  const others = ruler?.shared ?? (isTold ? [] : givenWhole(used, foreign));
  const isProd =
    (!ruler && others.length > 0) || [chosen, ...owners.map(({ profile }) => profile)].some(isOnProd);
  const rules: Rules = {
    environment: isProd ? 'prod' : 'dev',
    readOnly: chosen.readOnly || ruler?.profile.readOnly === true,
    valuesOf: ruler?.profile.name ?? null,
  };
  if (others.length > 0) notes.push(noteOf(chosen, rules, others));
  return rules;
}

const isOnProd = ({ environment }: Pick<Profile, 'environment'>): boolean => environment === 'prod';

/** What `--confirm` must say on prod, and the same in words. */
export function confirmationOf({ name, valuesOf }: Pick<Rules, 'valuesOf'> & Pick<Chosen, 'name'>) {
  if (valuesOf !== null)
    return { name: valuesOf, whose: `the name of the profile ${valuesOf}, whose values are in use` };
  return name === null ? { name: 'prod', whose: 'the word prod' } : { name, whose: 'the profile’s name' };
}

/** The same for two spellings of one address, and for nothing else. */
function keyOf({ field, value }: Filled): string {
  if (!isAddress(field)) return `${field.secret ? 'secret' : field.name} ${value}`;
  // Each port of this computer may be another service; a host elsewhere belongs to one environment.
  return `address ${isLoopback(hostOf(value)) ? originOf(value) : hostOf(value)}`;
}

/** Of the values those that a profile has, too. */
export function sharedWith<Among extends Filled>(profile: Profile, among: readonly Among[]): Among[] {
  const keys = filled(profile).map(keyOf);
  return among.filter((each) => keys.includes(keyOf(each)));
}

/** The other profiles that are of prod or read-only. */
async function guardedProfiles(context: Context, chosen: Chosen, foreign: Value[], notes: Note[]) {
  const isGuarded = (profile: Profile): boolean =>
    profile.name !== chosen.name && (isOnProd(profile) || profile.readOnly);
  const isOpened = (profile: Profile): boolean =>
    isGuarded(profile) && foreign.some(({ field }) => field.secret);
  const say = onPvgError(({ message }): undefined => {
    // A call with the stored values alone says nothing about other files.
    if (foreign.length > 0)
      notes.push({ says: `${message} pvg could not compare it with the values in use.` });
  });
  const all = (await listProfiles(context, isOpened).catch(say)) ?? [];
  for (const { name, error } of all) if (name !== chosen.name && error) say(error);
  return all.flatMap(({ profile }) => (profile && isGuarded(profile) ? profile : []));
}

/** On prod another path of the same service changes nothing. */
function isOwn(chosen: Chosen, { field, value }: Filled): boolean {
  const own = chosen[field.name];
  if (own === undefined) return false;
  return own === value || (isOnProd(chosen) && keyOf({ field, value: own }) === keyOf({ field, value }));
}

const publicSecrets: readonly string[] = [demoCredentials.clientSecret, demoCredentials.secretKey];

/** Whether a host or a secret belongs to one environment: not this computer, and not what everybody knows. */
export const isOfOneEnvironment = ({ field, value }: Filled): boolean =>
  isAddress(field) ? !isLoopback(hostOf(value)) : field.secret && !publicSecrets.includes(value);

/** All that identifies a service and its client, if nothing of it is left to the chosen profile. */
const givenWhole = (used: readonly Value[], foreign: readonly Value[]): Value[] =>
  interfaces.flatMap((id) => {
    const given = used.filter(({ field, isGiven }) => isGiven && field.interface === id);
    const isWhole = given.length === requiredOf(id).filter(identifies).length;
    return isWhole && given.some((each) => foreign.includes(each)) ? given : [];
  });

function noteOf(chosen: Chosen, { environment, readOnly, valuesOf }: Rules, used: readonly Value[]): Note {
  const words = listed(used.map(({ field }) => field.words));
  const says =
    valuesOf === null
      ? `The ${words} come from variables or options, so this call counts as prod. If they are of dev, set PVG_ENVIRONMENT=dev.`
      : `These values are of the profile ${valuesOf}: ${words}. Its rules hold: ${environment}${readOnly ? ', read-only' : ''}.`;
  const isProblem = environment !== chosen.environment || readOnly !== chosen.readOnly;
  const variables = used.flatMap(({ isGiven, about }) => (isGiven && about) || []);
  const fix = variables.length > 0 ? `unset ${variables.join(' ')}` : `pvg profile show ${valuesOf ?? ''}`;
  return { says, fix, isProblem };
}
