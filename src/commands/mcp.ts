import type { Context } from '../context.js';
import type { ExitStatus } from '../failure.js';
import { appendValue, addExamples } from '../input/options.js';
import { evenIfQuiet, printNote, requireOutput } from '../output/print-result.js';
import { resolveProfile } from '../profiles/resolve.js';
import { replyLanguages, situations } from '../support/replies/situations.js';
import type { RunLine } from '../tools/run.js';
import type { ProgramRegistration } from './registration.js';

/** @param run runs a command line of pvg: each call of a tool is one */
export function register({ command, context, finish, run }: ProgramRegistration): void {
  addExamples(command, ['pvg help mcp', 'pvg mcp --profile local']);
  let profileNames: readonly string[] = [];
  command
    // The global option keeps only its last value. An assistant may use several profiles, so each value is collected here.
    .on('option:profile', (name: string) => {
      profileNames = appendValue(name, profileNames);
    })
    .addHelpText(
      'after',
      '\nServes the Model Context Protocol on standard input and output, for an assistant at the desk. Its tools never\n' +
        'verify, sign, show a token, write or open a file. All but `check_player` only read: that one asks the service for\n' +
        'a session token, and does not show it. They may use the profiles named here, else `local`. `pvg help mcp` has\n' +
        'what to paste into a client.',
    )
    .action(() => finish(runMcp(context, profileNames, run)));
}

async function runMcp(
  context: Context,
  profileNames: readonly string[],
  run: RunLine,
): Promise<ExitStatus> {
  requireOutput(context);
  const [firstName = 'local', ...otherNames] = new Set(profileNames);
  for (const name of [firstName, ...otherNames]) {
    for (const { says } of (await resolveProfile(context, { profile: name })).notes) {
      await printNote(context, evenIfQuiet, says);
    }
  }
  const waits =
    'This waits for an assistant’s client on standard input. `pvg help mcp` has what to paste there.';
  if (context.stdin.isTerminal) await printNote(context, evenIfQuiet, waits);
  const { serveAssistant } = await import('../mcp/server.js');
  await serveAssistant(context, {
    profiles: [firstName, ...otherNames],
    choices: { language: replyLanguages, situation: [...situations.keys()] },
    run,
  });
  return 0;
}
