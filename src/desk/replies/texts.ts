import type { Context } from '../../context.js';
import type { ReplyLanguage } from './languages.js';

/** Neutral replies for the player, one text file for each language: easy to change without a build. */

interface Reply {
  readonly language: ReplyLanguage;
  readonly text: string;
}

/** The replies of each language that was asked for. */
export type Replies = ReadonlyMap<ReplyLanguage, ReadonlyMap<string, string>>;

/** @throws {PvgError} `configuration-unreadable` */
export const readReplies = async (
  context: Pick<Context, 'shipped'>,
  languages: readonly ReplyLanguage[],
): Promise<Replies> =>
  new Map(
    await Promise.all(
      languages.map(async (language) => {
        const text = await context.shipped('replies', `${language}.txt`);
        return [language, parseReplies(text)] as const;
      }),
    ),
  );

/** `[situation]`, with its text below; lines that begin with # are not printed. */
export function parseReplies(text: string): Map<string, string> {
  const replies = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const name = /^\[([a-z-]+)\]\s*$/.exec(line)?.[1];
    if (name !== undefined) replies.set(name, (lines = []));
    else if (!line.startsWith('#')) lines.push(line);
  }
  return new Map([...replies].map(([name, its]) => [name, its.join('\n').trim()]));
}

/** Without a language whose file has no text for it: somebody may have removed it. */
export const repliesFor = (replies: Replies, situation: string): Reply[] =>
  [...replies]
    .map(([language, texts]) => ({ language, text: texts.get(situation) ?? '' }))
    .filter(({ text }) => text !== '');

/** All languages as one text, with a blank line between them. */
export const textOf = (replies: readonly Reply[]): string => replies.map(({ text }) => text).join('\n\n');
