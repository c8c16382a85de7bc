import { told, type Variants } from '../cause.js';
import { secretWith } from './secret-forms.js';

/** What copying, typing and web pages make of a secret; there are many. */

type Keys = Variants<string>;

const invisible: readonly (readonly [character: string, name: string])[] = [
  ['\u200b', 'a zero-width space (U+200B)'],
  ['\ufeff', 'a byte order mark (U+FEFF)'],
  ['\u00a0', 'a no-break space (U+00A0)'],
  ['\u200c', 'an invisible character (U+200C)'],
  ['\u200d', 'an invisible character (U+200D)'],
  ['\u200e', 'an invisible character (U+200E)'],
  ['\u200f', 'an invisible character (U+200F)'],
  ['\u2060', 'an invisible character (U+2060)'],
  ['\u00ad', 'a soft hyphen (U+00AD)'],
  ['\u202f', 'a narrow no-break space (U+202F)'],
  ['\u3000', 'an ideographic space (U+3000)'],
  ['\u2028', 'a line separator (U+2028)'],
  ['\0', 'a zero byte'],
];

/** Characters at an end that an editor does not show. */
export const unseen = (secret: string): Keys =>
  invisible.flatMap(([character, name]) => [
    secretWith(`${secret}${character}`, `${name} after it`),
    secretWith(`${character}${secret}`, `${name} before it`),
    secretWith(`${character}${secret}${character}`, `${name} before it and after it`),
  ]);

const typographic: readonly (readonly [from: RegExp, to: string, how: string])[] = [
  [/-/g, '\u2013', 'en dashes (`–`) instead of hyphens'],
  [/-/g, '\u2014', 'em dashes (`—`) instead of hyphens'],
  [/-/g, '\u2011', 'no-break hyphens (U+2011) instead of hyphens'],
  [/-/g, '\u2212', 'minus signs (`−`) instead of hyphens'],
  [/--/g, '\u2013', 'an en dash (`–`) instead of two hyphens'],
  [/--/g, '\u2014', 'an em dash (`—`) instead of two hyphens'],
  [/'/g, '\u2019', 'curly quotes instead of straight ones'],
  [/"/g, '\u201d', 'curly quotes instead of straight ones'],
  [/\.\.\./g, '\u2026', 'one ellipsis character (`…`) instead of three dots'],
  [/ /g, '\u00a0', 'no-break spaces instead of spaces'],
];

const lookAlikes = ['0O', '0o', '1l', '1I', 'lI', '5S', '8B', '2Z', '6b', 'gq', 'uv', '_-', '-_', ',.'];

const swaps: readonly (readonly [from: string, to: string])[] = lookAlikes.flatMap(
  ([one = '', other = '']) => [
    [one, other],
    [other, one],
  ],
);

/** The secret with something done at each place where `fits` finds its text. */
const atEach = (secret: string, made: (before: string, at: string, after: string) => Keys): Keys =>
  Array.from(secret, (character, at) => made(secret.slice(0, at), character, secret.slice(at + 1))).flat();

/** A secret has no more characters; of a longer text only some places are tried. */
const mostCharacters = 256;

/** One character read or typed as another that looks like it, then all of them. */
const misread = (secret: string): Keys => [
  ...atEach(secret, (before, character, after) =>
    swaps
      .filter(([from]) => from === character)
      .map(([from, to]) => secretWith(before + to + after, `\`${to}\` instead of \`${from}\` in one place`)),
  ),
  ...swaps.map(([from, to]) =>
    secretWith(secret.replaceAll(from, to), `\`${to}\` instead of every \`${from}\``),
  ),
];

/** A line of a document that was too narrow. */
const wrapped = (secret: string): Keys =>
  atEach(secret, (before, character, after) =>
    before === ''
      ? []
      : [
          [' ', 'a space'],
          ['\n', 'a line break'],
          ['\r\n', 'a line break (CRLF)'],
          ['-\n', 'a hyphen and a line break'],
          ['\u00ad', 'a soft hyphen (U+00AD)'],
          ['\u200b', 'a zero-width space (U+200B)'],
        ].map(([space = '', name = '']) =>
          secretWith(before + space + character + after, `${name} inside it`),
        ),
  );

const mistyped = (secret: string): Keys =>
  atEach(secret, (before, character, after) => [
    secretWith(before + after, 'one character missing'),
    secretWith(before + character + character + after, 'one character typed twice'),
    secretWith(before + after.slice(0, 1) + character + after.slice(1), 'two characters swapped'),
  ]);

/** What a program that corrects text, a person who types, or a wrapped line makes of it. */
export const miscopied = (secret: string): Keys =>
  secret.length > mostCharacters
    ? []
    : [
        ...typographic.map(([from, to, how]) => secretWith(secret.replace(from, to), how)),
        secretWith(secret.slice(0, 1).toUpperCase() + secret.slice(1), 'its first letter in upper case'),
        secretWith(`${secret}.`, 'a full stop after it'),
        secretWith(`${secret},`, 'a comma after it'),
        secretWith(`${secret};`, 'a semicolon after it'),
        ...misread(secret),
        ...wrapped(secret),
        ...mistyped(secret),
        secretWith(secret + secret, 'the same secret after it once more'),
      ];

const entity: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** `&` as `&amp;`, and the reverse. */
export const htmlForms = (secret: string): Keys => {
  const escaped = (apostrophe: string): string =>
    secret.replace(/[&<>"']/g, (character) => entity[character] ?? apostrophe);
  const says = 'The HMAC key was the HTML-escaped secret, with `&` as `&amp;` and so on.';
  const unescaped = Object.entries(entity).reduceRight(
    (text, [to, from]) => text.replaceAll(from, to),
    secret,
  );
  return [
    ...['&#39;', '&#039;', '&#x27;', "'"].map((apostrophe): Keys[number] => told(escaped(apostrophe), says)),
    told(secret.replaceAll('&', '&amp;'), says),
    told(unescaped, 'The secret was HTML-unescaped (`&amp;` to `&`) before it was used as the HMAC key.'),
  ];
};
