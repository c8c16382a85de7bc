import { shellLine } from './shell.js';

/**
 * The sentence about a private file or folder that other users may read, and the command that fixes its mode; undefined if
 * only the owner may read it.
 * @param shownName the name of the file in the sentence
 */
export function looseMode(
  path: string,
  found: { readonly kind: string; readonly mode: number } | undefined,
  shownName = path,
) {
  if (found === undefined || (found.mode & 0o077) === 0) return undefined;
  const privateMode = found.kind === 'folder' ? '0700' : '0600';
  const says = `${shownName} has mode 0${found.mode.toString(8).padStart(3, '0')} instead of ${privateMode}: other users may read it.`;
  return { says, fix: shellLine(['chmod', privateMode, path]) };
}

/** The findings of `looseMode` for those of the paths that other users may read. */
export async function looseModesOf(
  files: { readonly status: (path: string) => Promise<Parameters<typeof looseMode>[1]> },
  paths: readonly string[],
) {
  const found = await Promise.all(
    paths.map(async (path) => looseMode(path, await files.status(path))),
  );
  return found.filter((each) => each !== undefined);
}

export function looseWords({ says, fix }: Readonly<Record<'says' | 'fix', string>>): string {
  return `${says} Run \`${fix}\`.`;
}

/** The note about a folder that is a link. pvg uses it anyway. */
export function linkedFolder(path: string, what: string): string {
  return `${path} is a link to another folder: ${what} is kept there.`;
}
