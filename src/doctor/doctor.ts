import type { Context } from '../context.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import type { Check } from './check.js';
import {
  checkComplete,
  checkSecretVariables,
  checkUnknownVariables,
  checkVariables,
  resolveInUse,
} from './in-use.js';
import type { Machine } from './machine.js';
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

/** All checks, in the order in which a person reads them. Offline: nothing is called, nothing is changed. */
export async function examine(
  context: Context,
  machine: Machine,
  profile: string | undefined,
): Promise<Examination> {
  const stored = await readProfileFiles(context);
  const files = [
    ...(await checkConfigFolder(context)),
    ...stored.checks,
    ...(await checkChosen(context, stored)),
    ...(await checkProject(context, machine, stored)),
  ];
  const addresses = checkAddresses(context, stored);
  const { resolved, check } = await resolveInUse(context, profile, stored, [...files, ...addresses]);
  const checks = [
    checkNode(machine),
    ...files,
    checkVariables(context),
    ...checkSecretVariables(context, resolved),
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
    checkClock(context),
  ];
  return { checks, resolved };
}
