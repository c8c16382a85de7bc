import { utf8Text } from '../../text/utf8.js';
import { sentByPython } from './python-sends.js';

/** The input as UTF-8 bytes, whatever encoding a shell or an editor used. */
export interface InputText {
  readonly bytes: Buffer;
  /** The same bytes with one character per byte: the readers split this text, so that bytes that are not UTF-8 survive. */
  readonly latin1: string;
}

const inputOfBytes = (bytes: Buffer): InputText => ({ bytes, latin1: bytes.toString('latin1') });
const inputOfLatin1 = (latin1: string): InputText => inputOfBytes(Buffer.from(latin1, 'latin1'));

/** Removes a byte order mark, and converts UTF-16, which is recognised by its mark or by a zero in every second byte. */
export function readInputText(input: Uint8Array): InputText {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  const head = bytes.toString('latin1', 0, 8);
  const converted = (encoding: string): InputText =>
    inputOfBytes(Buffer.from(new TextDecoder(encoding).decode(bytes)));
  if (/^\xff\xfe|^(?:[^\0]\0){4}/.test(head)) return converted('utf-16le');
  if (/^\xfe\xff|^(?:\0[^\0]){4}/.test(head)) return converted('utf-16be');
  return inputOfBytes(head.startsWith('\xef\xbb\xbf') ? bytes.subarray(3) : bytes);
}

/**
 * The ways to read a pasted text, in this order: as it is (unless it is only a fenced block), the fenced block in it, its
 * lines without quote marks, and what Python’s `http.client` says that it sent.
 */
export function* unwrapPastedText(input: InputText): Generator<InputText> {
  const { latin1 } = input;
  const fenced = fencedBlock(latin1);
  if (fenced?.isWholeText !== true) yield input;
  if (fenced) yield inputOfLatin1(fenced.text);
  for (const quoted of quotedTexts(latin1)) yield inputOfLatin1(quoted);
  const sent = sentByPython(latin1);
  if (sent !== undefined) yield inputOfLatin1(sent);
}

/** A limit, because after each of them the text may be read to its end. */
const mostQuotedTexts = 20;

/** The runs of quoted lines, each alone; then all lines, whether they are quoted or not. */
function* quotedTexts(text: string): Generator<string> {
  const run = /(?:^>[^\n]*(?:\n|$))+/gm;
  let count = 0;
  for (let found = run.exec(text); found !== null; found = run.exec(text)) {
    const [quoted] = found;
    const alone = unquoted(quoted);
    // `curl -v` writes the body below the headers, without marks.
    yield hasHeadersAlone(alone) ? unquoted(text.slice(found.index)) : alone;
    count += 1;
    if (count === mostQuotedTexts) break;
  }
  if (count > 0) yield unquoted(text);
}

const hasHeadersAlone = (text: string): boolean =>
  /^[A-Z-]+ \S+ HTTP\/\d/.test(text) && !/\n\r?\n/.test(text.trimEnd());

/** The first block between fences of Markdown. */
function fencedBlock(
  text: string,
): { readonly text: string; readonly isWholeText: boolean } | undefined {
  const openingFence = /^[ \t]*```[\w-]*[ \t\r]*\n/m.exec(text);
  const rest = openingFence === null ? '' : text.slice(openingFence.index + openingFence[0].length);
  const closingFence = /^[ \t]*```[ \t\r]*$/m.exec(rest);
  if (openingFence === null || closingFence === null) return undefined;
  const around =
    text.slice(0, openingFence.index) + rest.slice(closingFence.index + closingFence[0].length);
  return {
    text: rest.slice(0, closingFence.index).replace(/\r?\n$/, ''),
    isWholeText: around.trim() === '',
  };
}

/** Lines of `curl -v` that are not a part of the request: comments (`*`), byte counts, and the progress meter. */
const curlNoise = /^(?:\*(?:\s|$)|[{}] \[\d+ bytes data\]|\s*(?:%\sTotal|Dload|\d.*:--:--\s))/;

/** If a body has no line break at its end, the last comment of `curl -v` follows on its line. */
const connectionNote =
  /\* (?:Connection #\d+ to host \S+ left intact|Closing connection(?: \S+)?)\r?$/;

/** Removes `> ` and `< ` from the lines, and from the output of `curl -v` an interim answer such as HTTP/1.1 100. */
export function unquoted(text: string): string {
  return text
    .split('\n')
    .filter((line) => !curlNoise.test(line))
    .map((line) => line.replace(connectionNote, '').replace(/^(?:(?:> ?)+|< ?)/, ''))
    .join('\n')
    .replace(/\nHTTP\/\S+ 1\d\d[^\n]*\n\r?\n/, '\n');
}

/** Decodes a part of a request, such as a header’s value, as UTF-8; if it is not UTF-8, as one character per byte. */
export function utf8OrLatin1(text: string): string {
  return utf8Text(Buffer.from(text, 'latin1')) ?? text;
}
