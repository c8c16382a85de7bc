import type { Context } from '../../context.js';
import { PvgError } from '../../failure.js';
import { languageName, type ReplyLanguage, type Situation, situations } from './situations.js';

/** The replies for the player. They stand in one text file for each language, so that they can be changed without a build. */

export interface Reply {
  readonly language: ReplyLanguage;
  readonly text: string;
}

/** Texts for a purchase whose order number is known: they name the number instead of asking the player for it. */
const textsWithNumber = [
  'ios-with-number',
  'need-receipt-with-number',
  'somebody-else-paid-with-number',
] as const;

/** The names in a file of replies that are no situations: parts of a reply, and the texts with an order number. */
const otherTexts = ['greeting', 'several-answers', 'each-purchase', ...textsWithNumber] as const;

type ReplyTextName = Situation | (typeof textsWithNumber)[number];

/** Every text that a file of replies must have. */
export const replyTextNames: readonly string[] = [...otherTexts, ...situations.keys()];

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
  const missing = replyTextNames.find((name) => !texts.get(name));
  if (missing === undefined) return texts;
  const says = `The file of the replies in ${languageName(language)} has no text for ${missing}.`;
  throw new PvgError('configuration-unreadable', says, { hint: 'Install pvg again.' });
}

/** Parses a file of replies: `[pending]`, and the text of that reply below it. Lines that begin with `#` are comments. */
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

export function repliesFor(replies: Replies, name: ReplyTextName): Reply[] {
  return [...replies].map(([language, texts]) => ({ language, text: texts.get(name) ?? '' }));
}

/** @param number the order number of the purchase; null if nobody knows it */
export function repliesWithNumber(
  replies: Replies,
  situation: Situation,
  number: string | null,
): Reply[] {
  const name = textsWithNumber.find((each) => each === `${situation}-with-number`);
  if (number === null || name === undefined) return repliesFor(replies, situation);
  return repliesFor(replies, name).map(({ language, text }) => ({
    language,
    // A function, because `replaceAll` gives `$` in a text a meaning.
    text: text.replaceAll('{order}', () => number),
  }));
}

/** A part of a reply: about purchases that all have the same situation, or about a player. */
export interface ReplyPart {
  /** The order id or the product of each purchase; none for a player. */
  readonly purchases: readonly string[];
  readonly situation: Situation;
}

/** The replies about all parts. For a single purchase the text is the same as that of `repliesFor`. */
export function repliesForAll(replies: Replies, parts: readonly ReplyPart[]): Reply[] {
  return [...replies].map(([language, texts]) => ({ language, text: textOfParts(texts, parts) }));
}

function textOfParts(texts: ReadonlyMap<string, string>, parts: readonly ReplyPart[]): string {
  const isList = parts.flatMap(({ purchases }) => purchases).length > 1;
  const greeting = texts.get('greeting') ?? '';
  const paragraphs = parts.map(({ purchases, situation }, index) => {
    const text = texts.get(situation) ?? '';
    if (!isList && index === 0) return text;
    const body = withoutGreeting(text, greeting);
    // The text of a situation is about one purchase, so a sentence above it says that it holds for each of these.
    const introduction = purchases.length > 1 ? [texts.get('each-purchase') ?? ''] : [];
    const isNamed = isList && purchases.length > 0;
    return isNamed ? [purchases.join(', '), ...introduction, body].join('\n') : body;
  });
  const beginning = isList ? [texts.get('several-answers') ?? ''] : [];
  return [...beginning, ...paragraphs].join('\n\n');
}

/** The text without the greeting. If somebody has edited the file, and the text begins in another way, it stays whole. */
function withoutGreeting(text: string, greeting: string): string {
  return text.startsWith(greeting) ? text.slice(greeting.length).trimStart() : text;
}

/** All languages as one text, with a blank line between them. */
export function replyText(replies: readonly Reply[]): string {
  return replies.map(({ text }) => text).join('\n\n');
}
