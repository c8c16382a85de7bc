import type { Context } from '../context.js';
import type { Send } from '../contract/wire.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import { interfaces } from '../contract/interfaces.js';
import { ok, warning, type Check, type Checked, type Finding } from './check.js';
import {
  checkSecretFiles,
  checkSecretVariables,
  checkUnknownVariables,
  checkVariables,
  completeness,
  resolveInUse,
} from './in-use.js';
import type { Machine } from './machine.js';
import { checkOnline, type Reached } from './online.js';
import {
  checkAddresses,
  checkChosen,
  checkConfigFolder,
  checkMixed,
  checkProject,
  readProfileFiles,
} from './stored.js';
import {
  checkClock,
  checkExtraCertificates,
  checkJournal,
  checkNode,
  checkProxy,
  checkStateFolder,
  checkTls,
} from './surroundings.js';

export interface Examination {
  readonly checks: readonly Check[];
  readonly resolved: ResolvedProfile | undefined;
}

interface Wanted {
  readonly profile: string | undefined;
  /** Opens the network; undefined: nothing is called. */
  readonly network?: (() => Promise<Send>) | undefined;
  readonly probe?: boolean;
}

/** Runs all checks, in reading order. Changes nothing. */
export async function examine(
  context: Context,
  machine: Machine,
  { profile, network, probe = false }: Wanted,
): Promise<Examination> {
  const stored = await readProfileFiles(context);
  const configuration: readonly Checked[] = [
    ['config-folder', await checkConfigFolder(context)],
    ['profile-files', stored.findings],
    ['chosen-profile', await checkChosen(context, stored)],
    ['project-file', await checkProject(context, machine, stored)],
  ];
  const addresses = checkAddresses(context, stored);
  const secretFiles = await checkSecretFiles(context);
  const files = findingsOf(configuration);
  const before = [...files, ...addresses, ...secretFiles];
  const { resolved, finding } = await resolveInUse(context, profile, stored, before);
  const reached = network && (await online({ context, resolved, probe }, network));
  const checked: readonly Checked[] = [
    ['node-version', checkNode(machine)],
    ...configuration,
    ['variables', checkVariables(context)],
    ['secret-variables', checkSecretVariables(context, resolved, secretFiles)],
    ['unknown-variables', checkUnknownVariables(context)],
    ['profile-in-use', finding],
    ...interfaces.map((id): Checked => [id, resolved ? completeness(resolved, id) : []]),
    ['addresses', addresses],
    ['environments', checkMixed(stored)],
    ['proxy', checkProxy(context)],
    ['tls', checkTls(context)],
    ['extra-certificates', await checkExtraCertificates(context)],
    ['state-folder', await checkStateFolder(context)],
    ['journal', await checkJournal(context, files)],
    ['clock', checkClock(context, machine, reached?.clockSkewS)],
    ...(reached?.checked ?? []),
  ];
  const checks = checked.flatMap(([id, found]) => [found].flat().map((each) => ({ id, ...each })));
  return { checks, resolved };
}

const findingsOf = (checked: readonly Checked[]): Finding[] => checked.flatMap(([, found]) => found);

interface Online {
  readonly context: Context;
  readonly resolved: ResolvedProfile | undefined;
  readonly probe: boolean;
}

async function online(
  { context, resolved, probe }: Online,
  network: () => Promise<Send>,
): Promise<Partial<Reached>> {
  const uncalled = (finding: Finding): Partial<Reached> => ({ checked: [['online', finding]] });
  if (resolved?.local) return uncalled(ok('The profile local answers inside pvg: there is nothing to call.'));
  // Without a usable profile, the fix of that finding is the fix of this one.
  if (resolved === undefined)
    return uncalled({ ...warning('Nothing was called: no profile can be used.', ''), fix: null });
  if (interfaces.every((each) => resolved[each].baseUrl === undefined))
    return uncalled(warning('Nothing was called: no address is known.', 'pvg profile show'));
  return checkOnline({ context, send: await network(), resolved }, probe);
}
