import { causes, told } from '../cause.js';
import type { BodyVariant } from '../choice.js';
import { laidOut, spacesRemoved } from './json-spans.js';
import type { Bodies } from './sent-body.js';
import { isJson, onBytes, onNonAscii, onText, small, type Apply } from './text-transform.js';

/** Sizes of buffers, and one less for those that keep a zero byte; of pointers and of a digest. */
const sizes = [
  256, 255, 512, 511, 1024, 1023, 2048, 2047, 4096, 4095, 128, 127, 64, 63, 80, 79, 100, 99,
].concat(
  [200, 199, 300, 299, 500, 499, 1000, 999, 1500, 1499, 8192, 8191, 16_384, 16_383, 65_536, 65_535],
  [4, 8, 16, 32],
);

const brace = 0x7b;

// Constructions of this cost are tried alone.
const tooMany = 10;

const filledTo = (size: number): Apply =>
  onBytes((bytes) =>
    bytes.length < size ? Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]) : undefined,
  );
const cutAt = (size: number): Apply =>
  onBytes((bytes) => (bytes.length > size ? bytes.subarray(0, size) : undefined));

const lengths: readonly (readonly [how: string, write: (length: number) => Buffer])[] = [
  [
    'four bytes, big-endian',
    (length) => Buffer.from(Uint8Array.of(length >> 24, length >> 16, length >> 8, length)),
  ],
  [
    'four bytes, little-endian',
    (length) => Buffer.from(Uint8Array.of(length, length >> 8, length >> 16, length >> 24)),
  ],
  ['two bytes, big-endian', (length) => Buffer.from(Uint8Array.of(length >> 8, length))],
  ['two bytes, little-endian', (length) => Buffer.from(Uint8Array.of(length, length >> 8))],
  ['decimal digits', (length) => Buffer.from(String(length))],
  ['decimal digits and a colon', (length) => Buffer.from(`${String(length)}:`)],
  ['decimal digits and a line break', (length) => Buffer.from(`${String(length)}\n`)],
  ['decimal digits and CRLF', (length) => Buffer.from(`${String(length)}\r\n`)],
  ['hex digits and CRLF', (length) => Buffer.from(`${length.toString(16)}\r\n`)],
];

const indents = ['  ', '    ', '\t', '', '   ', ' '];
const ends = ['', '\n'];

/** JSON in lines whose line breaks were removed, and nothing else: undefined for any other text. */
const inLines = (indent: string, end: string): Apply =>
  small(
    onText((text) => {
      if (/[\r\n]/.test(text) || !/^[{[] *["{[]/.test(text) || !isJson(text)) return undefined;
      const lines = laidOut(spacesRemoved(text), indent, '\n');
      return lines.replaceAll('\n', '') === text ? lines + end : undefined;
    }),
  );

const isBareWord = (value: string): boolean => /^(?:-?\d+(?:\.\d+)?|true|false|null)$/.test(value);

/** Changes a text between the white space around it. */
const around = (text: string, change: (inner: string) => string): string => {
  const inner = text.trim();
  const at = text.length - text.trimStart().length;
  return text.slice(0, at) + change(inner) + text.slice(at + inner.length);
};

/** `{a:b,c:1}` with quotes around names and values; `keeps` says which values never had them. */
const requoted = (keeps: (value: string, name: string) => boolean): Apply =>
  small(
    onText((text) => {
      const trimmed = text.trim();
      if (text.includes('"') || !trimmed.startsWith('{') || !trimmed.endsWith('}')) return undefined;
      const members = trimmed.slice(1, -1).split(/,(?=\s*[\w.-]+\s*:)/);
      const made = members.map((member) => {
        const colon = member.indexOf(':');
        const name = member.slice(0, colon).trim();
        const value = (inner: string): string => (keeps(inner, name) ? inner : `"${inner}"`);
        return `${around(member.slice(0, colon), (inner) => `"${inner}"`)}:${around(member.slice(colon + 1), value)}`;
      });
      const json = text.replace(trimmed, () => `{${made.join(',')}}`);
      return isJson(json) ? json : undefined;
    }),
  );

const quotesEaten =
  'The double quotes of the JSON were lost after signing, as in a shell that takes them for its own.';

/** Straight quotes back in place of curly ones, where only this makes the text JSON. */
const straightQuotes = (double: RegExp, single: RegExp | undefined): Apply =>
  onNonAscii((text) => {
    const made = text.replace(double, '"');
    const all = single === undefined ? made : made.replace(single, "'");
    return isJson(all) && !isJson(text) ? all : undefined;
  });

/** A body as it stands inside a JSON string, such as in a log line. */
const unescaped = (text: string): string | undefined => {
  if (isJson(text) || !text.includes('\\"')) return undefined;
  if (isJson(`"${text}"`)) return String(JSON.parse(`"${text}"`));
  return text.replace(/\\(['"])/g, '$1');
};

const curlyDouble = /[“”„‟″«»]/g;
const curlySingle = /[‘’‚‛′]/g;

const bufferSizes: readonly (readonly [change: Apply, says: string])[] = [
  ...sizes.map(
    (size) =>
      [
        filledTo(size),
        `The body was signed with zero bytes after it, up to ${String(size)} bytes in all.`,
      ] as const,
  ),
  ...[3, 4].map(
    (count) =>
      [
        onBytes((bytes) => Buffer.concat([bytes, Buffer.alloc(count)])),
        `The body was signed with ${String(count)} zero bytes after it.`,
      ] as const,
  ),
  ...sizes.map(
    (size) =>
      [
        cutAt(size),
        `Only the first ${String(size)} bytes of the body were signed${size <= 8 ? ', as many as a pointer has' : ''}.`,
      ] as const,
  ),
  ...[1, 2].map(
    (count) =>
      [
        onBytes((bytes) => bytes.subarray(0, Math.max(0, bytes.length - count))),
        count === 1
          ? 'The body was signed without its last byte.'
          : 'The body was signed without its last two bytes.',
      ] as const,
  ),
  ...lengths.map(
    ([how, write]) =>
      [
        onBytes((bytes) => Buffer.concat([write(bytes.length), bytes])),
        `The length of the body (${how}) was signed before the body.`,
      ] as const,
  ),
];

const mostBytes = 2 ** 17;

const ofBufferSizes: Bodies = ({ bytes: sent }) =>
  sent.length > mostBytes
    ? []
    : bufferSizes.flatMap(([change, says]): BodyVariant[] => {
        const bytes = change(sent);
        return bytes === undefined ? [] : [{ causes: ['body-buffer-size'], bytes, cost: 4, says }];
      });

/** Bytes that are not the sent body: added, left out, or changed between signing and sending. */
export const bodyBytes = causes({ where: 'everywhere', kind: 'no-extra-bytes' })({
  'body-signed-twice': {
    commonness: 'C',
    says: 'The body was signed twice in a row: the same bytes came once more after it.',
    typical: '`hmac.update(body)` in a loop, in a retry, or in an interceptor and in the sender.',
    fix: 'Make a new hash and a new HMAC object for each request. Pass the body to it once.',
    texts: [[onBytes((bytes) => Buffer.concat([bytes, bytes]))]],
    digests: ({ keyed }) => [
      told(
        (key, message) => keyed(key, message + message),
        'The complete message was signed twice in a row, as when `update` is called twice.',
        tooMany,
      ),
    ],
  },

  'body-buffer-size': {
    commonness: 'C',
    says: 'More or fewer bytes than the body has were signed, as with the length of a buffer.',
    typical:
      'C and C++: `sizeof(buffer)`, `strncpy` and `snprintf` into a fixed buffer; frames with a length.',
    fix: 'Sign only the bytes of the body: pass their count, not the size of a buffer or of a pointer.',
    hints: { cpp: 'Do not pass sizeof(buffer). Use std::string and its size(), not a fixed buffer.' },
    texts: [
      told(
        onBytes((bytes) => Buffer.concat([bytes, Buffer.alloc(2)])),
        'The body was signed with 2 zero bytes after it.',
        1,
      ),
    ],
    manyBodies: ofBufferSizes,
    digests: ({ keyed }) =>
      sizes
        .filter((size) => size <= 300)
        .map((size) =>
          told(
            (key, message) =>
              message.length > size && message.charCodeAt(0) !== brace
                ? keyed(key, message.slice(0, size))
                : '',
            `Only the first ${String(size)} bytes of the message were signed.`,
            tooMany,
          ),
        ),
  },

  'body-changed-later': {
    commonness: 'B',
    says: 'The body was changed after it was signed.',
    typical: '`curl -d @file`, quotes in shells, proxies and middleware that write the body again.',
    fix: 'Send the exact bytes that were signed, and let nothing change them on the way.',
    hints: {
      bash: 'curl -d @file removes line breaks: use --data-binary @file. Put JSON in single quotes.',
    },
    texts: [
      ...indents.flatMap((indent) =>
        ends.map((end) =>
          told(
            inLines(indent, end),
            'The line breaks of the signed JSON were removed before sending. `curl -d @file` does this; `--data-binary @file` keeps them.',
            -0.6,
          ),
        ),
      ),
      told(requoted(isBareWord), quotesEaten),
      told(
        requoted((value, name) => name === 'os_id' || /^(?:true|false|null)$/.test(value)),
        quotesEaten,
      ),
      told(
        requoted(() => false),
        quotesEaten,
      ),
    ],
  },

  'body-copied': {
    commonness: 'C',
    says: 'The body given here is not as it was signed, as if it was copied out of a chat, a document or a log.',
    typical: 'Slack, Word and wikis, which write curly quotes; log lines with escaped quotes.',
    fix: 'Copy the body again as plain text, or give the bytes that were sent: `--body @file`. If it was sent like this, send the exact bytes that were signed.',
    texts: [
      ...[curlySingle, undefined].map((single) =>
        told(
          small(straightQuotes(curlyDouble, single)),
          'The signed body has straight quotes, but the body given here has curly quotes (such as “ and ”), as Slack, Word or a wiki writes them.',
          -2,
        ),
      ),
      told(
        onText(unescaped),
        'The body given here has backslashes before its quotes, as in a log line or the source of a program. It was signed without them.',
        -0.5,
      ),
    ],
  },
});
