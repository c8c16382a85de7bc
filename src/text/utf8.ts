import { Buffer, isUtf8 } from 'node:buffer';

/** Decodes UTF-8; undefined if the bytes are not UTF-8. A byte order mark is kept. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  return isUtf8(bytes)
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
    : undefined;
}

/**
 * The text of a file that a person made, without its byte order mark: UTF-8, or UTF-16, which `>` of Windows PowerShell 5
 * writes. undefined for another encoding.
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

/** The advice for a file in another encoding. */
export const saveAsUtf8 =
  'Save the file as UTF-8 without a byte order mark, in an editor or with PowerShell 7.';
