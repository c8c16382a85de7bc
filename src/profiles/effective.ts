import type { Context } from '../context.js';
import { demoCredentials } from '../contract/demo-credentials.js';
import type { Environment } from '../contract/environments.js';
import { interfaces, type Interface } from '../contract/interfaces.js';
import { isLoopback } from '../contract/loopback.js';
import type { Profile } from '../contract/profile.js';
import { onPvgError } from '../failure.js';
import { listed } from '../text/listed.js';
import { fieldsOf, filled, hostOf, isAddress, type Field } from './fields.js';
import { listProfiles } from './names.js';
import type { Note } from './secret-input.js';

/**
 * Whose rules a call follows. The values in use decide, not the name of the chosen profile: a variable that was set
 * long ago must not turn a verify on dev into one on prod.
 */

/** A value of this run, from the command line or the environment, and its variable. */
export interface Given {
  readonly field: Field;
  readonly value: string;
  readonly variable?: string;
}

export interface Rules {
  readonly environment: Environment;
  /** Never verifies. */
  readonly readOnly: boolean;
  /** The stored profile that has a value in use and whose rules hold instead of those of the chosen one. */
  readonly valuesOf: string | null;
}

type Chosen = Omit<Profile, 'name'> & { readonly name: string | null };

interface Run {
  readonly given: readonly Given[];
  /** PVG_ENVIRONMENT. */
  readonly told: Environment | undefined;
  readonly called: Interface | undefined;
}

/** Another stored profile that has values in use. */
interface Owner {
  readonly profile: Profile;
  readonly shared: readonly Given[];
}

type Profiles = Pick<Context, 'profiles'>;

/** A guarded profile whose keyring does not answer is compared without its secrets. */
export async function rulesOf(
  context: Profiles,
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
  const isProd =
    isOnProd(chosen) || (!ruler && used.length > 0) || owners.some(({ profile }) => isOnProd(profile));
  const rules: Rules = {
    environment: isProd ? 'prod' : 'dev',
    readOnly: chosen.readOnly || ruler?.profile.readOnly === true,
    valuesOf: ruler?.profile.name ?? null,
  };
  if (used.length > 0) notes.push(noteOf(chosen, rules, used));
  return { ...rules, notes };
}

const isOnProd = ({ environment }: Pick<Profile, 'environment'>): boolean => environment === 'prod';

interface Named extends Pick<Rules, 'valuesOf'> {
  readonly name: string | null;
}

/** Whether a verify may be sent or signed, as far as the command line says. */
export const mayVerify = (profile: Rules & Named, confirm: string | undefined): boolean =>
  !profile.readOnly && (!isOnProd(profile) || confirm === confirmName(profile));

/** What `--confirm` must say on prod. */
export const confirmName = ({ name, valuesOf }: Named): string => valuesOf ?? name ?? 'prod';

/** The same in words. */
export const whoseName = ({ name, valuesOf }: Named): string => {
  if (valuesOf !== null) return `the name of the profile ${valuesOf}, whose values are in use`;
  return name === null ? 'the word prod' : 'the profile’s name';
};

/** The game id is the same on dev and prod, and a package is no credential. */
const identifies = ({ name }: Field): boolean => name !== 'gameId' && name !== 'package';

/** The same for two spellings of one address, and for nothing else. */
function keyOf(field: Field, value: string): string {
  if (!isAddress(field)) return `${field.secret ? 'secret' : field.name} ${value}`;
  if (!URL.canParse(value)) return `address ${value}`;
  const { protocol, port } = new URL(value);
  // Each port of this computer may be another service; a host elsewhere belongs to one environment.
  return isLoopback(hostOf(value)) ? `address here ${port || protocol}` : `address ${hostOf(value)}`;
}

/** The owner of most values first; of equals, the read-only one. */
async function ownersOf(
  context: Profiles,
  chosen: Chosen,
  { given, called }: Run,
  notes: Note[],
): Promise<readonly Owner[]> {
  const isCalled = (field: Field): boolean =>
    identifies(field) && (called ?? field.interface) === field.interface;
  const replacing = given.filter(({ field, value }) => isCalled(field) && !isOwn(chosen, field, value));
  const kept = keptOf(chosen).filter(
    ({ field }) => isCalled(field) && !replacing.some((each) => each.field === field),
  );
  if (replacing.length + kept.length === 0) return [];
  const guarded = await guardedProfiles(context, chosen, replacing.length > 0 ? notes : []);
  const owning = (profiles: readonly Profile[]): Owner[] =>
    profiles
      .map((profile) => {
        const keys = filled(profile).map(([field, value]) => keyOf(field, value));
        const used = isOnProd(profile) ? [...replacing, ...kept] : replacing;
        return { profile, shared: used.filter(({ field, value }) => keys.includes(keyOf(field, value))) };
      })
      .filter(({ shared }) => shared.length > 0)
      .sort(
        (one, other) =>
          other.shared.length - one.shared.length ||
          Number(other.profile.readOnly) - Number(one.profile.readOnly),
      );
  const found = owning(guarded);
  // A keyring may ask the person, so it is opened only if a secret alone can tell.
  if (found.length > 0 || !replacing.some(({ field }) => field.secret)) return found;
  return owning(await withKeyring(context, guarded, notes));
}

/** On prod another path of the same service changes nothing. */
function isOwn(chosen: Chosen, field: Field, value: string): boolean {
  const own = chosen[field.name];
  if (own === undefined) return false;
  return own === value || (isOnProd(chosen) && keyOf(field, own) === keyOf(field, value));
}

const publicSecrets: readonly string[] = [demoCredentials.clientSecret, demoCredentials.secretKey];

/** Whether a host or a secret belongs to one environment: not this computer, and not what everybody knows. */
export const isOfOneEnvironment = (field: Field, value: string): boolean =>
  isAddress(field)
    ? URL.canParse(value) && !isLoopback(hostOf(value))
    : field.secret && !publicSecrets.includes(value);

/** §1.3: a file that was copied by hand may give a dev profile the address or the secret of prod. */
const keptOf = (chosen: Chosen): Given[] =>
  chosen.name === null || isOnProd(chosen)
    ? []
    : filled(chosen).flatMap(([field, value]) =>
        isOfOneEnvironment(field, value) ? [{ field, value }] : [],
      );

async function guardedProfiles(
  context: Profiles,
  { name: chosen }: Chosen,
  notes: Note[],
): Promise<Profile[]> {
  const say = onPvgError(({ message }): undefined => {
    notes.push({ says: `${message} pvg could not compare it with the values in use.` });
  });
  const others = (await listProfiles(context, { secrets: false }).catch(say)) ?? [];
  return others.flatMap(({ name, profile, error }) => {
    if (name === chosen) return [];
    if (error) say(error);
    return profile && (isOnProd(profile) || profile.readOnly) ? [profile] : [];
  });
}

async function withKeyring(
  { profiles }: Profiles,
  guarded: readonly Profile[],
  notes: Note[],
): Promise<Profile[]> {
  const found: Profile[] = [];
  for (const { name } of guarded.filter(({ keyring }) => keyring !== undefined)) {
    const read = await profiles.read(name).catch(
      onPvgError(({ message }): undefined => {
        notes.push({ says: `${message} pvg could not compare them with the secret in use.` });
      }),
    );
    // One wait for a keyring that does not answer is enough.
    if (read === undefined) break;
    found.push(read);
  }
  return found;
}

/** All that identifies a service and its client, if nothing of it is the chosen dev profile's and nobody says `dev`. */
const givenWhole = (chosen: Chosen, { given, told, called }: Run): Given[] =>
  isOnProd(chosen) || told !== undefined
    ? []
    : interfaces.flatMap((id) => {
        const all = given.filter(({ field }) => field.interface === id && identifies(field));
        const isWhole = all.length === fieldsOf(id).filter(identifies).length;
        const isOther = all.some(({ field, value }) => !isOwn(chosen, field, value));
        return (called ?? id) === id && isWhole && isOther ? all : [];
      });

function noteOf(chosen: Chosen, { environment, readOnly, valuesOf }: Rules, used: readonly Given[]): Note {
  const words = listed(used.map(({ field }) => field.words));
  const isMixed = environment !== chosen.environment;
  const counts = isMixed ? `This call counts as ${environment}.` : 'The rules of that profile hold.';
  const who = chosen.name === null ? 'Variables and options have' : `The profile ${chosen.name} is used with`;
  const says =
    valuesOf === null
      ? `The ${words} all come from variables or options, not from the profile ${chosen.name ?? ''}. ${counts} If they are of dev, set PVG_ENVIRONMENT=dev.`
      : `${who} the ${words} of the profile ${valuesOf}. ${readOnly ? 'A read-only profile never verifies. ' : ''}${counts}`;
  const isProblem = isMixed || readOnly !== chosen.readOnly;
  if (chosen.name === null && !isProblem) return { says };
  const variables = used.flatMap(({ variable }) => variable ?? []);
  const fix = variables.length > 0 ? `unset ${variables.join(' ')}` : `pvg profile show ${valuesOf ?? ''}`;
  return { says, fix, isProblem };
}
