import { anyLabel } from './store-names.js';

/** What chat programs write before each message, or before each line of one. */

const time = String.raw`(?:\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? )?\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?`;
/** Not the name of a value: `[10:02] Product ID: gems_100`. */
const label = `${anyLabel}[ \\t]*:`;
const name = String.raw`(?!${label})[^[\]:\n]{1,40}`;
const beginnings = [
  String.raw`\[${time}\](?: ${name}:)?`,
  String.raw`${time}(?: -)? (?:${name}:|(?=${label}))`,
  String.raw`${name}, \[${time}\]:?`,
];
const beginningOfMessage = new RegExp(String.raw`^[ \t]*(?:${beginnings.join('|')})[ \t]*`, 'gim');

/** Without `[10:02] Mai:`, `10:02 Mai:`, `Mai, [28.11.2026 10:02]` and `Mai:`; empty for a text without them. */
export function fromChat(text: string): string[] {
  const messages = text.replace(beginningOfMessage, '');
  return messages === text ? fromNamedLines(text) : [messages];
}

const nameOfLine = new RegExp(
  String.raw`^[ \t]*(?!${label})(\p{L}[^[\]{}"':\n]{0,39}):[ \t]+(?=\S)`,
  'iu',
);

/** Every line has the name of a person, and one of them says more than one line. */
function fromNamedLines(text: string): string[] {
  const lines = text.split('\n');
  const filled = lines.filter((line) => line.trim() !== '');
  const names = filled.map((line) => nameOfLine.exec(line)?.[1]);
  const isChat = names.every((each) => each !== undefined) && new Set(names).size < names.length;
  return isChat ? [lines.map((line) => line.replace(nameOfLine, '')).join('\n')] : [];
}
