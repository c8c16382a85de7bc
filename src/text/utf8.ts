import { Buffer, isUtf8 } from 'node:buffer';

/** Bytes as text, or undefined when they are not UTF-8. A byte order mark stays. */
export const utf8Text = (bytes: Uint8Array): string | undefined =>
  isUtf8(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8') : undefined;
