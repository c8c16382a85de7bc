import { expect, it } from 'vitest';
import { PvgError } from '../../../src/failure.js';
import { readLanguages } from '../../../src/support/replies/situations.js';

const read = (...words: string[]): string[] => readLanguages('--reply', words);

it.each([
  ['ko', 'KO', 'korean', 'Korean', '한국어', ' 한국어 ', 'ko-KR', 'ko_KR.UTF-8', 'kr'],
  ['zh', 'chinese', '中文', '简体中文', 'zh-Hans-CN', 'zh_CN', 'mandarin', 'cn'],
  ['ja', 'japanese', '日本語', 'jp'],
  ['vi', 'vietnamese', 'Tiếng Việt', 'tieng viet', 'việt', 'vn'],
  ['th', 'thai', 'ไทย', 'ภาษาไทย'],
  ['id', 'indonesian', 'Bahasa Indonesia', 'bahasa'],
  ['es', 'spanish', 'Español', 'espanol', 'es-419'],
  ['pt', 'portuguese', 'português', 'Portugues', 'pt-BR', 'br'],
  ['de', 'german', 'Deutsch', 'de-AT'],
  ['fr', 'french', 'Français', 'francais', 'fr-CA'],
  ['ru', 'russian', 'Русский', 'русский'],
  ['tr', 'turkish', 'Türkçe', 'turkce'],
  ['en', 'english', 'en-US', 'en_GB'],
])('the language %s has many names', (code, ...names) => {
  for (const name of [code, ...names])
    expect({ name, read: read(name) }).toEqual({ name, read: [code] });
});

it('several keep their order, and each comes once', () => {
  expect(read('ko, en', '日本語', 'english', 'EN-gb')).toEqual(['ko', 'en', 'ja']);
});

it.each([
  ['korena', '`korean`'],
  ['portugese', '`portuguese`'],
  ['klingon', '`ko`, `korean` or `한국어`'],
  ['4f9a1c22b7d0e8', '`ko`, `korean` or `한국어`'],
  ['', '`ko`, `korean` or `한국어`'],
])('%s is none, and that says which there are, without the word', (word, hint) => {
  const refused = (): string[] => read(word);
  expect(refused).toThrow(PvgError);
  expect(refused).toThrow(
    expect.objectContaining({
      message: '--reply must be one of: en, vi, ja, zh, ko, th, id, es, pt, de, fr, ru, tr.',
      details: expect.objectContaining({ hint: expect.stringContaining(hint) as string }) as object,
    }),
  );
});

it.each([
  'zh-Hant',
  'zh-TW',
  'zh_HK',
  'zh-MO',
  'zh-Hant-HK',
  'zh_TW.UTF-8',
  'traditional chinese',
  '繁體中文',
  'tw',
])('%s is no reply of pvg, which says that zh is simplified', (word) => {
  expect(() => read(word)).toThrow(
    expect.objectContaining({
      message: '--reply: there is no reply in traditional Chinese.',
      details: expect.objectContaining({
        hint: expect.stringMatching(/`zh` is simplified .* en, vi, ja, zh, ko/) as string,
      }) as object,
    }),
  );
});

it.each([
  ['arabic', 'Arabic'],
  ['it', 'Italian'],
  ['pl-PL', 'Polish'],
  ['Dutch', 'Dutch'],
])('%s is named as a language without a reply', (word, name) => {
  expect(() => read(word)).toThrow(`--reply: there is no reply in ${name}.`);
});
