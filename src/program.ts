import { Command, CommanderError } from 'commander';
import type { Context } from './context.js';
import { debugHint, PvgError, type ExitStatus } from './failure.js';
import { addGlobalOptions, checkRules, globalOptions, examples } from './input/options.js';
import { topicNames } from './input/topic-names.js';
import { failedFinished, plainFinished, type Finish } from './output/finished.js';
import { refuseLinkedFolders } from './input/linked-folders.js';
import { present, queryOf, type PresentOptions } from './output/present.js';
import { refuseLeftovers } from './input/hidden.js';
import { refuseLongDash, usageError } from './input/usage.js';
import { walk } from './input/words.js';

type Register = (command: Command, context: Context, finish: Finish) => void;

const [desk, developers, scripts, setUp] = ['At the desk:', 'For developers:', 'For scripts:', 'Setup:'];

/** What each command does, and under which heading of the help. */
const told = {
  lookup: { group: desk, summary: 'look up a purchase (read-only)' },
  session: { group: desk, summary: 'check whether a player is verified, or mint a token' },
  'explain-error': { group: desk, summary: 'explain an answer: meaning, who acts, retry, grant' },
  reply: { group: desk, summary: 'print a reply to the player' },
  report: { group: desk, summary: 'write a report for the ticket' },
  journal: { group: desk, summary: 'earlier calls: list, find, show, clear' },
  verify: { group: developers, summary: 'verify a purchase: RECORDS it, guarded on prod' },
  sign: { group: developers, summary: 'sign a request body for either interface' },
  diagnose: { group: developers, summary: 'find out why a signature does not match' },
  listen: { group: developers, summary: 'diagnose each request that a game server sends' },
  emulate: { group: developers, summary: 'run the whole service on a local port' },
  conform: { group: developers, summary: 'run your own signer over the test vectors' },
  vectors: { group: developers, summary: 'print test vectors for both signatures, as JSON' },
  batch: { group: scripts, summary: 'look up every purchase of a file; can be resumed' },
  reconcile: { group: scripts, summary: 'join look-ups with voided purchases and grants' },
  mcp: { group: scripts, summary: 'serve an assistant (Model Context Protocol), read-only' },
  profile: { group: setUp, summary: 'stored credentials: add, list, show, use, set, …' },
  doctor: { group: setUp, summary: 'check this installation, with a fix for each problem' },
  completion: { group: setUp, summary: 'completion for bash, zsh, fish or PowerShell' },
  version: { group: setUp, summary: 'print the version' },
  help: { group: setUp, summary: 'help for a command or a topic' },
} as const;

type Name = keyof typeof told;

/** Loads the code of a command: only when it is called. */
const loads: Readonly<Record<Name, () => Promise<Register>>> = {
  lookup: async () => (await import('./commands/lookup.js')).registerLookup,
  session: async () => (await import('./commands/session.js')).registerSession,
  'explain-error': async () => (await import('./commands/explain-error.js')).registerExplainError,
  reply: async () => (await import('./commands/reply.js')).registerReply,
  report: async () => (await import('./commands/report.js')).registerReport,
  journal: async () => (await import('./commands/journal.js')).registerJournal,
  verify: async () => (await import('./commands/verify.js')).registerVerify,
  sign: async () => (await import('./commands/sign.js')).registerSign,
  diagnose: async () => (await import('./commands/diagnose.js')).registerDiagnose,
  listen: async () => (await import('./commands/listen.js')).registerListen,
  emulate: async () => (await import('./commands/emulate.js')).registerEmulate,
  conform: async () => (await import('./commands/conform.js')).registerConform,
  vectors: async () => (await import('./commands/vectors.js')).registerVectors,
  batch: async () => (await import('./commands/batch.js')).registerBatch,
  reconcile: async () => (await import('./commands/reconcile.js')).registerReconcile,
  mcp: async () => (await import('./commands/mcp.js')).mcpOf(runShown),
  profile: async () => (await import('./commands/profile.js')).registerProfile,
  doctor: async () => (await import('./commands/doctor.js')).registerDoctor,
  completion: async () => (await import('./commands/completion.js')).completionOf(commands),
  version: async () => (await import('./commands/version.js')).registerVersion,
  help: async () => (await import('./commands/help.js')).registerHelp,
};

interface CommandEntry {
  readonly group: string;
  readonly summary: string;
  readonly load: () => Promise<Register>;
}

/** The only list of commands. */
export const commands: Readonly<Record<string, CommandEntry>> = Object.fromEntries(
  Object.entries(told).map(([name, each]) => [name, { ...each, load: loads[name as Name] }]),
);

/**
 * Runs one command line from its words to its exit status; everything it touches comes in with the context.
 * @param lost rejects when the run waits for something that can no longer come
 */
export async function runProgram(
  context: Context,
  argv: readonly string[],
  lost?: Promise<never>,
): Promise<ExitStatus> {
  return runShown(context, argv, present, lost);
}

/** @param show what is done with how the command ended, instead of printing it */
async function runShown(
  context: Context,
  argv: readonly string[],
  show: typeof present,
  lost?: Promise<never>,
): Promise<ExitStatus> {
  const run: Run = { exit: 0, help: '', invoked: undefined, options: undefined, show };
  const program = buildProgram(context, run, argv);
  const whole = async (): Promise<void> => {
    await runWords(program, argv);
    if (run.help !== '') await presentHelp(context, program, run, argv);
  };
  try {
    await Promise.race([whole(), ...(lost ? [lost] : [])]);
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
    if (argv.length === 0) shortHelp(program);
    else await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    refuseLongDash(program, argv);
    // Options without a command: help, as for no words at all.
    if (error.code === 'commander.help' && program.args.length === 0) shortHelp(program);
    else if (error.exitCode !== 0) throw error;
  }
}

/** One screen: without the options. */
const shortHelp = (program: Command): void => {
  program.configureHelp({ visibleOptions: () => [] }).outputHelp();
};

async function presentHelp(
  context: Context,
  program: Command,
  run: Run,
  argv: readonly string[],
): Promise<void> {
  const options = run.options ?? (await optionsOfWords(argv));
  const { helpLayout } = await import('./output/help-layout.js');
  const help = helpLayout(run.help, context.stdout);
  if (!options.json) return context.stdout.write(help);
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
  readonly show: typeof present;
}

function buildProgram(context: Context, run: Run, argv: readonly string[]): Command {
  const program = rootCommand(context.version)
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut: (text) => void (run.help += text),
      // The text repeats what was typed, which may be a secret: usageError() says it without.
      writeErr: () => undefined,
      // helpLayout() breaks the lines.
      getOutHelpWidth: () => Infinity,
      getOutHasColors: () => false,
    });
  for (const name of namesFor(argv)) addCommand(program, name);

  const finish: Finish = async (end) => {
    const isStatus = typeof end === 'number';
    if (!isStatus) await run.show(context, run.options ?? (await presentOptions(program)), end);
    run.exit = isStatus ? end : end.exit;
  };
  program.hook('preSubcommand', (_program, command) => declare(command, context, finish));
  program.hook('preAction', async (_program, command) => {
    run.invoked = command;
    // A wrong --query is found before anything is sent.
    run.options = await presentOptions(command);
    refuseLongDash(program, argv);
    refuseLeftovers(command);
    checkRules(command);
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
    'pvg lookup demo-purchased --profile local --product-id gems_100',
    'pvg explain-error DUPLICATE_TRANSACTION',
  ]);
  return program.addHelpText(
    'after',
    `\nMore: \`pvg --help\`; \`pvg help <topic>\`: ${topicNames.join(', ')}.`,
  );
}

function addCommand(program: Command, name: string): Command {
  const { group = '', summary = '' } = commands[name] ?? {};
  return program.command(name).description(summary).helpGroup(group);
}

/** Gives a command its arguments, options and subcommands. */
async function declare(command: Command, context: Context, finish: Finish): Promise<void> {
  const register = await commands[command.name()]?.load();
  if (register === undefined) throw new TypeError(`no such command: ${command.name()}`);
  register(command, context, finish);
  for (const leaf of withSubcommands(command)) addGlobalOptions(leaf.helpCommand(false));
}

/** All declarations, to be read and not to be run: the man pages are made from them. */
export async function declaredProgram(context: Context): Promise<Command> {
  const program = rootCommand(context.version);
  for (const name of Object.keys(commands))
    await declare(addCommand(program, name), context, () => Promise.resolve());
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
  const tell = (told: PvgError, how: ShownOptions): Promise<void> =>
    run.show(context, how, failedFinished(command, told, context.place));
  try {
    if (options.debug) await context.stderr.write(`${context.secrets.redact(stackOf(error))}\n`);
    await tell(failure, options);
    return failure.exit;
  } catch (second) {
    const isKnown = second instanceof PvgError;
    const told = isKnown && second.code !== 'query-failed' ? second : failure;
    // What paints may be the damaged file itself; stdout may have failed or get nothing, and stderr may still work.
    const how = isKnown ? { ...options, json: false } : { ...options, color: false };
    const isTold = isKnown && !(options.json && ['query-failed', 'output-unwritable'].includes(second.code));
    if (!isTold) await tell(told, how).catch(() => undefined);
    return isKnown ? told.exit : 1;
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
  const typed = /^--query=(.*)$/s.exec(argv[at] ?? '')?.[1] ?? argv[at + 1];
  const query = at === -1 ? undefined : await queryOf(typed).catch(() => null);
  return {
    json: query !== null && (has('--json') || at !== -1),
    text: has('--text'),
    raw: false,
    quiet: has('--quiet', '-q'),
    verbose: has('--verbose', '-v'),
    color: !has('--no-color'),
    debug: has('--debug'),
    ...(query !== null && { query }),
  };
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message, stack = message } = error;
  // The message of commander repeats what was typed: it may be a secret.
  const own = error instanceof CommanderError ? error.code + stack.slice(stack.indexOf('\n    at ')) : stack;
  return cause === undefined ? own : `${own}\ncaused by: ${stackOf(cause)}`;
}
