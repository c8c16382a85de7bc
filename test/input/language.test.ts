import { expect, it } from 'vitest';
import { readLanguage } from '../../src/input/language.js';
import { languageNames, languages } from '../../src/languages/languages.js';

it.each<[string, string]>([
  ['golang', 'go'],
  ['JavaScript', 'node'],
  ['c#', 'csharp'],
  ['C++', 'cpp'],
  ['python3', 'python'],
])('%s, as people type it, is %s', (typed, language) => {
  expect(readLanguage('--lang', typed)).toBe(language);
});

it('a name is of one language', () => {
  const all = languageNames.flatMap((name) => [name, ...languages[name].alsoCalled]);
  expect(new Set(all).size).toBe(all.length);
  expect(all.join('')).toBe(all.join('').toLowerCase());
});

it.each(['Unity', 'swift'])('%s has no signer, and the hint says where to look', (typed) => {
  const hint = expect.stringContaining('granting.md') as string;
  expect(() => readLanguage('--snippet', typed)).toThrow(
    expect.objectContaining({
      code: 'usage',
      details: expect.objectContaining({ hint }) as object,
    }),
  );
});
