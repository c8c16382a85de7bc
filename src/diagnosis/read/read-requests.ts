import { PvgError } from '../../failure.js';
import { fetchAt, readFetch } from './fetch.js';
import { inputUnreadable, NoRequest, numbered, withBody, type Found, type ReadRequest } from './found.js';
import { beginsWithAnswer, readHttp } from './http.js';
import { cmdletAt, readCmdlets } from './invoke-web-request.js';
import { readJson, readLines } from './json.js';
import { commandAt, readCommands } from './programs.js';
import { readText, type InputText } from './text.js';
import { readVerbose } from './verbose.js';

/**
 * The requests of an input, recognised by its content: raw HTTP, command lines, calls of fetch, the output of curl -v, a
 * HAR file, envelopes. `body` takes the place of the only request’s own. @throws {PvgError} `input-unreadable` if there is no request, or if the only one cannot be read.
 * It never quotes the input.
 */
export function readRequests(input: Uint8Array, body?: Uint8Array): readonly ReadRequest[] {
  const text = readText(input);
  const requests = recognise(text).map((read) => given(read, body));
  const [first, ...others] = requests;
  if (first === undefined) throw unrecognised(text.latin1);
  if (body !== undefined && others.length > 0)
    throw new PvgError(
      'usage',
      `--body is the body of one request, but the input has ${String(requests.length)}.`,
      {
        hint: 'Save that request in a file of its own.',
      },
    );
  if (!first.ok && first.withoutBody !== undefined && others.length === 0)
    throw new PvgError('input-unreadable', first.says, {
      hint: 'Save the body exactly as it was sent, and add `--body @<file>`.',
    });
  if (!first.ok && others.length === 0) throw inputUnreadable(first.says);
  return requests.map((read) => (read.ok ? { ...read, notes: [...text.notes, ...read.notes] } : read));
}

/** What was noted about the text of the input says nothing about a body that was given. */
function given(read: ReadRequest, body: Uint8Array | undefined): ReadRequest {
  const request = read.ok ? read.request : read.withoutBody;
  return body === undefined || request === undefined
    ? read
    : { ok: true, request: withBody(request, body), notes: [] };
}

function recognise(text: InputText): readonly ReadRequest[] {
  const { latin1 } = text;
  const http = readHttp(latin1);
  if (http !== undefined) return numbered(http, 'request');
  if (/^\s*[{[]/.test(latin1)) return readJson(text);
  // The output of curl -v may follow its command. Only the command has the body.
  const found = readSource(latin1) ?? readVerbose(latin1);
  return found === undefined ? (readLines(latin1) ?? []) : numbered(found, 'request');
}

/** What comes first decides: the body of a command may contain the name of another program. */
function readSource(latin1: string): (Found | PvgError)[] | undefined {
  const command = commandAt(latin1);
  const ways = [
    { at: cmdletAt(latin1), read: () => readCmdlets(latin1) },
    { at: fetchAt(latin1), read: () => readFetch(latin1) },
    { at: command, read: () => readCommands(latin1, command ?? 0) },
  ].sort((one, other) => (one.at ?? Infinity) - (other.at ?? Infinity));
  let refused: PvgError | undefined;
  for (const { at, read } of ways) {
    if (at === undefined) break;
    try {
      const found = read();
      if (found !== undefined) return found;
    } catch (error) {
      if (!(error instanceof PvgError)) throw error;
      refused ??= error;
    }
  }
  if (refused !== undefined) throw refused;
  return undefined;
}

function unrecognised(latin1: string): PvgError {
  if (/^\s*$/.test(latin1)) return new NoRequest('The input is empty.');
  return new NoRequest(
    beginsWithAnswer(latin1)
      ? 'The input is an HTTP answer, not a request. Save the request, with its headers and its body.'
      : 'The input contains no request: it does not begin with a request line (`POST /path HTTP/1.1`) or with JSON, and has no command that sends a request.',
  );
}
