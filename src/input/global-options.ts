import type { Command } from 'commander';

/** The options that every command takes; given before or after the command's name. */
export interface GlobalOptions {
  readonly profile?: string | undefined;
  readonly json: boolean;
  readonly query?: string | undefined;
  readonly raw: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly debug: boolean;
  readonly color: boolean;
  /** false with --no-input: never ask. */
  readonly input: boolean;
}

export function addGlobalOptions(command: Command): Command {
  return command
    .option('-p, --profile <name>', 'stored credentials to use; `local` needs no set-up')
    .option('--json', 'print the result as one JSON object')
    .option('--query <jmespath>', 'pick from the JSON')
    .option('--raw', 'print the bytes of the answer’s body')
    .option('-q, --quiet', 'print nothing for people on success')
    .option('-v, --verbose', 'show the exchange on stderr, redacted')
    .option('--debug', 'show stack traces too')
    .option('--no-color', 'no colours')
    .option('--no-input', 'never ask; fail instead');
}

/** The nearest command's word wins; a switch given anywhere counts. */
export function globalOptions(command: Command): GlobalOptions {
  const levels: Command[] = [];
  for (let level: Command | null = command; level !== null; level = level.parent) levels.push(level);
  const given = levels.map((level) => level.opts<Partial<GlobalOptions>>());
  const nearest = <Name extends 'profile' | 'query'>(name: Name): string | undefined =>
    given.find((options) => options[name] !== undefined)?.[name];
  const on = (name: 'json' | 'raw' | 'quiet' | 'verbose' | 'debug'): boolean =>
    given.some((options) => options[name] === true);
  const query = nearest('query');
  return {
    profile: nearest('profile'),
    query,
    json: on('json') || query !== undefined,
    raw: on('raw'),
    quiet: on('quiet'),
    verbose: on('verbose'),
    debug: on('debug'),
    color: given.every((options) => options.color !== false),
    input: given.every((options) => options.input !== false),
  };
}
