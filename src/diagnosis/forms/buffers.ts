/** What a program in C signs that copies the body into a buffer first: one that is too short, or all of a longer one. */

const usualSizes = [64, 128, 256, 512, 1_024, 2_048, 4_096, 8_192];
/** So many bytes are lost at the end, where a length was counted wrongly. */
const mostLost = 8;

/** The bytes that a buffer of a usual size holds of the body, with a zero byte after them or without one. */
export function* cutBodies(body: Buffer): Generator<Buffer> {
  for (let lost = 1; lost <= mostLost && lost < body.length; lost += 1) {
    yield body.subarray(0, body.length - lost);
  }
  for (const size of usualSizes) {
    if (size < body.length) yield body.subarray(0, size);
    if (size - 1 < body.length) yield body.subarray(0, size - 1);
  }
}

/** A block of AES, to which programs fill up what they encrypt. */
const blockBytes = 16;

/** The body with zero bytes up to a usual size, or to whole blocks. */
export function* zeroFilledBodies(body: Buffer): Generator<Buffer> {
  const wholeBlocks = Math.ceil(body.length / blockBytes) * blockBytes;
  for (const size of new Set([wholeBlocks, ...usualSizes])) {
    if (size > body.length) yield Buffer.concat([body], size);
  }
}
