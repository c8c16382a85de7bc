import { PvgError } from '../../failure.js';
import { fetchAt, readFetch } from './fetch.js';
import { inputUnreadable, NoRequest, numbered, tried, type Found, type ReadRequest } from './found.js';
import { beginsWithAnswer, readHttp } from './http.js';
import { cmdletAt, readCmdlets } from './invoke-web-request.js';
import { readJson, readLines } from './json.js';
import { NamedFiles } from './named-files.js';
import { commandAt, readCommands } from './programs.js';
import { readText, type InputText } from './text.js';
import { readVerbose } from './verbose.js';

/**
 * The requests of an input, recognised by its content: raw HTTP, command lines, calls of fetch, the output of curl -v, a
 * HAR file, envelopes. @throws {PvgError} `input-unreadable` if there is no request, or if the only one cannot be read.
 * It never quotes the input.
 */
export function readRequests(input: Uint8Array, files = new NamedFiles()): readonly ReadRequest[] {
  const text = readText(input);
  const requests = recognise(text, files);
  const [first, ...others] = requests;
  if (first === undefined) throw unrecognised(text.latin1);
  if (!first.ok && others.length === 0) throw inputUnreadable(first.says);
  return requests.map((read) => (read.ok ? { ...read, notes: [...text.notes, ...read.notes] } : read));
}

/** Reads the input again until every file that its commands name was asked for. */
export async function readWithFiles(
  input: Uint8Array,
  readFile: (name: string) => Promise<Uint8Array | undefined>,
): Promise<readonly ReadRequest[]> {
  const contents = new Map<string, Uint8Array | undefined>();
  for (;;) {
    const files = new NamedFiles(contents);
    const read = tried(() => readRequests(input, files));
    const missing = [...files.wanted].filter((name) => !contents.has(name));
    if (missing.length > 0) for (const name of missing) contents.set(name, await readFile(name));
    else if (read instanceof PvgError) throw read;
    else return read;
  }
}

function recognise(text: InputText, files: NamedFiles): readonly ReadRequest[] {
  const { latin1 } = text;
  const http = readHttp(latin1);
  if (http !== undefined) return numbered(http, 'request');
  if (/^\s*[{[]/.test(latin1)) return readJson(text);
  // The output of curl -v may follow its command. Only the command has the body.
  const found = readSource(latin1, files) ?? readVerbose(latin1);
  return found === undefined ? (readLines(latin1) ?? []) : numbered(found, 'request');
}

/** What comes first decides: the body of a command may contain the name of another program. */
function readSource(latin1: string, files: NamedFiles): (Found | PvgError)[] | undefined {
  const command = commandAt(latin1);
  const ways = [
    { at: cmdletAt(latin1), read: () => readCmdlets(latin1, files) },
    { at: fetchAt(latin1), read: () => readFetch(latin1) },
    { at: command, read: () => readCommands(latin1, command ?? 0, files) },
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
