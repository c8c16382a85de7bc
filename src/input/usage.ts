import type { Command, CommanderError } from 'commander';
import { nearest } from '../text/nearest.js';
import { PvgError } from '../failure.js';

/**
 * What commander could not make sense of, said without repeating it: a mistyped word may be a secret. Named are its
 * position and the nearest valid names.
 */
export function usageError(program: Command, argv: readonly string[], error: CommanderError): PvgError {
  const { command, operands } = wordsOf(program, argv);
  const path = pathOf(command);
  const help = `\`${path} --help\` lists what there is.`;
  switch (error.code) {
    case 'commander.unknownOption': {
      const [word, at] = offender(argv, error);
      const names = [...command.options, ...program.options].flatMap((option) => option.long ?? []);
      const near = nearest(word.split('=')[0] ?? '', [...new Set([...names, '--help'])]);
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
    case 'commander.excessArguments': {
      const at = operands[command.registeredArguments.length];
      const which = at === undefined ? '' : `: argument ${String(at + 1)} is one too many`;
      return usage(
        `\`${path}\` got more arguments than it takes${which}.`,
        [],
        `Quote a value that has spaces. ${help}`,
      );
    }
    case 'commander.invalidArgument':
      return noChoice(argv, error, help);
    default: {
      // These messages name our own declarations and nothing that was typed.
      const option = /option '([^']*)'/.exec(error.message)?.[1];
      const name = missingName.exec(error.message)?.[1] ?? '';
      return option === undefined
        ? usage(`The argument <${name}> is missing.`, [], help)
        : usage(`The option \`${option}\` is missing its value.`, [], help);
    }
  }
}

/** A value that is none of the declared choices. Commander quotes what was typed; this does not. */
function noChoice(argv: readonly string[], { message }: CommanderError, help: string): PvgError {
  const option = /option '([^']*)' argument '(.*)' is invalid\. /s.exec(message);
  const argument = /value '(.*)' is invalid for argument '([^']*)'\. /s.exec(message);
  const typed = option?.[2] ?? argument?.[1] ?? '';
  // The last ones: what was typed may say the same words.
  const allowed = message.split('Allowed choices are ').at(-1)?.replace(/\.$/, '') ?? '';
  const what = option ? `The option \`${option[1] ?? ''}\`` : `The argument <${argument?.[2] ?? ''}>`;
  const at = argv.findLastIndex((word) => word === typed || word.endsWith(`=${typed}`));
  const where = at === -1 ? '' : ` (argument ${String(at + 1)})`;
  return usage(`${what}${where} takes one of: ${allowed}.`, nearest(typed, allowed.split(', ')), help);
}

const missingName = /missing required argument '([^']*)'/;

const usage = (says: string, near: readonly string[], help: string): PvgError =>
  new PvgError('usage', says, {
    hint: near.length > 0 ? `Did you mean ${near.map((name) => `\`${name}\``).join(' or ')}? ${help}` : help,
  });

function offender(argv: readonly string[], { message }: CommanderError): [word: string, at: number] {
  const quoted = /'(.*)'/s.exec(message)?.[1] ?? '';
  const at = argv.findIndex((word) => word === quoted || word.startsWith(`${quoted}=`));
  // Commander takes short options apart: `-xSECRET` is reported as `-x…`.
  const start = at === -1 ? argv.findIndex((word) => word.startsWith(quoted.slice(0, 2))) : at;
  return [quoted, Math.max(0, start)];
}

/** The deepest command that the words name, and where the words stand that it takes as its arguments. */
export function wordsOf(
  program: Command,
  argv: readonly string[],
): { readonly command: Command; readonly operands: readonly number[] } {
  let command = program;
  let onlyOperands = false;
  const operands: number[] = [];
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (!onlyOperands && word.startsWith('-') && word !== '-') {
      onlyOperands = word === '--';
      if (takesNextWord(command, word)) at += 1;
      continue;
    }
    const next = operands.length > 0 ? undefined : command.commands.find((each) => each.name() === word);
    if (next === undefined) operands.push(at);
    else command = next;
  }
  return { command, operands };
}

const takesNextWord = (command: Command, word: string): boolean =>
  command.options.some((option) => option.required && (option.long === word || option.short === word));

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
