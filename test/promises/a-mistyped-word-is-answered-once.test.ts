import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { topicNames } from '../../src/input/topic-names.js';
import { declaredProgram } from '../../src/program.js';
import { testContext } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

const suggested = (hint: string): string[] =>
  [...hint.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

const program = await declaredProgram(testContext());
const commandNames = program.commands.map((command) => command.name());

describe('a mistyped command', () => {
  it.each([...new Set([...commandNames, ...topicNames])].filter((name) => name.length > 3))(
    'gets each suggestion once: %s without its last letter',
    async (name) => {
      const { exit, error } = json(await pvg(`${name.slice(0, -1)} --json`));
      const names = suggested((error as { hint: string }).hint);
      expect(exit).toBe(2);
      expect(names).toEqual([...new Set(names)]);
      expect(names.length).toBeGreaterThan(0);
    },
  );
});

/** Every switch of every command: an option without a value. */
const switches = (
  command: Command,
  path: readonly string[],
): (readonly [line: string, option: string])[] => [
  ...[...command.options, ...program.options]
    .filter(
      (option) => option.isBoolean() && option.long !== '--help' && option.long !== '--version',
    )
    .map((option) => [path.join(' '), option.long ?? ''] as const),
  ...command.commands.flatMap((each) => switches(each, [...path, each.name()])),
];

describe('a switch with a value', () => {
  it.each(program.commands.flatMap((command) => switches(command, [command.name()])))(
    'is refused, and nothing else is suggested for it: pvg %s %s=true',
    async (line, option) => {
      const ended = await pvg([...line.split(' '), `${option}=true`]);
      expect(ended.status).toBe(2);
      expect(ended.out).toBe('');
      expect(suggested(ended.err).filter((name) => name.startsWith('-'))).toEqual([option, option]);
    },
  );
});
