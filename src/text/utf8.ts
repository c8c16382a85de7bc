import { Buffer, isUtf8 } from 'node:buffer';

/** Bytes as text, or undefined when they are not UTF-8. A byte order mark stays. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  return isUtf8(bytes)
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
    : undefined;
}

/**
 * The text of a file that a person made: UTF-8, or UTF-16 as `>` of Windows PowerShell 5 writes it, without its byte order
 * mark. undefined: it is neither.
 */
export function decodeFileText(bytes: Uint8Array): string | undefined {
  const mark = firstTwoBytes(bytes);
  if (mark === '\xFF\xFE') return new TextDecoder('utf-16le').decode(bytes);
  if (mark === '\xFE\xFF') return new TextDecoder('utf-16be').decode(bytes);
  return utf8Text(bytes)?.replace(/^\uFEFF/, '');
}

/** Whether the bytes begin with the byte order mark of UTF-16. */
export function hasUtf16Mark(bytes: Uint8Array): boolean {
  return ['\xFF\xFE', '\xFE\xFF'].includes(firstTwoBytes(bytes));
}

function firstTwoBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 2)).toString('latin1');
}

/** What to do with a file in another encoding. */
export const saveAsUtf8 =
  'Save the file as UTF-8 without a byte order mark, in an editor or with PowerShell 7.';
