import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { suggest } from '../../src/input/completion/suggest.js';
import { readCommandLine } from '../../src/input/usage.js';

/** A program with a command, and a group of one command. */
function programOf(): Command {
  const program = new Command('pvg')
    .helpCommand(false)
    .option('-q, --quiet', 'say less')
    .option('-p, --profile <name>', 'the profile');
  program
    .command('lookup')
    .description('look up')
    .argument('[purchase]')
    .option('--receipt <text|@file|->', 'the receipt')
    .option('--journal [folder]', 'a value that may be left out')
    .option('--as <form>', 'one of: curl, http');
  program
    .command('group')
    .helpCommand(false)
    .description('a group')
    .command('only')
    .description('its one command');
  return program;
}

const walked = (line: string) => {
  const { command, operands, awaited, isEnded, taken } = readCommandLine(
    programOf(),
    line.split(' '),
  );
  return {
    command: command.name(),
    operands,
    awaited: awaited?.long,
    isEnded,
    taken: taken && [taken.optionName, taken.takenName],
  };
};

describe('the words of a command line', () => {
  const lookup = {
    command: 'lookup',
    operands: [] as number[],
    awaited: undefined as string | undefined,
    isEnded: false,
    taken: undefined as string[] | undefined,
  };
  it.each<[line: string, expected: Partial<typeof lookup>]>([
    ['lookup', {}],
    ['lookup demo', { operands: [1] }],
    ['lookup --receipt', { awaited: '--receipt' }],
    ['lookup --receipt x demo', { operands: [3] }],
    ['lookup --receipt=x demo', { operands: [2] }],
    ['lookup -p', { awaited: '--profile' }],
    ['lookup -qp', { awaited: '--profile' }],
    ['lookup -pdev demo', { operands: [2] }],
    ['lookup -q demo', { operands: [2] }],
    ['lookup -', { operands: [1] }],
    // The second word of a group is no command after an operand.
    ['lookup x group', { operands: [1, 2] }],
    ['group only', { command: 'only' }],
    // `--` ends the options once; a second one is an operand.
    ['lookup --', { isEnded: true }],
    ['lookup -- --receipt x', { isEnded: true, operands: [2, 3] }],
    ['lookup -- -- x', { isEnded: true, operands: [2, 3] }],
    // A needed value may look like an option; one that may be left out does not.
    ['lookup --receipt -x', {}],
    ['lookup --receipt --as', { taken: ['--receipt', '--as'] }],
    ['lookup --receipt --as=curl', { taken: ['--receipt', '--as'] }],
    ['lookup --receipt -q', { taken: ['--receipt', '-q'] }],
    ['lookup --receipt -- x', { taken: ['--receipt', '--'], operands: [3] }],
    ['lookup --receipt --as --receipt -q', { taken: ['--receipt', '--as'] }],
    ['lookup --journal --as', { awaited: '--as' }],
    ['lookup --journal -- x', { isEnded: true, operands: [3] }],
    ['lookup --journal here demo', { operands: [3] }],
  ])('%s', (line, expected) => {
    expect(walked(line)).toEqual({ ...lookup, ...expected });
  });
});

describe('what may come at the cursor', () => {
  const offered = async (line: string): Promise<string[]> => {
    const before = line.split(' ');
    const current = before.pop() ?? '';
    const profiles = () => Promise.resolve([{ value: 'game-dev', says: '' }]);
    const { words } = await suggest(programOf(), { before, current }, profiles);
    return words.map(({ value }) => value);
  };

  it.each<[what: string, line: string, words: string[]]>([
    ['the commands of the program', '', ['lookup', 'group']],
    ['those that begin so', 'g', ['group']],
    ['the one command of a group', 'group ', ['only']],
    [
      'the options of a command without commands',
      'group only ',
      ['--help', '--quiet', '--profile'],
    ],
    ['the profiles', 'lookup -p ', ['game-dev']],
    ['the choices of an option', 'lookup --as ', ['curl', 'http']],
    ['options that begin so', 'lookup --r', ['--receipt']],
    ['nothing after the end of the options', 'lookup -- --r', []],
  ])('%s: %j', async (_what, line, words) => {
    expect(await offered(line)).toEqual(words);
  });
});
