import { PvgError } from '../../failure.js';
import { hasCurl, isForWindows, readCurls } from './curl.js';
import {
  unreadableInputError,
  BodyNotRead,
  NoRequest,
  labelEntries,
  withBody,
  type FoundRequest,
  type InputEntry,
} from './found.js';
import { printedAnswer } from './answer.js';
import { beginsWithAnswer, readHttp } from './http.js';
import { readJson, readLines } from './json.js';
import { looseParts } from './loose-parts.js';
import { readInputText, unwrapPastedText, type InputText } from './text.js';

/**
 * The requests of an input, whose format is recognised by its content: raw HTTP, curl commands, a HAR file, envelopes. It
 * opens no file, and its errors never quote the input.
 * @param given `entry`: the number of the only request that is taken; `body`: replaces its body, if it is the only one
 * @throws {PvgError} `input-unreadable` if there is no request, or if the only one cannot be read
 */
export function readRequests(
  input: Uint8Array,
  { body, entry }: GivenParts = {},
): readonly InputEntry[] {
  const text = readInputText(input);
  const all = readFirstRecognised(text);
  const chosen = entry === undefined || all.length === 0 ? all : [entryAt(all, entry)];
  const requests = chosen.map((each) => withGivenBody(each, body));
  const [first, ...others] = requests;
  if (first === undefined) throw unrecognisedError(text.latin1);
  if (body !== undefined && others.length > 0) {
    throw new PvgError(
      'usage',
      `--body is the body of one request, but the input has ${String(requests.length)}.`,
      { hint: 'Choose the request with `--entry <number>`.' },
    );
  }
  if (!first.ok && first.withoutBody !== undefined && others.length === 0) {
    throw new BodyNotRead(first.says);
  }
  if (!first.ok && others.length === 0) throw unreadableInputError(first.says);
  return requests;
}

/** What the user gives beside the input. */
interface GivenParts {
  readonly body?: Uint8Array | undefined;
  readonly entry?: number | undefined;
}

/** @throws {PvgError} `usage` if no request has this number */
function entryAt(all: readonly InputEntry[], entry: number): InputEntry {
  const found = all.find(({ number }) => number === entry);
  if (found !== undefined) return found;
  const numbers = all.slice(0, mostNumbers).map(({ number }) => String(number));
  const more = all.length > mostNumbers ? ', …' : '';
  throw new PvgError('usage', `The input has no request with the number ${String(entry)}.`, {
    hint: `The numbers of its requests: ${numbers.join(', ')}${more}.`,
  });
}

const mostNumbers = 10;

const strippedNote =
  '`curl -d @file` sends the file without its line breaks; `--data-binary` sends all of it.';

/**
 * The request with the given body instead of its own, and without the note about its own. In an entry that is not ok,
 * `withoutBody` is the request whose own body cannot be read.
 */
function withGivenBody(entry: InputEntry, body: Uint8Array | undefined): InputEntry {
  const request = entry.ok ? entry.request : entry.withoutBody;
  if (body === undefined || request === undefined) return entry;
  const isStripped = request.sendsFile === 'stripped';
  const sent = isStripped ? body.filter((byte) => byte !== 0x0a && byte !== 0x0d) : body;
  const note = sent.length < body.length ? strippedNote : undefined;
  const sentRequest = { ...withBody(request, sent), note, isBodyGiven: true as const };
  // What curl sends is exact. Any other file may end with a line break that an editor added: with `endsFile` the
  // signature is also compared without it (`readParts`).
  if (request.sendsFile !== undefined) return { ok: true, request: sentRequest };
  return { ok: true, request: { ...sentRequest, endsFile: true } };
}

/**
 * The input may be read in several ways, such as without the fence around it: returns the requests of the first reading
 * that has some; empty if none has.
 * @throws {PvgError} the first error, if a reading failed and no other has requests
 */
function readFirstRecognised(input: InputText): readonly InputEntry[] {
  let firstError: PvgError | undefined;
  for (const text of unwrapPastedText(input)) {
    try {
      const found = readRecognised(text);
      if (found.length > 0) return found;
    } catch (error) {
      if (!(error instanceof PvgError)) throw error;
      firstError ??= error;
    }
  }
  if (firstError) throw firstError;
  return [];
}

function readRecognised(text: InputText): readonly InputEntry[] {
  const { latin1 } = text;
  const http = readHttp(latin1);
  if (http !== undefined) return labelEntries([http], 'request');
  if (/^\s*[{[]/.test(latin1)) return readJson(text);
  if (hasCurl(latin1) && isForWindows(latin1)) {
    throw unreadableInputError(
      'pvg reads curl commands of a POSIX shell. Copy the request as cURL (bash) or as HAR.',
    );
  }
  const found = hasCurl(latin1) ? withAnswer(readCurls(latin1), latin1) : undefined;
  // Text without curl may be a log with an object of JSON on some of its lines.
  return found === undefined ? (readLines(latin1) ?? []) : labelEntries(found, 'request');
}

/** The request of the only curl command, with the answer that a terminal shows below it. */
function withAnswer(
  found: readonly (FoundRequest | PvgError)[] | undefined,
  latin1: string,
): readonly (FoundRequest | PvgError)[] | undefined {
  const [only, ...others] = found ?? [];
  if (only === undefined || only instanceof PvgError || others.length > 0) return found;
  return [{ ...only, answer: printedAnswer(latin1) }];
}

/** `fetch(` of JavaScript, `Invoke-WebRequest` of PowerShell, `wget https://…`, and HTTPie: `http POST …`, `https POST …`. */
const otherPrograms =
  /\bfetch\(|\bInvoke-(?:WebRequest|RestMethod)\b|(?:^|\s)(?:wget|https?) [^/]/m;

function unrecognisedError(latin1: string): PvgError {
  if (/^\s*$/.test(latin1)) return new NoRequest('The input is empty.');
  if (beginsWithAnswer(latin1)) {
    return new NoRequest(
      'The input is an HTTP answer, not a request. Save the request, with its headers and its body.',
    );
  }
  const parts = looseParts(latin1);
  if (parts !== undefined && !otherPrograms.test(latin1)) {
    return new NoRequest(
      'The input has parts of a request, as a line of a log has them, but no request.',
      parts,
    );
  }
  return new NoRequest(
    otherPrograms.test(latin1)
      ? 'The input contains no request that pvg reads. It names another program that sends requests: copy the request as cURL (bash) or as HAR.'
      : 'The input contains no request: it does not begin with a request line (`POST /path HTTP/1.1`) or with JSON, and has no curl command.',
  );
}
