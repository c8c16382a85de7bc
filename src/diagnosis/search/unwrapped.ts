import { utf8Text } from '../../text/utf8.js';
import { decodeWindows1252, encodeWindows1252 } from '../forms/charsets.js';
import { stripSlashes, unescapeHtml } from '../forms/text-escapes.js';
import { repairedTexts } from '../forms/damaged-bodies.js';
import { parseTree } from '../json-forms/tree.js';

/** The sent body without a layer that was put on after signing. */
export function* unwrapSentBody(sent: Buffer): Generator<Buffer> {
  const text = sent.toString('utf8').trim();
  const inside = parseTree(text)?.root;
  if (inside?.kind === 'text') yield Buffer.from(inside.value);
  if (/^[A-Za-z0-9+/]{12,}={0,2}$/.test(text)) yield Buffer.from(text, 'base64');
  yield* decodedUtf16(sent);
  if (utf8Text(sent) === undefined) {
    yield Buffer.from(sent.toString('latin1'));
    yield Buffer.from(decodeWindows1252(sent));
    return;
  }
  for (const plain of unescapedTexts(sent.toString('utf8'))) yield Buffer.from(plain);
  for (const [repaired] of repairedTexts(sent.toString('utf8'))) yield Buffer.from(repaired);
  yield* withoutSecondEncoding(sent.toString('utf8'));
  const value = valueOfOnlyField(text);
  if (value !== undefined) yield Buffer.from(value);
}

function* unescapedTexts(text: string): Generator<string> {
  const plain = unescapeHtml(text);
  if (plain !== undefined) yield plain;
  if (text.includes('&amp;')) yield text.replaceAll('&amp;', '&');
  if (text.includes('\\"')) {
    yield stripSlashes(text);
    yield text.replaceAll('\\"', '"');
  }
}

/** The text of a body in UTF-16. It begins with a byte order mark, or with a character of ASCII, whose other byte is zero. */
function* decodedUtf16(sent: Buffer): Generator<Buffer> {
  if (sent.length < 2 || sent.length % 2 !== 0) return;
  const mayBeLittleEndian = sent[1] === 0 || sent.readUInt16BE(0) === 0xfffe;
  const mayBeBigEndian = sent[0] === 0 || sent.readUInt16BE(0) === 0xfeff;
  if (!mayBeLittleEndian && !mayBeBigEndian) return;
  const units = mayBeBigEndian ? Buffer.from(sent).swap16() : sent;
  yield Buffer.from(units.toString('utf16le').replace(/^\ufeff/, ''));
}

/** Undoes a second encoding: UTF-8 bytes were read as Latin-1 or Windows-1252, and encoded as UTF-8 again. */
function* withoutSecondEncoding(text: string): Generator<Buffer> {
  if (!/[\u0080-\uffff]/.test(text)) return;
  const latin1 = Buffer.from(text, 'latin1');
  if (latin1.toString('latin1') === text && utf8Text(latin1) !== undefined) yield latin1;
  const windows = encodeWindows1252(text);
  if (utf8Text(windows) !== undefined) yield Buffer.from(windows);
}

/** The value of a form that has one field; undefined if the text is no such form. */
export function valueOfOnlyField(text: string): string | undefined {
  if (!/^[\w-]{1,40}=[^&]*$/.test(text)) return undefined;
  const [field] = [...new URLSearchParams(text)];
  return field?.[1];
}
