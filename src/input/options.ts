import type { Command } from 'commander';

/** What every command has: the global options, options that can be repeated, examples. */

type GlobalSwitch = 'json' | 'text' | 'raw' | 'quiet' | 'verbose' | 'debug' | 'color' | 'input';

/** `input` is false with --no-input: never ask. */
export type GlobalOptions = Readonly<Record<GlobalSwitch, boolean>> & {
  readonly profile?: string | undefined;
  readonly query?: string | undefined;
};

/** Adds the global options to the program or to a command, where its help shows them as one line. */
export function addGlobalOptions(command: Command): Command {
  const countBefore = command.options.length;
  command
    .option('-p, --profile <name>', 'the profile to use; `local` needs no setup')
    .option('--json', 'print the result as one JSON object')
    .option('--query <jmespath>', 'pick a part of the JSON')
    .option('--text', 'with --query: print strings without quotes, lists one item a line')
    .option('--raw', 'print the bytes of the answer’s body')
    .option('-q, --quiet', 'on success print nothing for people')
    .option(
      '-v, --verbose',
      'show all facts, and request and answer on standard error, without secrets',
    )
    .option('--debug', 'show stack traces too')
    .option('--no-color', 'no colours')
    .option('--no-input', 'never ask for input; fail instead');
  if (command.parent === null) return command;
  for (const option of command.options.slice(countBefore)) option.hideHelp();
  return command.addHelpText('after', '\nGlobal options: `pvg --help`.');
}

/** The options of a command as commander read them: texts, and switches. */
export type TypedFlags<Text extends string, SwitchName extends string = never> = {
  readonly [Name in Text]?: string;
} & { readonly [Name in SwitchName]?: boolean };

/** For an option that may be repeated. */
export function appendValue(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** The global options of a command line. A value of the innermost command wins; a switch counts wherever it is typed. */
export function globalOptions(command: Command): GlobalOptions {
  const off = { json: false, text: false, raw: false, quiet: false, verbose: false, debug: false };
  let options: GlobalOptions = { ...off, color: true, input: true };
  for (const level of levelsOf(command)) {
    const typedOptions: Partial<GlobalOptions> = level.opts();
    options = {
      ...options,
      ...typedOptions,
      color: options.color && typedOptions.color !== false,
      input: options.input && typedOptions.input !== false,
    };
  }
  return { ...options, json: options.json || options.query !== undefined };
}

/** The program, the commands below it and this command, the outermost first. */
export function levelsOf(command: Command): readonly Command[] {
  const above = command.parent === null ? [] : levelsOf(command.parent);
  return [...above, command];
}

/** Shown in the help of commands that a read-only profile limits, or seems to limit. */
export const readOnlyMeaning =
  'A read-only profile is about what pvg sends: pvg sends no verify with it. It does not guard the secret. Whoever can use the profile can sign any request with it, for example with `pvg sign`.';

/**
 * Examples that run as printed, at the head of a command's help.
 * @param needs a sentence about what a new machine lacks for them
 */
export function addExamples(command: Command, lines: readonly string[], needs?: string): Command {
  const commands = lines.map((line) => `  $ ${line}\n`).join('');
  command.addHelpText('before', `Examples:\n${commands}`);
  return needs === undefined ? command : command.addHelpText('before', `${needs}\n`);
}
