import type { Profile } from '../contract/profile.js';
import { join } from 'node:path';
import { FileError, onFileError, type Context, type Looked } from '../context.js';
import { PvgError } from '../failure.js';
import { looseMode } from '../text/loose-mode.js';
import { shellLine } from '../text/shell.js';
import { checkEnvironments } from '../profiles/manage.js';
import { fields, fieldValues, filledFields, optionsFor, type Field } from '../profiles/fields.js';
import { readListed, shownName } from '../profiles/naming.js';
import { localName } from '../profiles/profile.js';
import { readProjectFile } from '../profiles/project-file.js';
import { allOr, problemFrom, ok, problem, warning, type Finding } from './check.js';
import type { Machine } from './machine.js';

/** The stored profiles for the other checks; `profiles` has the readable ones. */
export interface Stored {
  readonly names: readonly string[];
  readonly profiles: readonly Profile[];
  readonly findings: readonly Finding[];
}

export async function checkConfigFolder({ folders, files }: Context): Promise<readonly Finding[]> {
  const { config } = folders;
  const places = [config, join(config, 'profiles'), join(config, 'aside')];
  const links = await Promise.all(places.map(async (place) => (await linkTrouble(files, place)) ?? []));
  if (links.flat().length > 0) return links.flat();
  if ((await files.look(config)) === undefined) {
    const code = await files.writingFails(config);
    const wayOn =
      code === undefined
        ? 'does not exist yet. `pvg profile add` creates it.'
        : `cannot be created (${code}), so no profile can be stored there. The PVG_ variables still work; PVG_CONFIG_DIR chooses another folder.`;
    return [ok(`${config} ${wayOn}`)];
  }
  const troubles = await Promise.all(
    places.map(async (place) => folderTrouble(place, await files.look(place)) ?? []),
  );
  return allOr(troubles.flat(), `Only its owner can use ${config}.`);
}

/** Every other command refuses such a folder (`input/linked-folders.ts`). */
export const linkTrouble = async (files: Context['files'], place: string): Promise<Finding | undefined> =>
  (await files.kind(place).catch(onFileError(() => undefined))) === 'link'
    ? problem(
        `${place} is a link to another folder. pvg keeps secrets there, so its commands do not follow the link.`,
        shellLine(['ls', '-ld', place]),
      )
    : undefined;

function folderTrouble(place: string, found: Looked | undefined): Finding | undefined {
  if (found === undefined) return undefined;
  if (found.kind !== 'folder')
    return problem(`${place} is not a folder.`, shellLine(['mv', place, `${place}.old`]));
  if (!found.isOwn)
    return problem(`${place} belongs to another user.`, `sudo chown -R "$(id -u)" ${shellLine([place])}`);
  if ((found.mode & 0o700) !== 0o700)
    return problem(
      `Its owner cannot use ${place}: the mode must be 0700.`,
      shellLine(['chmod', '0700', place]),
    );
  const loose = looseMode(place, found);
  return loose && warning(loose.says, loose.fix);
}

export async function readProfileFiles(context: Context): Promise<Stored> {
  const { profiles: store, files } = context;
  const profiles: Profile[] = [];
  const troubles: Finding[] = [];
  const names = await store.names().catch((error: unknown) => {
    troubles.push(problemFrom(error, shellLine(['chmod', '0700', join(store.path('x'), '..')])));
    return [];
  });
  for (const name of names) {
    const path = store.path(name);
    const { profile, error } = await readListed(context, name);
    if (profile) profiles.push(profile);
    if (error) troubles.push(problemFrom(error, shellLine(wayToRead(error, name, path))));
    const loose = looseMode(path, await files.look(path));
    if (loose) troubles.push(warning(loose.says, loose.fix));
  }
  const wrong = profiles.flatMap((profile) => wrongFields(profile, (field) => !isAddress(field)));
  return { names, profiles, findings: allOr([...troubles, ...wrong], fineFiles(names)) };
}

/** `show` says what to do about a damaged file; an undamaged one needs its mode, or an unlocked keyring. */
function wayToRead({ details: { cause } }: PvgError, name: string, path: string): string[] {
  const isForbidden = cause instanceof FileError && cause.code === 'EACCES';
  return isForbidden ? ['chmod', '0600', path] : ['pvg', 'profile', 'show', name];
}

const fineFiles = (names: readonly string[]): string =>
  names.length === 0
    ? 'No profile is stored. `pvg profile add` stores one; `--profile local` needs none.'
    : `Stored, and readable only by their owner: ${names.join(', ')}.`;

const isAddress = ({ member }: Field): boolean => member === 'baseUrl';

/** Wrong values in a file that was edited by hand or written by an older version. */
const wrongFields = (profile: Profile, among: (field: Field) => boolean): Finding[] =>
  filledFields(fieldValues(profile), fields.filter(among)).flatMap(([field, value]) => {
    const says = field.problem(value);
    if (says === undefined) return [];
    const fix = `pvg profile set ${profile.name} ${optionsFor([field])}`;
    const wrong = problem(`The ${field.words} of the profile ${profile.name} ${says}.`, fix);
    return [{ ...wrong, about: profile.name }];
  });

/** §1.3: https, except for loopback; checks stored addresses and those in variables. */
export function checkAddresses({ env }: Context, { profiles }: Stored): readonly Finding[] {
  const addresses = fields.filter(isAddress);
  const stored = profiles.flatMap((profile) => wrongFields(profile, isAddress));
  const told = addresses.flatMap(({ variable, words, problem: says }): Finding[] => {
    const value = env[variable];
    const wrong = value ? says(value) : undefined;
    return wrong === undefined ? [] : [problem(`The ${words} in ${variable} ${wrong}.`, `unset ${variable}`)];
  });
  const isKnown = addresses.some(
    ({ variable, path }) =>
      Boolean(env[variable]) || profiles.some((profile) => fieldValues(profile)[path] !== undefined),
  );
  const fine = isKnown
    ? 'Every address is https or on this computer.'
    : 'No address is stored or set by a variable.';
  return allOr([...stored, ...told], fine);
}

/** §1.3: environments are never mixed. One finding for each pair of profiles. */
export function checkMixed({ profiles }: Stored): readonly Finding[] {
  const troubles = profiles.flatMap((profile, at) =>
    profiles.slice(at + 1).flatMap((other): Finding[] => {
      try {
        checkEnvironments(profile, [other]);
        return [];
      } catch (error) {
        return [problemFrom(error, `pvg profile show ${other.name}`)];
      }
    }),
  );
  return allOr(
    troubles,
    'No dev profile shares a host or a secret with a prod profile. Addresses on this computer and the emulator’s credentials do not count.',
  );
}

const isStored = (name: string, { names }: Stored): boolean => name === localName || names.includes(name);

/** A profile to suggest: a damaged one would only fail again. */
export const anyReadable = ({ profiles: [first] }: Stored): string => first?.name ?? localName;

export async function checkChosen(context: Context, stored: Stored): Promise<Finding> {
  try {
    const name = await context.profiles.chosen();
    if (name === undefined) return ok('No profile is chosen with `pvg profile use`.');
    if (isStored(name, stored)) return ok(`The profile chosen with \`pvg profile use\` is ${name}.`);
    return problem(
      `The profile${shownName(name)} chosen with \`pvg profile use\` is not stored.`,
      `pvg profile use ${anyReadable(stored)}`,
    );
  } catch (error) {
    const settings = join(context.folders.config, 'settings.json');
    return problemFrom(error, shellLine(['mv', settings, `${settings}.damaged`]));
  }
}

export async function checkProject(context: Context, machine: Machine, stored: Stored): Promise<Finding> {
  const editor = machine.platform === 'win32' ? 'notepad' : '${EDITOR:-vi}';
  const edit = (path: string): string => `${editor} ${shellLine([path])}`;
  try {
    const project = await readProjectFile(context);
    if (project === undefined) return ok('There is no .pvg.json in this folder or above it.');
    const { path, profile } = project;
    if (profile === undefined) return ok(`${path} does not name a profile.`);
    if (isStored(profile, stored)) return ok(`${path} names the profile ${profile}.`);
    return problem(`${path} names a profile${shownName(profile)} that is not stored.`, edit(path));
  } catch (error) {
    const trouble = problemFrom(error, '');
    const { hint = '' } = error instanceof PvgError ? error.details : {};
    return { ...trouble, says: `${trouble.says} ${hint}`, fix: edit(trouble.about ?? '.pvg.json') };
  }
}
