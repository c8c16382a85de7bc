import type { StartAnswer } from '../../desk/wire.js';

export interface KnownWords {
  readonly start: Pick<StartAnswer, 'languages' | 'words'>;
}

/** The name of a reply's language; of one that the page does not know, its code. */
export function formatLanguage({ start }: KnownWords, code: string): string {
  return start.languages.find((language) => language.code === code)?.name ?? code;
}
