import { inspect } from 'node:util';
import { pythonBytes, pythonString } from './quoted-text.js';
import { onBytes, onText, small, type TextTransform } from './text-transform.js';

/** The body's text or bytes as a language prints them for people. */

const numbers = (bytes: Buffer, separator: string): string => bytes.join(separator);
const signedNumbers = (bytes: Buffer): string => new Int8Array(bytes).join(', ');

const python = (cost: number, as: string, apply: TextTransform['apply']): TextTransform => ({
  id: 'body-python-repr',
  cost,
  as,
  apply: small(apply),
});

const object = (cost: number, as: string, apply: TextTransform['apply']): TextTransform => ({
  id: 'body-object-tostring',
  cost,
  as,
  apply: small(apply),
});

export const printedTransforms: readonly TextTransform[] = [
  python(2, 'Python str(bytes)', onBytes(pythonBytes)),
  python(3, 'Python repr(str)', onText(pythonString)),
  python(
    3,
    'Python str(bytearray)',
    onBytes((bytes) => `bytearray(${pythonBytes(bytes)})`),
  ),
  object(
    2,
    'JavaScript String(Uint8Array)',
    onBytes((bytes) => numbers(bytes, ',')),
  ),
  object(
    3,
    'Go Sprint([]byte)',
    onBytes((bytes) => `[${numbers(bytes, ' ')}]`),
  ),
  object(
    3,
    'Java Arrays.toString(byte[])',
    onBytes((bytes) => `[${signedNumbers(bytes)}]`),
  ),
  object(
    3,
    'Rust {:?} of bytes, Python str(list)',
    onBytes((bytes) => `[${numbers(bytes, ', ')}]`),
  ),
  object(
    3,
    'JSON.stringify of a Buffer',
    onBytes((bytes) => JSON.stringify(bytes)),
  ),
  object(
    3,
    'JSON.stringify of a Uint8Array',
    onBytes((bytes) => JSON.stringify(new Uint8Array(bytes))),
  ),
  object(
    3,
    'JSON array of the byte values',
    onBytes((bytes) => `[${numbers(bytes, ',')}]`),
  ),
  object(
    4,
    'Node util.inspect of a Buffer',
    onBytes((bytes) => inspect(Buffer.from(bytes))),
  ),
  object(
    4,
    'Elixir inspect of bytes',
    onBytes((bytes) => `<<${numbers(bytes, ', ')}>>`),
  ),
  object(
    4,
    'Swift Optional("…")',
    onText((text) => `Optional(${JSON.stringify(text)})`),
  ),
  object(
    4,
    'Rust Some("…")',
    onText((text) => `Some(${JSON.stringify(text)})`),
  ),
  object(
    4,
    'Java Optional[…]',
    onText((text) => `Optional[${text}]`),
  ),
  object(
    4,
    'Scala Some(…)',
    onText((text) => `Some(${text})`),
  ),
];
