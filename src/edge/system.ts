import type * as fileSystem from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { FileError } from '../context.js';
import { PvgError } from '../failure.js';

/** The system calls, as an interface so that tests can make each of them fail. */
export type FileSystem = Pick<
  typeof fileSystem,
  | 'access'
  | 'open'
  | 'rename'
  | 'link'
  | 'unlink'
  | 'chmod'
  | 'mkdir'
  | 'readdir'
  | 'stat'
  | 'lstat'
  | 'utimes'
>;

/** For writing: the process that writes, and whether another writer still runs. */
export interface Writer {
  readonly system: FileSystem;
  readonly pid: number;
  readonly isRunning: (pid: number) => boolean;
}

/** An error with a code, like those of the system. */
export const coded = (code: string): Error => Object.assign(new Error(code), { code });

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';

export const isCoded = (error: unknown, ...codes: readonly string[]): boolean =>
  codes.includes(codeOf(error));

/** undefined if there is no such file. */
export function notFound(error: unknown): undefined {
  if (!isCoded(error, 'ENOENT')) throw error;
  return undefined;
}

/** The same, also if its folder does not exist. */
export function nothingThere(error: unknown): undefined {
  if (!isCoded(error, 'ENOENT', 'ENOTDIR')) throw error;
  return undefined;
}

/** Turns a system error into a FileError. */
export async function asFileError<Result>(path: string, operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof FileError || error instanceof PvgError) throw error;
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw new FileError(codeOf(error), path, { cause: error });
  }
}

export async function closing<Result>(handle: FileHandle, operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation();
  } finally {
    await handle.close();
  }
}
