import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { getuid, platform } from 'node:process';
import type { Files, FileStatus } from '../context.js';
import { orInterrupted } from '../contract/or-interrupted.js';
import { openAppendFile } from './append-file.js';
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
  const at = <Result>(
    path: string,
    operation: (target: string) => Promise<Result>,
  ): Promise<Result> => asFileError(path, () => operation(resolve(workingFolder, path)));
  return {
    read: (path, mostBytes) => {
      const reading = at(path, async (target) =>
        wholeOf((await openPieces(target, path)).chunks, mostBytes),
      );
      // A pipe may be idle for hours.
      return orInterrupted(reading, interrupt());
    },
    readIfThere: (path, mostBytes) =>
      at(path, (target) => readRegular(target, mostBytes).catch(nothingThere)),
    write: (path, data, isNew) =>
      at(path, (target) =>
        stage(target, (file) => fs.writeFile(file, data, { flag: 'wx', mode: 0o600 }), isNew),
      ),
    stage: (path, make, isNew) => at(path, (target) => stage(target, make, isNew)),
    append: (path, text, mode) => at(path, (target) => append(target, text, mode)),
    piecesFromEnd: (path, mostBytes) =>
      piecesFromEnd(resolve(workingFolder, path), path, mostBytes),
    readOn: (path, from) => at(path, (target) => readOn(target, from)),
    names: (folder) =>
      at(folder, async (target) => ((await fs.readdir(target).catch(nothingThere)) ?? []).sort()),
    remove: (path) =>
      at(path, async (target) => (await fs.unlink(target).then(() => true, nothingThere)) ?? false),
    rename: (path, name) => at(path, (target) => rename(target, join(dirname(target), name))),
    identities: (path) => identitiesOf(resolve(workingFolder, path)),
    kind: (path) => at(path, kindOf),
    hold: (path) => at(path, hold),
    holdWhenFree: (path, waitMs) =>
      at(path, (target) => holdWhenFree(target, { waitMs, interrupt: interrupt() })),
    open: (path) => at(path, (target) => openPieces(target, path)),
    openAppend: (path, place) => at(path, (target) => openAppendFile(target, path, place)),
    look: (path) => look(resolve(workingFolder, path)),
    writingFails: (folder) => writingFails(resolve(workingFolder, folder)),
    foldersUpward: () => foldersUpward(resolve(workingFolder)),
  };
}

async function look(target: string): Promise<FileStatus | undefined> {
  const found = await fs.stat(target).catch(() => undefined);
  if (found === undefined) return undefined;
  const kind = fileTypeOf(found);
  const isEmpty = found.size === 0;
  return platform === 'win32'
    ? { kind, mode: kind === 'folder' ? 0o700 : 0o600, isOwn: true, isEmpty }
    : { kind, mode: found.mode & 0o777, isOwn: found.uid === getuid?.(), isEmpty };
}

/** Asks the system, which also knows read-only file systems; a missing folder counts as its nearest existing parent. */
const writingFails = (folder: string): Promise<string | undefined> =>
  fs.access(`${folder}/.`, constants.W_OK | constants.X_OK).then(
    () => undefined,
    (error: unknown) => (isCoded(error, 'ENOENT') ? writingFails(dirname(folder)) : codeOf(error)),
  );

/** A file by its number; one that is not there yet by its folder's number and its name. */
async function identitiesOf(target: string): Promise<string[]> {
  const numberOf = async (path: string): Promise<string> => {
    const found = await fs.stat(path).catch(() => undefined);
    return found ? `${found.dev}:${found.ino}` : path;
  };
  return [
    ...new Set([await numberOf(target), `${await numberOf(dirname(target))}/${basename(target)}`]),
  ];
}

const foldersUpward = (folder: string): string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...foldersUpward(dirname(folder))];
