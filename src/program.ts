import { Command, CommanderError } from 'commander';
import type { Context } from './context.js';
import { PvgError, type ExitStatus } from './failure.js';
import { addGlobalOptions, globalOptions } from './input/global-options.js';
import { failedFinished, type Finish } from './output/finished.js';
import { examples } from './input/examples.js';
import { present, type PresentOptions } from './output/present.js';
import { usageError } from './usage.js';

type Register = (command: Command, context: Context, finish: Finish) => void;

interface CommandEntry {
  readonly summary: string;
  /** Loads the command's code: only when it is called. */
  readonly load: () => Promise<Register>;
}

/** The only list of commands. */
export const commands: Readonly<Record<string, CommandEntry>> = {
  lookup: {
    summary: 'look a purchase up; read-only',
    load: async () => (await import('./commands/lookup.js')).registerLookup,
  },
  verify: {
    summary: 'verify a purchase; RECORDS it, guarded on prod',
    load: async () => (await import('./commands/verify.js')).registerVerify,
  },
  session: {
    summary: 'mint a session token, or --check whether a player completed verification',
    load: async () => (await import('./commands/session.js')).registerSession,
  },
  sign: {
    summary: 'sign bytes by either scheme; offline',
    load: async () => (await import('./commands/sign.js')).registerSign,
  },
  'explain-error': {
    summary: 'what an answer means, who acts, whether to retry or grant; offline',
    load: async () => (await import('./commands/explain-error.js')).registerExplainError,
  },
  diagnose: {
    summary: 'why a signature does not match: names the cause and its fix; offline',
    load: async () => (await import('./commands/diagnose.js')).registerDiagnose,
  },
  listen: {
    summary: 'a local address to point a game server at; diagnoses each request as it arrives',
    load: async () => (await import('./commands/listen.js')).registerListen,
  },
  emulate: {
    summary: 'the whole service on a local port',
    load: async () => (await import('./commands/emulate.js')).registerEmulate,
  },
  profile: {
    summary: 'stored credentials: add, list, show, use, set, …',
    load: async () => (await import('./commands/profile.js')).registerProfile,
  },
  vectors: {
    summary: 'test vectors of both schemes, as JSON',
    load: async () => (await import('./commands/vectors.js')).registerVectors,
  },
  doctor: {
    summary: 'named checks of this installation, each with its fix; offline',
    load: async () => (await import('./commands/doctor.js')).registerDoctor,
  },
  completion: {
    summary: 'completion for bash, zsh, fish and PowerShell, with profile names',
    load: async () => (await import('./commands/completion.js')).completionOf(commands),
  },
  help: {
    summary: 'help for a command or a topic',
    load: async () => (await import('./commands/help.js')).registerHelp,
  },
};

/** Runs one command line from its words to its exit status; everything it touches comes in with the context. */
export async function runProgram(context: Context, argv: readonly string[]): Promise<ExitStatus> {
  const run: Run = { exit: 0, help: '', invoked: undefined };
  const program = buildProgram(context, run);
  try {
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync(argv, { from: 'user' });
    await context.stdout.write(run.help);
    return run.exit;
  } catch (error) {
    return endBadly(context, program, run, argv, error);
  }
}

/** What a run leaves behind besides its output. */
interface Run {
  exit: ExitStatus;
  /** Help that commander wrote: it writes synchronously, our sinks do not. */
  help: string;
  /** The command whose action runs. */
  invoked: Command | undefined;
}

function buildProgram(context: Context, run: Run): Command {
  const program = new Command('pvg')
    .description('Support and diagnostics for the purchase verification service.')
    .version(context.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    // An option after the command's name is the command's: a receipt may look like one of ours.
    .enablePositionalOptions()
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut: (text) => {
        run.help += text;
      },
      // The text repeats what was typed, which may be a secret: usageError() says it anew.
      writeErr: () => undefined,
      getOutHelpWidth: () => Math.min(context.stdout.columns, 100),
      getOutHasColors: () => false,
    });
  addGlobalOptions(program);
  examples(program, [
    'pvg lookup --profile local --product-id gems_100 --package com.example.game --receipt demo-purchased',
    'pvg explain-error DUPLICATE_TRANSACTION',
  ]);
  program.addHelpText(
    'after',
    '\nTopics: pvg help exit-status|environment|output|identifiers|signing|not-shown',
  );
  for (const [name, { summary }] of Object.entries(commands)) program.command(name).description(summary);

  const finish: Finish = async (end) => {
    if (typeof end === 'number') {
      run.exit = end;
      return;
    }
    await present(context, await presentOptions(run.invoked ?? program), end);
    run.exit = end.exit;
  };
  program.hook('preSubcommand', async (_program, command) => {
    const entry = commands[command.name()];
    if (entry === undefined) throw new TypeError(`no such command: ${command.name()}`);
    (await entry.load())(command, context, finish);
    for (const leaf of withSubcommands(command)) addGlobalOptions(leaf.helpCommand(false));
  });
  program.hook('preAction', async (_program, command) => {
    run.invoked = command;
    // A wrong --query is found before anything is sent.
    await presentOptions(command);
  });
  return program;
}

const withSubcommands = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap(withSubcommands),
];

async function presentOptions(command: Command): Promise<PresentOptions> {
  const { query, ...globals } = globalOptions(command);
  if (query === undefined) return globals;
  const { parseQuery } = await import('./output/query.js');
  return { ...globals, query: parseQuery(query) };
}

/** The words of a command without the program's name: `profile add`. */
const commandPath = (command: Command | undefined): string =>
  command?.parent
    ? [commandPath(command.parent), command.name()].filter((word) => word !== '').join(' ')
    : '';

async function endBadly(
  context: Context,
  program: Command,
  run: Run,
  argv: readonly string[],
  error: unknown,
): Promise<ExitStatus> {
  if (error instanceof CommanderError && error.exitCode === 0) {
    await context.stdout.write(run.help);
    return 0;
  }
  const failure = asFailure(program, argv, error);
  // The reader of a pipe is gone, or output cannot be written: there is nobody to tell on stdout.
  if (failure.code === 'pipe-closed') return failure.exit;
  const options = { ...optionsOf(run.invoked, argv), ...(await queryOf(run.invoked)) };
  try {
    const finished = failedFinished(commandPath(run.invoked), failure);
    await present(
      context,
      failure.code === 'output-unwritable' ? { ...options, json: false } : options,
      finished,
    );
    if (options.debug) await context.stderr.write(`${context.secrets.redact(stackOf(error))}\n`);
  } catch (second) {
    return second instanceof PvgError ? second.exit : 1;
  }
  return failure.exit;
}

function asFailure(program: Command, argv: readonly string[], error: unknown): PvgError {
  if (error instanceof PvgError) return error;
  if (error instanceof CommanderError) return usageError(program, argv, error);
  return new PvgError('internal', 'pvg has a fault: it did not expect what happened.', {
    hint: 'Run it again with `--debug` and report what it prints; secrets are redacted.',
    cause: error,
  });
}

/** A failure's object is picked from like any other, unless the query itself is what failed. */
const queryOf = (invoked: Command | undefined): Promise<Partial<PresentOptions>> =>
  invoked === undefined ? Promise.resolve({}) : presentOptions(invoked).catch(() => ({}));

/** Before a command was recognised its switches are taken from the words themselves. */
function optionsOf(
  invoked: Command | undefined,
  argv: readonly string[],
): PresentOptions & { debug: boolean } {
  if (invoked !== undefined) {
    const { json, raw, quiet, color, debug } = globalOptions(invoked);
    return { json, raw, quiet, color, debug };
  }
  const has = (word: string): boolean => argv.includes(word);
  return { json: has('--json'), raw: false, quiet: false, color: !has('--no-color'), debug: has('--debug') };
}

const stackOf = (error: unknown): string => {
  const cause =
    error instanceof Error && error.cause !== undefined ? `\ncaused by: ${stackOf(error.cause)}` : '';
  return (error instanceof Error ? (error.stack ?? error.message) : String(error)) + cause;
};
