import { Command, CommanderError } from 'commander';
import type { Context } from './context.js';
import { debugHint, PvgError, type ExitStatus } from './failure.js';
import { addGlobalOptions, globalOptions, examples } from './input/options.js';
import { topicNames } from './input/topic-names.js';
import { failedFinished, plainFinished, type Finish, type Finished } from './output/finished.js';
import { refuseLinkedFolders } from './input/linked-folders.js';
import { present, queryOf, type PresentOptions } from './output/present.js';
import { refuseLeftovers } from './input/leftovers.js';
import { usageError } from './input/usage.js';
import { walk } from './input/words.js';

type Register = (command: Command, context: Context, finish: Finish) => void;

interface CommandEntry {
  readonly summary: string;
  /** Loads the command's code: only when it is called. */
  readonly load: () => Promise<Register>;
}

/** The only list of commands. */
export const commands: Readonly<Record<string, CommandEntry>> = {
  lookup: {
    summary: 'look up a purchase (read-only)',
    load: async () => (await import('./commands/lookup.js')).registerLookup,
  },
  batch: {
    summary: 'look up every purchase of a CSV or NDJSON file; can be resumed',
    load: async () => (await import('./commands/batch.js')).registerBatch,
  },
  reconcile: {
    summary: 'join look-ups with the store’s voided purchases and the game’s grants (offline)',
    load: async () => (await import('./commands/reconcile.js')).registerReconcile,
  },
  verify: {
    summary: 'verify a purchase: RECORDS it, guarded on prod',
    load: async () => (await import('./commands/verify.js')).registerVerify,
  },
  session: {
    summary: 'mint a session token, or check whether a player completed verification',
    load: async () => (await import('./commands/session.js')).registerSession,
  },
  report: {
    summary: 'write a report for the ticket, from the journal (offline)',
    load: async () => (await import('./commands/report.js')).registerReport,
  },
  reply: {
    summary: 'print a reply to the player, from the journal or for a situation (offline)',
    load: async () => (await import('./commands/reply.js')).registerReply,
  },
  sign: {
    summary: 'sign a request body for either interface (offline)',
    load: async () => (await import('./commands/sign.js')).registerSign,
  },
  'explain-error': {
    summary: 'explain an answer: meaning, who acts, retry, grant (offline)',
    load: async () => (await import('./commands/explain-error.js')).registerExplainError,
  },
  diagnose: {
    summary: 'find out why a signature does not match, and how to fix it (offline)',
    load: async () => (await import('./commands/diagnose.js')).registerDiagnose,
  },
  listen: {
    summary: 'diagnose each request that a game server sends to a local address',
    load: async () => (await import('./commands/listen.js')).registerListen,
  },
  emulate: {
    summary: 'run the whole service on a local port',
    load: async () => (await import('./commands/emulate.js')).registerEmulate,
  },
  journal: {
    summary: 'calls made from this machine: list, find, show, export, import, clear',
    load: async () => (await import('./commands/journal.js')).registerJournal,
  },
  profile: {
    summary: 'stored credentials: add, list, show, use, set, …',
    load: async () => (await import('./commands/profile.js')).registerProfile,
  },
  conform: {
    summary: 'run your own signer over the test vectors, and explain each failure',
    load: async () => (await import('./commands/conform.js')).registerConform,
  },
  vectors: {
    summary: 'print test vectors for both signatures, as JSON',
    load: async () => (await import('./commands/vectors.js')).registerVectors,
  },
  doctor: {
    summary: 'check this installation, with a fix for each problem',
    load: async () => (await import('./commands/doctor.js')).registerDoctor,
  },
  completion: {
    summary: 'print a completion script for bash, zsh, fish or PowerShell',
    load: async () => (await import('./commands/completion.js')).completionOf(commands),
  },
  version: {
    summary: 'print the version',
    load: async () => (await import('./commands/version.js')).registerVersion,
  },
  help: {
    summary: 'print help for a command or a topic',
    load: async () => (await import('./commands/help.js')).registerHelp,
  },
};

/**
 * Runs one command line from its words to its exit status; everything it touches comes in with the context.
 * @param lost rejects when the run waits for something that can no longer come
 */
export async function runProgram(
  context: Context,
  argv: readonly string[],
  lost = new Promise<never>(() => undefined),
): Promise<ExitStatus> {
  const run: Run = { exit: 0, help: '', invoked: undefined, options: undefined };
  const program = buildProgram(context, run, argv);
  const whole = async (): Promise<void> => {
    await runWords(program, argv);
    if (run.help !== '') await presentHelp(context, program, run, argv);
  };
  try {
    await Promise.race([whole(), lost]);
    return run.exit;
  } catch (error) {
    return await endBadly(context, program, run, argv, error);
  } finally {
    for (const work of context.afterwards) await work();
  }
}

/** Commander ends help and version with an error of status 0; their text is in the run. */
async function runWords(program: Command, argv: readonly string[]): Promise<void> {
  try {
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Options without a command: help, as for no words at all.
    if (error.code === 'commander.help' && program.args.length === 0) program.outputHelp();
    else if (error.exitCode !== 0) throw error;
  }
}

async function presentHelp(
  context: Context,
  program: Command,
  run: Run,
  argv: readonly string[],
): Promise<void> {
  const options = run.options ?? (await optionsOfWords(argv));
  const { helpLayout } = await import('./output/help-layout.js');
  const help = helpLayout(run.help, context.stdout);
  if (!options.json) {
    await context.stdout.write(help);
    return;
  }
  const answer = run.help === `${context.version}\n` ? { version: context.version } : { help };
  const command = commandPath(run.invoked ?? walk(program, argv).command);
  await present(context, options, plainFinished(command, { answer, view: { headline: '', data: help } }));
}

/** What a run leaves behind besides its output. */
interface Run {
  exit: ExitStatus;
  /** Help that commander wrote: it writes synchronously, our sinks do not. */
  help: string;
  /** The command whose action runs. */
  invoked: Command | undefined;
  options: ShownOptions | undefined;
}

function buildProgram(context: Context, run: Run, argv: readonly string[]): Command {
  const program = rootCommand(context.version)
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut: (text) => {
        run.help += text;
      },
      // The text repeats what was typed, which may be a secret: usageError() says it without.
      writeErr: () => undefined,
      // helpLayout() breaks the lines.
      getOutHelpWidth: () => Infinity,
      getOutHasColors: () => false,
    });
  for (const name of namesFor(argv)) program.command(name).description(commands[name]?.summary ?? '');

  const finish: Finish = async (end) => {
    if (typeof end === 'number') {
      run.exit = end;
      return;
    }
    await present(context, run.options ?? (await presentOptions(program)), end);
    run.exit = end.exit;
  };
  program.hook('preSubcommand', async (_program, command) => {
    await declare(command, context, finish);
  });
  program.hook('preAction', async (_program, command) => {
    run.invoked = command;
    // A wrong --query is found before anything is sent.
    const options = (run.options = await presentOptions(command));
    refuseLeftovers(command);
    if (options.raw && options.json)
      throw new PvgError('usage', '--raw cannot be used together with --json or --query.', {
        hint: 'Use `--raw` for the bytes of the answer’s body, or `--query answer` for the answer in the JSON.',
      });
    if (options.text && options.query === undefined)
      throw new PvgError('usage', '--text needs --query.', { hint: 'Example: `--query verdict.id --text`.' });
    await refuseLinkedFolders(context, command);
  });
  return program;
}

/** The program without its commands. */
function rootCommand(version: string): Command {
  const program = new Command('pvg')
    .description('Support and diagnostics for the purchase verification service.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    // An option after the command's name is the command's: a receipt may look like one of ours.
    .enablePositionalOptions();
  addGlobalOptions(program);
  examples(program, [
    'pvg lookup --profile local --product-id gems_100 --package com.example.game --receipt demo-purchased',
    'pvg explain-error DUPLICATE_TRANSACTION',
  ]);
  return program.addHelpText('after', `\nTopics of \`pvg help\`: ${topicNames.join(', ')}.`);
}

/** Gives a command its arguments, options and subcommands. */
async function declare(command: Command, context: Context, finish: Finish): Promise<void> {
  const entry = commands[command.name()];
  if (entry === undefined) throw new TypeError(`no such command: ${command.name()}`);
  (await entry.load())(command, context, finish);
  for (const leaf of withSubcommands(command)) addGlobalOptions(leaf.helpCommand(false));
}

/** All declarations, to be read and not to be run: the man pages are made from them. */
export async function declaredProgram(context: Context): Promise<Command> {
  const program = rootCommand(context.version);
  for (const [name, { summary }] of Object.entries(commands))
    await declare(program.command(name).description(summary), context, () => Promise.resolve());
  return program;
}

/** They need the options of every command. */
const wholeCommands = ['completion', 'help'];

/** A line that begins with its command needs no other command: each costs time at the start. */
const namesFor = ([first = '']: readonly string[]): string[] =>
  Object.hasOwn(commands, first) && !wholeCommands.includes(first) ? [first] : Object.keys(commands);

const withSubcommands = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap(withSubcommands),
];

type ShownOptions = PresentOptions & { readonly debug: boolean };

async function presentOptions(command: Command): Promise<ShownOptions> {
  const globals = globalOptions(command);
  return { ...globals, query: await queryOf(globals.query) };
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
  const failure = asFailure(program, argv, error);
  // The reader of the pipe is gone.
  if (failure.code === 'pipe-closed') return failure.exit;
  const given = run.options ?? (await optionsOfWords(argv));
  const options = failure.code === 'query-failed' ? { ...given, json: false } : given;
  const command = commandPath(run.invoked ?? walk(program, argv).command);
  const end = (told: PvgError): Finished => failedFinished(command, told, context.place);
  try {
    if (options.debug) await context.stderr.write(`${context.secrets.redact(stackOf(error))}\n`);
    await present(context, options, end(failure));
    return failure.exit;
  } catch (second) {
    if (!(second instanceof PvgError)) {
      // What paints may be the damaged file itself.
      await present(context, { ...options, color: false }, end(failure)).catch(() => undefined);
      return 1;
    }
    const isQuery = second.code === 'query-failed';
    // stdout failed, or gets nothing; stderr may still work.
    if (options.json && (isQuery || second.code === 'output-unwritable'))
      await present(context, { ...options, json: false }, end(isQuery ? failure : second)).catch(
        () => undefined,
      );
    return isQuery ? failure.exit : second.exit;
  }
}

function asFailure(program: Command, argv: readonly string[], error: unknown): PvgError {
  if (error instanceof PvgError) return error;
  if (error instanceof CommanderError) return usageError(program, argv, error);
  // Thrown for a file of dist/ that is loaded when it is needed: scripts/bundle.mjs.
  if (error instanceof Error && 'damagedFile' in error)
    return new PvgError('internal', `A file of pvg is missing or damaged: ${String(error.damagedFile)}.`, {
      hint: 'Install pvg again.',
      cause: error,
    });
  return new PvgError('internal', 'This is a bug in pvg.', { hint: debugHint, cause: error });
}

/** The switches of a line whose command was not recognised. */
async function optionsOfWords(argv: readonly string[]): Promise<ShownOptions> {
  const has = (...names: string[]): boolean => names.some((name) => argv.includes(name));
  const at = argv.findIndex((word) => /^--query(=|$)/.test(word));
  const query = argv[at]?.startsWith('--query=') === true ? argv[at].slice('--query='.length) : argv[at + 1];
  return {
    json: has('--json') || at !== -1,
    text: has('--text'),
    raw: false,
    quiet: has('--quiet', '-q'),
    verbose: has('--verbose', '-v'),
    color: !has('--no-color'),
    debug: has('--debug'),
    ...(await queryOf(at === -1 ? undefined : query).then(
      (parsed) => ({ query: parsed }),
      () => ({ json: false }),
    )),
  };
}

const stackOf = (error: unknown): string => {
  const cause =
    error instanceof Error && error.cause !== undefined ? `\ncaused by: ${stackOf(error.cause)}` : '';
  if (!(error instanceof Error)) return String(error) + cause;
  const stack = error.stack ?? error.message;
  // Its message repeats what was typed: it may be a secret.
  if (error instanceof CommanderError) return error.code + stack.slice(stack.indexOf('\n    at ')) + cause;
  return stack + cause;
};
