import { PvgError } from '../../failure.js';
import { type Json, JsonObject, JsonSyntaxError, readMember } from '../../text/json/json.js';
import { tryJson } from '../../text/json/parse.js';
import { utf8Text } from '../../text/utf8.js';
import { lineNumberAt } from './cursor.js';
import { envelopeIn, hasBody, readEnvelope } from './envelope.js';
import {
  unreadableInputError,
  NoRequest,
  labelEntry,
  labelEntries,
  catchUnreadable,
} from './found.js';
import type { FoundRequest, InputEntry } from './found.js';
import { readHar, readHarEntry, requestOfEntry } from './har.js';
import type { InputText } from './text.js';

/** Reads an input that begins with `{` or `[`: one JSON value, or one on each line. */
export function readJson({ bytes, latin1 }: InputText): readonly InputEntry[] {
  const text = utf8Text(bytes);
  const parsed = text === undefined ? undefined : tryJson(text);
  if (parsed !== undefined && !(parsed instanceof JsonSyntaxError)) return readWholeValue(parsed);
  const lines = readLines(latin1);
  if (lines !== undefined) return lines;
  if (text === undefined || parsed === undefined) {
    throw unreadableInputError('The input is not UTF-8 text.');
  }
  const column = String(parsed.offset - text.lastIndexOf('\n', parsed.offset - 1));
  const place = `line ${String(lineNumberAt(text, parsed.offset))}, column ${column}`;
  throw unreadableInputError(`The JSON cannot be read: ${parsed.says}, at ${place}.`, parsed);
}

function readWholeValue(value: Json): readonly InputEntry[] {
  if (readMember(value, 'log') instanceof JsonObject) return readHar(value as JsonObject);
  const all = [value].flat().map(readValue);
  if (all.some((each) => each !== undefined)) {
    return labelEntries(
      all.map((each) => each ?? noRequestError()),
      'entry',
    );
  }
  throw new NoRequest(
    'The JSON contains no request: no "log.entries" (HAR), no "headers", "body" or "body_base64", no "answer" of a dry run. If it is only the body, use `--body @<file>`.',
  );
}

const noRequestError = (): PvgError =>
  unreadableInputError('This is not a JSON object with "headers", "body" or "body_base64".');

/** The request in a JSON value; undefined if it has none. */
function readValue(value: Json): FoundRequest | PvgError | undefined {
  if (!(value instanceof JsonObject)) return undefined;
  const entry = hasBody(value) ? undefined : requestOfEntry(value);
  // `request` is either an envelope, with `body`, or the request of a HAR entry, with `postData`.
  if (entry !== undefined) {
    return catchUnreadable(() => (hasBody(entry) ? readEnvelope(entry) : readHarEntry(value)));
  }
  const envelope = envelopeIn(value) ?? axiosConfig(value);
  return envelope && catchUnreadable(() => readEnvelope(envelope));
}

/** The envelope of a request in an error that axios logged: `{"config": {"method", "url", "headers", "data"}}`. */
function axiosConfig(value: JsonObject): JsonObject | undefined {
  const config = value.get('config');
  if (!(config instanceof JsonObject) || !config.has('headers')) return undefined;
  const method = config.get('method');
  const upper = typeof method === 'string' ? method.toUpperCase() : null;
  const { headers = null, data = null } = Object.fromEntries(config.members);
  return new JsonObject([
    ['method', upper],
    ['url', urlOfAxios(config)],
    ['headers', headers],
    ['body', data],
  ]);
}

/** The address of a request, from `baseURL` and `url` as axios joins them. */
function urlOfAxios(config: JsonObject): Json {
  const url = config.get('url') ?? null;
  const base = config.get('baseURL');
  if (typeof url !== 'string' || typeof base !== 'string' || /^[a-z][a-z\d+.-]*:/i.test(url)) {
    return url;
  }
  return `${base.replace(/\/$/, '')}/${url.replace(/^\//, '')}`;
}

const mostBrokenLines = 1_000;

/** Reads one request from each line. A line without one gives an entry with the reason; undefined if no line has one. */
export function readLines(latin1: string): readonly InputEntry[] | undefined {
  const read: InputEntry[] = [];
  let requestCount = 0;
  for (const [index, line] of latin1.split('\n').entries()) {
    if (line.trim() === '') continue;
    const text = utf8Text(Buffer.from(line, 'latin1'));
    // A line that does not begin with an object has no request, just as the JSON value null has none.
    const value = text === undefined || !/^\s*\{/.test(text) ? null : tryJson(text);
    const found =
      value instanceof JsonSyntaxError
        ? unreadableInputError(
            `The JSON cannot be read: ${value.says}, at character ${String(value.offset + 1)}.`,
          )
        : (readValue(value) ?? noRequestError());
    if (!(found instanceof PvgError)) requestCount += 1;
    const number = index + 1;
    read.push(labelEntry(found, { label: `line ${String(number)}`, number }));
    // A file that is no log of requests may have a million broken lines, and each costs an exception, so reading ends.
    if (requestCount === 0 && read.length === mostBrokenLines) break;
  }
  return requestCount > 0 ? read : undefined;
}
