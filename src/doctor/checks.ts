import { dirname } from 'node:path';
import { platform } from 'node:process';
import type { Context } from '../context.js';
import { onFileError } from '../file-access.js';
import { type Interface, interfaceRecords, interfaces } from '../contract/interfaces.js';
import { limits } from '../contract/limits.js';
import { unreadFiles } from '../support/journal/folder.js';
import { isJournalOff, ownFolder, teamFolder, useTeam } from '../support/journal/places.js';
import { onPvgError, PvgError } from '../failure.js';
import {
  filledFields,
  listInterfaces,
  isAddress,
  isCredentialField,
  type ListedProfile,
  missingFieldWords,
  listMissingFields,
  profileFields,
  secretFields,
  listVariables,
} from '../profiles/fields.js';
import { sharedClientWords } from '../profiles/effective.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import { secretDoubts, secretOfVariable } from '../profiles/secret-input.js';
import { counted } from '../text/sentences.js';
import { looseModesOf } from '../text/loose-mode.js';
import { didYouMean, nearest } from '../text/nearest.js';
import { shellLine } from '../text/shell.js';
import { proxyHost, proxiesOf } from '../transport/proxies.js';
import {
  checkResults,
  isSecretFile,
  problem,
  settingCommand,
  troubleFrom,
  uncheckedTls,
  warning,
} from './finding.js';
import type { CheckResult, CheckTrouble } from './finding.js';
import type { OnlineFindings } from './online.js';
import { checkPlayerKey } from './player-key.js';

/** What the checks look at, besides the files themselves. */
interface Examined extends Pick<OnlineFindings, 'clockSkewS'> {
  readonly context: Context;
  readonly nodeVersion: string;
  readonly stored: readonly ListedProfile[];
  /** The profile that a command would use now, or why there is none. */
  readonly resolved: ResolvedProfile | PvgError;
}

/** `engines` in package.json has this version, too, and bin/pvg.js, which refuses older ones. */
export const oldestNode = '20.18.1';

/** Makes every check that needs no call, in reading order. Changes nothing. */
export async function runChecks(examined: Examined): Promise<CheckResult[]> {
  const { context, nodeVersion, resolved } = examined;
  const { config, state } = context.folders;
  const says = `This is Node ${nodeVersion}. pvg needs ${oldestNode} or newer.`;
  const isOld = nodeVersion.localeCompare(oldestNode, 'en', { numeric: true }) < 0;
  return [
    ...checkResults('node-version', says, isOld && problem(says, 'nvm install --lts')),
    ...(await checkFolder(context, 'config-folder', {
      folder: config,
      variable: 'PVG_CONFIG_DIR',
    })),
    ...(await checkProfileFiles(examined)),
    ...checkVariables(examined),
    ...(await checkSecretFiles(examined)),
    ...checkInUse(examined),
    ...(resolved instanceof PvgError
      ? []
      : interfaces.flatMap((id) => checkPart(context, resolved, id))),
    ...checkProxy(context),
    ...(await checkCertificates(context)),
    ...(await checkKeyring(examined)),
    ...(await checkFolder(context, 'state-folder', { folder: state, variable: 'PVG_STATE_DIR' })),
    ...(await checkJournal(context)),
    ...(await checkPlayerKey(context)),
    ...checkClock(examined),
  ];
}

/** Troubles of a folder: a link in its place, and loose modes of it and of files in it. */
async function folderTroubles({ files }: Context, folder: string, inside: readonly string[] = []) {
  const kind = await files.fileType(folder).catch(onFileError(() => undefined));
  const loose = await looseModesOf(files, [folder, ...inside]);
  const troubles = loose.map(({ says, fix }) => warning(says, fix));
  // refuseLinkedFolders makes every other command refuse such a folder.
  const link = `${folder} is a link to another folder. pvg does not follow it.`;
  return kind === 'link'
    ? [problem(link, shellLine(['ls', '-ld', folder])), ...troubles]
    : troubles;
}

interface OwnFolder {
  readonly folder: string;
  /** The environment variable by which the user can choose another folder. */
  readonly variable: string;
}

async function checkFolder(context: Context, id: string, { folder, variable }: OwnFolder) {
  const status = await context.files.status(folder);
  const code = await context.files.writeErrorCode(folder);
  const notYet = `${folder} does not exist yet. pvg makes it when it is needed.`;
  const unwritable = `${folder} cannot be written (${code ?? ''}): pvg keeps nothing there. The PVG_ variables still work.`;
  const chown = `sudo chown -R "$(id -u)" ${shellLine([folder])}`;
  return checkResults(
    id,
    status ? `Only its owner can use ${folder}.` : notYet,
    status?.isOwn === false && problem(`${folder} belongs to another user.`, chown),
    ...(await folderTroubles(context, folder)),
    code !== undefined && warning(unwritable, `export ${variable}="$(mktemp -d)"`),
  );
}

async function checkProfileFiles({ context, stored }: Examined): Promise<CheckResult[]> {
  const { profiles } = context;
  const names = stored.map(({ name }) => name);
  return checkResults(
    'profile-files',
    names.length === 0
      ? 'No profile is stored. `pvg profile add` stores one; `--profile local` needs none.'
      : `Stored, and readable only by their owner: ${names.join(', ')}.`,
    ...(await folderTroubles(context, dirname(profiles.path('any')), names.map(profiles.path))),
    ...stored.map(({ error }) => error !== null && troubleFrom(context, error)),
    ...mixedTroubles(stored),
  );
}

/** Compares each stored profile with those after it: dev and prod must not share a client. */
function mixedTroubles(stored: readonly ListedProfile[]): CheckTrouble[] {
  const profiles = stored.flatMap(({ profile }) => profile ?? []);
  return profiles.flatMap((profile, index) =>
    profiles.slice(index + 1).flatMap((other) => {
      const says = sharedClientWords(profile, other);
      return says === undefined
        ? []
        : warning(says, shellLine(['pvg', 'profile', 'show', other.name]));
    }),
  );
}

const settings = ['PROFILE', 'ENVIRONMENT', 'CONFIG_DIR', 'STATE_DIR', 'JOURNAL_DIR', 'NO_JOURNAL'];
const knownVariables = [
  ...settings.map((name) => `PVG_${name}`),
  ...profileFields.flatMap(listVariables),
];

function checkVariables({ context: { env }, stored, resolved }: Examined): CheckResult[] {
  const setVariables = Object.keys(env).filter((name) => /^PVG_/i.test(name) && env[name]);
  const { name: nameInUse = null, notes = [] } = resolved instanceof PvgError ? {} : resolved;
  const profile = stored.find(({ name }) => name === nameInUse)?.profile;
  // A note with the fix `unset <variable>` is said by the check `profile-in-use`.
  const isSaid = (variable: string): boolean =>
    notes.some(({ fix = '' }) => fix.includes(variable));
  const overriding = filledFields(profile ?? {}).flatMap(({ field, value: storedValue }) => {
    const variable = listVariables(field).find((name) => setVariables.includes(name));
    if (variable === undefined || env[variable] === storedValue || isSaid(variable)) return [];
    return warning(
      `${variable} overrides the ${field.words} of the profile ${nameInUse ?? ''}.`,
      `unset ${variable}`,
    );
  });
  // What was misspelt is wanted only where nothing else gives that value.
  const missingVariables =
    resolved instanceof PvgError
      ? []
      : listInterfaces(resolved)
          .flatMap((id) => listMissingFields(resolved, id))
          .flatMap(listVariables);
  const misspelt = setVariables
    .filter((name) => !knownVariables.includes(name))
    .map((name) => {
      const near = nearest(name, knownVariables).slice(0, 1);
      const [meant = ''] = near;
      const says = `pvg does not know the variable ${name}. ${didYouMean(near) ?? ''}`;
      const isNeeded = missingVariables.includes(meant) && /^\w+$/.test(name);
      const fix = isNeeded ? `export ${meant}="$${name}"` : shellLine(['unset', name]);
      return warning(says.trim(), fix);
    });
  const setWords = `Set: ${setVariables.join(', ')}. Their values are not shown.`;
  return [
    ...checkResults(
      'variables',
      setVariables.length === 0 ? 'No PVG_ variable is set.' : setWords,
      ...overriding,
    ),
    ...checkResults('unknown-variables', 'No PVG_ variable is misspelt.', ...misspelt),
  ];
}

/** Checks the secret files that variables name: without its secret a call fails. */
async function checkSecretFiles({ context }: Examined): Promise<CheckResult[]> {
  const troubles: CheckTrouble[] = [];
  for (const field of secretFields.filter(({ fileVariable }) => context.env[fileVariable])) {
    const onFailure = onPvgError(
      (error): undefined => void troubles.push(troubleFrom(context, error)),
    );
    const secret = await secretOfVariable(context, field).catch(onFailure);
    for (const { says, fix, fileVariable } of secret?.notes ?? []) {
      if (fileVariable !== undefined) troubles.push(warning(says, fix ?? null));
    }
  }
  return checkResults(
    'secret-files',
    'Each file that a variable names for a secret can be read.',
    ...troubles,
  );
}

function checkInUse({ context, resolved }: Examined): CheckResult[] {
  const id = 'profile-in-use';
  if (resolved instanceof PvgError && isSecretFile(resolved.details.about)) {
    const says = 'Which values are in use is not known: see secret-files.';
    return checkResults(id, '', warning(says, troubleFrom(context, resolved).fix));
  }
  if (resolved instanceof PvgError) {
    const status = resolved.code === 'profile-missing' ? 'warning' : 'problem';
    return checkResults(id, '', { ...troubleFrom(context, resolved), status });
  }
  const { name, environment, sources, notes } = resolved;
  const who =
    name === null ? 'Environment variables only' : `Profile ${name} (${sources.profile ?? ''})`;
  const says = `${who}. Environment: ${environment} (${sources.environment ?? ''}).`;
  // Notes about a secret's file belong to another check. Notes without a fix are harmless.
  const ownNotes = notes.filter(({ fileVariable }) => fileVariable === undefined);
  const troubles = ownNotes.map(
    ({ says: more, fix, isProblem }) =>
      fix !== undefined && (isProblem ? problem : warning)(`${says} ${more}`, fix),
  );
  return checkResults(id, says, ...troubles);
}

/** Checks one part of the profile: what it has for one interface. */
function checkPart(context: Context, resolved: ResolvedProfile, id: Interface): CheckResult[] {
  const parts = listInterfaces(resolved);
  if (parts.length > 0 && !parts.includes(id)) return checkResults(id, `There is no ${id} part.`);
  const missing = listMissingFields(resolved, id);
  const fix = settingCommand(context, resolved.name, missing);
  const says = `The ${id} part has no ${missingFieldWords(missing)}.`;
  // `pvg sign` needs no address, and no game id: that may be in the body.
  const canSign = missing.every((field) => !isCredentialField(field) || isAddress(field));
  const enoughToSign = `${says} That is enough for \`pvg sign\`, but not for every call.`;
  const trouble = canSign ? warning(enoughToSign, fix) : problem(says, fix);
  const { member, words } = interfaceRecords[id].secret;
  // A line break at the end of a variable has a note of its own.
  const secret = (resolved[member] ?? '').replace(/\r?\n$/, '');
  const doubts = secretDoubts(secret, `The ${words} in use`);
  const secretFix = settingCommand(
    context,
    resolved.name,
    profileFields.filter(({ name }) => name === member),
  );
  return checkResults(
    id,
    `The ${id} part is complete.`,
    missing.length > 0 && trouble,
    ...doubts.map((doubt) => warning(doubt, secretFix)),
  );
}

function checkProxy(context: Context): CheckResult[] {
  const { env } = context;
  const names = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].filter(
    (name) => env[name],
  );
  try {
    // proxiesOf throws for a wrong address.
    const { httpsProxy = '', httpProxy = '', noProxy = '' } = proxiesOf(env) ?? {};
    const addresses = new Set(
      [httpsProxy, httpProxy].filter((address) => address !== '').map(proxyHost),
    );
    const except = noProxy === '' ? '' : ` Without it: ${noProxy} (NO_PROXY).`;
    const through = `Calls go through ${[...addresses].join(' and ')} (${names.join(', ')}).${except}`;
    return checkResults('proxy', names.length === 0 ? 'No proxy variable is set.' : through);
  } catch {
    const says = 'A proxy variable is not an http or https address.';
    return checkResults('proxy', '', problem(says, `unset ${names.join(' ')}`));
  }
}

async function checkCertificates(context: Context): Promise<CheckResult[]> {
  const file = context.env['NODE_EXTRA_CA_CERTS'] ?? '';
  if (file === '') return checkResults('tls', 'Certificate checks are on.', uncheckedTls(context));
  const isThere = (await context.files.status(file))?.kind === 'file';
  const missing = `NODE_EXTRA_CA_CERTS names ${file}, which is not a file. Node then trusts no authority of it.`;
  return checkResults(
    'tls',
    `Certificate checks are on, with the authorities of ${file} (NODE_EXTRA_CA_CERTS).`,
    uncheckedTls(context),
    !isThere && warning(missing, 'unset NODE_EXTRA_CA_CERTS'),
  );
}

async function checkKeyring({ context, stored }: Examined): Promise<CheckResult[]> {
  const name = stored.find(({ profile }) => profile?.keyring !== undefined)?.name;
  if (name === undefined) {
    return checkResults('keyring', 'No stored profile uses the system’s keyring.');
  }
  const onFailure = onPvgError((error) => troubleFrom(context, error));
  const trouble = await context.profiles.read(name).then(() => undefined, onFailure);
  return checkResults('keyring', 'The system’s keyring answers.', trouble);
}

/** Checks the journal. Switched off, it is fine, because somebody chose that; on, it must be writable. */
async function checkJournal(context: Context): Promise<CheckResult[]> {
  const id = 'journal';
  const off =
    'The journal is off (PVG_NO_JOURNAL). No call is kept, so `pvg report` has nothing to show.';
  if (isJournalOff(context)) return checkResults(id, off);
  const [own, shared] = [ownFolder(context), teamFolder(context)];
  const folder = shared ?? own;
  const writeError = () => context.files.writeErrorCode(folder);
  const code = await (shared
    ? useTeam(context, shared, writeError).catch(onFileError((error) => error.code))
    : writeError());
  const consequence = shared ? `are kept in ${own}` : 'are not kept';
  const unwritable = `${folder} cannot be written (${code ?? ''}): calls ${consequence}.`;
  const unkept = code !== undefined && warning(unwritable, shellLine(['ls', '-ld', folder]));
  const unread = (await unreadFiles(context)).map(unreadTrouble);
  const fine = `The journal is on: each call is kept in ${folder}.`;
  return checkResults(id, fine, unkept, ...unread);
}

/** The trouble with a file in the journal's folder that pvg does not read: a copy of a drive, or a renamed file. */
function unreadTrouble(path: string): CheckTrouble {
  const says = `${path} is not read: its name is not one of the journal’s, such as maria@desk-3-1f2e3d4c-2026-11.ndjson. If its calls are missing, give it such a name.`;
  return warning(says, shellLine(['ls', '-l', path]));
}

/** A clock that is wrong by a tenth of the allowed difference gets a warning, because it will drift further. */
const warnedPart = 10;

function checkClock({ context, clockSkewS }: Examined): CheckResult[] {
  const most = limits.timestampSkewSeconds;
  const size = Math.abs(clockSkewS ?? 0);
  // The skew is positive if the service's clock is ahead.
  const way = clockSkewS === size ? 'behind' : 'ahead of';
  const differs = size === 0 ? 'agrees with' : `is ${counted(size, 'second')} ${way}`;
  const compared =
    clockSkewS === undefined
      ? '`pvg doctor --online` compares it with the Date of an answer.'
      : `It ${differs} the service’s clock. The gateway refuses a difference of more than ${most} s.`;
  const says = `This computer says ${new Date(context.clock.now()).toISOString()}. ${compared}`;
  const fix = platform === 'win32' ? 'w32tm /resync' : 'sudo timedatectl set-ntp true';
  return checkResults(
    'clock',
    says,
    size > most / warnedPart && (size > most ? problem : warning)(says, fix),
  );
}
