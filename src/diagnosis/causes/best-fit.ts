/**
 * The best fit of Windows code pages for western text: a letter loses its diacritic before it becomes `?`.
 * Made by running `Latin1Encoding` of .NET (mono 6) over all characters: test/vectors/body-forms/best-fit.cs.
 */

/** The replacements of the characters from a number on; `?` if there is none. */
const runs: readonly (readonly [first: number, fits: string])[] = [
  [
    0x100,
    'AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIi??JjKk?LlLlLl??LlNnNnNn???OoOoOoOoRrRrRrSsSsSsSsTtTtTt' +
      'UuUuUuUuUuUuWwYyYZzZzZz?b????????D???????Ff????I??l????OOo?????????t??TUu?????z??????????????????????' +
      'AaIiOoUuUuUuUuUu?Aa????GgGgKkOoOo??j',
  ],
  [0x261, 'g'],
  [0x2b9, `'"?'`],
  [0x2c4, "^?^?'??`?_"],
  [0x2dc, '~'],
  [0x300, '`?^~'],
  [0x30e, '"'],
  [0x331, '__'],
  [0x2000, '       '],
  [0x2010, '--?--'],
  [0x2018, `'',?"""`],
  [0x2022, '.???.'],
  [0x2032, "'??`???<>"],
  [0x2122, 'T'],
  // The full-width forms of ! to ~; the full-width question mark has no fit.
  [0xff01, String.fromCharCode(...Array.from({ length: 94 }, (_, at) => 0x21 + at))],
];

/** The replacements of characters above U+00FF, by their numbers. */
export const bestFits: readonly (readonly [code: number, fit: number])[] = runs
  .flatMap(([first, fits]) => Array.from(fits, (fit, at) => [first + at, fit.charCodeAt(0)] as const))
  .filter(([, fit]) => fit !== 0x3f);
