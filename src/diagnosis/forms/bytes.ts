/** Bytes and texts of bytes. */
export function utf8Bytes(value: string): Uint8Array {
  return Buffer.from(value);
}
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && Buffer.compare(left, right) === 0;
}

/** What programs put into a text for a value that is missing. */
export const unsetWords = ['undefined', 'null', 'None', 'nil', ''];
export function isUnsetWord(value = ''): boolean {
  return unsetWords.includes(value);
}

/** As Python prints bytes: b'…'. */
export function pythonBytes(bytes: Buffer): string {
  const inside = bytes.toString('latin1');
  const quote = inside.includes("'") && !inside.includes('"') ? '"' : "'";
  const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
  const escaped = (one: string): string =>
    named[one] ??
    (/[ -~]/.test(one) ? `\\${one}` : `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return `b${quote}${inside.replace(quote === "'" ? /[^ -~]|[\\']/g : /[^ -~]|\\/g, escaped)}${quote}`;
}

/** The bytes of a hex text; undefined if it is none. */
export function decodeHex(value: string): Uint8Array | undefined {
  return /^(?:[0-9a-fA-F]{2})+$/.test(value) ? Buffer.from(value, 'hex') : undefined;
}

/** The bytes of a base64 or base64url text; undefined if it is none. */
export function decodeBase64(value: string): Uint8Array | undefined {
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(value) && value.replace(/={1,2}$/, '').length % 4 !== 1
    ? Buffer.from(value, 'base64')
    : undefined;
}
