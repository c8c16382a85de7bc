import { fileNames } from './templates.js';

/** Texts that programs leave around the hash of the body in the message, or write in place of the hash. */

interface Around {
  readonly before: string;
  readonly after: string;
}

/** Text before the hash, as commands print it. */
const prefixes = [
  'sha256=',
  'SHA-256=',
  'sha-256=',
  '(stdin)= ',
  'SHA256(stdin)= ',
  'SHA2-256(stdin)= ',
  '0x',
];
const suffixes = ['  -', '  -\n', ' -', ' *-', '\n'];
/** What Swift, Rust, Java and Ruby print around a hash. It is tried only when everything else is right. */
export const loneSurroundings = [
  ['SHA256 digest: ', ''],
  ['Optional("', '")'],
  ['Optional(SHA256 digest: ', ')'],
  ['Optional[', ']'],
  ['Some("', '")'],
  ['Ok("', '")'],
  ['#<Digest::SHA256: ', '>'],
  ['#<OpenSSL::Digest: ', '>'],
  // Ruby’s `unpack('H*')` gives a list.
  ['["', '"]'],
] as const;
export const surroundings: readonly Around[] = [
  ...prefixes.map((before) => ({ before, after: '' })),
  ...suffixes.map((after) => ({ before: '', after })),
  { before: '"', after: '"' },
  { before: "b'", after: "'" },
];
/** What a program writes in place of a hash that it has not computed. */
export const usualWords = ['[object Promise]', 'undefined', 'null'];
export const lessUsualWords = ['[object Object]', '[object ArrayBuffer]'];
/** Other words of the line in which a command prints the hash: a script took such a word in place of the hash. */
export const wordsBesideHash: readonly string[] = [
  ...['*stdin', '(stdin)=', 'SHA2-256(stdin)=', 'SHA256(stdin)=', '-', '*-'],
];
export const rareWords = [
  ...wordsBesideHash,
  // Go’s fmt, for a value that was not passed.
  ...['%!s(MISSING)', '%!x(MISSING)', '%!s(<nil>)'],
  ...['None', 'nil', 'NULL', '<nil>', 'System.Byte[]', '32 bytes', 'Promise { <pending> }'],
  ...['SHA256Managed', 'SHA256CryptoServiceProvider', 'SHA256+Implementation', 'SHA256'].map(
    (name) => `System.Security.Cryptography.${name}`,
  ),
  ...['Array', 'Object', '[object Uint8Array]', 'System.ReadOnlySpan<Byte>[32]'],
];
/** File names after the hash, as `sha256sum` writes them. */
export const nameSuffixes = fileNames.flatMap((name) => [`  ${name}`, ` *${name}`]);
/** File names before the hash, as `openssl dgst` writes them. */
export const namePrefixes = fileNames.flatMap((name) => [
  `SHA256(${name})= `,
  `SHA2-256(${name})= `,
]);

export function hasFileName({ before, after }: Around): boolean {
  return nameSuffixes.includes(after) || namePrefixes.includes(before);
}
