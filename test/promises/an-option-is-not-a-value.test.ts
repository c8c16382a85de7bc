import type { Command, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { declaredProgram } from '../../src/program.js';
import { temporaryFolder, testContext } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

const program = await declaredProgram(testContext());

/** The commands that run: `['profile', 'add']`. */
const runnable = (
  command: Command,
  path: readonly string[] = [],
): [readonly string[], Command][] =>
  command.commands.length === 0
    ? [[path, command]]
    : command.commands.flatMap((each) => runnable(each, [...path, each.name()]));

const namesOf = ({ long, short }: Option): string[] => [long, short].flatMap((name) => name ?? []);
const all = runnable(program).filter(([path]) => path.length > 0);
const isUnique = (option: Option, index: number, options: readonly Option[]): boolean =>
  options.findIndex(({ long }) => long === option.long) === index;

/** The options that a command has, of its own and everywhere. */
const optionsOf = (command: Command): Option[] =>
  [...command.options, ...program.options].filter(isUnique);

const hasPlace = (command: Command): readonly string[] =>
  command.registeredArguments.flatMap(({ required }) => (required ? ['x'] : []));

/** A run that must not get as far as a profile, a prompt, a file or the network. */
async function refusalOf(words: readonly string[]) {
  const ended = await pvg(words, { home: temporaryFolder() });
  return { status: ended.status, said: ended.out + ended.err };
}

async function expectBothNames(words: readonly string[], names: readonly string[]): Promise<void> {
  const { status, said } = await refusalOf(words);
  expect([words, status]).toEqual([words, 2]);
  for (const name of names) expect(said).toContain(`\`${name}\``);
}

describe.each(all)('pvg %j', (path, command) => {
  const options = optionsOf(command);
  const valued = options.filter(({ required }) => required);
  const others = [...options.flatMap(namesOf), '--help', '-h', '--'];
  const pairs = valued.flatMap(namesOf).flatMap((name, index) => {
    // Each option is a value once, and each option that takes a value has two of them.
    const taken = [others[index % others.length], others[(index * 7 + 3) % others.length]];
    return taken.map((other) => [name, other ?? '--'] as const);
  });
  const each = others.map(
    (other, index) => [valued[index % valued.length]?.long ?? '', other] as const,
  );

  it('takes none of its options for a value', async () => {
    for (const [name, other] of [...pairs, ...each]) {
      await expectBothNames([...path, ...hasPlace(command), name, other], [name, other]);
      await expectBothNames([...path, name, other, ...hasPlace(command)], [name, other]);
    }
  });

  it('says so of an option with its value, too, and repeats no value', async () => {
    for (const [name, other] of pairs.filter(([, option]) => /^--[a-z]/.test(option))) {
      const words = [...path, name, `${other}=CANARY-1`];
      await expectBothNames(words, [name, other]);
      expect((await refusalOf(words)).said).not.toContain('CANARY');
    }
  });
});

/** Flags that end in `<file>`, `<folder>`, `<path|->`, `<file.html>` or `<part>`. */
const pathOptions = all.flatMap(([path, command]) =>
  command.options
    .filter(({ flags }) => /<(file|folder|path|part)[^>]*>$/.test(flags))
    .map((option) => [[...path, option.long ?? ''].join(' '), path, command] as const),
);

describe('an empty text is no name of a file or folder', () => {
  it.each(pathOptions)('%s', async (line, path, command) => {
    const long = line.split(' ').at(-1) ?? '';
    const operands = command.registeredArguments.flatMap(({ required, argChoices = ['x'] }) =>
      required ? argChoices.slice(0, 1) : [],
    );
    const { status, said } = await refusalOf([...path, ...operands, long, '']);
    expect([status, said]).toEqual([2, expect.stringContaining(`${long} is empty`)]);
  });

  it('of every command that has such an option', () => {
    const commands = new Set(pathOptions.map(([, path]) => path.join(' ')));
    for (const name of ['batch', 'conform', 'emulate', 'listen', 'lookup', 'reconcile', 'report']) {
      expect(commands).toContain(name);
    }
  });
});

it('holds for every command and every option that takes a value', () => {
  const count = all
    .flatMap(([, command]) => optionsOf(command))
    .filter(({ required }) => required).length;
  expect(all.length).toBeGreaterThan(25);
  expect(count).toBeGreaterThan(150);
  // An option whose value may be left out takes nothing that looks like an option: commander sees to it.
  expect(
    all.flatMap(([, command]) => optionsOf(command)).filter(({ optional }) => optional),
  ).toEqual([]);
});

describe('short options', () => {
  it.each<[words: readonly string[], names: readonly string[]]>([
    [
      ['lookup', '-p', '--receipt', 'r'],
      ['-p', '--receipt'],
    ],
    [
      ['lookup', '-qp', '--receipt', 'r'],
      ['-p', '--receipt'],
    ],
    [
      ['lookup', '-p', '-q'],
      ['-p', '-q'],
    ],
    [
      ['lookup', '-p', '-qv'],
      ['-p', '-q'],
    ],
    [
      ['lookup', '--receipt', '-pCANARY'],
      ['--receipt', '-p'],
    ],
    [
      ['-p', '--json', 'lookup'],
      ['-p', '--json'],
    ],
    [
      ['-qp', '--json'],
      ['-p', '--json'],
    ],
    [
      ['--query', '-p', 'version'],
      ['--query', '-p'],
    ],
    [
      ['profile', 'set', 'x', '--client-id', '-y'],
      ['--client-id', '-y'],
    ],
    [
      ['conform', '--vectors', '--', './signer'],
      ['--vectors', '--'],
    ],
  ])('%j', async (words, names) => {
    await expectBothNames(words, names);
    expect((await refusalOf(words)).said).not.toContain('CANARY');
  });
});

describe('what is meant as a value', () => {
  const local = '-p local --package com.example.game --receipt demo-purchased';
  const receiptOf = (said: Record<string, unknown>) => (said['answer'] as { body?: string }).body;

  it('is joined with =', async () => {
    for (const value of ['--receipt', '-p', '--json', '--help', '-qv']) {
      const line = [
        'lookup',
        ...local.split(' '),
        `--product-id=${value}`,
        '--dry-run',
        '--as',
        'json',
        '--json',
      ];
      const ended = await pvg(line);
      expect([value, ended.status]).toEqual([value, 0]);
      expect(JSON.parse(receiptOf(json(ended)) ?? '')).toMatchObject({ product_id: value });
    }
    expect((await pvg(['-p--json', 'lookup', 'demo-purchased'])).err).not.toContain(
      'needs a value',
    );
  });

  it('is no option of the command', async () => {
    for (const value of ['--player-id', '--unknown', '-x', '-5', '--Receipt', '-xq']) {
      const line = [
        'lookup',
        ...local.split(' '),
        '--product-id',
        value,
        '--dry-run',
        '--as',
        'json',
        '--json',
      ];
      const ended = await pvg(line);
      expect([value, ended.status]).toEqual([value, 0]);
      expect(JSON.parse(receiptOf(json(ended)) ?? '')).toMatchObject({ product_id: value });
    }
  });

  it('may stand after --, where no option does', async () => {
    const ended = await pvg('lookup -p local --product-id gems_100 -- --receipt');
    expect(ended.err).not.toContain('needs a value');
  });

  it.each([
    ['session -p local --username=--check', 'session --username=--check'],
    [
      'lookup demo-never-received -p local --product-id gems_100 --case=--last',
      'report --case=--last',
    ],
    ['lookup demo-never-received -p local --product-id gems_100 --case=-p', 'report --case=-p'],
  ])('is joined in the next command as well, which runs as printed: %s', async (line, expected) => {
    const home = temporaryFolder();
    const { out, err } = await pvg(line, { home });
    const next = [...(out + err).matchAll(/pvg ((?:session|report) .*)/g)].map(
      ([, each]) => each ?? '',
    );
    const printed = next.find((each) => each.startsWith(expected)) ?? '';
    expect(printed).not.toBe('');
    expect((await pvg(printed, { home, folder: home })).status).not.toBe(2);
  });
});
