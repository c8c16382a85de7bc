import { causes, told } from '../cause.js';
import { spacesRemoved } from './json-spans.js';
import { escapeLetters } from './quoted-text.js';
import { changing, onBytes, onText, replacing, type Apply } from './text-transform.js';
import { withoutEnd } from '../../text/ends.js';

const noMark =
  'new UTF8Encoding(false) writes no byte order mark; a StreamWriter with Encoding.UTF8 writes one.';

const mark = Buffer.from([0xef, 0xbb, 0xbf]);
const hasMark = (bytes: Buffer): boolean => bytes.subarray(0, mark.length).equals(mark);

const appended = (end: string): Apply => onBytes((bytes) => Buffer.concat([bytes, Buffer.from(end)]));

/** What `echo` of dash and zsh does to its argument: octal is `\0nnn`; `\c` ends the output, without a line break. */
function echoed(text: string, lineEnd: string): string {
  const cut = /^(?:[^\\]|\\[^c])*?\\c/s.exec(text);
  const shown = cut === null ? text : cut[0].slice(0, -2);
  const printed = shown.replace(
    /\\(?:0([0-7]{0,3})|([\\abfnrtv]))/g,
    (whole, octal?: string, letter?: string) =>
      octal === undefined
        ? (escapeLetters[letter ?? ''] ?? whole)
        : String.fromCharCode(Number.parseInt(octal || '0', 8) & 0xff),
  );
  return cut === null ? printed + lineEnd : printed;
}

/** A text without an escape that echo knows only gets the line break, which is a variant of its own. */
const byEcho = (lineEnd: string): Apply =>
  onBytes((bytes) => {
    const text = bytes.toString('latin1');
    const printed = echoed(text, lineEnd);
    return printed === text + lineEnd ? undefined : Buffer.from(printed, 'latin1');
  });

const blanks = ' \t\r\n\v\f';
const becameSpaces =
  'The line breaks in the body became spaces before signing, but the body was sent with line breaks.';

/** The same text with different line breaks, white space or a byte order mark. */
export const bodyLines = causes({ where: 'everywhere', kind: 'no-extra-bytes' })({
  'body-trailing-newline': {
    commonness: 'A',
    says: 'A line break was signed after the body, but it was not sent.',
    typical: '`echo`, here-documents, `openssl < file`, Go `json.Encoder`, text editors, `puts`.',
    fix: "Sign without the line break: `printf '%s'` instead of `echo`, `json.Marshal` instead of an Encoder.",
    hints: {
      bash: 'Use printf \'%s\' "$body" | ...: echo and <<< add a line break.',
      go: 'Use json.Marshal: json.NewEncoder adds a line break.',
      ruby: 'Use print or write: puts adds a line break.',
      python: 'Use file.write(text): print(text) adds a line break.',
    },
    texts: [
      [appended('\n'), 'LF at the end'],
      [appended('\r\n'), 'CRLF at the end'],
      [
        appended('\n\n'),
        'two LF at the end',
        1,
        'Two line breaks were signed after the body, but they were not sent.',
      ],
      [
        byEcho('\n'),
        'echo of dash',
        1,
        'The body was signed as `echo` prints it: with backslash escapes replaced and a line break after it.',
      ],
      [
        byEcho(''),
        'echo -n of dash, or printf %b',
        1,
        'The body was signed as `echo -n` or `printf %b` prints it: with backslash escapes replaced.',
      ],
    ],
  },

  'body-trailing-newline-missing': {
    commonness: 'B',
    says: 'White space at the end of the body, usually a line break, was sent but not signed.',
    typical:
      'Go: `json.Marshal` is signed, but an Encoder sends; `curl --data-binary @file`; code that trims the text before signing.',
    fix: 'Send the exact bytes that you signed, with or without the line break at the end.',
    hints: {
      go: 'json.NewEncoder adds a line break when it sends: send the slice of json.Marshal.',
      bash: '$(...) drops line breaks at the end of a file: sign the file itself.',
    },
    texts: [
      [
        replacing(/\r?\n$/, ''),
        'one line break removed',
        0,
        'A line break was sent after the body, but it was not signed.',
      ],
      [changing((text) => withoutEnd(text, blanks)), 'all white space at the end removed'],
      [
        changing((text) => withoutEnd(text, blanks).replace(/^[ \t\r\n\v\f]+/, '')),
        'white space removed at both ends',
        0,
        'White space at the beginning or end of the body was removed before signing, but it was sent.',
      ],
      told(
        replacing(/(?<=\r)\n$/, ''),
        'The LF of the CRLF at the end of the body was sent, but it was not signed.',
        1,
      ),
    ],
  },

  'body-crlf': {
    commonness: 'C',
    says: 'The body was signed with CRLF line breaks, but it was sent with LF line breaks.',
    typical: 'Windows editors, HMAC calculators on web pages.',
    fix: 'Sign in the program that sends. Sign the bytes that it sends, and keep LF.',
    texts: [
      [replacing(/(?<!\r)\n/g, '\r\n'), 'LF to CRLF'],
      told(
        replacing(/\n/g, '\r\n'),
        'A CR was put before every LF of the body, also after a CR, before signing, but it was not sent.',
        1,
      ),
    ],
  },

  'body-lf': {
    commonness: 'C',
    says: 'The body was signed with LF line breaks, but it was sent with CRLF line breaks.',
    typical: 'Postman on Windows, text files read in text mode.',
    fix: 'Send the bytes that you signed. Read and write the body in binary mode.',
    hints: { python: 'Open the file with "rb": text mode turns CRLF into LF.' },
    texts: [
      [replacing(/\r\n/g, '\n'), 'CRLF to LF'],
      told(
        replacing(/\r\n?/g, '\n'),
        'The body was signed with LF in place of every CRLF and CR that was sent.',
        1,
      ),
      told(replacing(/\r/g, ''), 'Every CR in the body was removed before signing, but it was sent.', 1),
    ],
  },

  'body-newlines-removed': {
    commonness: 'C',
    says: 'The line breaks in the body were removed before signing, but they were sent.',
    typical: 'Java `readLine()` loops and `lines().collect(joining())`, Unity `.Replace`.',
    fix: 'Read the body as bytes, not line by line. Sign those bytes.',
    hints: {
      java: 'To sign received bytes, use request.getInputStream().readAllBytes(), not readLine().',
      unity: 'Do not call Replace("\\n", " ") before signing.',
    },
    texts: [
      [replacing(/[\r\n]/g, '')],
      [replacing(/\n/g, ' '), 'LF to space', 0, becameSpaces],
      [replacing(/\r\n|\r|\n/g, ' '), 'CRLF to space', 0, becameSpaces],
      [replacing(/\n/g, ''), 'LF removed, CR kept', 1],
      told(
        changing((text) =>
          text
            .split(/[\r\n]/)
            .map((line) => withoutEnd(line, ' \t').replace(/^[ \t]+/, ''))
            .join(''),
        ),
        'The lines of the body were trimmed and joined before signing, but the body was sent with its line breaks and indentation.',
        1,
      ),
    ],
  },

  'body-whitespace-removed': {
    commonness: 'C',
    says: 'Spaces, tabs or line breaks in the body were removed before signing, but they were sent.',
    typical: 'A regular expression that cleans up the JSON, such as `Regex.Replace(json, "\\\\s", "")`.',
    fix: 'Do not clean up the JSON. Sign the bytes as they are sent.',
    hints: {
      csharp: 'Do not use Regex.Replace on the JSON.',
      unity: 'Do not use Regex.Replace on the JSON.',
    },
    texts: [
      [replacing(/[ \t\r\n]/g, ''), 'spaces, tabs and line breaks, also inside strings'],
      [onText(spacesRemoved), 'only outside strings'],
      [replacing(/ /g, ''), 'only spaces, also inside strings', 1],
      told(
        replacing(/(?<![ \t\r\n])[ \t\r\n]+/g, ' '),
        'Spaces, tabs and line breaks in the body became single spaces before signing, but they were sent as they were.',
        1,
      ),
    ],
  },

  'body-bom-added': {
    commonness: 'C',
    says: 'A byte order mark (EF BB BF) was signed before the body, but it was not sent.',
    typical: 'C# StreamWriter and `Encoding.UTF8.GetPreamble()`.',
    fix: 'Encode as UTF-8 without a byte order mark. In C#, use `new UTF8Encoding(false)`.',
    kind: 'utf8-bytes',
    hints: { csharp: noMark, unity: noMark },
    texts: [[onBytes((bytes) => (hasMark(bytes) ? undefined : Buffer.concat([mark, bytes])))]],
  },

  'body-bom-stripped': {
    commonness: 'C',
    says: 'A byte order mark (EF BB BF) was sent before the body, but it was not signed.',
    typical: 'C# StringContent over a stream with a byte order mark, files saved by Windows editors.',
    fix: 'Send the body as UTF-8 without a byte order mark. Save files without one.',
    kind: 'utf8-bytes',
    hints: {
      csharp: noMark,
      unity: noMark,
      python: 'Do not use "utf-8-sig": it writes a byte order mark.',
    },
    texts: [[onBytes((bytes) => (hasMark(bytes) ? bytes.subarray(mark.length) : undefined))]],
  },
});
