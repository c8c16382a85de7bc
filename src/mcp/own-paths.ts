import type { Context } from '../context.js';

/**
 * Paths of this computer have the names of users and computers in them: in the home folder, and in the names of the
 * journal's files. An assistant gets none of them.
 */

const replacement = 'a file on this computer';
/** What ends a path in a sentence or in JSON. A dot ends it only at the end of a sentence: `state/journal.ndjson.` */
const endOfPath = /[\s"'`,;:()<>]|\.(?=\s|$)/;

/** Gives a function that replaces every path into pvg's own folders and the working folder in a text. */
export function createOwnPathRemover({
  folders,
  env,
  files,
}: Pick<Context, 'folders' | 'env' | 'files'>) {
  const [workingFolder] = files.foldersUpward();
  const folderPaths = [folders.config, folders.state, env['PVG_JOURNAL_DIR'], workingFolder]
    .filter((folder) => folder !== undefined)
    .filter((folder) => folder.length > 1)
    // Each folder also as JSON writes it: on Windows with two backslashes.
    .flatMap((folder) => [folder, JSON.stringify(folder).slice(1, -1)]);
  // The longest first, because a folder may be inside another one.
  const longestFirst = [...new Set(folderPaths)].sort((one, other) => other.length - one.length);
  return (text: string): string => longestFirst.reduce(withoutPathsIn, text);
}

function withoutPathsIn(text: string, folder: string): string {
  const [before = '', ...after] = text.split(folder);
  return after.reduce((left, rest) => `${left}${replacement}${afterPath(rest)}`, before);
}

function afterPath(rest: string): string {
  const index = rest.search(endOfPath);
  return index === -1 ? '' : rest.slice(index);
}
