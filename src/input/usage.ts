import type { Command, CommanderError } from 'commander';
import { didYouMean, nearest } from '../text/nearest.js';
import { PvgError } from '../failure.js';
import { walk } from './words.js';

/** What commander could not make sense of. A mistyped word may be a secret: `named` says how it is told. */
export function usageError(program: Command, argv: readonly string[], error: CommanderError): PvgError {
  const { command, operands } = walk(program, argv);
  const path = pathOf(command);
  const help = `${path} --help`;
  switch (error.code) {
    case 'commander.unknownOption': {
      const [word, at] = offender(argv, error);
      const names = [...command.options, ...program.options].flatMap((option) => option.long ?? []);
      const near = nearest(bare(nameOf(word)), [...new Set([...names, '--help'])].map(bare));
      return usage(
        `${capital(named(argv, at))} is not an option of \`${path}\`.`,
        help,
        didYouMean(near.map((name) => `--${name}`)),
      );
    }
    case 'commander.unknownCommand': {
      const [word, at] = offender(argv, error);
      const names = command.commands.map((each) => each.name());
      const near = nearest(word, names);
      return usage(`${capital(named(argv, at))} is not a command of \`${path}\`.`, help, didYouMean(near));
    }
    case 'commander.help':
      return usage(`\`${path}\` needs a command.`, help);
    case 'commander.excessArguments':
      return tooMany(argv, operands, help, command);
    case 'commander.invalidArgument':
      return noChoice(error, help);
    default: {
      // These messages name our own declarations and nothing that was typed.
      const option = /option '([^']*)'/.exec(error.message)?.[1];
      const name = missingName.exec(error.message)?.[1] ?? '';
      return option === undefined
        ? usage(`\`${path}\` needs <${name}>.`, help)
        : usage(`\`${option}\` needs a value.`, help);
    }
  }
}

function tooMany(
  argv: readonly string[],
  operands: readonly number[],
  help: string,
  command: Command,
): PvgError {
  const at = operands[command.registeredArguments.length];
  const word = argv[at ?? argv.length] ?? '';
  const which = at === undefined ? '' : ` ${isName(word) ? shown(word) : placeOf(argv, at)}`;
  const isOfList = at !== undefined && argv[at - 2] === '--reply';
  const hint = isOfList
    ? 'Put commas between languages, without spaces: `--reply ko,en`.'
    : (tooManyHints[command.name()] ?? 'Put quotes around a value that has spaces.');
  return usage(`Unexpected word${which}.`, help, hint);
}

const tooManyHints: Readonly<Record<string, string>> = {
  lookup:
    'The shell split the text into words. Save it in a file and use `pvg lookup @<file>`, or paste it after `pvg lookup -`.',
  session: '`pvg session` takes the player as an option: `--username <id>`.',
  verify: '`pvg verify` takes the purchase as an option: `--receipt <text>` or `--purchase-json @<file>`.',
  'explain-error': 'It explains one code, status or state: `pvg explain-error 401`.',
};

/**
 * A mail or a text program made one long dash of the two hyphens before an option’s name.
 * @throws {PvgError} `usage`
 */
export function refuseLongDash(program: Command, argv: readonly string[]): void {
  const { command, operands } = walk(program, argv);
  const longNames = [...command.options, ...program.options].map(({ long }) => long);
  for (const at of operands) {
    const [, name] = /^[\u2010-\u2015\u2212]+-?([a-z][a-z-]*)(?:=|$)/.exec(argv[at] ?? '') ?? [];
    if (name === undefined || !longNames.includes(`--${name}`)) continue;
    const says = `The option \`--${name}\` begins with a long dash instead of two hyphens.`;
    throw usage(
      says,
      `${pathOf(command)} --help`,
      `A mail or text program replaced them. Type \`--${name}\`.`,
    );
  }
}

/** A value that is not one of the declared choices. Commander quotes what was typed; this does not. */
function noChoice({ message }: CommanderError, help: string): PvgError {
  const option = /option '([^']*)' argument '(.*)' is invalid\. /s.exec(message);
  const argument = /value '(.*)' is invalid for argument '([^']*)'\. /s.exec(message);
  const typed = option?.[2] ?? argument?.[1] ?? '';
  // The last ones: what was typed may say the same words.
  const allowed = message.split('Allowed choices are ').at(-1)?.replace(/\.$/, '') ?? '';
  const near = nearest(typed, allowed.split(', '));
  const what = option?.[1]?.split(' ')[0] ?? `<${argument?.[2] ?? ''}>`;
  const meant = near.map((each) => (option === null ? each : `${what} ${each}`));
  return usage(`${what} must be one of: ${allowed}.`, help, didYouMean(meant));
}

const missingName = /missing required argument '([^']*)'/;

const usage = (says: string, help: string, hint = `See \`${help}\`.`): PvgError =>
  new PvgError('usage', says, { hint });

const shown = (word: string): string => `\`${word}\``;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const bare = (option: string): string => option.replace(/^-+/, '');

/** `--name=value` without its value. */
const nameOf = (word: string): string => word.split('=')[0] ?? '';

/** Lower-case letters and hyphens: a command or an option's name, no secret. */
const isName = (word: string): boolean => /^-{0,2}[a-z]+(?:-[a-z]+)*$/.test(word);

const named = (argv: readonly string[], at: number): string => {
  const name = nameOf(argv[at] ?? '');
  return isName(name) ? shown(name) : `the word ${placeOf(argv, at)}`;
};

/** Where a word stands that is not to be repeated. */
function placeOf(argv: readonly string[], at: number): string {
  const before = nameOf(argv[at - 1] ?? 'pvg');
  return isName(before) ? `after ${shown(before)}` : 'after "…"';
}

function offender(argv: readonly string[], { message }: CommanderError): [word: string, at: number] {
  const quoted = /'(.*)'/s.exec(message)?.[1] ?? '';
  const at = argv.findIndex((word) => word === quoted || word.startsWith(`${quoted}=`));
  // Commander takes short options apart: `-xSECRET` is reported as `-x…`.
  const start = at === -1 ? argv.findIndex((word) => word.startsWith(quoted.slice(0, 2))) : at;
  return [quoted, Math.max(0, start)];
}

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
