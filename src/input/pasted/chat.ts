import { madeOnce } from '../../text/made-once.js';
import { anyLabel } from './store-names.js';

/** What chat programs write before each message, or before each line of one. */

/** `10:02`, `2:02 PM`, `28.11.2026, 10:02:31`. */
const timePattern = String.raw`(?:\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? )?\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?`;
/** The label of a value is not the name of a writer: `[10:02] Product ID: gems_100`. */
const labelPattern = `${anyLabel}[ \\t]*:`;
const writerPattern = String.raw`(?!${labelPattern})[^[\]:\n]{1,40}`;
/** `[10:02] Mai:`, `10:02 - Mai:`, `Mai, [28.11.2026 10:02]`. */
const messageStartPatterns = [
  String.raw`\[${timePattern}\](?: ${writerPattern}:)?`,
  String.raw`${timePattern}(?: -)? (?:${writerPattern}:|(?=${labelPattern}))`,
  String.raw`${writerPattern}, \[${timePattern}\]:?`,
];
const messageStart = madeOnce(
  () => new RegExp(String.raw`^[ \t]*(?:${messageStartPatterns.join('|')})[ \t]*`, 'gim'),
);

/** ` — Today at 14:02`, ` [2:02 PM]`, and a time behind two blanks. */
const timeBehindWriterPatterns = [
  String.raw`[ \t]{0,4}[\u2013\u2014][ \t]{0,4}[^\d\n]{0,20}${timePattern}`,
  String.raw`[ \t]{1,4}\[${timePattern}\]`,
  String.raw`[ \t]{2,4}${timePattern}`,
];

/**
 * A whole line: `Lena — Today at 14:02`, `Lena — 03/02/2026 2:02 PM`, and in Slack `Lena  [2:02 PM]`. The name may not begin
 * with a blank, and the blanks behind it are limited. Otherwise matching a long line of blanks would take very long.
 */
const messageHeader = madeOnce(
  () =>
    new RegExp(
      String.raw`^[ \t]*(?=\S)${writerPattern}(?:${timeBehindWriterPatterns.join('|')})[ \t]*$`,
      'gim',
    ),
);

/** `:tada:`, `:+1:`, `:wave::skin-tone-3:`: a chat shows a picture there. No value stands between two colons. */
const emoji = /(?<!\S)(?::[a-z\d_+'-]{1,60}:)+(?![^\s,.;!?)])/g;

/** The text without headers of messages and pictures (`:tada:`). It keeps its number of lines. */
export function withoutChatMarks(text: string): string {
  return text.replace(messageHeader(), '').replace(emoji, '');
}

/** A layer: the text without `[10:02] Mai:`, `10:02 Mai:`, `Mai, [28.11.2026 10:02]` and `Mai:`; no reading without them. */
export function fromChat(text: string): string[] {
  const bare = withoutChatMarks(text);
  const messages = bare.replace(messageStart(), '');
  if (messages !== bare) return [messages];
  const withoutWriters = fromNamedLines(bare);
  if (withoutWriters.length > 0) return withoutWriters;
  return bare === text ? [] : [bare];
}

/** `Mai: …`, but not `Product ID: …`. */
const writerInFront = madeOnce(
  () =>
    new RegExp(String.raw`^[ \t]*(?!${labelPattern})(\p{L}[^[\]{}"':\n]{0,39}):[ \t]+(?=\S)`, 'iu'),
);

/** The text of a chat without the names in front of its lines: every line has one, and somebody says more than one line. */
function fromNamedLines(text: string): string[] {
  const lines = text.split('\n');
  const filledLines = lines.filter((line) => line.trim() !== '');
  const names = filledLines.map((line) => writerInFront().exec(line)?.[1]);
  const isChat = names.every((each) => each !== undefined) && new Set(names).size < names.length;
  return isChat ? [lines.map((line) => line.replace(writerInFront(), '')).join('\n')] : [];
}
