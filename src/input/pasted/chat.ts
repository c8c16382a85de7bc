import { madeOnce } from '../../text/made-once.js';
import { anyLabel } from './store-names.js';

/** What chat programs write before each message, or before each line of one. */

const time = String.raw`(?:\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? )?\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?`;
/** The label of a value is not the name of a writer: `[10:02] Product ID: gems_100`. */
const label = `${anyLabel}[ \\t]*:`;
const name = String.raw`(?!${label})[^[\]:\n]{1,40}`;
const beginnings = [
  String.raw`\[${time}\](?: ${name}:)?`,
  String.raw`${time}(?: -)? (?:${name}:|(?=${label}))`,
  String.raw`${name}, \[${time}\]:?`,
];
const beginningOfMessage = madeOnce(
  () => new RegExp(String.raw`^[ \t]*(?:${beginnings.join('|')})[ \t]*`, 'gim'),
);

/**
 * A whole line: `Lena — Today at 14:02`, `Lena — 03/02/2026 2:02 PM`, and of Slack `Lena  [2:02 PM]`. The name does not begin
 * with a blank, and the blanks behind it are counted: else a line of blanks would be tried at each of them.
 */
const headerOfMessage = madeOnce(
  () =>
    new RegExp(
      String.raw`^[ \t]*(?=\S)${name}(?:[ \t]{0,4}[\u2013\u2014][ \t]{0,4}[^\d\n]{0,20}${time}|[ \t]{1,4}\[${time}\]|[ \t]{2,4}${time})[ \t]*$`,
      'gim',
    ),
);

/** `:tada:`, `:+1:`, `:wave::skin-tone-3:`: a chat shows a picture there. No value stands between two colons. */
const emoji = /(?<!\S)(?::[a-z\d_+'-]{1,60}:)+(?![^\s,.;!?)])/g;

/** The text without headers of messages and pictures, which nobody typed as words. It has as many lines as before. */
export function withoutChatMarks(text: string): string {
  return text.replace(headerOfMessage(), '').replace(emoji, '');
}

/** Without `[10:02] Mai:`, `10:02 Mai:`, `Mai, [28.11.2026 10:02]` and `Mai:`; empty for a text without them. */
export function fromChat(text: string): string[] {
  const bare = withoutChatMarks(text);
  const messages = bare.replace(beginningOfMessage(), '');
  if (messages !== bare) return [messages];
  const named = fromNamedLines(bare);
  if (named.length > 0) return named;
  return bare === text ? [] : [bare];
}

const nameOfLine = madeOnce(
  () => new RegExp(String.raw`^[ \t]*(?!${label})(\p{L}[^[\]{}"':\n]{0,39}):[ \t]+(?=\S)`, 'iu'),
);

/** The text of a chat without the names in front of its lines: every line has one, and somebody says more than one line. */
function fromNamedLines(text: string): string[] {
  const lines = text.split('\n');
  const filled = lines.filter((line) => line.trim() !== '');
  const names = filled.map((line) => nameOfLine().exec(line)?.[1]);
  const isChat = names.every((each) => each !== undefined) && new Set(names).size < names.length;
  return isChat ? [lines.map((line) => line.replace(nameOfLine(), '')).join('\n')] : [];
}
