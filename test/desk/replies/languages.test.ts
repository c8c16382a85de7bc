import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PvgError } from '../../../src/failure.js';
import { languageName, readLanguages, replyLanguages } from '../../../src/desk/replies/languages.js';

const read = (...words: string[]): string[] => readLanguages('--reply', words);

/** What is said of a word that is no language. */
function refusal(word: string): { readonly message: string; readonly hint: string } {
  try {
    read(word);
  } catch (error) {
    if (error instanceof PvgError) return { message: error.message, hint: error.details.hint ?? '' };
  }
  throw new Error(`${word} is a language`);
}

describe('a language of the replies', () => {
  it.each([
    ['ko', 'KO', 'korean', 'Korean', '한국어', ' 한국어 ', 'ko-KR', 'ko_KR.UTF-8', 'kr'],
    ['zh', 'chinese', '中文', '简体中文', 'zh-Hans-CN', 'zh_CN', 'mandarin', 'cn'],
    ['ja', 'japanese', '日本語', 'jp'],
    ['vi', 'vietnamese', 'Tiếng Việt', 'tieng viet', 'việt', 'vn'],
    ['th', 'thai', 'ไทย', 'ภาษาไทย'],
    ['id', 'indonesian', 'Bahasa Indonesia', 'bahasa'],
    ['es', 'spanish', 'Español', 'espanol', 'es-419'],
    ['pt', 'portuguese', 'português', 'Portugues', 'pt-BR', 'br'],
    ['en', 'english', 'en-US', 'en_GB'],
  ])('%s', (code, ...names) => {
    for (const name of names) expect({ name, read: read(name) }).toEqual({ name, read: [code] });
  });

  it('is found by its code and its name, whichever letters are capital', () => {
    fc.assert(
      fc.property(fc.constantFrom(...replyLanguages), fc.boolean(), (code, capital) => {
        for (const name of [code, languageName(code)])
          expect(read(capital ? name.toUpperCase() : name)).toEqual([code]);
      }),
    );
  });

  it.each([
    ['ko,en', 'ko en'],
    ['ko|en', 'ko en'],
    ['ko, en|日本語', 'ko en ja'],
    ['en|english|EN-gb', 'en'],
  ])('several keep their order, and each comes once: %j', (words, languages) => {
    expect(read(...words.split('|')).join(' ')).toBe(languages);
  });

  it.each([
    ['korena', '`korean`'],
    ['japanesse', '`japanese`'],
    ['portugese', '`portuguese`'],
    ['klingon', '`ko`, `korean` or `한국어`'],
    ['', '`ko`, `korean` or `한국어`'],
  ])('%s is none, and that says which there are', (word, hint) => {
    expect(refusal(word).message).toBe('--reply must be one of: en, vi, ja, zh, ko, th, id, es, pt.');
    expect(refusal(word).hint).toContain(hint);
  });

  it('is never guessed from a text that names none, nor is that text repeated', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{12,40}$/), (word) => {
        expect(JSON.stringify(refusal(`${word}xyz`))).not.toContain(word);
      }),
    );
  });
});
