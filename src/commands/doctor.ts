import { verboseSend } from '../output/verbose.js';
import type { Command } from 'commander';
import type { Context } from '../context.js';
import { interfaces, records } from '../contract/interfaces.js';
import type { Check } from '../doctor/check.js';
import { examine, type Examination } from '../doctor/doctor.js';
import { isComplete } from '../doctor/in-use.js';
import { thisMachine, type Machine } from '../doctor/machine.js';
import { examples, globalOptions, type GlobalOptions, type Given } from '../input/options.js';
import { isAccessible } from '../output/accessible.js';
import type { Send } from '../contract/wire.js';
import { whileWaiting } from '../output/waiting.js';
import { counted } from '../text/counted.js';
import { plainFinished, type Finish, type Finished } from '../output/finished.js';
import { optionWords, shellLine } from '../text/shell.js';

export function registerDoctor(command: Command, context: Context, finish: Finish): void {
  examples(command, ['pvg doctor', 'pvg doctor --profile local --json']);
  command
    .option(
      '--online',
      'call the addresses of the profile without a signature: checks name, port, certificate, answer, clock',
    )
    .option('--probe', 'like --online, and send one signed look-up of a purchase that no store knows')
    .addHelpText(
      'after',
      '\nWithout --online or --probe pvg calls nothing. It never changes anything. The status is 3 if there is a problem.',
    )
    .action(async () =>
      finish(await runDoctor(context, globalOptions(command), command.opts<DoctorOptions>(), thisMachine)),
    );
}

type DoctorOptions = Given<never, 'online' | 'probe'>;

export async function runDoctor(
  context: Context,
  globals: GlobalOptions,
  { online = false, probe = false }: DoctorOptions,
  machine: Machine,
): Promise<Finished> {
  const { profile } = globals;
  const examination =
    online || probe
      ? await whileWaiting(context, globals, 'Waiting for an answer', () =>
          examine(context, machine, { profile, probe, network: () => sendOf(context, globals) }),
        )
      : await examine(context, machine, { profile });
  const { checks, resolved } = examination;
  const problems = checks.filter(({ status }) => status === 'problem').length;
  const warnings = checks.filter(({ status }) => status === 'warning').length;
  const says = `${problems === 0 ? 'No problems' : counted(problems, 'problem')}, ${warnings === 0 ? 'no warnings' : counted(warnings, 'warning')}.`;
  const next = nextCommand(examination, globals);
  return plainFinished('doctor', {
    exit: problems > 0 ? 3 : 0,
    profile: resolved?.name ?? null,
    environment: resolved?.environment ?? null,
    verdict: { id: problems > 0 ? 'problems' : warnings > 0 ? 'warnings' : 'healthy', says, next },
    answer: { checks: checks.map(({ id, status, says, fix }) => ({ id, status, says, fix })) },
    view: {
      headline: says,
      mood: problems > 0 ? 'bad' : warnings > 0 ? 'careful' : 'good',
      notes: checks.flatMap((check) => lines(check, isAccessible(context.env))),
      nextCommand: next,
    },
  });
}

async function sendOf(context: Context, { verbose }: GlobalOptions): Promise<Send> {
  const send = await context.network();
  return verbose ? verboseSend(context, send) : send;
}

const symbols = { ok: '✔', warning: '!', problem: '✘' } as const;

function lines({ id, status, says, fix }: Check, accessible: boolean): string[] {
  const symbol = accessible ? '' : `${symbols[status]} `;
  const line = `${symbol}${status.padEnd('problem'.length)}  ${id}: ${says}`;
  return fix === null ? [line] : [line, `${' '.repeat(symbol.length)}  fix: ${fix}`];
}

/** The first fix of a problem, or a call that shows that everything works. */
function nextCommand({ checks, resolved }: Examination, { profile }: GlobalOptions): string {
  const fix = checks.find(({ status }) => status === 'problem')?.fix;
  if (fix !== undefined && fix !== null) return fix;
  if (resolved === undefined || resolved.local) {
    const demo = {
      '--product-id': 'gems_100',
      '--package': 'com.example.game',
      '--receipt': 'demo-purchased',
    };
    return shellLine(['pvg', 'lookup', '--profile', 'local', ...optionWords(demo)]);
  }
  const named = optionWords({ '--profile': profile && resolved.name });
  const usable = interfaces.find((name) => isComplete(resolved, name)) ?? interfaces.at(-1);
  const [command = '', ...words] = usable ? records[usable].trial : [];
  return shellLine(['pvg', command, ...named, ...words]);
}
