import { dirname } from 'node:path';

/** The two calls it takes, of `node:fs/promises`. */
export interface FolderSystem {
  stat(path: string): Promise<{ isDirectory(): boolean }>;
  mkdir(path: string, options: { readonly mode: number }): Promise<unknown>;
}

/**
 * Makes a folder and those missing above it, 0700, level by level: node's own `recursive` never ends under /proc,
 * where a folder is there and none can be made in it. @throws the system's error
 */
export async function makeFolders(system: FolderSystem, folder: string): Promise<void> {
  if (await isFolder(system, folder)) return;
  const above = dirname(folder);
  if (above !== folder) await makeFolders(system, above);
  try {
    await system.mkdir(folder, { mode: 0o700 });
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (codeOf(error) !== 'EEXIST' || !(await isFolder(system, folder))) throw error;
  }
}

async function isFolder(system: FolderSystem, path: string): Promise<boolean> {
  try {
    if ((await system.stat(path)).isDirectory()) return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
  throw Object.assign(new Error('a file stands where a folder is wanted'), { code: 'ENOTDIR' });
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
