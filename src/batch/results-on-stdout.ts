import type { Context } from '../context.js';
import { AnsweredRows } from './answered-rows.js';
import { LinesAskedAgain } from './asked-again.js';
import type { Results } from './results-file.js';

/** How many rows a run without a file remembers, for rows that are equal to them. */
const mostRemembered = 10_000;
/** How many characters may wait to be written to standard output before the rows wait, too. */
const mostPendingCharacters = 1024 * 1024;

/** Results on standard output, where a line is known by its number from 0. @param formatLine makes what is printed of a line */
export function toStdout(
  { stdout }: Pick<Context, 'stdout'>,
  formatLine: (line: string) => string,
  onFailure: (error: unknown) => void,
): Results {
  const remembered = new Map<number, string>();
  let nextNumber = 0;
  let pendingCharacters = 0;
  let lastWrite: Promise<void> = Promise.resolve();
  return {
    answered: new AnsweredRows(),
    askedAgain: new LinesAskedAgain(),
    repeatedLines: 0,
    nextStart: () => nextNumber,
    put: (line) => {
      remembered.set(nextNumber, line);
      remembered.delete(nextNumber - mostRemembered);
      nextNumber += 1;
      const text = formatLine(line);
      pendingCharacters += text.length;
      lastWrite = stdout.write(text).then(() => {
        pendingCharacters -= text.length;
      }, onFailure);
    },
    room: () => (pendingCharacters > mostPendingCharacters ? lastWrite : undefined),
    // Without its line break, as from a file.
    lineAt: (number) => remembered.get(number)?.slice(0, -1) ?? '',
    keepsEarlierResults: false,
    lostLines: undefined,
    close: () => lastWrite,
  };
}
