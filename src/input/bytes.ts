import { onFileError, type Context, type FileError } from '../context.js';
import { PvgError } from '../failure.js';
import { utf8Text } from '../text/utf8.js';

const longestName = 200;

interface NamedInput {
  readonly bytes: Uint8Array;
  readonly from: 'argument' | 'file' | 'stdin';
}

/** Reads `<text|@file|->` values; a command can read standard input once. */
export class InputReader {
  private stdinTakenBy: string | undefined;

  constructor(private readonly context: Pick<Context, 'files' | 'stdin'>) {}

  /** @throws {PvgError} `input-unreadable` with the option and the file, `usage` when two options are `-`. */
  async read(option: string, value: string): Promise<NamedInput> {
    if (value === '-') return { bytes: await this.stdin(option), from: 'stdin' };
    if (value.startsWith('@')) return { bytes: await this.file(option, value.slice(1)), from: 'file' };
    return { bytes: Buffer.from(value), from: 'argument' };
  }

  /** For `<@file|->` options: any other text is a mistake, and is not repeated, because it may be a secret. */
  async readFileOnly(option: string, value: string): Promise<NamedInput> {
    if (value === '-' || value.startsWith('@')) return this.read(option, value);
    throw new PvgError('usage', `${option} needs @file, or - for standard input.`, {
      hint: `Put the text into a file and write \`${option} @<file>\`.`,
    });
  }

  /** Whether a text is the name of a file: the @ before it may be forgotten. */
  async isFile(text: string): Promise<boolean> {
    if (text.length > longestName || /[\s{}"]/.test(text)) return false;
    return (await this.context.files.look(text))?.kind === 'file';
  }

  async stdin(option: string): Promise<Uint8Array> {
    if (this.stdinTakenBy !== undefined) {
      throw new PvgError('usage', `${this.stdinTakenBy} and ${option} cannot both read standard input.`, {
        hint: 'Put one of them into a file and use `@<file>`.',
      });
    }
    this.stdinTakenBy = option;
    return this.context.stdin.readAll();
  }

  async file(option: string, path: string): Promise<Uint8Array> {
    return this.context.files.read(path).catch(unreadable(option));
  }

  /** `@file` or `-`, read only as far as `mostMb`. @throws {PvgError} `input-unreadable` for a larger one */
  async readAtMost(option: string, value: string, mostMb: number): Promise<Uint8Array> {
    const { files, stdin } = this.context;
    const pieces: Uint8Array[] = [];
    let left = mostMb * 1024 * 1024;
    const readFrom = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
      for await (const piece of chunks) {
        left -= piece.length;
        if (left < 0) throw tooLarge(option, mostMb);
        pieces.push(piece);
      }
    };
    if (value === '-') await readFrom(stdin.chunks());
    else {
      const path = value.slice(1);
      const { chunks } = await files.open(path).catch(unreadable(option));
      await readFrom(chunks).catch(unreadable(option));
    }
    return Buffer.concat(pieces);
  }
}

const tooLarge = (option: string, mostMb: number): PvgError =>
  new PvgError('input-unreadable', `${option}: the input is larger than ${String(mostMb)} MB.`, {
    hint: 'Give one answer alone.',
  });

const unreadable = (option: string) =>
  onFileError((error): never => {
    throw new PvgError('input-unreadable', `${option}: ${whyUnreadable(error)}.`, {
      hint: 'Check the path and its permissions.',
      cause: error,
    });
  });

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'you do not have permission to read it',
  EPERM: 'you do not have permission to read it',
  EISDIR: 'it is a folder',
};

export const whyUnreadable = ({ code, path }: FileError): string =>
  `cannot read ${path === '' ? 'a file without a name' : path}: ${reasons[code] ?? code}`;

/** A text that ships with pvg. @throws {PvgError} `configuration-unreadable`: somebody may have deleted or damaged it */
export async function readShipped(
  { shipped }: Pick<Context, 'shipped'>,
  what: string,
  ...names: readonly string[]
): Promise<string> {
  const bytes = await shipped(...names).catch(
    onFileError(({ code, path }) => {
      throw new PvgError('configuration-unreadable', `${what} cannot be read (${code}): ${path}`, {
        hint: 'Put the file back, or install pvg again.',
      });
    }),
  );
  return Buffer.from(bytes).toString('utf8');
}

/** Removes one final line break, which editors and `echo` add. */
export function withoutFinalLineEnd(bytes: Uint8Array): { bytes: Uint8Array; dropped: boolean } {
  if (bytes.at(-1) !== 0x0a) return { bytes, dropped: false };
  return { bytes: bytes.subarray(0, bytes.at(-2) === 0x0d ? -2 : -1), dropped: true };
}

/** What is often pasted or attached in place of a text, by its first bytes. */
const otherFiles: readonly (readonly [start: RegExp, is: string])[] = [
  [
    /^(?:\x89PNG|\xFF\xD8\xFF|GIF8|RIFF....WEBP|....ftyp(?:heic|heix|mif1|avif)|BM....\0\0\0\0)/s,
    'a picture',
  ],
  [/^%PDF-/, 'a PDF'],
  [/^PK\W\W/, 'a ZIP or an office document'],
];

/** UTF-8, or UTF-16 as PowerShell’s `>` writes it: by its mark, or by the zeros of plain text. */
export function textIn(option: string, bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  const [, is] = otherFiles.find(([start]) => start.test(head)) ?? [];
  if (is !== undefined)
    throw new PvgError('input-unreadable', `The input of ${option} is ${is}, not text.`, {
      hint: 'pvg reads text only. Copy the text out of it.',
    });
  const isEven = bytes.length % 2 === 0;
  if (isEven && /^(?:\xFF\xFE|(?:[^\0]\0){4})/s.test(head)) return new TextDecoder('utf-16le').decode(bytes);
  if (isEven && /^(?:\xFE\xFF|(?:\0[^\0]){4})/s.test(head)) return new TextDecoder('utf-16be').decode(bytes);
  const text = utf8Text(bytes);
  if (text !== undefined) return text;
  throw new PvgError('input-unreadable', `The input of ${option} is not UTF-8 text.`, {
    hint: 'Save the file as UTF-8 without a byte order mark.',
  });
}
