import { join } from 'node:path';
import { FileError, type Files } from '../../context.js';
import { PvgError } from '../../failure.js';

/** Neutral sentences for the player, one text file a language, beside this one: easy to change without a build. */
export const replyLanguages = ['en', 'vi', 'ja', 'zh', 'ko', 'th', 'id', 'es', 'pt'] as const;
export type ReplyLanguage = (typeof replyLanguages)[number];

export type Replies = ReadonlyMap<string, string>;

/** @throws {PvgError} `configuration-unreadable`: a file that somebody changed may be gone or damaged. */
export async function readReplies(
  files: Pick<Files, 'read'>,
  shippedFolder: string,
  language: ReplyLanguage,
): Promise<Replies> {
  const path = join(shippedFolder, 'replies', `${language}.txt`);
  const bytes = await files.read(path).catch((error: unknown) => {
    if (!(error instanceof FileError)) throw error;
    throw new PvgError('configuration-unreadable', `The replies cannot be read (${error.code}): ${path}`, {
      hint: 'Put the file back, or install pvg again. Without `--reply` the look-up needs none.',
    });
  });
  return parseReplies(Buffer.from(bytes).toString('utf8'));
}

/** `[verdict]`, and below it the text; lines that begin with # are not printed. */
export function parseReplies(text: string): Replies {
  const replies = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const name = /^\[([a-z-]+)\]\s*$/.exec(line)?.[1];
    if (name !== undefined) replies.set(name, (lines = []));
    else if (!line.startsWith('#')) lines.push(line);
  }
  return new Map([...replies].map(([name, its]) => [name, its.join('\n').trim()]));
}
