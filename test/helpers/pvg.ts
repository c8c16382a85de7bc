import type { ExitStatus } from '../../src/failure.js';
import { runProgram } from '../../src/program.js';
import { checkSchema } from './schemas.js';
import { testContext, type TestContext, type TestContextOptions } from './context.js';

export interface Ended {
  readonly status: ExitStatus;
  readonly out: string;
  readonly err: string;
  readonly context: TestContext;
}

/** Runs one command line in this process: `pvg('explain-error 409')`, or word by word. */
export async function pvg(
  line: string | readonly string[],
  options: TestContextOptions = {},
): Promise<Ended> {
  const context = testContext(options);
  const status = await runProgram(context, typeof line === 'string' ? words(line) : line);
  return { status, out: context.stdout.text(), err: context.stderr.text(), context };
}

/** Splits like a shell, as far as single quotes and whole words in double quotes go. */
export const words = (line: string): string[] =>
  [...line.matchAll(/(?<!\S)"[^"]*"(?!\S)|(?:[^\s']|'[^']*')+/g)].map(([word]) =>
    /^".*"$/.test(word) ? word.slice(1, -1) : word.replaceAll("'", ''),
  );

/** What `--json` printed, which is what its schema says. */
export function json(ended: Ended): Record<string, unknown> {
  const printed = JSON.parse(ended.out) as Record<string, unknown>;
  checkSchema('result', printed);
  return printed;
}
