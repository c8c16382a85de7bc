import type { Context } from '../../context.js';
import { onFileError } from '../../file-access.js';
import { shellLine, type ShellWord } from '../../text/shell.js';
import { reportFileName } from '../../wording/next-command.js';

/**
 * Whether the page of a ticket is there already: only then does the next command replace it. An assistant and a page in the
 * browser name no file that is looked at.
 */
export async function hasPageOf(
  context: Pick<Context, 'files' | 'via'>,
  caseId: string | null | undefined,
): Promise<boolean> {
  if (caseId === null || caseId === undefined || context.via !== undefined) return false;
  return hasFile(context, reportFileName(caseId));
}

async function hasFile({ files }: Pick<Context, 'files'>, path: string): Promise<boolean> {
  const kind = await files.fileType(path).catch(onFileError(() => undefined));
  return kind !== undefined;
}

/** The command that writes a page, `--out` last; with `--overwrite` where the page is there already. */
export async function pageLine(
  context: Pick<Context, 'files' | 'via'>,
  words: readonly ShellWord[],
): Promise<string> {
  const path = words.at(-1);
  const isLooked = typeof path === 'string' && context.via === undefined;
  const isThere = isLooked && (await hasFile(context, path));
  return shellLine(isThere ? [...words, '--overwrite'] : words);
}
