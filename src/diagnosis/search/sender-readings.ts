import { JsonObject, type Json } from '../../text/json/json.js';
import { parseIfJson } from '../../text/json/parse.js';
import { decodeHex } from '../forms/bytes.js';

/** In characters. Longer texts are not read as log lines: each form backtracks through the whole text. */
const longestLogLine = 8_192;

/** The usual forms of a log line with the message in it. */
const logForms = [
  // signing: "the message" (12 bytes)
  /[:=]\s*(["'`])(?<message>[^]*)\1[^"'`]*$/,
  // signing: the message
  /^[^]*?[:=]\s+(?<message>\S[^]*)$/,
  // DEBUG signing message-without-spaces
  /^[^]*\s(?<message>\S+)$/,
  // message=message-without-spaces
  /^[^=]{1,40}=(?<message>\S+)$/,
];

/** Three parts with dots between them, as the gateway’s message has: a client id, a time (perhaps with a fraction) and the digits of a SHA-256. */
const messageForm =
  /[^\s"'`=:,;()<>[\]{}|\\]{1,128}\.\d{9,19}(?:[.,]\d{1,9})?\.[0-9a-f]{64}(?![0-9a-z])/gi;

/** The most messages of a log that are searched, because each one takes time. */
const mostFound = 8;

/** What the given text may mean: the message itself, its bytes in hex, or either of them in the lines of a log. */
export function readSenderMessage(given: Buffer): readonly Buffer[] {
  const text = given.toString('utf8').trim();
  if (text.length > longestLogLine) return [...hexReadings(text), given, ...jsonReadings(text)];
  const logged = logForms.flatMap((form) => form.exec(text)?.groups?.['message'] ?? []);
  return [
    ...hexReadings(text),
    ...messagesInside(text),
    given,
    ...jsonReadings(text),
    ...logged.flatMap((message) => [Buffer.from(message), ...hexReadings(message)]),
  ];
}

/** Whether this is the expected message; null if it may be, with other text around it. */
export function isSameMessage(given: Uint8Array, wanted: Buffer): boolean | null {
  const bytes = Buffer.from(given);
  const text = bytes.toString('utf8').trim();
  if ([bytes, ...hexReadings(text)].some((each) => each.equals(wanted))) return true;
  return hasInside(bytes, wanted) ? null : false;
}

/** Whether the wanted message is in this text, whatever is before and after it. */
export function hasInside(given: Buffer, wanted: Buffer): boolean {
  if (wanted.length === 0) return false;
  return [given, ...readSenderMessage(given)].some((each) => standsAsWords(each, wanted));
}

/** Whether the text has the wanted message with no letter or digit directly before or after it. */
function standsAsWords(text: Buffer, wanted: Buffer): boolean {
  for (let start = text.indexOf(wanted); start !== -1; start = text.indexOf(wanted, start + 1)) {
    const end = start + wanted.length;
    const splitsWord = (place: number): boolean =>
      isLetter(text[place - 1]) && isLetter(text[place]);
    if (!splitsWord(start) && !splitsWord(end)) return true;
  }
  return false;
}

const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && /\w/.test(String.fromCharCode(byte));

/** The messages of the gateway in a longer text. */
function messagesInside(text: string): Buffer[] {
  const found = [...text.matchAll(messageForm)].map(([message]) => message);
  const innerMessages = found.filter((message) => message !== text);
  return innerMessages.slice(0, mostFound).map((message) => Buffer.from(message));
}

/** The bodies in a log of JSON lines: there a body is a text value, with a backslash before each quote. */
function jsonReadings(text: string): Buffer[] {
  const whole = parseIfJson(text);
  const values = whole === undefined ? text.split('\n').map((line) => parseIfJson(line)) : [whole];
  const bodies = values.flatMap(textsIn).filter((each) => each.startsWith('{'));
  return bodies.slice(0, mostFound).map((body) => Buffer.from(body));
}

function textsIn(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!(value instanceof JsonObject)) return [];
  return value.members.flatMap(([, member]) => textsIn(member));
}

function hexReadings(digits: string): Buffer[] {
  const bytes = decodeHex(digits.replace(/[\s:]/g, ''));
  return bytes === undefined ? [] : [Buffer.from(bytes)];
}
