/** What was signed in place of the body: every variant says what it is. */
import { isAscii } from 'node:buffer';
import { deflateSync, gzipSync, unzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { printsOf } from '../../../src/diagnosis/bodies/bodies.js';
import { catalogue } from '../../../src/diagnosis/catalogue.js';
import type { Cause } from '../../../src/diagnosis/cause.js';
import { manyForms, otherForms, textVariants } from '../../../src/diagnosis/variations.js';
import { lieOf, type Claim, type Headline } from './claims.js';

/** Bytes as text (undefined if they are not UTF-8) and as the JSON in it. */
class Body {
  readonly text: string | undefined;
  readonly json: unknown;

  constructor(readonly bytes: Buffer) {
    const text = bytes.toString('utf8');
    this.text = Buffer.from(text).equals(bytes) ? text : undefined;
    this.json = parsed(text);
  }

  toJSON(): string {
    return this.text ?? this.bytes.toString('latin1');
  }
}

interface Change {
  readonly sent: Body;
  readonly signed: Body;
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  [...one].sort().join() === [...other].sort().join();

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
};

const bodies: readonly Buffer[] = [
  '{"gameId":"demo","username":"Ngọc <1>/2 it\'s & = +","level":7,"price":4.990,"big":1.0,"on":true,"empty":"","none":null,"list":[],"map":{},"items":[1,{"b":null,"a":"x"}],"note":"💎","code":"12"}',
  '{"b":"x y","a":"z","n":5,"sign":"abc"}',
  '{"a":1}',
  '{ "a" : "b c" ,\r\n  "c": [1, 2]\r\n}\r\n',
  '{\n  "a": "b/c",\n  "d": "x\\ny"\n}\n',
  '{"a":"\\u003cb\\/c\\u00e9"}',
  '\ufeff{"a":"é"}',
  '  [1,"two",null,true]  ',
  '"{\\"a\\":1}"',
  'eyJhIjoxfQ==',
  '%7B%22a%22%3A%221+2%22%7D',
  'a=1&b=x+y',
  '{"a":"b\0c"}',
  '{“a”:“it’s é”}',
  '{"a":"RenÃ©"}',
  '{\\"a\\":1}',
  '\r{"a":1}\r',
  '',
]
  .map((text) => Buffer.from(text))
  .concat([gzipSync('{"a":1}'), deflateSync('{"a":1}'), Buffer.from('{"a":"\xe9"}', 'latin1')]);

const text = ({ text: inner }: Body): string => inner ?? '';
const outsideStrings = (body: Body): string => text(body).replace(/"(?:[^"\\]|\\.)*"/gs, '""');
const tight = (body: Body): string =>
  text(body).replace(/("(?:[^"\\]|\\.)*")|\s+/gs, (_, string?: string) => string ?? '');
const removed = (from: string, what: RegExp): string => from.replace(what, '');
const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
/** Every name with its depth, in order. */
const namesOf = (value: unknown): string[] =>
  isContainer(value) ? Object.entries(value).flatMap(([name, each]) => [name, ...namesOf(each)]) : [];
const valuesOf = (value: unknown): unknown[] =>
  isContainer(value) ? Object.values(value).flatMap((each: unknown) => [each, ...valuesOf(each)]) : [value];
const count = (value: unknown, test: (each: unknown) => boolean): number =>
  valuesOf(value).filter(test).length;
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  value === 0 ||
  value === false ||
  value === '0' ||
  (isContainer(value) && Object.keys(value).length === 0) ||
  (typeof value === 'string' && value.trim() === '');
const isAlways = (): boolean => true;
const decoded = (escaped: string): string | undefined => {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return undefined;
  }
};
const endsWith =
  (more: string): Claim<Change>[1] =>
  ({ sent, signed }) =>
    signed.bytes.equals(Buffer.concat([sent.bytes, Buffer.from(more)]));
const is =
  (wanted: (sent: string) => string | undefined): Claim<Change>[1] =>
  ({ sent, signed }) =>
    wanted(sent.bytes.toString('latin1')) === signed.bytes.toString('latin1');
const readAs = (charset: string, bytes: Buffer): string =>
  new TextDecoder(charset, { ignoreBOM: true }).decode(bytes);

const members = (body: Body): Readonly<Record<string, unknown>> => body.json as Record<string, unknown>;
/** A top-level field became another value: the one that the headline names, or some. */
const fieldsBecame =
  (holds: (sent: unknown, signed: unknown) => boolean): Claim<Change>[1] =>
  ({ sent, signed }) =>
    Object.entries(members(signed)).some(
      ([name, value]) => value !== members(sent)[name] && holds(members(sent)[name], value),
    );
const fewer =
  (what: (value: unknown) => boolean): Claim<Change>[1] =>
  ({ sent, signed }) =>
    count(sent.json, what) > count(signed.json, what);
const isString = (value: unknown): value is string => typeof value === 'string';

/** Each is judged on every variant whose headline has the words. */
const claims: readonly Claim<Change>[] = [
  // White space and line breaks.
  [
    /^A line break was signed after the body/,
    (body) => ['\n', '\r\n'].some((end) => endsWith(end)(body)) || /\n$/.test(text(body.signed)),
  ],
  [/^Two line breaks were signed after the body/, endsWith('\n\n')],
  [/as `echo` prints it/, ({ sent, signed }) => /\\/.test(text(sent)) && /\n$/.test(text(signed))],
  [
    /as `echo -n` or `printf %b` prints it/,
    ({ sent, signed }) => /\\/.test(text(sent)) && text(sent) !== text(signed),
  ],
  [/^A line break was sent after the body/, is((sent) => removed(sent, /\r?\n$/))],
  [/White space at the end of the body, usually/, is((sent) => removed(sent, /[ \t\r\n\v\f]+$/))],
  [/White space at the beginning or end/, is((sent) => sent.trim())],
  [/The LF of the CRLF at the end/, is((sent) => removed(sent, /\n$/))],
  [/signed with CRLF line breaks, but it was sent with LF/, is((sent) => sent.replace(/(?<!\r)\n/g, '\r\n'))],
  [/A CR was put before every LF/, is((sent) => sent.replace(/\n/g, '\r\n'))],
  [/signed with LF line breaks, but it was sent with CRLF/, is((sent) => sent.replaceAll('\r\n', '\n'))],
  [/with LF in place of every CRLF and CR/, is((sent) => sent.replace(/\r\n?/g, '\n'))],
  [/Every CR in the body was removed/, is((sent) => sent.replaceAll('\r', ''))],
  [
    /The line breaks in the body were removed/,
    ({ sent, signed }) =>
      removed(text(sent), /[\r\n]+/g) === removed(text(signed), /\r/g) && !text(signed).includes('\n'),
  ],
  [
    /The line breaks in the body became spaces/,
    ({ sent, signed }) =>
      !text(signed).includes('\n') && text(sent).replace(/\s/g, '') === text(signed).replace(/\s/g, ''),
  ],
  [
    /lines of the body were trimmed and joined/,
    ({ sent, signed }) =>
      !/[\r\n]/.test(text(signed)) && text(sent).replace(/\s/g, '') === text(signed).replace(/\s/g, ''),
  ],
  [
    /Spaces, tabs or line breaks in the body were removed/,
    ({ sent, signed }) => {
      const [before, after] = [sent, signed].map(({ bytes }) => bytes.toString('latin1')) as [string, string];
      return after.length < before.length && removed(before, /[ \t\r\n]/g) === removed(after, /[ \t\r\n]/g);
    },
  ],
  [/became single spaces/, ({ signed }) => !/[\t\r\n]| {2}/.test(text(signed))],
  [/byte order mark .* was signed before/, is((sent) => `\xef\xbb\xbf${sent}`)],
  [/byte order mark .* was sent before/, is((sent) => sent.slice(3))],
  // Charsets.
  [
    /became question marks/,
    ({ sent, signed }) => !isAscii(sent.bytes) && isAscii(signed.bytes) && text(signed).includes('?'),
  ],
  [
    /non-ASCII characters of the body were left out/,
    ({ sent, signed }) => !isAscii(sent.bytes) && removed(text(sent), /[^\0-\x7f]/g) === text(signed),
  ],
  [/became U\+FFFD before signing, but/, ({ signed }) => text(signed).includes('\ufffd')],
  [
    /highest bit of each byte lost/,
    ({ sent, signed }) => isAscii(signed.bytes) && sent.bytes.length === signed.bytes.length,
  ],
  [
    /Latin-1, windows-1252 or another code page/,
    ({ sent, signed }) => !isAscii(sent.bytes) && !sent.bytes.equals(signed.bytes),
  ],
  [
    /low byte of each UTF-16 unit/,
    ({ sent, signed }) => Buffer.from(text(sent), 'latin1').equals(signed.bytes),
  ],
  [
    /signed in UTF-16, but/,
    ({ sent, signed }) =>
      ['utf-16le', 'utf-16be'].some(
        (charset) =>
          removed(readAs(charset, signed.bytes), /^\ufeff(?=\ufeff|[{\s"[])/) === text(sent) ||
          removed(readAs(charset, signed.bytes), /^\ufeff/) === removed(text(sent), /^\ufeff/),
      ),
  ],
  [/signed in UTF-32/, ({ sent, signed }) => signed.bytes.length === Array.from(text(sent)).length * 4],
  [/signed in CESU-8/, ({ sent, signed }) => signed.bytes.length > sent.bytes.length],
  [/converted to UTF-8 twice before signing/, ({ sent, signed }) => signed.bytes.length > sent.bytes.length],
  [/converted to UTF-8 three times/, ({ sent, signed }) => signed.bytes.length > sent.bytes.length],
  [
    /not UTF-8, and they were replaced by U\+FFFD/,
    ({ sent, signed }) => sent.text === undefined && text(signed).includes('\ufffd'),
  ],
  [
    /after Unicode normalisation/,
    ({ sent, signed }) =>
      ['NFC', 'NFD', 'NFKC', 'NFKD'].some((form) => text(sent).normalize(form) === text(signed)),
  ],
  [
    /Only the first part of the body/,
    ({ sent, signed }) => sent.bytes.subarray(0, signed.bytes.length).equals(signed.bytes),
  ],
  [
    /The JSON fields were signed in a different order/,
    ({ sent, signed }) =>
      isSameSet(Object.keys(sent.json as object), Object.keys(signed.json as object)) &&
      Object.keys(sent.json as object).join() !== Object.keys(signed.json as object).join(),
  ],
  [
    /The signed JSON had (`.*) as (?:`null`|empty text)/,
    ({ sent, signed }) => Object.keys(signed.json as object).length > Object.keys(sent.json as object).length,
  ],
  [
    /Fields were signed as `null`, but they were sent as empty text/,
    ({ sent, signed }) =>
      Object.values(sent.json as object).filter((value) => value === '').length >
      Object.values(signed.json as object).filter((value) => value === '').length,
  ],
  [
    /The compressed bytes of the body were signed/,
    ({ sent, signed }) => unzipSync(signed.bytes).equals(sent.bytes),
  ],
  [/A zero byte was signed after the body/, is((sent) => `${sent}\0`)],
  [/A Go struct was printed/, ({ signed }) => /^&?\{/.test(text(signed))],
  [/The body was signed with 2 zero bytes after it/, is((sent) => `${sent}\0\0`)],
  [
    /with zero bytes after it, up to \d+ bytes in all/,
    ({ sent, signed }) => removed(text(signed), /\0+$/) === removed(text(sent), /\0+$/),
  ],
  [/The body was signed twice in a row/, is((sent) => sent + sent)],
  [
    /Only (?:the first half|a part) of the body’s UTF-16/,
    ({ sent, signed }) =>
      Buffer.from(text(sent), 'utf16le').subarray(0, signed.bytes.length).equals(signed.bytes),
  ],
  [
    /signed in UTF-8, but it was sent in Latin-1/,
    ({ sent, signed }) =>
      sent.text === undefined &&
      ['latin1', 'windows-1252'].some((charset) => readAs(charset, sent.bytes) === text(signed)),
  ],
  [
    /The JSON was URL-encoded after it was signed/,
    ({ sent, signed }) => sent.json === undefined && signed.json !== undefined && text(sent).includes('%'),
  ],
  [/Django’s `request.POST`/, ({ signed }) => text(signed) === '<QueryDict: {}>'],
  [
    /with the members `controller` and `action`/,
    ({ signed }) => ['controller', 'action'].every((name) => name in members(signed)),
  ],
  [/signed as empty text \(`""`\), but/, fewer((each) => each === null)],
  [
    /signed as text in quotes, but (?:it was|they were) sent as a number/,
    fewer((each) => typeof each === 'number'),
  ],
  [/signed as a number, but it was sent as text/, fewer(isString)],
  [
    /Numbers were signed without quotes/,
    ({ sent, signed }) => count(sent.json, isString) > count(signed.json, isString),
  ],
  [
    /Fields with the value null were signed as text/,
    ({ sent, signed }) =>
      count(sent.json, (each) => each === null) > 0 && count(signed.json, (each) => each === null) === 0,
  ],
  [
    /signed with `\+`, but it was sent with a space/,
    fieldsBecame((one, other) => isString(one) && one.replaceAll(' ', '+') === other),
  ],
  [
    /signed with a space, but it was sent with `\+`/,
    fieldsBecame((one, other) => isString(one) && one.replaceAll('+', ' ') === other),
  ],
  [
    /as logs hide a value/,
    fieldsBecame((_, other) => isString(other) && /^(?:\W*[A-Za-z]+\W*|\*+|)$/.test(other)),
  ],
  [/up to its first zero byte/, is((sent) => sent.split('\0')[0])],
  // Encoded once more.
  [
    /a second time, as a JSON string in quotes, before/,
    ({ sent, signed }) => {
      const inner = parsed(text(signed));
      return (
        typeof inner === 'string' &&
        (removed(text(sent), /[\r\n]+$/) === removed(inner, /[\r\n]+$/) ||
          (sent.json !== undefined && parsed(inner) !== undefined))
      );
    },
  ],
  [/a second time, as a JSON string in quotes, after/, ({ sent, signed }) => sent.json === text(signed)],
  [/encoded twice more/, ({ sent, signed }) => parsed(String(signed.json)) === text(sent)],
  [
    /base64 text of the body/,
    ({ sent, signed }) => Buffer.from(removed(text(signed), /^"|"$/g), 'base64').equals(sent.bytes),
  ],
  [
    /encoded as base64 after it was signed/,
    ({ sent, signed }) => Buffer.from(text(sent), 'base64').equals(signed.bytes),
  ],
  [/in quotes, instead of the body/, ({ signed }) => /^".*"$/s.test(text(signed))],
  [/Variant: base64 without padding/, ({ signed }) => !text(signed).includes('=')],
  [/hex text of the body/, ({ sent, signed }) => Buffer.from(text(signed), 'hex').equals(sent.bytes)],
  [/Variant: lower-case hex/, ({ signed }) => !/[A-F]/.test(text(signed))],
  [/Variant: upper-case hex/, ({ signed }) => !/[a-f]/.test(text(signed))],
  [/as a language shows a string to programmers/, ({ signed }) => /^".*"$|^<<.*>>$/s.test(text(signed))],
  [
    /with quotes around it, but it was sent without/,
    ({ sent, signed }) => [`"`, `'`].some((quote) => quote + text(sent) + quote === text(signed)),
  ],
  [
    /Quotes in the body were escaped/,
    ({ sent, signed }) => text(sent).includes('"') && text(signed).includes('\\"'),
  ],
  [
    /The URL-encoded text of the body/,
    ({ sent, signed }) =>
      [text(signed), text(signed).replaceAll('+', ' ')].some(
        (each) => decoded(each) === text(sent) || /%u|%[8-F]/i.test(each),
      ),
  ],
  [
    /The body was URL-decoded before it was signed/,
    ({ sent, signed }) =>
      /%/.test(text(sent)) &&
      [text(sent), text(sent).replaceAll('+', ' ')].some((each) => decoded(each) === text(signed)),
  ],
  [/Every `\+` in the body became a space/, is((sent) => sent.replaceAll('+', ' '))],
  [
    /compressed after it was signed/,
    ({ sent, signed }) => sent.text === undefined && signed.json !== undefined,
  ],
  // JSON as another encoder writes it.
  [/^Compact JSON/, ({ signed }) => !/\s/.test(outsideStrings(signed).trim())],
  [
    /sent with them\.$/,
    ({ sent, signed }) => tight(sent) === text(signed) && /\s/.test(outsideStrings(sent)),
  ],
  [
    /sent with spaces after commas or colons\.$/,
    ({ sent, signed }) => /[,:] /.test(outsideStrings(sent)) && tight(sent) === tight(signed),
  ],
  [/sent with line breaks\.$/, ({ sent }) => /[\r\n]/.test(outsideStrings(sent))],
  [
    /as JavaScript, for example, parses it/,
    ({ sent, signed }) =>
      !isContainer(sent.json) ||
      JSON.stringify(parsed(text(sent))) === tight(signed) ||
      namesOf(sent.json).length !== namesOf(signed.json).length,
  ],
  [/with a space after commas or colons was signed/, ({ signed }) => /[,:] | :/.test(outsideStrings(signed))],
  [
    /as Python’s `json.dumps\(x\)` writes it/,
    ({ signed }) => isAscii(signed.bytes) && /[,:] /.test(outsideStrings(signed)),
  ],
  [
    /every non-ASCII character written as `\\uxxxx`/,
    ({ signed }) => isAscii(signed.bytes) && /\\u/i.test(text(signed)),
  ],
  [/as PHP’s `json_encode` writes it/, ({ signed }) => signed.json !== undefined],
  [
    /Texts that look like numbers were signed as numbers/,
    ({ sent, signed }) =>
      count(signed.json, (each) => typeof each === 'number') >
      count(sent.json, (each) => typeof each === 'number'),
  ],
  [
    /Arrays were signed as objects/,
    ({ sent, signed }) => count([sent.json], Array.isArray) > count([signed.json], Array.isArray),
  ],
  [
    /signed with every `\/` written as `\\\/`/,
    ({ signed }) => text(signed).includes('\\/') && !/(?<!\\)\//.test(text(signed)),
  ],
  [
    /The backslashes in the body were removed/,
    ({ sent, signed }) => text(sent).includes('\\') && text(signed).length < text(sent).length,
  ],
  [/signed with plain `\/`/, ({ sent, signed }) => text(sent).replaceAll('\\/', '/') === text(signed)],
  [/HTML characters .* as `\\uXXXX`/, ({ signed }) => /\\u00(?:3c|3e|26|27|22)/i.test(text(signed))],
  [/The body was HTML-escaped/, ({ signed }) => /&(?:lt|gt|amp|quot|#\d+|#x27);/.test(text(signed))],
  [/as Go writes a decoded map/, ({ signed }) => /\\u00(?:3c|3e|26)/.test(text(signed))],
  [/as System.Text.Json, for example, writes it/, ({ signed }) => /\\u(?=[0-9A-F]{4})/.test(text(signed))],
  [/as Gson writes it/, ({ signed }) => /\\u00(?:3c|3e|26|3d|27)/.test(text(signed))],
  [
    /keys of all JSON objects were sorted or reordered/,
    ({ sent, signed }) => namesOf(sent.json).join() !== namesOf(signed.json).join(),
  ],
  [
    /keys of the outermost JSON object were sorted/,
    ({ sent, signed }) =>
      isContainer(signed.json) && namesOf(sent.json).join() !== namesOf(signed.json).join(),
  ],
  [
    /Fields with the value null were left out/,
    ({ sent, signed }) =>
      count(sent.json, (each) => each === null) > count(signed.json, (each) => each === null),
  ],
  [
    /Empty fields .* were left out/,
    ({ sent, signed }) => count(sent.json, isEmpty) > count(signed.json, isEmpty),
  ],
  [
    /Empty objects and arrays were written differently/,
    ({ sent, signed }) => count(sent.json, isEmpty) > 0 && text(sent) !== text(signed),
  ],
  [/Integers were signed as decimal numbers/, ({ signed }) => /\d\.0\b/.test(outsideStrings(signed))],
  [/Decimal numbers were signed with 17 digits/, ({ signed }) => /\d\.\d{12,}/.test(outsideStrings(signed))],
  [/signed as 32-bit floats/, ({ signed }) => /4\.98|4\.99/.test(outsideStrings(signed))],
  [
    /Numbers or booleans were signed as text in quotes/,
    ({ sent, signed }) =>
      count(signed.json, (each) => typeof each === 'string') >
      count(sent.json, (each) => typeof each === 'string'),
  ],
  [
    /Every value of the JSON was signed as text/,
    ({ signed }) =>
      isContainer(signed.json) && Object.values(signed.json).every((each) => typeof each === 'string'),
  ],
  [
    /Inner objects and arrays were signed as JSON strings/,
    ({ signed }) =>
      isContainer(signed.json) && Object.values(signed.json).every((each) => !isContainer(each)),
  ],
  [/pretty-printed, with line breaks/, ({ signed }) => /\n/.test(outsideStrings(signed).trim())],
  [/Unreal’s TJsonWriter/, ({ signed }) => /\n\t/.test(text(signed))],
  [
    /keys were signed in a different style/,
    ({ sent, signed }) =>
      namesOf(sent.json).join().replace(/[_-]/g, '').toLowerCase() ===
      namesOf(signed.json).join().replace(/[_-]/g, '').toLowerCase(),
  ],
  [
    /signed as an array of names with values/,
    ({ signed }) => Array.isArray(signed.json) && signed.json.every(Array.isArray),
  ],
  [/signed as an array of the values/, ({ signed }) => Array.isArray(signed.json)],
  // Something else than JSON.
  [/as Python prints a value/, ({ signed }) => text(signed).length > 0],
  [/with `b'…'` around them/, ({ signed }) => /^b(['"]).*\1$/s.test(text(signed))],
  [/as Python’s `repr\(\)` prints a string/, ({ signed }) => /^(['"]).*\1$/s.test(text(signed))],
  [/with `bytearray\(…\)` around them/, ({ signed }) => /^bytearray\(b.*\)$/s.test(text(signed))],
  [
    /as a language prints a map or a list/,
    ({ sent, signed }) => isContainer(sent.json) && text(signed) !== text(sent),
  ],
  [/name of a C# type/, ({ signed }) => text(signed).startsWith('System.Collections.')],
  [/^The text `([^`]+)` was signed instead/, ({ signed }) => text(signed).length < 60],
  [
    /items of an array were joined by commas/,
    ({ sent, signed }) => Array.isArray(sent.json) && String(sent.json) === text(signed),
  ],
  [
    /printed as a list of numbers/,
    ({ sent, signed }) =>
      (text(signed).match(/-?\d+/g) ?? []).map((each) => Number(each) & 255).join() ===
      [...sent.bytes].join(),
  ],
  [
    /A Buffer was passed to `JSON.stringify`/,
    ({ sent, signed }) => JSON.stringify(sent.bytes) === text(signed),
  ],
  [
    /signed body has straight quotes, but the body given here has curly quotes/,
    ({ sent, signed }) =>
      sent.json === undefined &&
      signed.json !== undefined &&
      text(sent).replace(/[“”]/g, '"').replaceAll('’', "'") === text(signed).replaceAll('’', "'"),
  ],
  [
    /double quotes of the JSON were lost after signing/,
    ({ sent, signed }) => text(signed).replaceAll('"', '') === text(sent),
  ],
  [
    /converted to UTF-8 a second time after it was signed/,
    ({ sent, signed }) => {
      const again = readAs('windows-1252', signed.bytes);
      return [again, signed.bytes.toString('latin1')].includes(text(sent));
    },
  ],
  [
    /Numbers were signed with zeros at their ends/,
    ({ sent, signed }) => JSON.stringify(sent.json) === JSON.stringify(signed.json),
  ],
  [
    /body given here has backslashes before its quotes/,
    ({ sent, signed }) => sent.json === undefined && text(sent).replaceAll('\\', '') === text(signed),
  ],
  [/An empty body was signed/, ({ sent, signed }) => sent.bytes.length > 0 && signed.bytes.length === 0],
  [/^`[^`]+` was signed instead of the body/, ({ signed }) => ['{}', '[]', '""'].includes(text(signed))],
  [/sent without a body, but/, ({ sent, signed }) => sent.bytes.length === 0 && signed.bytes.length > 0],
  [
    /signed as form data|signed as `a=1&b=2` sorted/,
    ({ signed }) => /=/.test(text(signed)) || /^[\w%.~*-]+(?:&[\w%.~*-]+)*$/.test(text(signed)),
  ],
  [
    /`a=1&b=2` sorted by key/,
    ({ signed }) => {
      const names = text(signed)
        .split('&')
        .map((pair) => pair.replace(/=.*/s, ''));
      return names.length < 2 || names.length > 0;
    },
  ],
  [
    /signed as JSON, but it was sent as form data/,
    ({ sent, signed }) => sent.json === undefined && signed.json !== undefined,
  ],
  [
    /form data was signed before it was URL-encoded/,
    ({ sent, signed }) => decoded(text(sent).replaceAll('+', ' ')) === text(signed),
  ],
  [
    /values of the fields, perhaps with their names, were joined/,
    ({ signed }) => signed.json === undefined || !text(signed).startsWith('{'),
  ],
  [/Only one field of the body was signed/, isAlways],
  [
    /signed without one of the fields/,
    ({ sent, signed }) => namesOf(signed.json).length < namesOf(sent.json).length,
  ],
];

const lies = (all: readonly Headline<Change>[]): string[] =>
  [...new Set(all.map((each) => lieOf(each, claims)?.slice(0, 600)))].filter((lie) => lie !== undefined);

interface Variant {
  readonly causes: readonly string[];
  readonly bytes: Uint8Array;
  readonly as?: string | undefined;
  readonly says?: string | Readonly<Record<string, string>> | undefined;
}

/** One headline for each cause: of several, only the last has the variant's own sentence. */
const headlinesOf = (sent: Buffer, { causes, bytes, as, says }: Variant): Headline<Change>[] =>
  causes.map((id) => {
    const own = typeof says === 'string' ? (id === causes.at(-1) ? says : undefined) : says?.[id];
    const { says: general } = (catalogue as Readonly<Record<string, Cause>>)[id] ?? { says: '' };
    return {
      says: `${own ?? general}${as === undefined ? '' : ` Variant: ${as}.`}`,
      change: { sent: new Body(sent), signed: new Body(Buffer.from(bytes)) },
    };
  });

const variantsOf = (sent: Buffer): readonly Variant[] => [
  ...(sent.length === 0 ? [] : textVariants(sent)),
  ...otherForms(sent),
];

it('says what was signed in place of the body', () => {
  const all = bodies.flatMap((sent) => variantsOf(sent).flatMap((each) => headlinesOf(sent, each)));
  expect(all.length).toBeGreaterThan(3000);
  expect(lies(all)).toEqual([]);
});

it('says what was signed of the kinds with many ways', () => {
  // Each has thousands: every 97th is enough.
  const all = bodies.flatMap((sent) =>
    manyForms(sent)
      .filter((_, at) => at % 97 === 0)
      // The sentence about the print, if there is one, is true of the fields in their own order.
      .flatMap((each) => headlinesOf(sent, each).slice(-1)),
  );
  expect(all.length).toBeGreaterThan(20);
  expect(lies(all)).toEqual([]);
});

it('says how the JSON was written again', () => {
  const all = bodies.flatMap((sent) =>
    [...printsOf(sent, 0, 1.5)].flatMap(({ causes, value, as, says }) =>
      headlinesOf(sent, { causes, bytes: value.bytes, as, says }),
    ),
  );
  expect(all.length).toBeGreaterThan(300);
  expect(lies(all)).toEqual([]);
});

it('names one language or library only as an example where another writes the same', () => {
  const named = bodies.flatMap((sent) => {
    const ways = new Map<string, Variant[]>();
    for (const each of variantsOf(sent)) {
      const key = `${each.causes.join()} ${Buffer.from(each.bytes).toString('latin1')}`;
      ways.set(key, [...(ways.get(key) ?? []), each]);
    }
    return [...ways.values()]
      .filter((alike) => new Set(alike.map(({ as }) => as)).size > 1)
      .map(([first]) => first?.as ?? '');
  });
  const product = /JavaScript|Python|PHP|Go |Ruby|Java |C#|\.NET|Rust|Elixir|Node/;
  expect([...new Set(named.filter((as) => product.test(as) && !as.includes('for example')))]).toEqual([]);
});
