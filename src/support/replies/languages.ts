import { PvgError } from '../../failure.js';
import { didYouMean, nearest } from '../../text/nearest.js';

/** The languages of the replies, a text file for each, and what people call them: also by the code of a country. */
const languages = {
  en: { name: 'English', also: [] },
  vi: { name: 'Vietnamese', also: ['Tiếng Việt', 'Việt', 'vn'] },
  ja: { name: 'Japanese', also: ['日本語', 'jp'] },
  zh: {
    name: 'Chinese (simplified)',
    also: ['中文', '简体中文', '汉语', 'Chinese', 'Mandarin', 'cn'],
  },
  ko: { name: 'Korean', also: ['한국어', 'kr'] },
  th: { name: 'Thai', also: ['ไทย', 'ภาษาไทย'] },
  id: { name: 'Indonesian', also: ['Bahasa Indonesia', 'Bahasa', 'Indonesia'] },
  es: { name: 'Spanish', also: ['Español', 'Castellano'] },
  pt: { name: 'Portuguese (Brazil)', also: ['Português', 'Portuguese', 'br'] },
  de: { name: 'German', also: ['Deutsch'] },
  fr: { name: 'French', also: ['Français'] },
  ru: { name: 'Russian', also: ['Русский'] },
  tr: { name: 'Turkish', also: ['Türkçe'] },
} as const satisfies Record<string, { readonly name: string; readonly also: readonly string[] }>;

export type ReplyLanguage = keyof typeof languages;

export const replyLanguages = Object.keys(languages) as readonly ReplyLanguage[];

export function languageName(language: ReplyLanguage): string {
  return languages[language].name;
}

/** One spelling of a name: without case, accents and spaces. */
function plainName(name: string): string {
  const withoutAccents = name.normalize('NFKD').replace(/\p{M}/gu, '');
  return withoutAccents.replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

const languageByName: ReadonlyMap<string, ReplyLanguage> = new Map(
  replyLanguages.flatMap((code) => {
    const { name, also } = languages[code];
    return [code, name, ...also].map((spelling) => [plainName(spelling), code] as const);
  }),
);

/** `pt-BR`, `zh_Hans_CN`, `ko_KR.UTF-8`: there is one text for all regions of a language. */
function withoutRegion(name: string): string {
  return /^([a-z]{2})[-_.]/.exec(name)?.[1] ?? name;
}

/** The languages in the order in which they are named; a comma separates, too. @throws {PvgError} `usage` */
export function readLanguages(place: string, words: readonly string[]): ReplyLanguage[] {
  const names = words.flatMap((word) => word.split(','));
  return [...new Set(names.map((name) => readReplyLanguage(place, plainName(name))))];
}

function readReplyLanguage(place: string, name: string): ReplyLanguage {
  const language = languageByName.get(withoutRegion(name));
  if (language !== undefined) return language;
  const suggestion = didYouMean(nearest(name, [...languageByName.keys()]));
  throw new PvgError('usage', `${place} must be one of: ${replyLanguages.join(', ')}.`, {
    hint:
      suggestion ??
      'Write a code, the English name or the language’s own name: `ko`, `korean` or `한국어`.',
    nextCommand: 'pvg reply --list',
  });
}
