import { versions } from 'node:process';
import type { Context } from '../context.js';
import { interfaces, interfaceRecords } from '../contract/interfaces.js';
import type { Advice } from '../service/outcome.js';
import { runChecks } from '../doctor/checks.js';
import { checkResults, warning, type CheckResult } from '../doctor/finding.js';
import { callOnline, type OnlineFindings } from '../doctor/online.js';
import { onPvgError, PvgError } from '../failure.js';
import {
  addExamples,
  globalOptions,
  type TypedFlags,
  type GlobalOptions,
} from '../input/options.js';
import { commandResult, type CommandResult, type PrintedTable } from '../output/command-result.js';
import { counted, joinSentences } from '../text/sentences.js';
import { verboseSend } from '../output/verbose.js';
import { showWaiting } from '../output/waiting.js';
import { listInterfaces, listProfiles, listMissingFields } from '../profiles/fields.js';
import { type ResolvedProfile, resolveProfile } from '../profiles/resolve.js';
import { optionWords, shellLine } from '../text/shell.js';
import { demoLookupLine } from '../wording/next-command.js';
import type { Registration } from './registration.js';

export function register({ command, context, finish }: Registration): void {
  addExamples(command, ['pvg doctor', 'pvg doctor --profile local --json']);
  command
    .option(
      '--online',
      'call the addresses of the profile without a signature: checks name, port, certificate, answer, clock',
    )
    .option(
      '--probe',
      'like --online, and send one signed look-up of a purchase that no store knows',
    )
    .addHelpText(
      'after',
      '\nWithout --online or --probe pvg calls nothing. It never changes anything. It prints what is wrong, and with --online or --probe what the service answered; -v prints every check. The status is 3 if there is a problem.',
    )
    .action(async () =>
      finish(
        await runDoctor(context, { ...globalOptions(command), ...command.opts<DoctorOptions>() }),
      ),
    );
}

type DoctorOptions = TypedFlags<never, 'online' | 'probe'>;

export async function runDoctor(
  context: Context,
  options: GlobalOptions & DoctorOptions,
  nodeVersion = versions.node,
): Promise<CommandResult> {
  const { online = false, probe = false, ...globals } = options;
  // A folder that cannot be read is a finding of its own.
  const stored = await listProfiles(context).catch(onPvgError(() => []));
  const resolved = await resolveProfile(context, { profile: globals.profile }).catch(
    onPvgError((error) => error),
  );
  const isCalled = online || probe;
  const answered = isCalled ? await callFor(context, { globals, resolved, probe }) : undefined;
  const onlineIds = new Set((answered?.findings ?? []).map(({ id }) => id));
  const all = preferStored([
    ...(await runChecks({
      context,
      nodeVersion,
      stored,
      resolved,
      clockSkewS: answered?.clockSkewS,
    })),
    ...(answered?.findings ?? []),
  ]);
  const profile = resolved instanceof PvgError ? undefined : resolved;
  const onlineResults = all.filter(({ id }) => onlineIds.has(id));
  return doctorResult(all, { globals, profile, onlineResults });
}

/** Refused credentials of variables that override those of the profile: the ones of the profile are tried first. */
function preferStored(all: readonly CheckResult[]): readonly CheckResult[] {
  const isAboutClient = ({ fix }: CheckResult): boolean => fix?.includes('PVG_CLIENT_') === true;
  const unset = all.find((each) => isAboutClient(each) && each.fix?.startsWith('unset ') === true);
  if (unset === undefined) return all;
  return all.map((each) =>
    each.id === 'probe' && isAboutClient(each) ? { ...each, fix: unset.fix } : each,
  );
}

interface OnlineCall {
  readonly globals: GlobalOptions;
  readonly resolved: ResolvedProfile | PvgError;
  readonly probe: boolean;
}

/** In place of the sentence of a check that finds nothing: the checks here find something, so it is never printed. */
const neverSaid = '';

async function callFor(
  context: Context,
  { globals, resolved, probe }: OnlineCall,
): Promise<OnlineFindings> {
  if (resolved instanceof PvgError) {
    const nothingCalled = warning('Nothing was called: see profile-in-use.', null);
    return { findings: checkResults('online', neverSaid, nothingCalled) };
  }
  if ((resolved.gatewayUrl ?? resolved.sessionUrl) === undefined) {
    const nothingCalled = warning('Nothing was called: no address is known.', null);
    return { findings: checkResults('online', neverSaid, nothingCalled) };
  }
  if (resolved.local) {
    return {
      findings: checkResults(
        'online',
        'The profile local answers inside pvg: there is nothing to call.',
      ),
    };
  }
  return showWaiting(context, { globals, text: 'Waiting for an answer' }, async () => {
    const network = await context.network();
    const send = globals.verbose ? verboseSend(context, network) : network;
    return callOnline({ context, send, resolved }, probe);
  });
}

interface DoctorRun {
  readonly globals: GlobalOptions;
  readonly profile: ResolvedProfile | undefined;
  /** What the service answered: shown also if nothing is wrong, because somebody asked for it. */
  readonly onlineResults: readonly CheckResult[];
}

function doctorResult(
  all: readonly CheckResult[],
  { globals, profile, onlineResults }: DoctorRun,
): CommandResult {
  const count = (wanted: CheckResult['status']): number =>
    all.filter(({ status }) => status === wanted).length;
  const problems = count('problem');
  const warnings = count('warning');
  const says = `${problems ? counted(problems, 'problem') : 'No problems'}, ${warnings ? counted(warnings, 'warning') : 'no warnings'}.`;
  const { id, mood } = healthOf(problems, warnings);
  const { next, advice } = nextStep(all, { globals, profile, onlineResults });
  const canCall = problems === 0 && profile?.local === false;
  const shown = all.filter(
    (each) => each.status !== 'ok' || globals.verbose || onlineResults.includes(each),
  );
  return commandResult('doctor', {
    exit: problems ? 3 : 0,
    profile: profile?.name ?? null,
    environment: profile?.environment ?? null,
    verdict: { id, says, next },
    advice,
    answer: {
      checks: all.map(({ id: name, status, says: text, fix: command }) => ({
        id: name,
        status,
        says: text,
        fix: command,
      })),
    },
    view: {
      headline: says,
      mood,
      ...(shown.length > 0 ? { table: checksTable(shown) } : {}),
      notes: canCall && onlineResults.length === 0 ? ['Nothing was called.'] : [],
      nextCommand: next,
    },
  });
}

interface NextStep {
  readonly next: string;
  readonly advice: Advice;
}

/** What fixes the first problem; without one, the call that says more than this one. */
function nextStep(
  all: readonly CheckResult[],
  { globals, profile, onlineResults }: DoctorRun,
): NextStep {
  const problem = all.find(({ status }) => status === 'problem');
  // Only a developer can use the fix, and pvg does not know who reads this. Anybody can repeat the check later.
  if (problem?.fixFor === 'developer') {
    return { next: doctorLine('--online', globals, profile), advice: 'retry-later' };
  }
  if (problem !== undefined) {
    return { next: problem.fix ?? trialCommand(globals, profile), advice: 'fix-request' };
  }
  const canProbe =
    profile !== undefined && !profile.local && listMissingFields(profile, 'gateway').length === 0;
  const next =
    canProbe && onlineResults.length === 0
      ? doctorLine('--probe', globals, profile)
      : trialCommand(globals, profile);
  return { next, advice: 'none' };
}

function healthOf(problems: number, warnings: number) {
  if (problems > 0) return { id: 'problems', mood: 'bad' } as const;
  if (warnings > 0) return { id: 'warnings', mood: 'careful' } as const;
  return { id: 'healthy', mood: 'good' } as const;
}

const moods = { ok: 'good', warning: 'careful', problem: 'bad' } as const;

function checksTable(checks: readonly CheckResult[]): PrintedTable {
  return {
    head: ['Check', 'Result', 'What it says'],
    rows: checks.map(({ id, status, says, fix }) => {
      return [id, status, joinSentences(says, fix !== null && `Fix: \`${fix}\``)];
    }),
    lines: checks.map(({ id, status, says, fix }) => {
      const fact = { label: `${status}: ${id}`, value: says };
      return fix === null ? [fact] : [fact, { label: 'Fix', value: fix }];
    }),
    cellMoods: Object.entries(moods).map(([text, mood]) => ({ text, mood })),
  };
}

/** The command of a call that shows that everything works. */
function trialCommand(globals: GlobalOptions, resolved: ResolvedProfile | undefined): string {
  if (resolved === undefined || resolved.local) {
    return demoLookupLine;
  }
  const usable = interfaces.find((id) => listMissingFields(resolved, id).length === 0);
  const [command = '', ...words] =
    interfaceRecords[usable ?? listInterfaces(resolved)[0] ?? 'gateway'].trial;
  return shellLine(['pvg', command, ...profileWords(globals, resolved), ...words]);
}

function doctorLine(
  option: '--online' | '--probe',
  globals: GlobalOptions,
  resolved: ResolvedProfile | undefined,
): string {
  return shellLine(['pvg', 'doctor', option, ...profileWords(globals, resolved)]);
}

/** The option --profile, if it was typed: without it, pvg chooses the same profile again. */
function profileWords({ profile }: GlobalOptions, resolved: ResolvedProfile | undefined): string[] {
  const name = profile === undefined ? undefined : resolved?.name;
  return optionWords({ '--profile': name });
}
