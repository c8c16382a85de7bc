import type { Context } from '../../context.js';
import { onFileError } from '../../file-access.js';
import { shellLine, type ShellWord } from '../../text/shell.js';
import { reportFileName } from '../../wording/next-command.js';

/**
 * Whether the file of a ticket’s report exists: only then the next command has `--overwrite`. No file is looked at for an
 * assistant or the page in the browser.
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

/** The command that writes a report, with `--overwrite` if its file exists. @param words the command; its last word is the path of `--out` */
export async function pageLine(
  context: Pick<Context, 'files' | 'via'>,
  words: readonly ShellWord[],
): Promise<string> {
  const path = words.at(-1);
  const isLookedAt = typeof path === 'string' && context.via === undefined;
  const exists = isLookedAt && (await hasFile(context, path));
  return shellLine(exists ? [...words, '--overwrite'] : words);
}
