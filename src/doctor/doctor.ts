import type { Context } from '../context.js';
import type { Send } from '../contract/wire.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import { ok, type Check } from './check.js';
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

export interface Wanted {
  readonly profile: string | undefined;
  /** Opens what the addresses are reached by; undefined: nothing is called. */
  readonly network?: (() => Promise<Send>) | undefined;
  readonly probe?: boolean;
}

/** All checks, in the order in which a person reads them. Nothing is changed. */
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
  const reached = network && resolved && (await online({ context, network, resolved, probe }));
  const clock = checkClock(
    context,
    machine,
    resolved?.local === true ? undefined : reached && (reached.clockSkewS ?? null),
  );
  return { checks: [...checks, clock, ...(reached?.checks ?? [])], resolved };
}

async function online({
  context,
  network,
  resolved,
  probe,
}: Required<Pick<Wanted, 'probe'>> & {
  readonly context: Context;
  readonly network: () => Promise<Send>;
  readonly resolved: ResolvedProfile;
}): Promise<Reached> {
  if (!resolved.local) return checkOnline({ context, send: await network(), resolved }, probe);
  return {
    checks: [ok('online', 'The profile local answers inside this process: there is nothing to reach.')],
  };
}
