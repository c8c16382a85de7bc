import type { Command } from 'commander';

/** Puts examples that run as printed at the head of a command's help, before its options. */
export const examples = (command: Command, lines: readonly string[]): Command =>
  command.addHelpText('before', ['Examples:', ...lines.map((line) => `  $ ${line}`), ''].join('\n'));
