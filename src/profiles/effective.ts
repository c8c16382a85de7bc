import type { Context } from '../context.js';
import { isLoopbackAddress, serviceKey } from '../contract/address.js';
import { demoCredentials } from '../contract/demo-credentials.js';
import type { Environment } from '../contract/environments.js';
import { interfaces } from '../contract/interfaces.js';

import type { Profile } from '../contract/profile.js';
import { onPvgError } from '../failure.js';
import { joinSentences, joinWithAnd } from '../text/sentences.js';
import {
  type FilledField,
  filledFields,
  isAddress,
  isCredentialField,
  listProfiles,
  listRequiredFields,
} from './fields.js';
import type { Note } from './secret-input.js';

/** A value that a run uses, and where it is from. */
export interface Value extends FilledField {
  /** Where the value is from, in words: `flag --client-id`. */
  readonly source: string;
  /** Whether an option or a variable of this run gave it, not a profile. */
  readonly isGiven: boolean;
  /** The variable or the profile that gave it; undefined if an option did. */
  readonly givenBy: string | undefined;
}

export interface Rules {
  readonly environment: Environment;
  /** Whether the profile never verifies. */
  readonly readOnly: boolean;
  /** The stored profile whose rules hold instead of the chosen one's, because a value in use is also its own. */
  readonly governingProfile: string | null;
}

/** The profile that is named, or what the variables alone describe. */
export interface Chosen extends Omit<Profile, 'name'> {
  readonly name: string | null;
  /** Where its name is from: `command line` */
  readonly nameSource: string;
  /** Where its values are from: `profile game-dev` */
  readonly valuesSource: string;
}

/**
 * Decides whose rules a call follows, and whether it counts as prod. The values in use decide, not the chosen profile's name:
 * a variable that was set long ago must not turn a verify on dev into one on prod. Every other stored profile that is prod
 * or read-only is compared with the values that identify the service and its client:
 *
 * | the values in use                                             | environment | rules of                     |
 * | ------------------------------------------------------------- | ----------- | ---------------------------- |
 * | are all of the chosen profile                                 | its own     | the chosen profile           |
 * | one or more are also of a prod profile                        | prod        | that profile                 |
 * | are of several such profiles                                  | prod if any | the one with most of them;   |
 * |                                                               |             | of equals, the read-only one |
 * | one is of a read-only profile and not of the one with most    | as above    | the read-only profile        |
 * | are a whole set by options or variables, and no profile's     | prod        | nobody                       |
 * | the same, and a prod profile or PVG_ENVIRONMENT is chosen     | its own     | the chosen profile           |
 *
 * `used` are the values that identify the service and its client.
 */
export async function effectiveRules(
  context: Context,
  { chosen, used, notes }: { chosen: Chosen; used: readonly Value[]; notes: Note[] },
): Promise<Rules> {
  const foreign = used.filter((value) => !isValueOf(chosen, value));
  const suspect = suspectValues(chosen, used, foreign);
  const owners = await ownersOf(context, { chosen, foreign, suspect, notes });
  const governing = governingOwner(owners);
  const mayBeUndeclared = governing === undefined && !isEnvironmentDeclared(context, chosen);
  const undeclaredValues = mayBeUndeclared ? wholeGivenSet(used, foreign) : [];
  const isProd =
    undeclaredValues.length > 0 || [chosen, ...owners.map(({ profile }) => profile)].some(isOnProd);
  const rules: Rules = {
    environment: isProd ? 'prod' : 'dev',
    readOnly: chosen.readOnly || governing?.profile.readOnly === true,
    governingProfile: governing?.profile.name ?? null,
  };
  const decidingValues = governing?.shared ?? undeclaredValues;
  if (decidingValues.length > 0) notes.push(noteOf(chosen, rules, { decidingValues, used }));
  return rules;
}

/**
 * The values in use that may belong to prod. A dev profile's own values are suspect, too, if they can belong to only one
 * environment (§1.3): somebody may have copied its file and left the address or the secret of prod in it.
 */
function suspectValues(
  chosen: Chosen,
  used: readonly Value[],
  foreign: readonly Value[],
): readonly Value[] {
  if (isOnProd(chosen)) return foreign;
  return used.filter((value) => foreign.includes(value) || isOfOneEnvironment(value));
}

/** A stored profile that is prod or read-only, and the values in use that it also has. */
interface Owner {
  readonly profile: Profile;
  readonly shared: readonly Value[];
}

interface OwnerSearch {
  readonly chosen: Chosen;
  /** The values in use that are not the chosen profile’s own. */
  readonly foreign: readonly Value[];
  /** The values in use that may belong to prod. */
  readonly suspect: readonly Value[];
  readonly notes: Note[];
}

/** Profiles that are prod or read-only and have values in use: most values first; of equals, the read-only one. */
async function ownersOf(context: Context, search: OwnerSearch): Promise<readonly Owner[]> {
  const { foreign, suspect } = search;
  if (suspect.length === 0) return [];
  const profiles = await guardedProfiles(context, search);
  return profiles
    .map((profile) => ({
      profile,
      // A read-only dev profile guards only values that replace those of the chosen profile.
      shared: sharedWith(profile, isOnProd(profile) ? suspect : foreign),
    }))
    .filter(({ shared }) => shared.length > 0)
    .sort(byMostValues);
}

function byMostValues(first: Owner, second: Owner): number {
  const difference = second.shared.length - first.shared.length;
  if (difference !== 0) return difference;
  return Number(second.profile.readOnly) - Number(first.profile.readOnly);
}

/** The owner whose rules hold. A value that only a read-only profile has keeps the call read-only, whoever has most values. */
function governingOwner(owners: readonly Owner[]): Owner | undefined {
  const [main] = owners;
  if (main === undefined) return undefined;
  const readOnly = owners.find(
    ({ profile, shared }) =>
      profile.readOnly && shared.some((value) => !main.shared.includes(value)),
  );
  return readOnly ?? main;
}

/** Whether the environment is certain: the chosen profile is prod, or PVG_ENVIRONMENT is set. */
function isEnvironmentDeclared(context: Context, chosen: Chosen): boolean {
  return isOnProd(chosen) || Boolean(context.env['PVG_ENVIRONMENT']);
}

const isOnProd = ({ environment }: Pick<Profile, 'environment'>): boolean => environment === 'prod';

/** The value that `--confirm` needs on prod, and what it is called in a sentence. */
export function confirmationOf({
  name,
  governingProfile,
}: Pick<Rules, 'governingProfile'> & Pick<Chosen, 'name'>) {
  if (governingProfile !== null) {
    return {
      name: governingProfile,
      whose: `the name of the profile ${governingProfile}, whose values are in use`,
    };
  }
  return name === null
    ? { name: 'prod', whose: 'the word prod' }
    : { name, whose: 'the profile’s name' };
}

/** A key for comparing values: two spellings of one value have the same key, two values have not. */
function comparisonKey({ field, value }: FilledField): string {
  if (isAddress(field)) return `address ${serviceKey(value)}`;
  return `${field.secret ? 'secret' : field.name} ${value}`;
}

/** The values that the profile also has. */
export function sharedWith<Among extends FilledField>(
  profile: Profile,
  among: readonly Among[],
): Among[] {
  const keys = filledFields(profile).map(comparisonKey);
  return among.filter((each) => keys.includes(comparisonKey(each)));
}

/**
 * A sentence about two profiles with the same address and client id but different environments: one of them is wrong (§1.3).
 * It is only said, not refused, because it is not certain to be a mistake for an address on this computer.
 */
export function sharedClientWords(profile: Profile, other: Profile): string | undefined {
  if (profile.environment === other.environment) return undefined;
  const shared = sharedWith(profile, filledFields(other)).map(({ field }) => field.name);
  if (!shared.includes('gatewayUrl') || !shared.includes('clientId')) return undefined;
  return `The profiles ${profile.name} (${profile.environment}) and ${other.name} (${other.environment}) have the same gateway address and client id: a verify with one counts for the other.`;
}

/** The stored profiles, without the chosen one, that are prod or read-only. */
async function guardedProfiles(context: Context, { chosen, foreign, notes }: OwnerSearch) {
  const isGuarded = (profile: Profile): boolean =>
    profile.name !== chosen.name && (isOnProd(profile) || profile.readOnly);
  const mayOpenKeyring = (profile: Profile): boolean =>
    isGuarded(profile) && foreign.some(({ field }) => field.secret);
  const noteUnreadable = onPvgError(({ message }): undefined => {
    // A call that uses only stored values needs no notes about unreadable files of other profiles.
    if (foreign.length > 0) {
      notes.push({ says: `${message} pvg could not compare it with the values in use.` });
    }
  });
  const listedProfiles = (await listProfiles(context, mayOpenKeyring).catch(noteUnreadable)) ?? [];
  for (const { name, error } of listedProfiles) {
    if (name !== chosen.name && error) noteUnreadable(error);
  }
  return listedProfiles.flatMap(({ profile }) => (profile && isGuarded(profile) ? profile : []));
}

/** Whether the chosen profile has a value. On prod, an address with another path is still the same service. */
function isValueOf(chosen: Chosen, { field, value }: FilledField): boolean {
  const chosenValue = chosen[field.name];
  if (chosenValue === undefined) return false;
  return (
    chosenValue === value ||
    (isOnProd(chosen) &&
      comparisonKey({ field, value: chosenValue }) === comparisonKey({ field, value }))
  );
}

const publicSecrets: readonly string[] = [demoCredentials.clientSecret, demoCredentials.secretKey];

/** Whether a value belongs to only one environment: a host or a secret, but not this computer or a demo credential. */
export function isOfOneEnvironment({ field, value }: FilledField): boolean {
  return isAddress(field)
    ? !isLoopbackAddress(value)
    : field.secret && !publicSecrets.includes(value);
}

/** The credentials of each interface that options or variables give completely, unless all are also the chosen profile's. */
const wholeGivenSet = (used: readonly Value[], foreign: readonly Value[]): Value[] =>
  interfaces.flatMap((id) => {
    const given = used.filter(({ field, isGiven }) => isGiven && field.interface === id);
    const isWholeSet = given.length === listRequiredFields(id).filter(isCredentialField).length;
    return isWholeSet && given.some((each) => foreign.includes(each)) ? given : [];
  });

interface NotedValues {
  /** The values that the note names. */
  readonly decidingValues: readonly Value[];
  readonly used: readonly Value[];
}

function noteOf(
  chosen: Chosen,
  { environment, readOnly, governingProfile }: Rules,
  { decidingValues, used }: NotedValues,
): Note {
  const words = joinWithAnd(decidingValues.map(({ field }) => field.words));
  const ruleWords = readOnly ? `${environment}, read-only` : environment;
  const says =
    governingProfile === null
      ? `The ${words} come from variables or options, so this call counts as prod. If they are of dev, set PVG_ENVIRONMENT=dev.`
      : `These values are of the profile ${governingProfile}: ${words}. Its rules hold: ${ruleWords}.`;
  const isProblem = environment !== chosen.environment || readOnly !== chosen.readOnly;
  // If only some variables of a whole set were unset, the others would be incomplete credentials. So the fix unsets them all.
  const wholeSet = governingProfile === null ? [] : wholeGivenSet(used, decidingValues);
  const isPartOfSet = wholeSet.length > decidingValues.length;
  const variables = variablesOf(isPartOfSet ? wholeSet : decidingValues);
  const fix =
    variables.length > 0
      ? `unset ${variables.join(' ')}`
      : `pvg profile show ${governingProfile ?? ''}`;
  const setWords = isPartOfSet && wholeSetWords(governingProfile);
  return { says: joinSentences(says, setWords), fix, isProblem };
}

const variablesOf = (values: readonly Value[]): string[] =>
  values.flatMap(({ isGiven, givenBy }) => (isGiven && givenBy) || []);

const wholeSetWords = (profile: string | null): string =>
  `All values come from variables or options: correct them, or use none of them and add \`--profile ${profile ?? ''}\`.`;
