import type { Command } from 'commander';
import { PvgError } from '../failure.js';
import { joinWithAnd } from '../text/sentences.js';
import { levelsOf } from './options.js';

/** Which options cannot be given together, and which do nothing alone. */

type OptionName = `--${string}`;

/** Options that cannot be given together; commander's own `conflicts` does not know those of other levels. */
interface OptionConflict {
  readonly option: OptionName;
  readonly excludes: readonly OptionName[];
}

/** An option that does nothing alone: it needs one of the others, of those that the command has. */
interface OptionNeed {
  readonly option: OptionName;
  readonly needsOneOf: readonly OptionName[];
}

const optionConflicts: readonly OptionConflict[] = [
  { option: '--raw', excludes: ['--json', '--query'] },
  {
    option: '--token-only',
    excludes: ['--check', '--reply', '--report', '--json', '--query', '--raw'],
  },
  { option: '--form', excludes: ['--out', '--json', '--query'] },
  { option: '--list', excludes: ['--copy'] },
  { option: '--receipt', excludes: ['--purchase-json'] },
  { option: '--pick', excludes: ['--receipt', '--body'] },
  { option: '--resume', excludes: ['--overwrite'] },
  {
    option: '--merge',
    excludes: ['--resume', '--shard', '--rate', '--concurrency', '--dry-run'],
  },
  {
    option: '--sql',
    excludes: ['--against', '--out', '--report', '--fail-on', '--format', '--json', '--query'],
  },
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
  { option: '--as', needsOneOf: ['--dry-run'] },
  { option: '--text', needsOneOf: ['--query'] },
  { option: '--overwrite', needsOneOf: ['--out', '--report', '--summary', '--failed'] },
  { option: '--resume', needsOneOf: ['--out'] },
  { option: '--again', needsOneOf: ['--resume'] },
  { option: '--merge', needsOneOf: ['--out'] },
  { option: '--allow-host', needsOneOf: ['--host'] },
];

/** @throws {PvgError} `usage`, before the command runs */
export function checkOptionRules(command: Command): void {
  const typedOptions = namesOfTypedOptions(command);
  for (const conflict of optionConflicts) refuseConflict(conflict, typedOptions);
  for (const need of optionNeeds) refuseMissing(need, typedOptions, command);
}

/** The long names of the options that were typed, of this command and of those above it. */
function namesOfTypedOptions(command: Command): ReadonlySet<string> {
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
  const possible = needsOneOf.filter((name) => command.options.some(({ long }) => long === name));
  throw new PvgError('usage', `${option} needs ${possible.join(' or ')}.`, {
    hint: `Add \`${possible[0] ?? ''}\`.`,
  });
}
