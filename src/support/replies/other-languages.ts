import { madeOnce } from '../../text/made-once.js';

/** Languages that players write in, and in which there is no reply. */
const languageCodes: readonly string[] = [
  'ar',
  'bg',
  'bn',
  'ca',
  'cs',
  'da',
  'el',
  'et',
  'fa',
  'fi',
  'fil',
  'gu',
  'he',
  'hi',
  'hr',
  'hu',
  'hy',
  'it',
  'ka',
  'kk',
  'km',
  'lo',
  'lt',
  'lv',
  'mn',
  'mr',
  'ms',
  'my',
  'nb',
  'ne',
  'nl',
  'no',
  'pl',
  'ro',
  'sk',
  'sl',
  'sq',
  'sr',
  'sv',
  'sw',
  'ta',
  'te',
  'uk',
  'ur',
  'uz',
];

const englishNames = madeOnce((): ReadonlyMap<string, string> => {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  return new Map(
    languageCodes.flatMap((code) => {
      const name = names.of(code) ?? code;
      return [code, name.toLowerCase()].map((spelling) => [spelling, name] as const);
    }),
  );
});

/** `Arabic`, by its code or its English name in small letters; undefined for any other word. */
export function nameLanguageWithoutReply(typed: string): string | undefined {
  return englishNames().get(typed);
}
