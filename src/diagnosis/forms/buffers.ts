/** A program in C may copy the body into a buffer and sign the buffer, which is too short, or too long with zeros at its end. */

const usualSizes = [64, 128, 256, 512, 1_024, 2_048, 4_096, 8_192];
/** The most bytes that are lost at the end when a program counts the length wrongly. */
const mostLost = 8;

/** The beginning of the body, as far as it fits into a buffer of a usual size. A buffer may need one byte for its final zero. */
export function* cutBodies(body: Buffer): Generator<Buffer> {
  for (let lost = 1; lost <= mostLost && lost < body.length; lost += 1) {
    yield body.subarray(0, body.length - lost);
  }
  for (const size of usualSizes) {
    if (size < body.length) yield body.subarray(0, size);
    if (size - 1 < body.length) yield body.subarray(0, size - 1);
  }
}

/** The block size of AES: programs that encrypt fill up the body to whole blocks. */
const blockBytes = 16;

/** The body with zero bytes up to a usual size, or to whole blocks. */
export function* zeroFilledBodies(body: Buffer): Generator<Buffer> {
  const wholeBlocks = Math.ceil(body.length / blockBytes) * blockBytes;
  for (const size of new Set([wholeBlocks, ...usualSizes])) {
    if (size > body.length) yield Buffer.concat([body], size);
  }
}
