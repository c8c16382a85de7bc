import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { getuid, platform } from 'node:process';
import type { Files, FileStatus } from '../context.js';
import { orInterrupted } from '../contract/or-interrupted.js';
import { openAppendFile, openLineFile } from './append-file.js';
import { piecesFromEnd } from './from-end.js';
import { hold, holdWhenFree } from './file-lock.js';
import { openPieces, readOn, readRegular, wholeOf } from './read-file.js';
import { asFileError, codeOf, isCoded, nothingThere } from './system.js';
import { append, kindOf, rename, stage, fileTypeOf } from './write-whole-file.js';

/** The files of the system; relative paths begin at `workingFolder`, `interrupt` ends a read of a pipe. */
export function openFiles(
  workingFolder: string,
  interrupt = () => new AbortController().signal,
): Files {
  const inFolder = <Result>(
    path: string,
    operation: (target: string) => Promise<Result>,
  ): Promise<Result> => asFileError(path, () => operation(resolve(workingFolder, path)));
  return {
    read: (path, mostBytes) => {
      const reading = inFolder(path, async (target) =>
        wholeOf((await openPieces(target, path)).chunks, mostBytes),
      );
      // A pipe may be idle for hours.
      return orInterrupted(reading, interrupt());
    },
    readIfThere: (path, mostBytes) =>
      inFolder(path, (target) => readRegular(target, mostBytes).catch(nothingThere)),
    write: (path, data, isNew) =>
      inFolder(path, (target) =>
        stage(target, (file) => fs.writeFile(file, data, { flag: 'wx', mode: 0o600 }), isNew),
      ),
    stage: (path, make, isNew) => inFolder(path, (target) => stage(target, make, isNew)),
    append: (path, text, mode) => inFolder(path, (target) => append(target, text, mode)),
    piecesFromEnd: (path, mostBytes) =>
      piecesFromEnd(resolve(workingFolder, path), path, mostBytes),
    readOn: (path, place) => inFolder(path, (target) => readOn(target, place)),
    names: (folder) =>
      inFolder(folder, async (target) =>
        ((await fs.readdir(target).catch(nothingThere)) ?? []).sort(),
      ),
    remove: (path) =>
      inFolder(
        path,
        async (target) => (await fs.unlink(target).then(() => true, nothingThere)) ?? false,
      ),
    rename: (path, name) => inFolder(path, (target) => rename(target, join(dirname(target), name))),
    identities: (path) => identitiesOf(resolve(workingFolder, path)),
    kind: (path) => inFolder(path, kindOf),
    hold: (path) => inFolder(path, hold),
    holdWhenFree: (path, waitMs) =>
      inFolder(path, (target) => holdWhenFree(target, { waitMs, interrupt: interrupt() })),
    open: (path) => inFolder(path, (target) => openPieces(target, path)),
    openAppend: (path, place) => inFolder(path, (target) => openAppendFile(target, path, place)),
    openLines: (path) => inFolder(path, openLineFile),
    look: (path) => look(resolve(workingFolder, path)),
    writingFails: (folder) => writingFails(resolve(workingFolder, folder)),
    foldersUpward: () => foldersUpward(resolve(workingFolder)),
  };
}

async function look(target: string): Promise<FileStatus | undefined> {
  const status = await fs.stat(target).catch(() => undefined);
  if (status === undefined) return undefined;
  const kind = fileTypeOf(status);
  const isEmpty = status.size === 0;
  if (platform === 'win32') {
    const mode = kind === 'folder' ? 0o700 : 0o600;
    return { kind, mode, isOwn: true, isEmpty };
  }
  return { kind, mode: status.mode & 0o777, isOwn: status.uid === getuid?.(), isEmpty };
}

/** Asks the system, which also knows read-only file systems; a missing folder counts as its nearest existing parent. */
async function writingFails(folder: string): Promise<string | undefined> {
  try {
    await fs.access(`${folder}/.`, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    if (isCoded(error, 'ENOENT')) return writingFails(dirname(folder));
    return codeOf(error);
  }
}

/** The keys of a file: its number, or for a file that does not exist yet its folder's number and its name. */
async function identitiesOf(target: string): Promise<string[]> {
  const numberOf = async (path: string): Promise<string> => {
    const status = await fs.stat(path).catch(() => undefined);
    return status ? `${status.dev}:${status.ino}` : path;
  };
  const byName = `${await numberOf(dirname(target))}/${basename(target)}`;
  return [...new Set([await numberOf(target), byName])];
}

function foldersUpward(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUpward(parent)];
}
