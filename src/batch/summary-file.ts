import type { Context } from '../context.js';
import { onFileError } from '../file-access.js';
import { isObject, rowObject } from '../tables/json.js';
import { utf8Text } from '../text/utf8.js';
import { throwOutputFailure, wrongUsage } from '../tables/refusals.js';

/** The file of `--summary`. Scripts read it: after a run that ended early it must not show the success of an earlier one. */

/** More than pvg ever wrote there. */
const mostSummaryBytes = 64 * 1024 * 1024;

/** @throws {PvgError} `usage` if the file is there and is not a summary of a batch */
export async function requireOwnSummary(
  { files }: Pick<Context, 'files'>,
  path: string,
): Promise<void> {
  const kind = await files.fileType(path);
  if (kind === undefined) return;
  const read =
    kind === 'file' ? files.readIfThere(path, mostSummaryBytes) : Promise.resolve(undefined);
  const bytes = await read.catch(onFileError(() => undefined));
  if (isSummary(utf8Text(bytes ?? new Uint8Array()) ?? '')) return;
  throw wrongUsage(
    'The file given with --summary is not a summary of `pvg batch`. It was not changed. Nothing was sent.',
    'Choose another file with `--summary`.',
  );
}

function isSummary(text: string): boolean {
  const object = rowObject(text);
  const answer = object?.['answer'];
  return object?.['command'] === 'batch' && isObject(answer) && isObject(answer['by_verdict']);
}

/** @throws {PvgError} `output-unwritable` */
export async function writeSummary(
  { files }: Pick<Context, 'files'>,
  path: string,
  text: string,
): Promise<void> {
  await files.write(path, text).catch(throwOutputFailure(path));
}
