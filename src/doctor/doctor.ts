import type { Context } from '../context.js';
import type { Send } from '../contract/wire.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import { interfaces } from '../contract/interfaces.js';
import { ok, warning, type Check } from './check.js';
import {
  checkComplete,
  checkSecretFiles,
  checkSecretVariables,
  checkUnknownVariables,
  checkVariables,
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
  const files = [
    ...(await checkConfigFolder(context)),
    ...stored.checks,
    ...(await checkChosen(context, stored)),
    ...(await checkProject(context, machine, stored)),
  ];
  const addresses = checkAddresses(context, stored);
  const secretFiles = await checkSecretFiles(context);
  const before = [...files, ...addresses, ...secretFiles];
  const { resolved, check } = await resolveInUse(context, profile, stored, before);
  const checks = [
    checkNode(machine),
    ...files,
    checkVariables(context),
    ...checkSecretVariables(context, resolved, secretFiles),
    ...checkUnknownVariables(context),
    check,
    ...checkComplete(resolved),
    ...addresses,
    ...checkMixed(stored),
    checkProxy(context),
    checkTls(context),
    await checkExtraCertificates(context),
    await checkStateFolder(context),
    await checkJournal(context, files),
  ];
  const reached = network && (await online({ context, resolved, probe }, network));
  const clock = checkClock(context, machine, reached?.clockSkewS);
  return { checks: [...checks, clock, ...(reached?.checks ?? [])], resolved };
}

interface Online {
  readonly context: Context;
  readonly resolved: ResolvedProfile | undefined;
  readonly probe: boolean;
}

async function online(
  { context, resolved, probe }: Online,
  network: () => Promise<Send>,
): Promise<Partial<Reached> | undefined> {
  const id = 'online';
  if (resolved?.local)
    return { checks: [ok(id, 'The profile local answers inside pvg: there is nothing to call.')] };
  // Without a usable profile, the fix of that finding is the fix of this one.
  if (resolved === undefined)
    return { checks: [{ ...warning(id, 'Nothing was called: no profile can be used.', ''), fix: null }] };
  if (interfaces.every((each) => resolved[each].baseUrl === undefined))
    return { checks: [warning(id, 'Nothing was called: no address is known.', 'pvg profile show')] };
  return checkOnline({ context, send: await network(), resolved }, probe);
}
