import type { Context } from '../../context.js';
import { PvgError } from '../../failure.js';
import { languageName, type ReplyLanguage } from './languages.js';
import { situations, type Situation } from './situations.js';

/** Neutral replies for the player, one text file for each language: easy to change without a build. */

interface Reply {
  readonly language: ReplyLanguage;
  readonly text: string;
}

/** The replies of each language that was asked for. */
export type Replies = ReadonlyMap<ReplyLanguage, ReadonlyMap<string, string>>;

/** @throws {PvgError} `configuration-unreadable`, also if somebody removed a text */
export async function readReplies(
  context: Pick<Context, 'shipped'>,
  languages: readonly ReplyLanguage[],
): Promise<Replies> {
  const replies = await Promise.all(
    languages.map(async (language) => [language, await readTexts(context, language)] as const),
  );
  return new Map(replies);
}

async function readTexts(
  context: Pick<Context, 'shipped'>,
  language: ReplyLanguage,
): Promise<ReadonlyMap<string, string>> {
  const texts = parseReplies(await context.shipped('replies', `${language}.txt`));
  const missing = [...situations.keys()].find((situation) => !texts.get(situation));
  if (missing === undefined) return texts;
  const says = `The file of the replies in ${languageName(language)} has no text for ${missing}.`;
  throw new PvgError('configuration-unreadable', says, { hint: 'Install pvg again.' });
}

/** `[situation]`, with its text below; lines that begin with # are not printed. */
export function parseReplies(text: string): Map<string, string> {
  const replies = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const name = /^\[([a-z-]+)\]\s*$/.exec(line)?.[1];
    if (name !== undefined) {
      lines = [];
      replies.set(name, lines);
    } else if (!line.startsWith('#')) {
      lines.push(line);
    }
  }
  return new Map([...replies].map(([name, textLines]) => [name, textLines.join('\n').trim()]));
}

export function repliesFor(replies: Replies, situation: Situation): Reply[] {
  return [...replies].map(([language, texts]) => ({ language, text: texts.get(situation) ?? '' }));
}

/** All languages as one text, with a blank line between them. */
export function replyText(replies: readonly Reply[]): string {
  return replies.map(({ text }) => text).join('\n\n');
}
