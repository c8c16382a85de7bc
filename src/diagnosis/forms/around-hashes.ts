import { fileNames } from './templates.js';

/** What stands in a message around the hash of the body, or in its place. */

interface Around {
  readonly before: string;
  readonly after: string;
}

/** What may stand around the right hash. */
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
/** The same, tried alone: what Swift, Rust, Java and Ruby print. */
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
/** What a program writes for a hash that it does not have. */
export const words = ['[object Promise]', 'undefined', 'null'];
export const lessUsualWords = ['[object Object]', '[object ArrayBuffer]'];
/** What a command prints beside the hash: another word of its line than the hash was cut out. */
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
/** After the hash, as `sha256sum` writes them. */
export const nameSuffixes = fileNames.flatMap((name) => [`  ${name}`, ` *${name}`]);
/** Before the hash, as `openssl dgst` writes them. */
export const namePrefixes = fileNames.flatMap((name) => [
  `SHA256(${name})= `,
  `SHA2-256(${name})= `,
]);

export function hasFileName({ before, after }: Around): boolean {
  return nameSuffixes.includes(after) || namePrefixes.includes(before);
}
