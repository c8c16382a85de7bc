import type { Context } from '../context.js';
import { demoCredentials } from '../contract/demo-credentials.js';
import type { Environment } from '../contract/environments.js';
import { interfaces, type Interface } from '../contract/interfaces.js';
import { isLoopback } from '../contract/loopback.js';
import type { Profile } from '../contract/profile.js';
import { onPvgError } from '../failure.js';
import { listed } from '../text/listed.js';
import { fieldsOf, filled, hostOf, identifies, isAddress, type Filled } from './fields.js';
import { listProfiles } from './names.js';
import type { Note } from './secret-input.js';

/**
 * Whose rules a call follows. The values in use decide, not the name of the chosen profile: a variable that was set
 * long ago must not turn a verify on dev into one on prod.
 */

/** A value of a profile or of this run. */
export interface Value extends Filled {
  /** `flag --client-id` */
  readonly from: string;
  /** Of this run: the variable that gives it. */
  readonly variable?: string;
  /** The variable or the profile at fault if the value is wrong; undefined: an option. */
  readonly about: string | undefined;
  readonly notes: readonly Note[];
}

export interface Rules {
  readonly environment: Environment;
  /** Never verifies. */
  readonly readOnly: boolean;
  /** The stored profile that has a value in use and whose rules hold instead of those of the chosen one. */
  readonly valuesOf: string | null;
}

/** The profile that is named, or what the variables alone describe. */
export type Chosen = Omit<Profile, 'name'> & { readonly name: string | null };

/** The values in use, those of this run alone, PVG_ENVIRONMENT, and the interface that is called. */
interface Run {
  readonly used: readonly Value[];
  readonly given: readonly Value[];
  readonly told: Environment | undefined;
  readonly called: Interface | undefined;
}

/** Another stored profile that has values in use. */
interface Owner {
  readonly profile: Profile;
  readonly shared: readonly Value[];
}

export async function rulesOf(
  context: Pick<Context, 'profiles'>,
  chosen: Chosen,
  run: Run,
): Promise<Rules & { readonly notes: readonly Note[] }> {
  const notes: Note[] = [];
  const owners = await ownersOf(context, chosen, run, notes);
  const [best] = owners;
  // What belongs to a read-only profile alone stays read-only, whoever owns the other values.
  const isOnlyIts = ({ profile, shared }: Owner): boolean =>
    profile.readOnly && shared.some((each) => !best?.shared.includes(each));
  const ruler = owners.find(isOnlyIts) ?? best;
  const used = ruler?.shared ?? givenWhole(chosen, run);
  const isProd = [chosen, ...owners.map(({ profile }) => profile)].some(isOnProd);
  const rules: Rules = {
    environment: isProd || (!ruler && used.length > 0) ? 'prod' : 'dev',
    readOnly: chosen.readOnly || ruler?.profile.readOnly === true,
    valuesOf: ruler?.profile.name ?? null,
  };
  if (used.length > 0) notes.push(noteOf(chosen, rules, used));
  return { ...rules, notes };
}

const isOnProd = ({ environment }: Pick<Profile, 'environment'>): boolean => environment === 'prod';

/** What `--confirm` must say on prod, and the same in words. */
export function confirmationOf({ name, valuesOf }: Pick<Rules, 'valuesOf'> & Pick<Chosen, 'name'>) {
  if (valuesOf !== null)
    return { name: valuesOf, whose: `the name of the profile ${valuesOf}, whose values are in use` };
  return name === null ? { name: 'prod', whose: 'the word prod' } : { name, whose: 'the profile’s name' };
}

/** The same for two spellings of one address, and for nothing else. */
export function keyOf({ field, value }: Filled): string {
  if (!isAddress(field)) return `${field.secret ? 'secret' : field.name} ${value}`;
  if (!URL.canParse(value)) return `address ${value}`;
  const { protocol, port } = new URL(value);
  // Each port of this computer may be another service; a host elsewhere belongs to one environment.
  return isLoopback(hostOf(value)) ? `address here ${port || protocol}` : `address ${hostOf(value)}`;
}

/** The owner of most values first; of equals, the read-only one. */
async function ownersOf(
  { profiles }: Pick<Context, 'profiles'>,
  chosen: Chosen,
  { used, called }: Run,
  notes: Note[],
): Promise<readonly Owner[]> {
  const identifying = used.filter((each) => isCalled(each, called) && identifies(each.field));
  const foreign = identifying.filter((each) => !isOwn(chosen, each));
  // §1.3: a file that was copied by hand may give a dev profile the address or the secret of prod.
  const suspect = isOnProd(chosen)
    ? foreign
    : identifying.filter((each) => foreign.includes(each) || isOfOneEnvironment(each));
  if (suspect.length === 0) return [];
  const say = onPvgError(({ message }): undefined => {
    // A call with the stored values alone says nothing about other files.
    if (foreign.length > 0)
      notes.push({ says: `${message} pvg could not compare it with the values in use.` });
  });
  const others = (await listProfiles({ profiles }, { secrets: false }).catch(say)) ?? [];
  for (const { name, error } of others) if (name !== chosen.name && error) say(error);
  const guarded = others.flatMap(({ name, profile }) =>
    name !== chosen.name && profile && (isOnProd(profile) || profile.readOnly) ? profile : [],
  );
  const owning = (profile: Profile): Owner[] => {
    const keys = filled(profile).map(keyOf);
    const shared = (isOnProd(profile) ? suspect : foreign).filter((each) => keys.includes(keyOf(each)));
    return shared.length > 0 ? [{ profile, shared }] : [];
  };
  const found = guarded.flatMap(owning);
  // A keyring may ask the person, so it is opened only if a secret alone can tell.
  if (found.length === 0 && foreign.some(({ field }) => field.secret))
    for (const { name } of guarded.filter(({ keyring }) => keyring !== undefined)) {
      const opened = await profiles.read(name).catch(say);
      // One wait for a keyring that does not answer is enough.
      if (opened === undefined) break;
      found.push(...owning(opened));
    }
  return found.sort(
    (one, other) =>
      other.shared.length - one.shared.length ||
      Number(other.profile.readOnly) - Number(one.profile.readOnly),
  );
}

const isCalled = ({ field }: Value, called: Interface | undefined): boolean =>
  (called ?? field.interface) === field.interface;

/** On prod another path of the same service changes nothing. */
function isOwn(chosen: Chosen, { field, value }: Filled): boolean {
  const own = chosen[field.name];
  if (own === undefined) return false;
  return own === value || (isOnProd(chosen) && keyOf({ field, value: own }) === keyOf({ field, value }));
}

const publicSecrets: readonly string[] = [demoCredentials.clientSecret, demoCredentials.secretKey];

/** Whether a host or a secret belongs to one environment: not this computer, and not what everybody knows. */
export const isOfOneEnvironment = ({ field, value }: Filled): boolean =>
  isAddress(field)
    ? URL.canParse(value) && !isLoopback(hostOf(value))
    : field.secret && !publicSecrets.includes(value);

/** All that identifies a service and its client, if it is not the chosen dev profile's and nobody says `dev`. */
function givenWhole(chosen: Chosen, { given, told, called }: Run): Value[] {
  if (isOnProd(chosen) || told !== undefined) return [];
  return interfaces.flatMap((id) => {
    const wanted = fieldsOf(id).filter(identifies);
    const all = given.filter((each) => wanted.includes(each.field) && isCalled(each, called));
    return all.length === wanted.length && all.some((each) => !isOwn(chosen, each)) ? all : [];
  });
}

function noteOf(chosen: Chosen, { environment, readOnly, valuesOf }: Rules, used: readonly Value[]): Note {
  const words = listed(used.map(({ field }) => field.words));
  const who = chosen.name === null ? 'Variables and options have' : `The profile ${chosen.name} is used with`;
  const says =
    valuesOf === null
      ? `The ${words} come from variables or options, so this call counts as prod. If they are of dev, set PVG_ENVIRONMENT=dev.`
      : `${who} the ${words} of the profile ${valuesOf}, whose rules hold: ${environment}${readOnly ? ', read-only' : ''}.`;
  const isProblem = environment !== chosen.environment || readOnly !== chosen.readOnly;
  if (chosen.name === null && !isProblem) return { says };
  const variables = used.flatMap(({ variable }) => variable ?? []);
  const fix = variables.length > 0 ? `unset ${variables.join(' ')}` : `pvg profile show ${valuesOf ?? ''}`;
  return { says, fix, isProblem };
}
