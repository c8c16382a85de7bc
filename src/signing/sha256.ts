import { Buffer } from 'node:buffer';

// FIPS 180-4, 4.2.2: the fractions of the cube roots of the first 64 primes.
// prettier-ignore
const constants = Int32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
);

// FIPS 180-4, 5.3.3: the fractions of the square roots of the first eight primes.
// prettier-ignore
const beginning = Int32Array.of(
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
);

const blockBytes = 64;
const lengthBytes = 8;
const schedule = new Int32Array(blockBytes);

/**
 * SHA-256 of a short message (FIPS 180-4, 6.2), 32 bytes. Some two hundred times slower than node's once that is loaded:
 * only for what a command hashes before loading it is worth its while (`digest.ts`). Names are those of the standard.
 */
export function sha256(message: Uint8Array): Buffer {
  const words = padded(message);
  const state = Int32Array.from(beginning);
  for (let block = 0; block < words.length; block += 16) {
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let t = 0; t < 64; t += 1) {
      const w = t < 16 ? (words[block + t] ?? 0) : nextWord(t);
      schedule[t] = w;
      const bigSigma1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const ch = g ^ (e & (f ^ g));
      const t1 = (h + bigSigma1 + ch + (constants[t] ?? 0) + w) | 0;
      const bigSigma0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const maj = (a & b) | (c & (a | b));
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + bigSigma0 + maj) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((value, at) => (state[at] = (state[at] ?? 0) + value));
  }
  return bigEndian(Buffer.from(state.buffer));
}

function nextWord(t: number): number {
  const near = schedule[t - 2] ?? 0;
  const far = schedule[t - 15] ?? 0;
  const sigma1 = ((near >>> 17) | (near << 15)) ^ ((near >>> 19) | (near << 13)) ^ (near >>> 10);
  const sigma0 = ((far >>> 7) | (far << 25)) ^ ((far >>> 18) | (far << 14)) ^ (far >>> 3);
  return ((schedule[t - 16] ?? 0) + sigma0 + (schedule[t - 7] ?? 0) + sigma1) | 0;
}

/** Whole blocks: the message, a one bit, zeros, and the length in bits (FIPS 180-4, 5.1.1). */
function padded(message: Uint8Array): Int32Array {
  const bytes = Buffer.alloc(Math.ceil((message.length + 1 + lengthBytes) / blockBytes) * blockBytes);
  bytes.set(message);
  bytes[message.length] = 0x80;
  bytes.writeBigUInt64BE(BigInt(message.length) * 8n, bytes.length - lengthBytes);
  return new Int32Array(bigEndian(bytes).buffer, bytes.byteOffset, bytes.length / 4);
}

/** The standard's words begin with their highest byte, those of nearly every processor with their lowest. */
const bigEndian = (bytes: Buffer): Buffer => (isLittleEndian ? bytes.swap32() : bytes);
const isLittleEndian = new Uint8Array(Int32Array.of(1).buffer)[0] === 1;
