import { utf8Text } from '../../text/utf8.js';
import { decodeWindows1252 } from '../forms/charsets.js';
import { parseTree } from '../json-forms/tree.js';

/** The sent body without a layer that was put on after signing. */
export function* unwrapSentBody(sent: Buffer): Generator<Buffer> {
  const text = sent.toString('utf8').trim();
  const inside = parseTree(text)?.root;
  if (inside?.kind === 'text') yield Buffer.from(inside.value);
  if (/^[A-Za-z0-9+/]{12,}={0,2}$/.test(text)) yield Buffer.from(text, 'base64');
  if (utf8Text(sent) === undefined) {
    yield Buffer.from(sent.toString('latin1'));
    yield Buffer.from(decodeWindows1252(sent));
  }
}
