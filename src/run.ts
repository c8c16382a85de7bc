import { Command } from 'commander';
import type { Context } from './context.js';
import type { ExitStatus } from './failure.js';
import { addGlobalOptions, globalOptions } from './input/options.js';
import { commandPath, readCommandLine } from './input/usage.js';
import {
  loadQuery,
  type OwnFailure,
  type PresentOptions,
  type printResult,
} from './output/print-result.js';

/** What is known of one command line while it runs. */
export interface Run {
  readonly context: Context;
  readonly argv: readonly string[];
  readonly show: typeof printResult;
  readonly program: Command;
  exit: ExitStatus;
  /** Whether the result was printed. */
  isShown: boolean;
  /** Help that commander wrote, to be printed later: commander writes synchronously, pvg's outputs do not. */
  help: string;
  /** The command whose action runs. */
  invoked?: Command;
  ownFailure?: OwnFailure;
  options?: ShownOptions;
}

/** How the command shows its result, and whether a failure shows where it happened. */
export type ShownOptions = PresentOptions & { readonly debug: boolean };

/** @throws {PvgError} `query-failed` */
export async function presentOptions(command: Command): Promise<ShownOptions> {
  const globals = globalOptions(command);
  return { ...globals, query: await loadQuery(globals.query) };
}

/** The name of the line's command, `profile add`, also if it did not run. */
export function commandName({ invoked, program, argv }: Run): string {
  const command = invoked ?? readCommandLine(program, argv).command;
  return commandPath(command).slice('pvg '.length);
}

/** The options of the command that runs. If none was recognised, they are the global switches of the line. */
export async function shownOptions({ options, argv }: Run): Promise<ShownOptions> {
  if (options) return options;
  const lenientCommand = new Command()
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments();
  addGlobalOptions(lenientCommand)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  try {
    lenientCommand.parse(argv, { from: 'user' });
  } catch {
    // The last option lacks its value. The options before it were read.
  }
  return presentOptions(lenientCommand).catch(() => ({
    ...globalOptions(lenientCommand),
    json: false,
    query: undefined,
  }));
}
