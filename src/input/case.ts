import type { Command } from 'commander';
import { PvgError } from '../failure.js';
import { hasUnsafe } from '../text/json/plain-text.js';

/** The ticket that a call belongs to, as the journal keeps it. */
export const addCaseOption = (command: Command): Command =>
  command.option('--case <id>', 'the ticket it belongs to: kept in the journal, found by `pvg journal find`');

const longestCase = 100;

/** @throws {PvgError} `usage`, before anything is sent */
export function readCase(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  const text = given.trim();
  if (text !== '' && [...text].length <= longestCase && !hasUnsafe(text)) return text;
  throw new PvgError('usage', `--case takes printable text of 1 to ${String(longestCase)} characters.`, {
    hint: 'Give the number of the ticket: `--case TICKET-4711`.',
  });
}
