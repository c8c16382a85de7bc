import { Buffer } from 'node:buffer';
import { fstatSync, write, writeSync } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { ReadAllOptions, OutputStream, InputStream } from '../context.js';
import { largerThan, whyFailed } from '../file-access.js';
import { PvgError } from '../failure.js';
import { usualMostBytes, wholeOf } from './files.js';
import { codeOf, isCoded } from './system.js';
import { readPaste, type PasteTerminal } from './terminal-paste.js';
import { isTerminal } from './process.js';

/** An output stream, and in tests the calls of the system that it makes. */
interface OutputStreamOptions {
  readonly descriptor: number;
  /** Columns of the terminal, if there is one; called when a text is laid out. */
  readonly columns?: () => number | undefined;
  /** The system call, which may write only a part of the data. */
  readonly writePart?: (descriptor: number, data: Uint8Array) => number | Promise<number>;
  /** Called at each write. A moment after its abort, a write that is stuck ends with its reason. */
  readonly interruptIfAny?: () => AbortSignal | undefined;
  /** Whether nothing that is written arrives anywhere. */
  readonly isClosed?: () => boolean;
}

/** How long to wait when the pipe is full because its reader does not read. */
const fullPipeWaitMs = 5;
/** How long after an interruption a write may still take: its reader may be slow. */
const stuckMs = 300;

/**
 * Writes every byte or reports a failure. Not process.stdout: it hides a full disk and ends with a stack trace on a
 * closed pipe.
 */
export function openOutputStream({
  descriptor,
  columns,
  writePart,
  interruptIfAny,
  isClosed,
}: OutputStreamOptions): OutputStream {
  let lastWrite = Promise.resolve();
  let terminal: boolean | undefined;
  /** A write was given up after the interruption, so that the writes behind it end at once. */
  let isStuck = false;
  let writeOnce = writePart;

  /** Tries again until a full pipe takes some of the data. @returns the number of bytes that were written */
  const writeSome = async (data: Uint8Array): Promise<number> => {
    for (;;) {
      try {
        writeOnce ??= writeCallFor(descriptor);
        return await writeOnce(descriptor, data);
      } catch (error) {
        if (codeOf(error) !== 'EAGAIN') throw outputFailure(descriptor, error);
        await wait(fullPipeWaitMs);
      }
    }
  };

  const writeAll = async (data: Uint8Array): Promise<void> => {
    const signal = interruptIfAny?.();
    if (isStuck) signal?.throwIfAborted();
    for (let unwritten = data; unwritten.length > 0;) {
      const writtenBytes = await orGivenUp(writeSome(unwritten), signal);
      isStuck = writtenBytes === undefined;
      if (writtenBytes === undefined) throw signal?.reason;
      unwritten = unwritten.subarray(writtenBytes);
    }
  };

  return {
    get isTerminal() {
      terminal ??= isTerminal(descriptor);
      return terminal;
    },
    get isClosed() {
      return isClosed?.() ?? false;
    },
    get columns() {
      const found = columns?.() ?? 0;
      return found > 0 ? found : 80;
    },
    write: (data) => {
      const bytes = typeof data === 'string' ? Buffer.from(data, 'utf8') : data;
      // Each write begins when the one before has ended, so that none overtakes one that waits for a slow reader.
      const thisWrite = lastWrite.then(() => writeAll(bytes));
      lastWrite = thisWrite.catch(() => undefined);
      return thisWrite;
    },
  };
}

/** The number of bytes written; undefined if the write takes longer than `stuckMs` after an interruption. */
function orGivenUp(
  writing: Promise<number>,
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  if (signal === undefined) return writing;
  return new Promise((resolve, reject) => {
    let giveUpTimer: NodeJS.Timeout | undefined;
    const startLimit = (): void => {
      giveUpTimer = setTimeout(() => resolve(undefined), stuckMs);
    };
    if (signal.aborted) startLimit();
    signal.addEventListener('abort', startLimit);
    writing.then(resolve, reject).finally(() => {
      clearTimeout(giveUpTimer);
      signal.removeEventListener('abort', startLimit);
    });
  });
}

/**
 * A file takes all data at once, and a kill right after the write loses nothing. A pipe or a terminal whose reader does not
 * read blocks the thread that writes. So node writes to it in another thread, and this one still hears of signals.
 */
function writeCallFor(descriptor: number): NonNullable<OutputStreamOptions['writePart']> {
  if (isFile(descriptor)) return writeSync;
  return (target, data) => writeApart(target, data.subarray(0, partBytes));
}

/** A slow reader takes a part of this size now and then; a reader that does not read takes none. */
const partBytes = 64 * 1024;

const writeApart = (descriptor: number, data: Uint8Array): Promise<number> =>
  new Promise((resolve, reject) => {
    write(descriptor, data, (error, written) => {
      if (error === null) resolve(written);
      else reject(error);
    });
  });

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}

function outputFailure(descriptor: number, cause: unknown): PvgError {
  const name = descriptor === 2 ? 'Standard error' : 'Standard output';
  return isCoded(cause, 'EPIPE')
    ? new PvgError('pipe-closed', `${name} was closed by its reader.`, { cause })
    : new PvgError(
        'output-unwritable',
        `${name} could not be written: ${whyFailed(codeOf(cause))}.`,
        {
          cause,
        },
      );
}

interface InputStreamOptions {
  /** Opened only when it is read, because opening standard input takes time. */
  readonly open: () => Readable;
  readonly isTerminal: () => boolean;
  /** The terminal to paste at; undefined if it cannot hand over every byte or cannot show anything. */
  readonly pasteTerminal?: () => PasteTerminal | undefined;
  /** Called when something is read; its abort ends the read with its reason. */
  readonly interrupt?: () => AbortSignal;
}

export function openInputStream(options: InputStreamOptions): InputStream {
  const { open, interrupt, pasteTerminal } = options;
  let opened: Readable | undefined;

  /** @throws {PvgError} `input-unreadable` the second time */
  function openOnce(): { readonly stream: Readable; readonly signal: AbortSignal | undefined } {
    if (opened) throw unreadableError('can be read only once: use `-` for one option');
    const signal = interrupt?.();
    signal?.throwIfAborted();
    opened = open();
    return { stream: opened, signal };
  }

  async function* chunks(): AsyncGenerator<Uint8Array> {
    const { stream, signal } = openOnce();
    if (signal) addAbortSignal(signal, stream);
    try {
      yield* stream as AsyncIterable<Uint8Array>;
    } catch (error) {
      signal?.throwIfAborted();
      throw unreadableError(`could not be read (${codeOf(error)})`, error);
    }
  }

  async function readTerminal({
    mostBytes,
    isSecret,
  }: Required<ReadAllOptions>): Promise<Uint8Array> {
    const terminal = pasteTerminal?.();
    if (terminal === undefined) {
      const bytes = await wholeOf(chunks(), mostBytes);
      refuseCutLine(bytes);
      return bytes;
    }
    const { signal } = openOnce();
    return readPaste(terminal, { mostBytes, isSecret, signal });
  }

  return {
    get isTerminal() {
      return options.isTerminal();
    },
    chunks,
    readAll: async ({ mostBytes = usualMostBytes, isSecret = false } = {}) => {
      try {
        return options.isTerminal()
          ? await readTerminal({ mostBytes, isSecret })
          : await wholeOf(chunks(), mostBytes);
      } catch (error) {
        throw isCoded(error, 'EFBIG')
          ? unreadableError(`is ${largerThan(mostBytes)}`, error)
          : error;
      }
    },
    close: () => void opened?.destroy(),
  };
}

/** In its usual mode, a terminal of Linux drops what a line has beyond this. */
const longestTerminalLineBytes = 4095;

/** @throws {PvgError} `input-unreadable` for a line that has just the length at which a terminal cuts it */
function refuseCutLine(bytes: Uint8Array): void {
  let lineStart = 0;
  for (let lineEnd = 0; lineEnd <= bytes.length; lineEnd += 1) {
    if (lineEnd < bytes.length && bytes[lineEnd] !== lineFeed) continue;
    if (lineEnd - lineStart === longestTerminalLineBytes) {
      throw new PvgError(
        'input-unreadable',
        'The terminal cut your paste: it keeps 4,095 bytes of a line.',
        {
          hint: 'Save the text in a file, and give `@<file>` instead of `-`.',
        },
      );
    }
    lineStart = lineEnd + 1;
  }
}

const lineFeed = 0x0a;

const unreadableError = (why: string, cause?: unknown): PvgError =>
  new PvgError('input-unreadable', `Standard input ${why}.`, { cause });
