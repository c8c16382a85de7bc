import type { Command, Option } from 'commander';
import { PvgError } from '../failure.js';

/** The flags of such an option end in `<file>`, `<folder>`, `<path|->`, `<file.html>` or `<part>`. */
function takesPath({ flags }: Pick<Option, 'flags'>): boolean {
  return /<(?:file|folder|path|part)\b[^>]*>$/.test(flags);
}

/**
 * The system takes an empty path for the working folder.
 * @throws {PvgError} `usage`, before the command runs
 */
export function refuseEmptyPaths(command: Command): void {
  const optionValues = command.opts<Readonly<Record<string, unknown>>>();
  for (const option of command.options.filter(takesPath)) {
    const value = optionValues[option.attributeName()];
    const isEmpty = value === '' || (Array.isArray(value) && value.includes(''));
    if (!isEmpty) continue;
    const { long = '' } = option;
    const kind = option.flags.endsWith('<folder>') ? 'folder' : 'file';
    throw new PvgError('usage', `${long} is empty. It needs a ${kind} name.`, {
      hint: `Check whether a shell variable is not set, or leave out \`${long}\`.`,
    });
  }
}
