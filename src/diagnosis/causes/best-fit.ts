/**
 * The best fit of Windows code pages for western text: a letter loses its diacritic before it becomes `?`.
 * Made by running `Latin1Encoding` of .NET (mono 6) over all characters: test/vectors/body-forms/best-fit.cs.
 */

// U+0100 to U+01F0; `?` where there is no fit.
const latinExtended =
  'AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIi??JjKk?LlLlLl??LlNnNnNn???OoOoOoOoRrRrRrSsSsSsSsTtTtTt' +
  'UuUuUuUuUuUuWwYyYZzZzZz?b????????D???????Ff????I??l????OOo?????????t??TUu?????z??????????????????????' +
  'AaIiOoUuUuUuUuUu?Aa????GgGgKkOoOo??j';

const others: readonly (readonly [character: string, fit: string])[] = Object.entries({
  ɡ: 'g',
  '\u02b9': "'",
  '\u02ba': '"',
  '\u02bc': "'",
  '\u02c4': '^',
  '\u02c6': '^',
  '\u02c8': "'",
  '\u02cb': '`',
  '\u02cd': '_',
  '\u02dc': '~',
  '\u0300': '`',
  '\u0302': '^',
  '\u0303': '~',
  '\u030e': '"',
  '\u0331': '_',
  '\u0332': '_',
  '\u2000': ' ',
  '\u2001': ' ',
  '\u2002': ' ',
  '\u2003': ' ',
  '\u2004': ' ',
  '\u2005': ' ',
  '\u2006': ' ',
  '\u2010': '-',
  '\u2011': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': ',',
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u2022': '.',
  '\u2026': '.',
  '\u2032': "'",
  '\u2035': '`',
  '\u2039': '<',
  '\u203a': '>',
  '\u2122': 'T',
});

// The full-width forms of ! to ~; the full-width question mark has no fit.
const fullWidth = Array.from({ length: 94 }, (_, index): readonly [string, string] => [
  String.fromCharCode(0xff01 + index),
  String.fromCharCode(0x21 + index),
]);

/** What stands in for characters above U+00FF. */
export const bestFits: readonly (readonly [character: string, fit: string])[] = [
  ...Array.from(latinExtended, (fit, index): readonly [string, string] => [
    String.fromCharCode(0x100 + index),
    fit,
  ]),
  ...others,
  ...fullWidth,
].filter(([, fit]) => fit !== '?');
