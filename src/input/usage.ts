import type { Command, CommanderError } from 'commander';
import { PvgError } from '../failure.js';
import { didYouMean, nearest } from '../text/nearest.js';
import { orderIdIn } from './pasted/named.js';
import { topicNames } from './topic-names.js';
import { walk } from './words.js';

/** What commander could not make sense of. A mistyped word may be a secret: `named` says how it is told. */
export function usageError(program: Command, argv: readonly string[], error: CommanderError): PvgError {
  const { command, operands } = walk(program, argv);
  const path = pathOf(command);
  const unknown = (what: string, near: readonly string[]): PvgError => {
    const name = named(argv, offender(argv, quotedIn(error)));
    const says = `${name.charAt(0).toUpperCase()}${name.slice(1)} is not ${what} of \`${path}\`.`;
    return usage(command, says, didYouMean(near));
  };
  switch (error.code) {
    case 'commander.unknownOption':
      return unknown('an option', nearOptions(nameOf(quotedIn(error)), longNames(program, command)));
    case 'commander.unknownCommand': {
      const typed = quotedIn(error);
      const topic = topicNames.find((name) => name === typed.replace(/s$/, ''));
      const orderId = orderIdIn(typed);
      if (topic !== undefined && command.parent === null)
        return notACommand(`\`${topic}\` is a topic of the help`, `help ${topic}`);
      if (orderId !== undefined) return notACommand('An order id was typed', `journal find ${orderId}`);
      const names = command.commands.map((each) => each.name());
      return unknown('a command', nearest(typed, names));
    }
    case 'commander.help':
      return usage(command, `\`${path}\` needs a command.`);
    case 'commander.excessArguments':
      return tooMany(command, argv, operands[command.registeredArguments.length]);
    default: {
      // These messages name our own declarations and nothing that was typed.
      const option = /option '([^']*)'/.exec(error.message)?.[1];
      const name = /missing required argument '([^']*)'/.exec(error.message)?.[1] ?? '';
      const says = option === undefined ? `\`${path}\` needs <${name}>.` : `\`${option}\` needs a value.`;
      return usage(command, says);
    }
  }
}

const notACommand = (says: string, next: string): PvgError =>
  new PvgError('usage', `${says}, where a command must be.`, { nextCommand: `pvg ${next}` });

const usage = (command: Command, says: string, hint?: string): PvgError =>
  new PvgError('usage', says, { hint: hint ?? `See \`${pathOf(command)} --help\`.` });

/** The options of a profile, for a command that has one for both interfaces. */
const alsoCalled: Readonly<Record<string, string>> = {
  '--gateway-url': '--base-url',
  '--session-url': '--base-url',
};

function nearOptions(typed: string, names: readonly string[]): string[] {
  const meant = names.filter((name) => name === alsoCalled[typed]);
  const near = nearest(bare(typed), [...new Set([...names, '--help'])].map(bare));
  return meant.length > 0 ? meant : near.map((name) => `--${name}`);
}

const tooManyHints: Readonly<Record<string, string>> = {
  lookup:
    'The shell split the text into words. Save it in a file and use `pvg lookup @<file>`, or paste it after `pvg lookup -`.',
  session: '`pvg session` takes the player as an option: `--username <id>`.',
  verify: '`pvg verify` takes the purchase as an option: `--receipt <text>` or `--purchase-json @<file>`.',
  'explain-error': 'It explains one code, status or state: `pvg explain-error 401`.',
  '--reply': 'Put commas between languages, without spaces: `--reply ko,en`.',
};

/** @param at where the first word too many stands */
function tooMany(command: Command, argv: readonly string[], at = argv.length): PvgError {
  const word = argv[at] ?? '';
  const which = isName(word) ? `\`${word}\`` : placeOf(argv, at);
  const hint = tooManyHints[argv[at - 2] ?? ''] ?? tooManyHints[command.name()];
  return usage(command, `Unexpected word ${which}.`, hint ?? 'Put quotes around a value that has spaces.');
}

/**
 * A mail or a text program made one long dash of the two hyphens before an option’s name.
 * @throws {PvgError} `usage`
 */
export function refuseLongDash(program: Command, argv: readonly string[]): void {
  const { command, operands } = walk(program, argv);
  const known = longNames(program, command);
  for (const at of operands) {
    const [, name = ''] = /^[\u2010-\u2015\u2212]+-?([a-z][a-z-]*)(?:=|$)/.exec(argv[at] ?? '') ?? [];
    if (!known.includes(`--${name}`)) continue;
    const says = `The option \`--${name}\` begins with a long dash instead of two hyphens.`;
    throw usage(command, says, `A mail or text program replaced them. Type \`--${name}\`.`);
  }
}

const longNames = (program: Command, command: Command): string[] =>
  [...command.options, ...program.options].flatMap(({ long }) => long ?? []);

const bare = (option: string): string => option.replace(/^-+/, '');

/** `--name=value` without its value. */
const nameOf = (word: string): string => word.split('=')[0] ?? '';

/** Lower-case letters and hyphens: a command or an option's name, no secret. */
const isName = (word: string): boolean => /^-{0,2}[a-z]+(?:-[a-z]+)*$/.test(word);

const named = (argv: readonly string[], at: number): string => {
  const name = nameOf(argv[at] ?? '');
  return isName(name) ? `\`${name}\`` : `the word ${placeOf(argv, at)}`;
};

/** Where a word stands that is not to be repeated. */
function placeOf(argv: readonly string[], at: number): string {
  const before = nameOf(argv[at - 1] ?? 'pvg');
  return isName(before) ? `after \`${before}\`` : 'after "…"';
}

const quotedIn = ({ message }: CommanderError): string => /'(.*)'/s.exec(message)?.[1] ?? '';

function offender(argv: readonly string[], quoted: string): number {
  const at = argv.findIndex((word) => word === quoted || word.startsWith(`${quoted}=`));
  // Commander takes short options apart: `-xSECRET` is reported as `-x…`.
  return Math.max(0, at === -1 ? argv.findIndex((word) => word.startsWith(quoted.slice(0, 2))) : at);
}

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
