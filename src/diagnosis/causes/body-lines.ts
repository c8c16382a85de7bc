import { onBytes, onText, replacing, type TextTransform } from './text-transform.js';

/** Line ends, white space and the byte order mark. */

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const startsWithMark = (bytes: Buffer): boolean => bytes.subarray(0, 3).equals(byteOrderMark);

const appended = (end: string): TextTransform['apply'] =>
  onBytes((bytes) => Buffer.concat([bytes, Buffer.from(end)]));

const echoEscapes: Readonly<Record<string, string>> = {
  '\\': '\\',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** What `echo` of dash and zsh does to its argument: octal is `\0nnn`, and `\c` ends the output, line end included. */
function echoed(text: string, lineEnd: string): string {
  const cut = /^(?:[^\\]|\\[^c])*?\\c/s.exec(text);
  const shown = cut === null ? text : cut[0].slice(0, -2);
  const printed = shown.replace(
    /\\(?:0([0-7]{0,3})|([\\abfnrtv]))/g,
    (whole, octal?: string, letter?: string) =>
      octal === undefined
        ? (echoEscapes[letter ?? ''] ?? whole)
        : String.fromCharCode(Number.parseInt(octal || '0', 8) & 0xff),
  );
  return cut === null ? printed + lineEnd : printed;
}

const byEcho = (lineEnd: string): TextTransform['apply'] =>
  onBytes((bytes) => {
    if (!bytes.includes(0x5c)) return undefined;
    const text = bytes.toString('latin1');
    const printed = echoed(text, lineEnd);
    // Without an escape that echo knows it is the plain line end, which has a transform of its own.
    return printed === text + lineEnd ? undefined : Buffer.from(printed, 'latin1');
  });

/** White space between the tokens of JSON only; escapes and numbers keep their spelling. */
const betweenTokens = onText((text) =>
  text.replace(/("(?:[^"\\]|\\.)*")|[ \t\r\n]+/gs, (_, string?: string) => string ?? ''),
);

export const lineTransforms: readonly TextTransform[] = [
  { id: 'body-trailing-newline', cost: 1, as: 'LF at the end', apply: appended('\n') },
  { id: 'body-trailing-newline', cost: 1, as: 'CRLF at the end', apply: appended('\r\n') },
  { id: 'body-trailing-newline', cost: 2, as: 'two LFs at the end', apply: appended('\n\n') },
  {
    id: 'body-trailing-newline',
    cost: 2,
    as: 'echo of dash: backslash escapes read, LF at the end',
    apply: byEcho('\n'),
  },
  {
    id: 'body-trailing-newline',
    cost: 2,
    as: 'echo -n of dash or printf %b: backslash escapes read',
    apply: byEcho(''),
  },
  { id: 'body-trailing-newline', cost: 3, as: 'a space at the end', apply: appended(' ') },
  { id: 'body-trailing-newline', cost: 3, as: 'CR at the end', apply: appended('\r') },

  { id: 'body-trailing-newline-missing', cost: 2, as: 'one line end cut', apply: replacing(/\r?\n$/, '') },
  {
    id: 'body-trailing-newline-missing',
    cost: 2,
    as: 'white space cut at the end',
    apply: replacing(/[ \t\r\n\v\f]+$/, ''),
  },
  {
    id: 'body-trailing-newline-missing',
    cost: 2,
    as: 'white space cut at both ends',
    apply: replacing(/^[ \t\r\n\v\f]+|[ \t\r\n\v\f]+$/g, ''),
  },
  { id: 'body-trailing-newline-missing', cost: 3, as: 'only the LF cut', apply: replacing(/\n$/, '') },

  { id: 'body-crlf', cost: 3, as: 'LF to CRLF', apply: replacing(/(?<!\r)\n/g, '\r\n') },
  { id: 'body-crlf', cost: 4, as: 'LF to CRLF, also behind a CR', apply: replacing(/\n/g, '\r\n') },
  { id: 'body-lf', cost: 3, as: 'CRLF to LF', apply: replacing(/\r\n/g, '\n') },
  { id: 'body-lf', cost: 4, as: 'CRLF and CR to LF', apply: replacing(/\r\n?/g, '\n') },
  { id: 'body-lf', cost: 4, as: 'CR deleted', apply: replacing(/\r/g, '') },

  { id: 'body-newlines-removed', cost: 3, as: 'CR and LF deleted', apply: replacing(/[\r\n]+/g, '') },
  { id: 'body-newlines-removed', cost: 3, as: 'LF to space', apply: replacing(/\n/g, ' ') },
  { id: 'body-newlines-removed', cost: 3, as: 'CRLF to space', apply: replacing(/\r\n|\r|\n/g, ' ') },
  { id: 'body-newlines-removed', cost: 4, as: 'LF deleted, CR kept', apply: replacing(/\n/g, '') },
  {
    id: 'body-newlines-removed',
    cost: 4,
    as: 'each line trimmed and joined',
    apply: replacing(/[ \t]*[\r\n]+[ \t]*|^[ \t]+|[ \t\r\n]+$/g, ''),
  },

  {
    id: 'body-whitespace-removed',
    cost: 3,
    as: 'spaces, tabs and line ends deleted, also inside strings',
    apply: replacing(/[ \t\r\n]+/g, ''),
  },
  { id: 'body-whitespace-removed', cost: 3, as: 'between the tokens only', apply: betweenTokens },
  { id: 'body-whitespace-removed', cost: 4, as: 'spaces deleted', apply: replacing(/ +/g, '') },
  {
    id: 'body-whitespace-removed',
    cost: 4,
    as: 'Unicode spaces too',
    apply: onText((text) => text.replace(/\s+/g, '')),
  },
  {
    id: 'body-whitespace-removed',
    cost: 4,
    as: 'runs of white space to one space',
    apply: replacing(/[ \t\r\n]+/g, ' '),
  },

  {
    id: 'body-bom-added',
    cost: 3,
    apply: onBytes((bytes) => (startsWithMark(bytes) ? undefined : Buffer.concat([byteOrderMark, bytes]))),
  },
  {
    id: 'body-bom-stripped',
    cost: 3,
    apply: onBytes((bytes) => (startsWithMark(bytes) ? bytes.subarray(3) : undefined)),
  },
];
