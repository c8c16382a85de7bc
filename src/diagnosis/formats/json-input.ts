import type { PvgError } from '../../failure.js';
import { JsonObject, JsonSyntaxError, type Json } from '../../json/json.js';
import { parseJson } from '../../json/parse.js';
import { utf8Text } from '../../json/utf8.js';
import { envelopeIn, readEnvelope } from './envelope.js';
import { isHar, readHar, readHarRequest, requestOfEntry } from './har.js';
import {
  inputUnreadable,
  labelled,
  numbered,
  unreadable,
  type Found,
  type ReadRequest,
} from './read-request.js';
import { jsonPlace, type InputText } from './text.js';

// A file that is none of ours could have a million broken lines, and each costs an exception.
const mostBrokenLines = 10_000;

/** An input that begins with a brace or bracket. */
export function readJsonInput(input: InputText): readonly ReadRequest[] {
  const text = utf8Text(input.bytes);
  const value = text === undefined ? undefined : parsed(text);
  if (value?.ok === true) return readValue(value.json);
  const several =
    readLines(input) ?? (text === undefined || value?.error.cut === true ? undefined : readSequence(text));
  if (several !== undefined) return several;
  if (text === undefined || value === undefined) {
    throw inputUnreadable('The input looks like JSON but is not UTF-8 text.');
  }
  throw broken(text, value.error);
}

type Parsed =
  { readonly ok: true; readonly json: Json } | { readonly ok: false; readonly error: JsonSyntaxError };

function parsed(text: string): Parsed {
  try {
    return { ok: true, json: parseJson(text) };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { ok: false, error };
  }
}

const broken = (text: string, error: JsonSyntaxError): PvgError =>
  inputUnreadable(
    error.cut
      ? `The JSON ends too early, at ${jsonPlace(text, error)}: the file seems to be cut.`
      : `The JSON cannot be read: ${error.says}, at ${jsonPlace(text, error)}.`,
    error,
  );

function readValue(value: Json): readonly ReadRequest[] {
  if (Array.isArray(value)) {
    if (value.length === 0) throw inputUnreadable('The JSON is an empty list.');
    const all = value.map(readOne);
    if (!value.some(isRequest)) throw noRequest();
    return numbered(all, 'entry');
  }
  if (!(value instanceof JsonObject)) throw noRequest();
  if (isHar(value)) return readHar(value);
  if (!isRequest(value)) throw noRequest();
  return [labelled(readOne(value), '')];
}

const isRequest = (value: Json): boolean =>
  value instanceof JsonObject && (requestOfEntry(value) !== undefined || envelopeIn(value) !== undefined);

function readOne(value: Json): Found {
  if (!(value instanceof JsonObject)) return unreadable('It is not a JSON object.');
  const entry = requestOfEntry(value);
  if (entry !== undefined && !isEnvelopeBody(value)) {
    // `{"request": {"headers": {…}, "body": "…"}}` wraps an envelope; an archive's request has its body in postData.
    return isEnvelopeBody(entry) ? readEnvelope(entry) : readHarRequest(entry);
  }
  const envelope = envelopeIn(value);
  return envelope === undefined
    ? unreadable('It has none of "headers", "body", "body_base64".')
    : readEnvelope(envelope);
}

const isEnvelopeBody = (value: JsonObject): boolean => value.has('body') || value.has('body_base64');

const noRequest = (): PvgError =>
  inputUnreadable(
    'The JSON holds no request: looked for "log.entries" (HAR), for "headers" and "body" or "body_base64", and for the "answer" of a dry run of pvg. A body alone is given with --body.',
  );

/** One envelope a line; broken lines are told and the others read. Undefined when the input is no list of lines. */
export function readLines({ latin1 }: InputText): readonly ReadRequest[] | undefined {
  const read: ReadRequest[] = [];
  let good = 0;
  const firstLine = /^\s*([^\n]*)/.exec(latin1)?.[1]?.trimEnd() ?? '';
  const opensMore = /[[{,]$/.test(firstLine);
  for (const [index, line] of latin1.split('\n').entries()) {
    if (/^\s*$/.test(line)) continue;
    const { found, isRequest: is } = readLine(line);
    if (is) good += 1;
    // A document over several lines begins with a line that is none by itself, and so do most of the others.
    if (read.length === 1000 && good === 0) return undefined;
    if (read.length - good > mostBrokenLines) break;
    read.push(labelled(found, `line ${String(index + 1)}`));
  }
  return good > 0 && (good * 2 >= read.length || !opensMore) ? read : undefined;
}

function readLine(latin1: string): { found: Found; isRequest: boolean } {
  const no = (says: string): { found: Found; isRequest: boolean } => ({
    found: unreadable(says),
    isRequest: false,
  });
  // Spares the exception for each line of something else.
  if (!/^\s*\{/.test(latin1)) return no('It is no JSON object.');
  const text = utf8Text(Buffer.from(latin1, 'latin1'));
  if (text === undefined) return no('It is not UTF-8 text.');
  const value = parsed(text);
  if (value.ok) return { found: readOne(value.json), isRequest: isRequest(value.json) };
  const { says, offset } = value.error;
  return no(`The JSON cannot be read: ${says}, at character ${String(offset + 1)}.`);
}

const mostValues = 10_000;

/** Several values one after the other, each over as many lines as it likes: what `jq .` prints. */
function readSequence(text: string): readonly ReadRequest[] | undefined {
  const all: Found[] = [];
  let rest = text;
  while (rest.trimStart() !== '') {
    const { value, length } = firstValue(rest);
    if (value === undefined || !isRequest(value) || all.length >= mostValues) return undefined;
    all.push(readOne(value));
    rest = rest.slice(length);
  }
  return numbered(all, 'entry');
}

function firstValue(text: string): { value?: Json; length: number } {
  const whole = parsed(text);
  if (whole.ok) return { value: whole.json, length: text.length };
  const { says, offset } = whole.error;
  if (says !== 'more text after the value') return { length: 0 };
  return { value: parseJson(text.slice(0, offset)), length: offset };
}
