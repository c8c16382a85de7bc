import type { Command } from 'commander';
import type { Context } from '../context.js';
import { addExamples } from '../input/options.js';
import { commandResult, type FinishCommand } from '../output/command-result.js';

/** The same as `pvg --version`, for whoever looks for a command. */
export function register(command: Command, { version }: Context, finish: FinishCommand): void {
  addExamples(command, ['pvg version', 'pvg version --json']).action(() =>
    finish(commandResult('version', { answer: { version }, view: { data: `${version}\n` } })),
  );
}
