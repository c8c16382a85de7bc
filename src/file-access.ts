/** What a command can do with files, and how that fails. `system/files.ts` does it. */

type Data = string | Uint8Array;

/** Each call that can fail rejects with a FileError. */
export interface Files {
  /** Fails with `EFBIG` as soon as more than `mostBytes` were read: a device may have no end. */
  read(path: string, mostBytes?: number): Promise<Uint8Array>;
  /** The content of a regular file; undefined if there is none. */
  readIfThere(path: string, mostBytes?: number): Promise<Uint8Array | undefined>;
  /**
   * Replaces the complete file (0600), or leaves the old one; never a pipe or a device. Makes missing folders, 0700.
   * `isNew`: never over an existing file (`EEXIST`) or through a symlink.
   */
  write(path: string, data: Data | AsyncIterable<Uint8Array>, isNew?: boolean): Promise<void>;
  /** Like `write`, but `make` writes the file, at a temporary path that it is given. */
  writeAtomically(
    path: string,
    make: (temporary: string) => Promise<void>,
    isNew?: boolean,
  ): Promise<void>;
  /**
   * Adds text at the end of a regular file in one write, so that two writers never mix; true if the file is new. Never
   * through a symlink; makes missing folders, 0700. `mode`: of a new file, which then has the group of its folder.
   */
  append(path: string, text: string, mode?: number): Promise<boolean>;
  /**
   * A regular file in pieces of whole lines, the last piece first. Never through a symlink; nothing if there is no file.
   * Fails with `EFBIG` if the file is larger than `mostBytes`.
   */
  piecesFromEnd(path: string, mostBytes?: number): AsyncIterable<Buffer>;
  /** The bytes of a regular file after a position; the whole file if it was replaced or cut since. */
  readFrom(path: string, position?: FilePosition): Promise<ReadFrom>;
  /** Sorted names of everything in a folder; empty if there is no folder. */
  listNames(folder: string): Promise<readonly string[]>;
  /** Removes a file; true if there was one. */
  remove(path: string): Promise<boolean>;
  /** Renames a file or folder within its folder, in one step. Never replaces anything: then it fails with `EEXIST`. */
  rename(path: string, name: string): Promise<void>;
  /** Keys for comparing files: two paths of the same file have a key in common, however they are written. Never fails. */
  identityKeys(path: string): Promise<readonly string[]>;
  /** The kind of what has this name, links not followed; undefined if nothing has it. */
  fileType(path: string): Promise<FileStatus['kind'] | 'link' | undefined>;
  /**
   * Keeps other pvg processes from writing the same file until the returned function is called, which never fails: a file
   * that it leaves behind blocks nobody. undefined while another one writes.
   */
  lock(path: string): Promise<(() => Promise<void>) | undefined>;
  /** Like lock, but makes missing folders, and waits up to `waitMs` for the other process. @throws also the reason of an interruption */
  lockWhenFree(path: string, waitMs: number): Promise<(() => Promise<void>) | undefined>;
  /** Reads a file from its beginning, piece by piece. */
  open(path: string): Promise<OpenFile>;
  /** Opens a file for writing at its end: a new file (0600), or one that is first cut after `keepBytes`. Never through a symlink. */
  openAppend(path: string, start: 'new' | { readonly keepBytes: number }): Promise<AppendFile>;
  /** Opens a regular file for reading its lines in any order. */
  openLines(path: string): Promise<LineFile>;
  /** What a path leads to, links followed; undefined if nothing is there or it cannot be seen. Never fails. */
  status(path: string): Promise<FileStatus | undefined>;
  /** The system's error code if the folder, or a file in it, could not be made. Makes nothing, never fails. */
  writeErrorCode(folder: string): Promise<string | undefined>;
  /** The working folder and those above it, nearest first. */
  foldersUpward(): readonly string[];
}

/** Where a read ended, and in which file: later, another file may have the same path. */
export interface FilePosition {
  readonly file: string;
  readonly bytes: number;
}

export interface ReadFrom {
  readonly bytes: Uint8Array;
  /** Whether the bytes begin at the position that was given. */
  readonly isContinued: boolean;
  /** The end of these bytes. */
  readonly position: FilePosition;
}

export interface FileStatus {
  readonly kind: 'file' | 'folder' | 'other';
  /** The lowest nine bits; on Windows, which has none, the bits of a file that only its owner may use. */
  readonly mode: number;
  /** Whether it belongs to the user who runs pvg. */
  readonly isOwn: boolean;
  /** Whether it has no bytes. */
  readonly isEmpty: boolean;
}

export interface OpenFile {
  /** undefined if the size is not known in advance, as for a pipe. */
  readonly size: number | undefined;
  /** The bytes, until the end of the file or until `close`. @throws {FileError} */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Ends the reading before the end of the file. May be called at any time, and more than once. */
  close(): Promise<void>;
}

export interface LineFile {
  /** The line that begins at this byte, without its end. Synchronous. @throws {FileError} */
  lineAt(start: number): string;
  close(): Promise<void>;
}

export interface AppendFile {
  /**
   * Writes all of it before it returns, or cuts the file back to what it was. Synchronous: after it returns, a kill of
   * this process loses none of it. @throws {FileError}
   */
  write(data: Data): void;
  /** The line that begins at this byte, without its end. Synchronous. @throws {FileError} */
  lineAt(start: number): string;
  /** Syncs the file to the disk. @throws {FileError} also `CHANGED` if another program moved or changed it meanwhile */
  close(): Promise<void>;
}

/** A file operation failed. Has the system's code, never the content. */
export class FileError extends Error {
  override readonly name = 'FileError';
  constructor(
    readonly code: string,
    readonly path: string,
    options?: ErrorOptions,
  ) {
    super(`${code}: ${path}`, options);
  }
}

/** Why a file or a device cannot be read or written, as a clause, by the system's code. */
export function whyFailed(code: string): string {
  return reasons[code] ?? `the system says ${code}`;
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'you have no permission',
  EPERM: 'you have no permission',
  EROFS: 'the file system is read-only',
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder',
  EFBIG: 'it is too large',
};

/** Why an input is not read, to follow “is” in a sentence. */
export function largerThan(mostBytes: number): string {
  return `larger than ${mostBytes / 1024 / 1024} MB, the most that pvg reads here`;
}

/** For a `.catch`: handles a FileError and throws any other error again. */
export const onFileError =
  <Result>(then: (error: FileError) => Result) =>
  (error: unknown): Result => {
    if (error instanceof FileError) return then(error);
    throw error;
  };
