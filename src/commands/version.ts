import { addExamples } from '../input/options.js';
import { commandResult } from '../output/command-result.js';
import type { Registration } from './registration.js';

/** Prints the same as `pvg --version`, for people who look for a command. */
export function register({ command, context, finish }: Registration): void {
  const { version } = context;
  addExamples(command, ['pvg version', 'pvg version --json']).action(() =>
    finish(commandResult('version', { answer: { version }, view: { data: `${version}\n` } })),
  );
}
