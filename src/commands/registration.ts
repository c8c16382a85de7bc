import type { Command } from 'commander';
import type { Context } from '../context.js';
import type { ExitStatus } from '../failure.js';
import type { FinishCommand } from '../output/command-result.js';
import type { OwnFailure, printResult } from '../output/print-result.js';

/** What a command declares itself with: its place in the tree, all that it may touch, and how its action ends. */
export interface Registration {
  readonly command: Command;
  readonly context: Context;
  readonly finish: FinishCommand;
}

/** For a command that completes or runs the others, or whose failures have a form of their own. */
export interface ProgramRegistration extends Registration {
  readonly onFailure: (own: OwnFailure) => void;
  readonly declareCommand: (command: Command) => Promise<void>;
  readonly run: (
    context: Context,
    argv: readonly string[],
    show: typeof printResult,
  ) => Promise<ExitStatus>;
}
