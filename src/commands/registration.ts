import type { Command } from 'commander';
import type { Context } from '../context.js';
import type { ExitStatus } from '../failure.js';
import type { FinishCommand } from '../output/command-result.js';
import type { OwnFailure, printResult } from '../output/print-result.js';

/** What a command needs to declare itself: its node in the tree of commands, its context, and how its action ends. */
export interface Registration {
  readonly command: Command;
  readonly context: Context;
  readonly finish: FinishCommand;
}

/** The registration of a command that completes or runs other commands, or that shows its failures in its own way. */
export interface ProgramRegistration extends Registration {
  /** Registers how this command completes and shows its failures. */
  readonly onFailure: (own: OwnFailure) => void;
  /** Gives another command its options. */
  readonly declareCommand: (command: Command) => Promise<void>;
  /** Runs a command line of pvg in this process. */
  readonly run: (
    context: Context,
    argv: readonly string[],
    show: typeof printResult,
  ) => Promise<ExitStatus>;
}
