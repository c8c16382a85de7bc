import { Command, CommanderError } from 'commander';
import type { Context } from './context.js';
import { debugHint, PvgError, type ExitStatus } from './failure.js';
import { addGlobalOptions, checkRules, globalOptions, addExamples } from './input/options.js';
import { topicNames } from './input/topic-names.js';
import {
  failureResult,
  commandResult,
  type FinishCommand,
  type CommandResult,
} from './output/command-result.js';
import { withLostResult } from './output/lost-result.js';
import { redactedMark } from './output/redaction.js';
import { refuseFileNames } from './input/file-names.js';
import { refuseLinkedFolders } from './input/linked-folders.js';
import {
  printResult,
  queryOf,
  requireOutput,
  type OwnFailure,
  type PresentOptions,
} from './output/print-result.js';
import { refuseLeftovers } from './input/hidden.js';
import { commandPath, refuseLongDash, refuseTakenOption, usageError } from './input/usage.js';
import { walk } from './input/words.js';

/** The code of a command: loaded only when it is called or completed. */
type Load = () => Promise<{
  readonly register: (
    command: Command,
    context: Context,
    finish: FinishCommand,
    access: ProgramAccess,
  ) => void;
}>;

/** For a command that completes or runs the others, or whose failures have a form of their own. */
interface ProgramAccess {
  readonly onFailure: (own: OwnFailure) => void;
  readonly declareCommand: (command: Command) => Promise<void>;
  readonly run: (
    context: Context,
    argv: readonly string[],
    show: typeof printResult,
  ) => Promise<ExitStatus>;
}

type Rows = Readonly<Record<string, readonly [summary: string, load: Load]>>;

const under = (group: string, rows: Rows) =>
  Object.entries(rows).map(([name, [summary, load]]) => [name, { group, summary, load }] as const);

/** The only list of commands, under the headings of the help. */
export const commands = Object.fromEntries([
  ...under('At the desk:', {
    lookup: ['look up a purchase (read-only)', () => import('./commands/lookup.js')],
    session: [
      'check whether a player is verified, or mint a token',
      () => import('./commands/session.js'),
    ],
    'explain-error': [
      'explain an answer: meaning, who acts',
      () => import('./commands/explain-error.js'),
    ],
    reply: ['print a reply to the player', () => import('./commands/reply.js')],
    report: ['write a report for the ticket', () => import('./commands/report.js')],
    journal: ['earlier calls: list, find, show, clear', () => import('./commands/journal.js')],
  }),
  ...under('For developers:', {
    verify: [
      'verify a purchase: RECORDS it, guarded on prod',
      () => import('./commands/verify.js'),
    ],
    sign: ['sign a request body for either interface', () => import('./commands/sign.js')],
    diagnose: ['find out why a signature does not match', () => import('./commands/diagnose.js')],
    listen: [
      'diagnose each request that a game server sends',
      () => import('./commands/listen.js'),
    ],
    emulate: ['run the whole service on a local port', () => import('./commands/emulate.js')],
    conform: ['run your own signer over the test vectors', () => import('./commands/conform.js')],
    vectors: [
      'print test vectors for both signatures, as JSON',
      () => import('./commands/vectors.js'),
    ],
  }),
  ...under('For scripts:', {
    batch: [
      'look up every purchase of a file; can be resumed',
      () => import('./commands/batch.js'),
    ],
    reconcile: [
      'join look-ups with voided purchases and grants',
      () => import('./commands/reconcile.js'),
    ],
    mcp: [
      'serve an assistant (Model Context Protocol), read-only',
      () => import('./commands/mcp.js'),
    ],
  }),
  ...under('Setup:', {
    profile: [
      'stored credentials: add, list, show, use, set, …',
      () => import('./commands/profile.js'),
    ],
    doctor: [
      'check this installation, with a fix for each problem',
      () => import('./commands/doctor.js'),
    ],
    completion: [
      'completion for bash, zsh, fish or PowerShell',
      () => import('./commands/completion.js'),
    ],
    version: ['print the version', () => import('./commands/version.js')],
    help: ['help for a command or a topic', () => import('./commands/help.js')],
  }),
]);

/**
 * Runs one command line from its words to its exit status; everything it touches comes in with the context.
 * @param lost rejects when the run waits for something that can no longer come
 * @param show what is done with how the command ended, instead of printing it
 */
export async function runProgram(
  context: Context,
  argv: readonly string[],
  lost?: Promise<never>,
  show = printResult,
): Promise<ExitStatus> {
  const run: Run = {
    context,
    argv,
    show,
    program: rootCommand(context.version),
    exit: 0,
    help: '',
  };
  configureProgram(run);
  const running = Promise.race([runWords(run), ...(lost ? [lost] : [])]);
  const exit = await running.then(
    () => run.exit,
    (error: unknown) => reportFailure(run, error),
  );
  return finishAfterwards(run, exit);
}

/** The command's output is printed by now, so a bug in this work is told beside it. */
async function finishAfterwards(run: Run, exit: ExitStatus): Promise<ExitStatus> {
  let status = exit;
  for (const work of run.context.afterwards) {
    try {
      await work();
    } catch (error) {
      const options = await optionsOf(run);
      run.options = { ...options, json: false, raw: false, query: undefined };
      status = await reportFailure(run, error);
    }
  }
  return status;
}

/** What is known of one command line while it runs. */
interface Run {
  readonly context: Context;
  readonly argv: readonly string[];
  readonly show: typeof printResult;
  readonly program: Command;
  exit: ExitStatus;
  /** Help that commander wrote: it writes synchronously, our sinks do not. */
  help: string;
  /** The command whose action runs. */
  invoked?: Command;
  ownFailure?: OwnFailure;
  options?: ShownOptions;
}

/** Commander ends help and version with an error of status 0; their text is in the run. */
async function runWords(run: Run): Promise<void> {
  const { program, argv } = run;
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    refuseTakenOption(program, argv);
    refuseLongDash(program, argv);
    const { command, operands } = walk(program, argv);
    if (
      error.code === 'commander.helpDisplayed' &&
      command.commands.length > 0 &&
      operands.length > 0
    ) {
      command.error(`'${argv[operands[0] ?? 0] ?? ''}'`, { code: 'commander.unknownCommand' });
    }
    // No command: one screen, without the options.
    if (error.code === 'commander.help' && program.args.length === 0) {
      program.configureHelp({ visibleOptions: () => [] }).outputHelp();
    } else if (error.exitCode !== 0) throw error;
  }
  if (run.help !== '') await presentHelp(run);
}

async function presentHelp(run: Run): Promise<void> {
  const { context } = run;
  const options = await optionsOf(run);
  const { helpLayout } = await import('./output/help-layout.js');
  const help = helpLayout(run.help, context.stdout);
  if (!options.json) return context.stdout.write(help);
  const answer = run.help === `${context.version}\n` ? { version: context.version } : { help };
  const view = { data: help };
  await printResult(context, options, commandResult(commandOf(run), { answer, view }));
}

/** Gives the program the commands that the line needs, and the ways out of it. */
function configureProgram(run: Run): void {
  const { context, argv, program } = run;
  program
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

  const finish: FinishCommand = async (ending) => {
    const end = await ending;
    const isStatus = typeof end === 'number';
    if (!isStatus) {
      const options = run.options ?? (await presentOptions(program));
      await run.show(context, options, end).catch((error: unknown) => {
        throw withLostResult(error, end);
      });
    }
    run.exit = isStatus ? end : end.exit;
  };
  program.hook('preSubcommand', async (_program, command) => {
    await declare(command, context, finish, (own) => (run.ownFailure = own));
    // Before a choice or a count of arguments is wrong because of it.
    refuseTakenOption(program, argv);
  });
  program.hook('preAction', async (_program, command) => {
    run.invoked = command;
    // A wrong --query is found before anything is sent.
    run.options = await presentOptions(command);
    refuseLongDash(program, argv);
    refuseLeftovers(command);
    checkRules(command);
    await refuseFileNames(context, command);
    await refuseLinkedFolders(context, command);
    // A batch first sees to its file of --summary, which must not keep the success of an earlier run.
    if (run.ownFailure === undefined && asksForData(run.options, command)) requireOutput(context);
  });
}

/** What a program reads. Words for people may be discarded: then the status is what counts. */
const asksForData = ({ json, raw, query }: ShownOptions, command: Command): boolean =>
  json || raw || query !== undefined || command.getOptionValue('tokenOnly') === true;

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
  addExamples(program, [
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

/** Gives a command its arguments, options and subcommands. @param onFailure of the command that is called */
async function declare(
  command: Command,
  context: Context,
  finish: FinishCommand,
  onFailure: ProgramAccess['onFailure'] = () => undefined,
): Promise<void> {
  const { register } = (await commands[command.name()]?.load()) ?? {};
  if (register === undefined) throw new TypeError(`no such command: ${command.name()}`);
  register(command, context, finish, {
    onFailure,
    declareCommand: (other) => declare(other, context, finish),
    run: (other, argv, show) => runProgram(other, argv, undefined, show),
  });
  for (const leaf of withSubcommands(command)) addGlobalOptions(leaf.helpCommand(false));
}

/** All declarations, to be read and not to be run: the man pages are made from them. */
export async function declaredProgram(context: Context): Promise<Command> {
  const program = rootCommand(context.version);
  for (const name of Object.keys(commands)) {
    await declare(addCommand(program, name), context, () => Promise.resolve());
  }
  return program;
}

/** A line that begins with its command needs no other command, but for two: each costs time at the start. */
const namesFor = ([first = '']: readonly string[]): string[] =>
  Object.hasOwn(commands, first) && !['completion', 'help'].includes(first)
    ? [first]
    : Object.keys(commands);

const withSubcommands = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap(withSubcommands),
];

type ShownOptions = PresentOptions & { readonly debug: boolean };

async function presentOptions(command: Command): Promise<ShownOptions> {
  const globals = globalOptions(command);
  return { ...globals, query: await queryOf(globals.query) };
}

/** The command of the line, also of one that never ran: `profile add`. */
const commandOf = ({ invoked, program, argv }: Run): string =>
  commandPath(invoked ?? walk(program, argv).command).slice('pvg '.length);

async function reportFailure(run: Run, error: unknown): Promise<ExitStatus> {
  const { context } = run;
  const failure = failureOf(run, error);
  const failed = await finishedOf(run, failure);
  // The reader of the pipe is gone.
  if (failure.code === 'pipe-closed') return failure.exit;
  const given = await optionsOf(run);
  const options = failure.code === 'query-failed' ? { ...given, json: false } : given;
  const show = (how: ShownOptions, end: CommandResult): Promise<void> =>
    run.ownFailure ? run.ownFailure.show(how, end) : run.show(context, how, end);
  try {
    if (options.debug) await context.stderr.write(`${withoutPrivates(context, stackOf(error))}\n`);
    await show(options, failed);
    return failure.exit;
  } catch (second) {
    // What paints may be the damaged file itself; stdout may have failed or get nothing, and stderr may still work.
    const simply = { ...options, json: false, color: false };
    if (failure.code === 'outcome-unknown') {
      await show(simply, failed).catch(() => lastWords(run, failure));
      return failure.exit;
    }
    const isKnown = second instanceof PvgError;
    if (isKnown && second.code === 'pipe-closed') return second.exit;
    // What was lost the first time is said, not that the error was lost, too.
    const isSecondNews = failure.code !== 'output-unwritable';
    const told =
      isKnown && second.code !== 'query-failed' && isSecondNews
        ? failureResult(commandOf(run), second, context.place)
        : failed;
    await show(simply, told).catch(() => undefined);
    return isKnown ? told.exit : 1;
  }
}

async function finishedOf(run: Run, failure: PvgError): Promise<CommandResult> {
  const failed = failureResult(commandOf(run), failure, run.context.place);
  return run.ownFailure ? run.ownFailure.complete(failed) : failed;
}

/** Once a verify is out, a failure of pvg is not one of the verify: only what concerns output and signals keeps its status. */
function failureOf(run: Run, error: unknown): PvgError {
  const failure = asFailure(run, error);
  const keepsItsStatus = [10, 14, 130, 141, 143].includes(failure.exit);
  const afterVerify = keepsItsStatus ? undefined : run.context.failedAfterVerify?.(error);
  return afterVerify instanceof PvgError ? afterVerify : failure;
}

/** What prints or withholds has failed itself: pvg's own words alone, which need neither. */
const lastWords = ({ context }: Run, { message, details }: PvgError): Promise<void> =>
  context.stderr.write(`${message} ${details.hint ?? ''}\n`).catch(() => undefined);

function asFailure({ program, argv }: Run, error: unknown): PvgError {
  if (error instanceof PvgError) return error;
  if (error instanceof CommanderError) return usageError(program, argv, error);
  // Thrown for a file of dist/ that is loaded when it is needed: scripts/bundle.mjs.
  if (error instanceof Error && 'damagedFile' in error) {
    return new PvgError(
      'internal',
      `A file of pvg is missing or damaged: ${String(error.damagedFile)}.`,
      {
        hint: 'Install pvg again.',
        cause: error,
      },
    );
  }
  return new PvgError('internal', 'This is a bug in pvg.', { hint: debugHint, cause: error });
}

/** Of a line whose command was not recognised, its switches. */
async function optionsOf({ options, argv }: Run): Promise<ShownOptions> {
  if (options) return options;
  const lenient = new Command().helpOption(false).allowUnknownOption().allowExcessArguments();
  addGlobalOptions(lenient)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  try {
    lenient.parse(argv, { from: 'user' });
  } catch {
    // The last one has no value.
  }
  return presentOptions(lenient).catch(() => ({
    ...globalOptions(lenient),
    json: false,
    query: undefined,
  }));
}

/** The message of an error of the machine may quote what it was about. A receipt that was not read yet is a long word. */
const withoutPrivates = ({ secrets, receipts }: Context, stack: string): string =>
  receipts
    .redact(secrets.redact(stack))
    .replace(/\S{100,}/g, (word) => (isPlace(word) ? word : redactedMark));

/** `file:///…/program.js:12:3`, as in a stack trace. */
const isPlace = (word: string): boolean =>
  /^\(?(?:file:\/\/|node:|\/|[A-Z]:\\).*:\d+\)?$/.test(word);

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message, stack = message } = error;
  // The message of commander repeats what was typed: it may be a secret.
  const own =
    error instanceof CommanderError ? error.code + stack.slice(stack.indexOf('\n    at ')) : stack;
  return cause === undefined ? own : `${own}\ncaused by: ${stackOf(cause)}`;
}
