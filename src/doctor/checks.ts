import { dirname } from 'node:path';
import { platform, versions } from 'node:process';
import { onFileError, type Context } from '../context.js';
import { interfaces, type Interface } from '../contract/interfaces.js';
import { limits } from '../contract/limits.js';
import { addressNames } from '../contract/profile.js';
import { ownFolder, teamFolder, useTeam } from '../desk/journal/folder.js';
import { PvgError } from '../failure.js';
import {
  fields,
  missingIn,
  optionsFor,
  partsIn,
  secretFields,
  variablesOf,
  without,
} from '../profiles/fields.js';
import { localName, type Listed } from '../profiles/names.js';
import { journalSetting } from '../profiles/project-file.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import { secretOfVariable } from '../profiles/secret-input.js';
import { counted } from '../text/counted.js';
import { looseMode } from '../text/loose-mode.js';
import { nearest } from '../text/nearest.js';
import { shellLine } from '../text/shell.js';
import { proxiesOf } from '../transport/proxies.js';
import { found, problem, troubleFrom, warning, type Finding, type Trouble } from './finding.js';

/** What the checks look at, besides the files themselves. */
interface Examined {
  readonly context: Context;
  readonly nodeVersion: string;
  readonly stored: readonly Listed[];
  /** The profile that a command would use now, or why there is none. */
  readonly resolved: ResolvedProfile | PvgError;
  /** Seconds to add to this computer's clock; undefined without an answer that had a Date. */
  readonly clockSkewS: number | undefined;
}

export const ownNodeVersion = versions.node;

/** The same as `engines` in package.json and as bin/pvg.js, which refuses older versions. */
export const oldestNode = '20.18.1';

/** In reading order. Changes nothing. */
export async function runChecks(examined: Examined): Promise<Finding[]> {
  const { context, nodeVersion, resolved } = examined;
  const { config, state } = context.folders;
  const says = `This is Node ${nodeVersion}. pvg needs ${oldestNode} or newer.`;
  const isOld = isOlder(nodeVersion, oldestNode);
  return [
    ...found('node-version', says, isOld && problem(says, 'nvm install --lts')),
    ...(await checkFolder(context, 'config-folder', config, 'PVG_CONFIG_DIR')),
    ...(await checkProfileFiles(examined)),
    ...checkVariables(examined),
    ...(await checkSecretFiles(examined)),
    ...checkInUse(examined),
    ...(resolved instanceof PvgError ? [] : interfaces.flatMap((id) => checkPart(resolved, id))),
    ...checkNetwork(context),
    ...(await checkKeyring(examined)),
    ...(await checkFolder(context, 'state-folder', state, 'PVG_STATE_DIR')),
    ...(await checkJournal(context)),
    ...checkClock(examined),
  ];
}

function isOlder(version: string, than: string): boolean {
  const [ours = [], theirs = []] = [version, than].map((text) => text.split('.').map(Number));
  const at = theirs.findIndex((part, index) => part !== ours[index]);
  return at !== -1 && (ours[at] ?? 0) < (theirs[at] ?? 0);
}

/** Every other command refuses such a folder (`input/linked-folders.ts`). */
async function linkTrouble({ files }: Context, folder: string): Promise<Trouble | undefined> {
  const kind = await files.kind(folder).catch(onFileError(() => undefined));
  const says = `${folder} is a link to another folder. pvg does not follow it.`;
  return kind === 'link' ? problem(says, shellLine(['ls', '-ld', folder])) : undefined;
}

async function checkFolder(
  context: Context,
  id: string,
  folder: string,
  variable: string,
): Promise<Finding[]> {
  const look = await context.files.look(folder);
  const loose = looseMode(folder, look);
  const code = await context.files.writingFails(folder);
  const notYet = `${folder} does not exist yet. pvg makes it when it is needed.`;
  return found(
    id,
    look ? `Only its owner can use ${folder}.` : notYet,
    await linkTrouble(context, folder),
    look?.isOwn === false &&
      problem(`${folder} belongs to another user.`, `sudo chown -R "$(id -u)" ${shellLine([folder])}`),
    loose && warning(loose.says, loose.fix),
    code !== undefined &&
      warning(
        `${folder} cannot be written (${code}): pvg keeps nothing there. The PVG_ variables still work.`,
        `export ${variable}="$(mktemp -d)"`,
      ),
  );
}

async function checkProfileFiles({ context, stored }: Examined): Promise<Finding[]> {
  const { files, profiles } = context;
  const paths = stored.map(({ name }) => profiles.path(name));
  const folder = dirname(profiles.path('any'));
  const loose = await Promise.all(
    [folder, ...paths].map(async (path) => looseMode(path, await files.look(path))),
  );
  const names = stored.map(({ name }) => name).join(', ');
  return found(
    'profile-files',
    names === ''
      ? 'No profile is stored. `pvg profile add` stores one; `--profile local` needs none.'
      : `Stored, and readable only by their owner: ${names}.`,
    await linkTrouble(context, folder),
    ...loose.map((each) => each && warning(each.says, each.fix)),
    ...stored.map(({ error }) => error !== null && troubleFrom(context, error)),
  );
}

const knownVariables = [
  ...[
    'PVG_PROFILE',
    'PVG_ENVIRONMENT',
    'PVG_CONFIG_DIR',
    'PVG_STATE_DIR',
    'PVG_JOURNAL_DIR',
    'PVG_NO_JOURNAL',
  ],
  ...fields.flatMap(variablesOf),
];

function checkVariables({ context: { env }, stored, resolved }: Examined): Finding[] {
  const set = Object.keys(env).filter((name) => /^PVG_/i.test(name) && env[name]);
  const unknown = set.filter((name) => !knownVariables.includes(name));
  const { name: used = null, notes = [] } = resolved instanceof PvgError ? {} : resolved;
  const profile = stored.find(({ name }) => name === used)?.profile;
  const isSaid = (variable: string): boolean => notes.some(({ fix = '' }) => fix.includes(variable));
  const overriding = fields.flatMap((field) => {
    const own = profile?.[field.name];
    const given = variablesOf(field).find((variable) => set.includes(variable));
    if (own === undefined || given === undefined || env[given] === own || isSaid(given)) return [];
    return warning(`${given} overrides the ${field.words} of the profile ${used ?? ''}.`, `unset ${given}`);
  });
  return [
    ...found(
      'variables',
      set.length === 0 ? 'No PVG_ variable is set.' : `Set: ${set.join(', ')}. Their values are not shown.`,
      ...overriding,
    ),
    ...found(
      'unknown-variables',
      'No PVG_ variable is misspelt.',
      ...unknown.map((name) => {
        const [near] = nearest(name, knownVariables);
        const meant = near === undefined ? '' : ` Did you mean ${near}?`;
        return warning(`pvg does not know the variable ${name}.${meant}`, shellLine(['unset', name]));
      }),
    ),
  ];
}

/** The files that variables name: without the secret in them a call fails. */
async function checkSecretFiles({ context, resolved }: Examined): Promise<Finding[]> {
  const troubles: Trouble[] = [];
  for (const field of secretFields) {
    if (!context.env[field.fileVariable ?? '']) continue;
    const secret = await secretOfVariable(context, field).catch((error: unknown) => {
      // The profile in use says it, if it needs that file.
      const isSaid =
        resolved instanceof PvgError && error instanceof PvgError && error.message === resolved.message;
      if (!isSaid) troubles.push(troubleFrom(context, error));
    });
    for (const { says, fix } of secret?.notes ?? []) if (fix) troubles.push(warning(says, fix));
  }
  return found('secret-files', 'Each file that a variable names for a secret can be read.', ...troubles);
}

function checkInUse({ context, stored, resolved }: Examined): Finding[] {
  const id = 'profile-in-use';
  if (!(resolved instanceof PvgError)) {
    const { name, environment, sources, notes } = resolved;
    const who = name === null ? 'Environment variables only' : `Profile ${name} (${sources.profile ?? ''})`;
    const says = `${who}. Environment: ${environment} (${sources.environment ?? ''}).`;
    // A note without a fix is a finding of another check, or harmless.
    const troubles = notes.filter(({ fix }) => fix !== undefined);
    const fixes = new Set(troubles.map(({ fix }) => fix));
    const isProblem = troubles.some((note) => note.isProblem === true);
    const all = [says, ...troubles.map((note) => note.says)].join(' ');
    return found(
      id,
      says,
      troubles.length > 0 && (isProblem ? problem : warning)(all, [...fixes].join(' && ')),
    );
  }
  const first = stored.find(({ profile }) => profile !== null)?.name ?? localName;
  const isMissing = resolved.code === 'profile-missing';
  const { says, fix } = troubleFrom(context, resolved);
  return found(id, '', isMissing ? warning(says, `pvg profile use ${first}`) : problem(says, fix ?? ''));
}

function checkPart(resolved: ResolvedProfile, id: Interface): Finding[] {
  const parts = partsIn(resolved);
  if (parts.length > 0 && !parts.includes(id)) return found(id, `There is no ${id} part.`);
  const missing = missingIn(resolved, id);
  const names = missing.map(({ name }) => name);
  const fix =
    resolved.name === null
      ? `export ${missing.map((field) => `${variablesOf(field).at(-1) ?? ''}=…`).join(' ')}`
      : `pvg profile set ${resolved.name} ${optionsFor(missing)}`;
  const says = `The ${id} part has no ${without(missing)}`;
  // The game id may be in the body of each call, and signing needs no address.
  const isEnough = names.every((name) => name === 'gameId' || name === addressNames[id]);
  return found(
    id,
    `The ${id} part is complete.`,
    missing.length > 0 &&
      (isEnough
        ? warning(`${says}. That is enough for \`pvg sign\`, but not for every call.`, fix)
        : problem(`${says}.`, fix)),
  );
}

function checkNetwork({ env }: Context): Finding[] {
  const tls = 'NODE_TLS_REJECT_UNAUTHORIZED';
  const any = `With ${tls}=0 Node accepts any certificate, so any server could answer.`;
  const set = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].filter((name) => env[name]);
  let isWrong = false;
  try {
    proxiesOf(env);
  } catch {
    isWrong = true;
  }
  const by =
    set.length === 0 ? 'No proxy variable is set.' : `Calls go through the proxy of ${set.join(', ')}.`;
  return [
    ...found(
      'proxy',
      by,
      isWrong && problem('A proxy variable is not an http or https address.', `unset ${set.join(' ')}`),
    ),
    ...found('tls', 'Certificate checks are on.', env[tls] === '0' && problem(any, `unset ${tls}`)),
  ];
}

async function checkKeyring({ context, stored }: Examined): Promise<Finding[]> {
  const name = stored.find(({ profile }) => profile?.keyring !== undefined)?.name;
  if (name === undefined) return found('keyring', 'No stored profile uses the system’s keyring.');
  const error = await context.profiles.read(name).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  return found(
    'keyring',
    'The system’s keyring answers.',
    error !== undefined && troubleFrom(context, error),
  );
}

/** A journal that is off is a choice; one that is on but cannot be written is a trouble. */
async function checkJournal(context: Context): Promise<Finding[]> {
  const { off, trouble } = await journalSetting(context);
  if (trouble) return found('journal', '', { ...troubleFrom(context, trouble), status: 'warning' });
  if (off !== undefined)
    return found(
      'journal',
      `The journal is off (${off}). No call is kept, so \`pvg report\` has nothing to show.`,
    );
  const [own, shared] = [ownFolder(context), teamFolder(context)];
  const folder = shared ?? own;
  const fails = () => context.files.writingFails(folder);
  const code = await (shared === undefined
    ? fails()
    : useTeam(context, shared, fails).catch(onFileError((error) => error.code)));
  const instead = shared === undefined ? 'are not kept' : `are kept in ${own}`;
  return found(
    'journal',
    `The journal is on: each call is kept in ${folder}.`,
    code !== undefined &&
      warning(`${folder} cannot be written (${code}): calls ${instead}.`, shellLine(['ls', '-ld', folder])),
  );
}

function checkClock({ context, clockSkewS: skewS }: Examined): Finding[] {
  const now = `This computer says ${new Date(context.clock.now()).toISOString()}`;
  const most = limits.timestampSkewSeconds;
  const limit = `The gateway refuses a difference of more than ${most} s.`;
  if (skewS === undefined)
    return found('clock', `${now}. \`pvg doctor --online\` compares it with the Date of an answer. ${limit}`);
  const size = Math.abs(skewS);
  const way = skewS > 0 ? 'behind' : 'ahead of';
  const differs = `${now}, ${counted(size, 'second')} ${way} the service’s clock. ${limit}`;
  const fix = platform === 'win32' ? 'w32tm /resync' : 'sudo timedatectl set-ntp true';
  return found(
    'clock',
    size === 0 ? `${now}, which agrees with the service’s clock.` : differs,
    size > most / 10 && (size > most ? problem : warning)(differs, fix),
  );
}
