import { PvgError } from '../../failure.js';
import { JsonObject, JsonSyntaxError, type Json } from '../../text/json/json.js';
import { parseJson, tryJson } from '../../text/json/parse.js';
import { utf8Text } from '../../text/utf8.js';
import { lineOf } from './cursor.js';
import { envelopeIn, hasBody, readEnvelope } from './envelope.js';
import {
  inputUnreadable,
  NoRequest,
  labelled,
  mostRequests,
  numbered,
  tried,
  type Found,
  type ReadRequest,
} from './found.js';
import { readHar, readHarEntry, requestOfEntry } from './har.js';
import type { InputText } from './text.js';

/** An input that begins with a brace or bracket: one value, one on each line, or several in sequence. */
export function readJson({ bytes, latin1 }: InputText): readonly ReadRequest[] {
  const text = utf8Text(bytes);
  const whole = text === undefined ? undefined : tryJson(text);
  if (whole !== undefined && !(whole instanceof JsonSyntaxError)) return readWhole(whole);
  const lines = readLines(latin1);
  if (lines !== undefined) return lines;
  if (text === undefined || whole === undefined)
    throw inputUnreadable('The input looks like JSON but is not UTF-8 text.');
  const place = `line ${String(lineOf(text, whole.offset))}, column ${String(whole.offset - text.lastIndexOf('\n', whole.offset - 1))}`;
  if (whole.cut) {
    throw inputUnreadable(`The JSON ends too early, at ${place}. The file is probably cut.`, whole);
  }
  const sequence = readSequence(text);
  if (sequence !== undefined) return sequence;
  throw inputUnreadable(`The JSON cannot be read: ${whole.says}, at ${place}.`, whole);
}

function readWhole(value: Json): readonly ReadRequest[] {
  if (value instanceof JsonObject && value.get('log') instanceof JsonObject) return readHar(value);
  const all = Array.isArray(value) ? value : [value];
  if (all.length === 0) throw inputUnreadable('The JSON is an empty list.');
  if (all.some((each) => readerOf(each) !== undefined)) return numbered(all.map(readValue), 'entry');
  throw new NoRequest(
    'The JSON contains no request: no "log.entries" (HAR), no "headers", "body" or "body_base64", no "answer" of a dry run. If it is only the body, use `--body @<file>`.',
  );
}

/** How to read the request in a value; undefined if there is none. */
function readerOf(value: Json): (() => Found) | undefined {
  if (!(value instanceof JsonObject)) return undefined;
  const entry = hasBody(value) ? undefined : requestOfEntry(value);
  // `{"request": {"headers": {…}, "body": "…"}}` is a wrapped envelope. The request of a HAR has its body in postData.
  if (entry !== undefined) return () => (hasBody(entry) ? readEnvelope(entry) : readHarEntry(value));
  const envelope = envelopeIn(value);
  return envelope && (() => readEnvelope(envelope));
}

const noObject = 'This is not a JSON object.';

function readValue(value: Json): Found | PvgError {
  const read = readerOf(value);
  if (read !== undefined) return tried(read);
  return inputUnreadable(
    value instanceof JsonObject ? 'The object has no "headers", "body" or "body_base64".' : noObject,
  );
}

/** One request a line. Broken lines are reported and the others are read. Undefined if the input is not a list of lines. */
export function readLines(latin1: string): readonly ReadRequest[] | undefined {
  const read: ReadRequest[] = [];
  let good = 0;
  for (const [index, line] of latin1.split('\n').entries()) {
    if (/^\s*$/.test(line)) continue;
    const value = lineValue(line);
    const broken = value instanceof PvgError;
    if (!broken && readerOf(value) !== undefined) good += 1;
    // The lines of a document over several lines are not values on their own.
    if (read.length === 1000 && good === 0) return undefined;
    // Some other file could have a million broken lines, and each costs an exception.
    if (read.length - good > mostRequests) break;
    read.push(labelled(broken ? value : readValue(value), `line ${String(index + 1)}`));
  }
  const [firstLine = ''] = latin1.trimStart().split('\n', 1);
  const opensMore = /[[{,]$/.test(firstLine.trimEnd());
  return good > 0 && (good * 2 >= read.length || !opensMore) ? read : undefined;
}

function lineValue(latin1: string): Json | PvgError {
  if (!/^\s*\{/.test(latin1)) return inputUnreadable(noObject);
  const text = utf8Text(Buffer.from(latin1, 'latin1'));
  if (text === undefined) return inputUnreadable('The line is not UTF-8 text.');
  const value = tryJson(text);
  return value instanceof JsonSyntaxError
    ? inputUnreadable(`The JSON cannot be read: ${value.says}, at character ${String(value.offset + 1)}.`)
    : value;
}

/** Several values in sequence, each over any number of lines, as `jq .` prints them. */
function readSequence(text: string): readonly ReadRequest[] | undefined {
  const all: (Found | PvgError)[] = [];
  let rest = text;
  while (rest.trimStart() !== '') {
    const { value, length } = firstValue(rest);
    if (value === undefined || readerOf(value) === undefined || all.length >= mostRequests) return undefined;
    all.push(readValue(value));
    rest = rest.slice(length);
  }
  return numbered(all, 'entry');
}

function firstValue(text: string): { value?: Json; length: number } {
  const whole = tryJson(text);
  if (!(whole instanceof JsonSyntaxError)) return { value: whole, length: text.length };
  if (!whole.hasValue) return { length: 0 };
  return { value: parseJson(text.slice(0, whole.offset)), length: whole.offset };
}
