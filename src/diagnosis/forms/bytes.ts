/** Bytes and texts of bytes. */
export const text = (value: string): Uint8Array => Buffer.from(value);
export const equal = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && Buffer.compare(left, right) === 0;

/** The bytes of a hex text; undefined if it is none. */
export const fromHex = (value: string): Uint8Array | undefined =>
  /^(?:[0-9a-fA-F]{2})+$/.test(value) ? Buffer.from(value, 'hex') : undefined;

/** The bytes of a base64 or base64url text; undefined if it is none. */
export const fromBase64 = (value: string): Uint8Array | undefined =>
  /^[A-Za-z0-9+/_-]+={0,2}$/.test(value) && value.replace(/={1,2}$/, '').length % 4 !== 1
    ? Buffer.from(value, 'base64')
    : undefined;
