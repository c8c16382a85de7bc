import { utf8Text } from '../../text/utf8.js';

/** The input as UTF-8 bytes, whatever encoding a shell or an editor used. */
export interface InputText {
  readonly bytes: Buffer;
  /** One character per byte: forms that contain raw bytes are split in this view, so that no byte is lost. */
  readonly latin1: string;
}

const inputOfBytes = (bytes: Buffer): InputText => ({ bytes, latin1: bytes.toString('latin1') });
const inputOfLatin1 = (latin1: string): InputText => inputOfBytes(Buffer.from(latin1, 'latin1'));

/** Without a byte order mark. UTF-16 is recognised by its mark, or by the zeros of plain text, and converted. */
export function readInputText(input: Uint8Array): InputText {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  const head = bytes.toString('latin1', 0, 8);
  const converted = (encoding: string): InputText =>
    inputOfBytes(Buffer.from(new TextDecoder(encoding).decode(bytes)));
  if (/^\xff\xfe|^(?:[^\0]\0){4}/.test(head)) return converted('utf-16le');
  if (/^\xfe\xff|^(?:\0[^\0]){4}/.test(head)) return converted('utf-16be');
  return inputOfBytes(head.startsWith('\xef\xbb\xbf') ? bytes.subarray(3) : bytes);
}

/** The text itself, unless it is nothing but a fenced block; then the fenced block; then quoted lines without their marks. */
export function* unwrapPastedText(input: InputText): Generator<InputText> {
  const { latin1 } = input;
  const fenced = fencedBlock(latin1);
  if (fenced?.isWholeText !== true) yield input;
  if (fenced) yield inputOfLatin1(fenced.text);
  for (const quoted of quotedTexts(latin1)) yield inputOfLatin1(quoted);
}

/** Each of them may be read to the end of the text. */
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
  const open = /^[ \t]*```[\w-]*[ \t\r]*\n/m.exec(text);
  const rest = open === null ? '' : text.slice(open.index + open[0].length);
  const close = /^[ \t]*```[ \t\r]*$/m.exec(rest);
  if (open === null || close === null) return undefined;
  const around = text.slice(0, open.index) + rest.slice(close.index + close[0].length);
  return {
    text: rest.slice(0, close.index).replace(/\r?\n$/, ''),
    isWholeText: around.trim() === '',
  };
}

/** Lines of `curl -v` beside a request: comments (`*`), counts of bytes, and the three lines of its progress meter. */
const curlNoise = /^(?:\*(?:\s|$)|[{}] \[\d+ bytes data\]|\s*(?:%\sTotal|Dload|\d.*:--:--\s))/;

/** Without the marks of quoted lines; of `curl -v` also without one interim answer that has no headers. */
const unquoted = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !curlNoise.test(line))
    .map((line) => line.replace(/^(?:(?:> ?)+|< ?)/, ''))
    .join('\n')
    .replace(/\nHTTP\/\S+ 1\d\d[^\n]*\n\r?\n/, '\n');

/** A part of a request, such as a header’s value: as UTF-8 if it is valid, else one character per byte. */
export function utf8OrLatin1(text: string): string {
  return utf8Text(Buffer.from(text, 'latin1')) ?? text;
}
