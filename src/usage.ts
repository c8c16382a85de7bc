import type { Command, CommanderError } from 'commander';
import { nearest } from './contract/nearest.js';
import { PvgError } from './failure.js';

/**
 * What commander could not make sense of, said without repeating it: a mistyped word may be a secret. Named are its
 * position and the nearest valid names.
 */
export function usageError(program: Command, argv: readonly string[], error: CommanderError): PvgError {
  const command = commandOf(program, argv);
  const path = pathOf(command);
  const help = `\`${path} --help\` lists what there is.`;
  switch (error.code) {
    case 'commander.unknownOption': {
      const [word, at] = offender(argv, error);
      const names = [...command.options, ...program.options].flatMap((option) => option.long ?? []);
      const near = nearest(word.split('=')[0] ?? '', [...names, '--help']);
      return usage(`Argument ${String(at + 1)} is no option of \`${path}\`.`, near, help);
    }
    case 'commander.unknownCommand': {
      const [word, at] = offender(argv, error);
      const near = nearest(
        word,
        command.commands.map((each) => each.name()),
      );
      return usage(`Argument ${String(at + 1)} is no command of \`${path}\`.`, near, help);
    }
    case 'commander.help':
      return usage(`\`${path}\` needs a command.`, [], help);
    case 'commander.excessArguments':
      return usage(
        `\`${path}\` got more arguments than it takes.`,
        [],
        `Quote a value that has spaces. ${help}`,
      );
    default: {
      // These messages name our own declarations, up to the value that was typed.
      const declared = /(option|argument) '([^']*)'/.exec(error.message);
      const name = declared?.[2] ?? missingName.exec(error.message)?.[1] ?? '';
      const allowed = /Allowed choices are ([^\n]*)\./.exec(error.message)?.[1];
      const what = declared?.[1] === 'option' ? `The option \`${name}\`` : `The argument <${name}>`;
      if (allowed !== undefined) return usage(`${what} takes one of: ${allowed}.`, [], help);
      return usage(`${what} is missing${declared?.[1] === 'option' ? ' its value' : ''}.`, [], help);
    }
  }
}

const missingName = /missing required argument '([^']*)'/;

const usage = (says: string, near: readonly string[], help: string): PvgError =>
  new PvgError('usage', says, {
    hint: near.length > 0 ? `Did you mean ${near.map((name) => `\`${name}\``).join(' or ')}? ${help}` : help,
  });

/** The word that commander quotes, and where it stands. */
function offender(argv: readonly string[], { message }: CommanderError): [word: string, at: number] {
  const quoted = /'(.*)'/s.exec(message)?.[1] ?? '';
  const at = argv.findIndex((word) => word === quoted || word.startsWith(`${quoted}=`));
  // Commander takes short options apart: `-xSECRET` is reported as `-x…`.
  const start = at === -1 ? argv.findIndex((word) => word.startsWith(quoted.slice(0, 2))) : at;
  return [quoted, Math.max(0, start)];
}

/** The deepest command that the words name. */
function commandOf(program: Command, argv: readonly string[]): Command {
  let command = program;
  for (const word of argv) {
    const next = command.commands.find((each) => each.name() === word);
    if (next) command = next;
  }
  return command;
}

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
