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
  readonly onFailure: (own: OwnFailure) => void;
  readonly declareCommand: (command: Command) => Promise<void>;
  readonly run: (
    context: Context,
    argv: readonly string[],
    show: typeof printResult,
  ) => Promise<ExitStatus>;
}
