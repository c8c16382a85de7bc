import { Command, CommanderError } from 'commander';
import { commands } from './command-list.js';
import type { ProgramRegistration } from './commands/registration.js';
import type { Context } from './context.js';
import type { ExitStatus } from './failure.js';
import { refuseEmptyPaths, refuseFileNames, refuseLinkedFolders } from './input/file-names.js';
import { refuseLeftovers } from './input/hidden.js';
import { checkOptionRules } from './input/option-rules.js';
import { addExamples, addGlobalOptions } from './input/options.js';
import { topicNames } from './input/topic-names.js';
import { refuseLongDash, refuseTakenOption, readCommandLine } from './input/usage.js';
import { commandResult, type CommandResult, type FinishCommand } from './output/command-result.js';
import {
  noteLostResult,
  noteLostWords,
  printResult,
  requireOutput,
} from './output/print-result.js';
import { reportFailure } from './program-failure.js';
import { commandName, presentOptions, shownOptions, type Run, type ShownOptions } from './run.js';

interface RunOptions {
  /** Rejects when the run waits for something that can no longer come. */
  readonly lost?: Promise<never>;
  /** Shows how the command ended. Without it, the result is printed. */
  readonly show?: typeof printResult;
}

/** Runs one command line from its words to its exit status; everything it touches comes in with the context. */
export async function runProgram(
  context: Context,
  argv: readonly string[],
  { lost, show = printResult }: RunOptions = {},
): Promise<ExitStatus> {
  const run: Run = {
    context,
    argv,
    show,
    program: rootCommand(context.version),
    exit: 0,
    isShown: false,
    help: '',
  };
  configureProgram(run);
  const exit = await runUntilLost(run, lost).catch((error: unknown) => reportFailure(run, error));
  return runDeferredWork(run, exit);
}

async function runUntilLost(run: Run, lost: Promise<never> | undefined): Promise<ExitStatus> {
  const running = runWords(run);
  await (lost === undefined ? running : Promise.race([running, lost]));
  return run.exit;
}

/**
 * Does the work that waited until the result was printed. Its failure is shown as text, never as a second JSON object.
 * @returns the status of the last failure, or `exit`
 */
async function runDeferredWork(run: Run, exit: ExitStatus): Promise<ExitStatus> {
  let status = exit;
  for (const work of run.context.afterwards) {
    try {
      await work({ isShown: run.isShown });
    } catch (error) {
      const options = await shownOptions(run);
      run.options = { ...options, json: false, raw: false, query: undefined };
      status = await reportFailure(run, error);
    }
  }
  return status;
}

async function runWords(run: Run): Promise<void> {
  const { program, argv } = run;
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // A hook refuses words that commander misreads, but commander may have failed before the hook ran.
    refuseMisreadWords(run);
    endCommander(run, error);
  }
  if (run.help !== '') await printHelp(run);
}

/** Handles the error with which commander ends, also after help and version, whose text is then in `run.help`. @throws {CommanderError} */
function endCommander(run: Run, error: CommanderError): void {
  const { program } = run;
  if (error.code === 'commander.helpDisplayed') refuseUnknownSubcommand(run);
  const isBareCall = error.code === 'commander.help' && program.args.length === 0;
  if (isBareCall) {
    // `pvg` alone: the help without the options fits on one screen.
    program.configureHelp({ visibleOptions: () => [] }).outputHelp();
  } else if (error.exitCode !== 0) {
    throw error;
  }
}

/**
 * Refuses words that commander misunderstands, such as an option in place of a value. This comes before commander's own errors,
 * which may only follow from such a word.
 */
function refuseMisreadWords({ program, argv }: Run): void {
  refuseTakenOption(program, argv);
  refuseLongDash(program, argv);
}

/** Refuses `pvg profile lsit`, for which commander shows the help of `profile` as if nothing more had been typed. */
function refuseUnknownSubcommand({ program, argv }: Run): void {
  const { command, operands } = readCommandLine(program, argv);
  const [index] = operands;
  if (command.commands.length > 0 && index !== undefined) {
    command.error(`'${argv[index] ?? ''}'`, { code: 'commander.unknownCommand' });
  }
}

async function printHelp(run: Run): Promise<void> {
  const { context } = run;
  const options = await shownOptions(run);
  const { formatHelp } = await import('./output/help-layout.js');
  const help = formatHelp(run.help, context.stdout);
  if (!options.json) {
    await noteLostWords(context, options);
    return context.stdout.write(help);
  }
  const answer = run.help === `${context.version}\n` ? { version: context.version } : { help };
  const view = { data: help };
  await printResult(context, options, commandResult(commandName(run), { answer, view }));
}

/** Declares the commands that the line needs, and catches what commander would print or exit with. */
function configureProgram(run: Run): void {
  const { context, argv, program } = run;
  program
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut: (text) => {
        run.help += text;
      },
      // Commander's text repeats what was typed, which may be a secret. usageError() says it without.
      writeErr: () => undefined,
      // formatHelp() breaks the lines.
      getOutHelpWidth: () => Infinity,
      getOutHasColors: () => false,
    });
  for (const name of namesFor(argv)) addCommand(program, name);

  const finish: FinishCommand = async (running) => {
    const end = await running;
    run.exit = typeof end === 'number' ? end : await showResult(run, end);
  };
  const onFailure: ProgramRegistration['onFailure'] = (ownFailure) => {
    run.ownFailure = ownFailure;
  };
  program.hook('preSubcommand', async (_program, command) => {
    await declareCommand(command, { context, finish, onFailure });
    refuseMisreadWords(run);
  });
  program.hook('preAction', (_program, command) => prepareAction(run, command));
}

async function showResult(run: Run, result: CommandResult): Promise<ExitStatus> {
  const { context, program } = run;
  const options = run.options ?? (await presentOptions(program));
  await noteLostResult(context, options, result);
  await run.show(context, options, result);
  run.isShown = !context.stdout.isClosed;
  return result.exit;
}

async function prepareAction(run: Run, command: Command): Promise<void> {
  const { context } = run;
  run.invoked = command;
  // A wrong --query is found before anything is sent.
  run.options = await presentOptions(command);
  refuseLeftovers(command);
  refuseEmptyPaths(command);
  checkOptionRules(command);
  await refuseFileNames(context, command);
  await refuseLinkedFolders(context, command);
  // A command whose failures have a form of their own (batch) checks the output itself, after it has removed the summary
  // of an earlier run.
  const checksOutputItself = run.ownFailure !== undefined;
  if (checksOutputItself) return;
  if (asksForData(run.options, command)) requireOutput(context);
}

/** Whether a program reads the output. Words for people may be discarded by a caller that only wants the status. */
function asksForData({ json, raw, query }: ShownOptions, command: Command): boolean {
  return json || raw || query !== undefined || command.getOptionValue('tokenOnly') === true;
}

/** The program without its commands. */
function rootCommand(version: string): Command {
  const program = new Command('pvg')
    .description('Support and diagnostics for the purchase verification service.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    // The program's options must stand before the command's name: a receipt behind it may look like one of them.
    .enablePositionalOptions();
  addGlobalOptions(program);
  addExamples(program, [
    'pvg lookup demo-purchased --profile local --product-id gems_100',
    'pvg explain-error DUPLICATE_TRANSACTION',
    'pvg listen --profile local',
  ]);
  return program.addHelpText(
    'after',
    `\nTopics, with \`pvg help <topic>\`: ${topicNames.join(', ')}.`,
  );
}

function addCommand(program: Command, name: string): Command {
  const { group = '', summary = '' } = commands[name] ?? {};
  return program.command(name).description(summary).helpGroup(group);
}

interface Declaration {
  readonly context: Context;
  readonly finish: FinishCommand;
  /** What the called command registers for its failures. */
  readonly onFailure: ProgramRegistration['onFailure'];
}

/** Gives a command its arguments, options and subcommands. */
async function declareCommand(command: Command, declaration: Declaration): Promise<void> {
  const { context, finish, onFailure } = declaration;
  const { register } = (await commands[command.name()]?.load()) ?? {};
  if (register === undefined) throw new TypeError(`no such command: ${command.name()}`);
  register({
    command,
    context,
    finish,
    onFailure,
    // `completion` declares other commands without running them: what they register for failures is ignored.
    declareCommand: (sibling) =>
      declareCommand(sibling, { ...declaration, onFailure: ignoreFailure }),
    run: (ownContext, argv, show) => runProgram(ownContext, argv, { show }),
  });
  for (const leaf of withSubcommands(command)) addGlobalOptions(leaf.helpCommand(false));
}

const ignoreFailure: ProgramRegistration['onFailure'] = () => undefined;

/** The program with all its commands, only to be read: the man pages are made from it. */
export async function declaredProgram(context: Context): Promise<Command> {
  const program = rootCommand(context.version);
  for (const name of Object.keys(commands)) {
    const finish: FinishCommand = () => Promise.resolve();
    await declareCommand(addCommand(program, name), { context, finish, onFailure: ignoreFailure });
  }
  return program;
}

/**
 * The names of the commands to declare: only that with which the line begins, because each takes time at the start. But
 * `completion` and `help` need all commands.
 */
function namesFor([firstWord = '']: readonly string[]): string[] {
  const needsOthers = ['completion', 'help'].includes(firstWord);
  return Object.hasOwn(commands, firstWord) && !needsOthers ? [firstWord] : Object.keys(commands);
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}
