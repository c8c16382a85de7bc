import { Buffer } from 'node:buffer';
import { ftruncateSync, writeSync } from 'node:fs';
import * as fileSystem from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { getuid } from 'node:process';
import type { Files } from '../context.js';
import { look, writingFails } from './look.js';
import { orInterrupted } from '../contract/or-interrupted.js';
import { openAppend, type SynchronousCalls } from './append-file.js';
import { appendLine } from './append-line.js';
import { hold } from './hold.js';
import { openWhole, readAny, readLines, readRegular } from './reading.js';
import { asFileError, notFound, nothingThere, type FileSystem, type Writer } from './system.js';
import {
  kindOf,
  linkNew,
  renamePatiently,
  replaceBy,
  sweep,
  syncFolder,
  tightenAndSync,
  writeNew,
} from './whole.js';

export interface FilesOptions extends Partial<Writer> {
  /** Called when an operation may have to wait. */
  readonly interrupt?: () => AbortSignal;
  readonly synchronous?: SynchronousCalls;
  /** The user's number, to tell own files from others; undefined if users have no numbers. */
  readonly userId?: number | undefined;
}

/** The files of the system behind one small interface; `workingFolder` is what relative paths are relative to. */
export function openFiles(workingFolder: string, options: FilesOptions = {}): Files {
  const { pid = 0, isRunning = () => true, system = fileSystem, interrupt } = options;
  const { synchronous = { write: writeSync, truncate: ftruncateSync } } = options;
  const userId = 'userId' in options ? options.userId : getuid?.();
  const writer: Writer = { system, pid, isRunning };
  const at = <Result>(path: string, operation: (target: string) => Promise<Result>): Promise<Result> =>
    asFileError(path, () => operation(resolve(workingFolder, path)));

  return {
    read: (path) => at(path, (target) => readPatiently(system, target, interrupt)),
    readIfThere: (path) => at(path, (target) => readRegular(system, target).catch(notFound)),
    create: (path, data) => at(path, (target) => writeNew(system, target, [Buffer.from(data)])),
    replace: (path, data) =>
      at(path, (target) =>
        replaceBy(writer, target, (temporary) => writeNew(system, temporary, [Buffer.from(data)])),
      ),
    replaceBy: (path, pieces) =>
      at(path, (target) => replaceBy(writer, target, (temporary) => writeNew(system, temporary, pieces))),
    stage: (path, write, { isNew } = {}) =>
      at(path, (target) =>
        replaceBy(
          writer,
          target,
          (temporary) => write(temporary).then(() => tightenAndSync(system, temporary)),
          isNew,
        ),
      ),
    sweep: (folder) => sweep(writer, resolve(workingFolder, folder)),
    append: (path, line, how) => at(path, (target) => appendLine(system, target, line, how)),
    lines: (path, how) => at(path, (target) => readLines(system, target, how)),
    names: (folder) =>
      at(folder, async (target) => ((await system.readdir(target).catch(nothingThere)) ?? []).sort()),
    rename: (from, to) => at(from, (source) => renamePatiently(system, source, resolve(workingFolder, to))),
    link: (from, to) => at(to, (target) => linkNew(system, resolve(workingFolder, from), target)),
    tighten: (path) =>
      at(path, async (target) => {
        const kind = await kindOf(system, target);
        if (kind !== 'link') await system.chmod(target, kind === 'folder' ? 0o700 : 0o600);
      }),
    remove: (path) => at(path, (target) => remove(system, target)),
    identities: (path) => identitiesOf(system, resolve(workingFolder, path)),
    kind: (path) => at(path, (target) => kindOf(system, target)),
    hold: (path) => at(path, (target) => hold(target, writer)),
    open: (path) => at(path, (target) => openWhole(system, target, path)),
    openAppend: (path, place) => at(path, (target) => openAppend(system, synchronous, target, path, place)),
    look: (path) => look(system, resolve(workingFolder, path), userId),
    writingFails: (folder) => writingFails(system, resolve(workingFolder, folder)),
    foldersUpward: () => foldersUpward(resolve(workingFolder)),
  };
}

async function readPatiently(
  system: FileSystem,
  target: string,
  interrupt: FilesOptions['interrupt'],
): Promise<Uint8Array> {
  // A pipe may be idle for hours.
  const signal = interrupt && (await mayWait(system, target)) ? interrupt() : undefined;
  const reading = readAny(system, target);
  return signal === undefined ? reading : orInterrupted(reading, signal);
}

/** false if there is no such file. */
const remove = (system: FileSystem, target: string): Promise<boolean> =>
  system.unlink(target).then(
    () => syncFolder(system, dirname(target)).then(() => true),
    (error: unknown) => nothingThere(error) ?? false,
  );

/** Ignores errors: opening the file reports them. */
const mayWait = (system: FileSystem, target: string): Promise<boolean> =>
  system.stat(target).then(
    (found) => !found.isFile() && !found.isDirectory(),
    () => false,
  );

async function identitiesOf(system: FileSystem, target: string): Promise<readonly string[]> {
  const numbered = async (path: string): Promise<string | undefined> => {
    const found = await system.stat(path).catch(() => undefined);
    return found && `${String(found.dev)}:${String(found.ino)}`;
  };
  const file = await numbered(target);
  return [
    ...(file === undefined ? [] : [file]),
    `${(await numbered(dirname(target))) ?? dirname(target)}/${basename(target)}`,
  ];
}

const foldersUpward = (folder: string): string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...foldersUpward(dirname(folder))];
