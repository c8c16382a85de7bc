import { describe, expect, it } from 'vitest';
import { readLanguage } from '../../src/input/language.js';
import { languageNames, languages } from '../../src/languages/languages.js';

describe('the names that people type', () => {
  it.each<[string, string]>([
    ['golang', 'go'],
    ['JavaScript', 'node'],
    ['ts', 'node'],
    ['c#', 'csharp'],
    ['C++', 'cpp'],
    ['python3', 'python'],
    ['rb', 'ruby'],
    ['sh', 'bash'],
    ['kt', 'kotlin'],
    ['rs', 'rust'],
  ])('%s is %s', (typed, language) => {
    expect(readLanguage('--lang', typed)).toBe(language);
  });

  it('name one language each', () => {
    const all = languageNames.flatMap((name) => [name, ...languages[name].alsoCalled]);
    expect(new Set(all).size).toBe(all.length);
    expect(all.join('')).toBe(all.join('').toLowerCase());
  });

  it.each([
    ['Unity', 'the key belongs on the server', 'docs/guides/granting.md'],
    ['ue5', 'the key belongs on the server', 'docs/guides/granting.md'],
    ['gdscript', 'the key belongs on the server', 'docs/guides/granting.md'],
    ['swift', 'the key belongs on the server', 'docs/guides/granting.md'],
    ['dart', 'the key belongs on the server', 'docs/guides/granting.md'],
  ])('%s has no signer, and the hint says where to look', (typed, says, hint) => {
    expect(() => readLanguage('--snippet', typed)).toThrow(
      expect.objectContaining({
        code: 'usage',
        message: expect.stringContaining(says) as string,
        details: expect.objectContaining({ hint: expect.stringContaining(hint) as string }) as object,
      }),
    );
  });

  it.each([
    ['golnag', '`--lang golang`'],
    ['pyhton', '`--lang python`'],
    ['javscript', '`--lang javascript`'],
  ])('of %s the nearest is offered', (typed, offered) => {
    expect(() => readLanguage('--lang', typed)).toThrow(
      expect.objectContaining({ details: { hint: expect.stringContaining(offered) as string } }),
    );
  });
});
