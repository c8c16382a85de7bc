import type { Context } from '../context.js';
import { largerThan, onFileError, whyFailed, type FileError } from '../file-access.js';
import { PvgError } from '../failure.js';
import { decodeFileText, saveAsUtf8, utf8Text } from '../text/utf8.js';
import { notUtf8, refuseNonJsonBody } from './body.js';

/** In characters: a longer text is not tried as a path, because a pasted purchase is so long. */
const longestName = 1_000;

/**
 * The most that is read of a receipt, a body, a purchase or a pasted answer. It is also the size of the largest answer that
 * pvg takes. Checked while the input is read, because a pipe may have no end.
 */
const largestValueBytes = 4 * 1024 * 1024;
/** The most that is read of a capture, which may have many requests. */
export const largestCaptureBytes = 128 * 1024 * 1024;

interface ReadOptions {
  readonly mostBytes?: number;
  /** Whether a terminal hides it while it is typed. */
  readonly isSecret?: boolean;
}

interface OptionInput {
  readonly bytes: Uint8Array;
  readonly source: 'argument' | 'file' | 'stdin';
}

/** Reads `<text|@file|->` values; a command can read standard input once. */
export class InputReader {
  private stdinTakenBy: string | undefined;
  #lastText = '';

  constructor(private readonly context: Pick<Context, 'files' | 'stdin' | 'folders'>) {}

  /** The newest text that was read: the journal keeps what it names if the paste is refused (calls/purchase). */
  get lastText(): string {
    return this.#lastText;
  }

  /** @throws {PvgError} `input-unreadable` with the option and the file, `usage` when two options are `-`. */
  async read(option: string, value: string): Promise<OptionInput> {
    const input = await this.readFrom(option, value);
    this.#lastText = Buffer.from(input.bytes).toString('utf8');
    return input;
  }

  private async readFrom(option: string, value: string): Promise<OptionInput> {
    if (value === '-') return { bytes: await this.stdin(option), source: 'stdin' };
    if (value.startsWith('@')) {
      return { bytes: await this.file(option, value.slice(1)), source: 'file' };
    }
    return { bytes: Buffer.from(value), source: 'argument' };
  }

  /** Refuses a value that is a file’s name without `@`, unless `--force` was given. @throws {PvgError} also `usage` */
  async readRefusingFileName(option: string, value: string, forced: boolean): Promise<OptionInput> {
    if (!forced && (await this.isFile(value))) throw missingAtSignError(option);
    return this.read(option, value);
  }

  /** Takes only `@file` and `-`. The refusal of any other text does not repeat it, because it may be a secret. */
  async readBody(value: string, forced: boolean): Promise<Uint8Array> {
    if (value !== '-' && !value.startsWith('@')) {
      throw new PvgError('usage', '--body needs @file, or - for standard input.', {
        hint: 'Put the text into a file and write `--body @<file>`.',
      });
    }
    const { bytes } = await this.read('--body', value);
    if (!forced) refuseNonJsonBody(bytes);
    return bytes;
  }

  /** Whether a text is the name of a file: somebody may have forgotten the @ before it. */
  async isFile(text: string): Promise<boolean> {
    if (text.length > longestName || /[{}"\r\n]/.test(text)) return false;
    return (await this.context.files.status(text))?.kind === 'file';
  }

  /** A path with the user’s home folder for its `~`: behind an `@`, the shell leaves it as it is. */
  private inHome(path: string): string {
    return path.replace(/^~(?=[/\\])/, () => this.context.folders.home);
  }

  async stdin(option: string, options: ReadOptions = {}): Promise<Uint8Array> {
    if (this.stdinTakenBy !== undefined) {
      throw sharedStdinError(this.stdinTakenBy, option);
    }
    this.stdinTakenBy = option;
    return this.context.stdin.readAll({ mostBytes: largestValueBytes, ...options });
  }

  async file(option: string, path: string, options: ReadOptions = {}): Promise<Uint8Array> {
    const { mostBytes = largestValueBytes } = options;
    return this.context.files.read(this.inHome(path), mostBytes).catch(
      onFileError((error): never => {
        if (error.code === 'EFBIG') {
          throw unreadableError(
            `${option}: ${path} is ${largerThan(mostBytes)}.`,
            'Check the path.',
            error,
          );
        }
        throw unreadableError(
          `${option}: ${cannotReadClause(error)}.`,
          error.code === 'ENOENT'
            ? 'Check the path: a relative path begins in the current folder.'
            : 'Check the path and its permissions.',
          error,
        );
      }),
    );
  }
}

/** The refusal of two options that both read standard input, which only one can. */
export function sharedStdinError(one: string, other: string): PvgError {
  return new PvgError('usage', `${one} and ${other} cannot both read standard input.`, {
    hint: 'Put one of them into a file and use `@<file>`; for a secret, the path alone.',
  });
}

/** Somebody forgot the `@` before the name of a file. @param source the option, or the command whose argument the text is */
export function missingAtSignError(source: string, nextCommand?: string): PvgError {
  const isOption = source.startsWith('-');
  const what = isOption ? `The value of ${source}` : 'This';
  return new PvgError('usage', `${what} is the name of a file. Put \`@\` before it.`, {
    hint: `With \`@\`, pvg reads the file${isOption ? `: \`${source} @<file>\`` : ''}. To use the name itself, add \`--force\`.`,
    nextCommand,
  });
}

const unreadableError = (says: string, hint: string, cause?: unknown): PvgError =>
  new PvgError('input-unreadable', says, { hint, cause });

/** `cannot read grants.csv: …`, and why: the sentence begins before it. */
export function cannotReadClause({ code, path }: FileError): string {
  return `cannot read ${path === '' ? 'a file without a name' : path}: ${whyFailed(code)}`;
}

/** Recognizes a picture by its first bytes: PNG, JPEG, GIF, WebP, HEIC or AVIF, BMP. */
const picture =
  /^(?:\x89PNG|\xFF\xD8\xFF|GIF8|RIFF....WEBP|....ftyp(?:heic|heix|mif1|avif)|BM....\0\0\0\0)/s;

/** UTF-8, or UTF-16 as PowerShell’s `>` writes it. @throws {PvgError} `input-unreadable` */
export function decodeInput(option: string, bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  if (picture.test(head)) {
    throw unreadableError(
      `The input of ${option} is a picture, not text.`,
      'pvg reads text only. Copy the text out of it.',
    );
  }
  const text = /^(?:\xFF\xFE|\xFE\xFF)/.test(head) ? decodeFileText(bytes) : utf8Text(bytes);
  if (text === undefined) throw unreadableError(notUtf8(option), saveAsUtf8);
  return text;
}
