import { shellLine } from './shell.js';

/**
 * Of a file that others may read, though it is meant for its owner only: the sentence about it, and the command that fixes
 * it. `called`: how the sentence names it.
 */
export function looseMode(
  path: string,
  found: { readonly kind: string; readonly mode: number } | undefined,
  called = path,
) {
  if (found === undefined || (found.mode & 0o077) === 0) return undefined;
  const privateMode = found.kind === 'folder' ? '0700' : '0600';
  const says = `${called} has mode 0${found.mode.toString(8).padStart(3, '0')} instead of ${privateMode}: other users may read it.`;
  return { says, fix: shellLine(['chmod', privateMode, path]) };
}

/** What is loose about the modes of the paths; nothing of those that only their owner may read. */
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

/** For a folder that pvg uses anyway. */
export function linkedFolder(path: string, what: string): string {
  return `${path} is a link to another folder: ${what} is kept there.`;
}
