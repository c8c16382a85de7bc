import type { Command, Option } from 'commander';
import { PvgError } from '../failure.js';
import { sharedStdinError } from './bytes.js';
import { joinWithAnd } from '../text/sentences.js';
import { levelsOf } from './options.js';

/**
 * Which options cannot be given together, and which do nothing alone. A rule holds wherever its options are; the comments
 * name the commands that have them.
 */

type OptionName = `--${string}`;

/** Options that cannot be given together; commander's own `conflicts` does not know those of other levels. */
interface OptionConflict {
  readonly option: OptionName;
  readonly excludes: readonly OptionName[];
}

/** An option that does nothing alone: it needs one of these options. The error names those that the command has. */
interface OptionNeed {
  readonly option: OptionName;
  readonly needsOneOf: readonly OptionName[];
}

const optionConflicts: readonly OptionConflict[] = [
  // Every command.
  { option: '--raw', excludes: ['--json', '--query'] },
  // `session`.
  {
    option: '--token-only',
    excludes: ['--check', '--reply', '--report', '--json', '--query', '--raw'],
  },
  // `report`.
  { option: '--form', excludes: ['--out', '--json', '--query'] },
  // `reply`.
  { option: '--list', excludes: ['--copy'] },
  // `lookup` and `verify`.
  { option: '--receipt', excludes: ['--purchase-json'] },
  { option: '--pick', excludes: ['--receipt', '--body'] },
  // `batch`.
  { option: '--resume', excludes: ['--overwrite'] },
  {
    option: '--merge',
    excludes: ['--resume', '--shard', '--rate', '--concurrency', '--dry-run'],
  },
  // `reconcile`.
  {
    option: '--sql',
    excludes: ['--against', '--out', '--report', '--fail-on', '--format', '--json', '--query'],
  },
  // `lookup`, `verify` and `session`.
  {
    option: '--body',
    excludes: [
      '--receipt',
      '--purchase-json',
      '--product-id',
      '--package',
      '--field',
      '--player-id',
      '--character-id',
      '--server-id',
      '--game-version',
      '--username',
      '--game-id',
      '--role-id',
    ],
  },
  // `sign`.
  {
    option: '--snippet',
    excludes: [
      '--body',
      '--show',
      '--timestamp',
      '--client-id',
      '--client-secret-file',
      '--secret-key-file',
    ],
  },
];

const optionNeeds: readonly OptionNeed[] = [
  // `lookup`, `verify` and `session`.
  { option: '--as', needsOneOf: ['--dry-run'] },
  // Every command.
  { option: '--text', needsOneOf: ['--query'] },
  // Every command that writes files.
  { option: '--overwrite', needsOneOf: ['--out', '--report', '--summary', '--failed'] },
  // `batch`.
  { option: '--resume', needsOneOf: ['--out'] },
  { option: '--again', needsOneOf: ['--resume'] },
  { option: '--merge', needsOneOf: ['--out'] },
  // `emulate`.
  { option: '--allow-host', needsOneOf: ['--host'] },
];

/** @throws {PvgError} `usage`, before the command runs */
export function checkOptionRules(command: Command): void {
  const typedOptions = findTypedOptions(command);
  for (const conflict of optionConflicts) refuseConflict(conflict, typedOptions);
  for (const need of optionNeeds) refuseMissing(need, typedOptions, command);
  refuseSharedStdin(command);
}

/** Refuses two options that both read standard input, before anything is read: what is in the pipe belongs to one of them, and may be a secret. */
function refuseSharedStdin(command: Command): void {
  // An option that can read standard input is declared as `<path|->`. For any other one, `-` is a value.
  const readsStdin = (option: Option): boolean =>
    option.flags.endsWith('|->') && command.getOptionValue(option.attributeName()) === '-';
  const [first, second] = command.options.filter(readsStdin).map(({ long }) => long ?? '');
  if (first !== undefined && second !== undefined) throw sharedStdinError(first, second);
}

/** The long names of the options that were typed. A global option may also stand before the name of the command. */
function findTypedOptions(command: Command): ReadonlySet<string> {
  const names = new Set<string>();
  for (const level of levelsOf(command)) {
    for (const option of level.options) {
      const isTyped = level.getOptionValueSource(option.attributeName()) === 'cli';
      if (isTyped && option.long) names.add(option.long);
    }
  }
  return names;
}

function refuseConflict(
  { option, excludes }: OptionConflict,
  typedOptions: ReadonlySet<string>,
): void {
  const excluded = excludes.filter((name) => typedOptions.has(name));
  if (!typedOptions.has(option) || excluded.length === 0) return;
  const quoted = excluded.map((name) => `\`${name}\``);
  throw new PvgError('usage', `${option} cannot be used together with ${joinWithAnd(excluded)}.`, {
    hint: `Use either \`${option}\` or ${joinWithAnd(quoted)}.`,
  });
}

function refuseMissing(
  { option, needsOneOf }: OptionNeed,
  typedOptions: ReadonlySet<string>,
  command: Command,
): void {
  const hasNeeded = needsOneOf.some((name) => typedOptions.has(name));
  if (!typedOptions.has(option) || hasNeeded) return;
  // `command.options` is enough here: every command repeats the global options.
  const availableOptions = needsOneOf.filter((name) =>
    command.options.some(({ long }) => long === name),
  );
  throw new PvgError('usage', `${option} needs ${availableOptions.join(' or ')}.`, {
    hint: `Add \`${availableOptions[0] ?? ''}\`.`,
  });
}
