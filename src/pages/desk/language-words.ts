import type { StartAnswer } from '../../desk/wire.js';

export interface KnownLanguages {
  readonly start: Pick<StartAnswer, 'languages'>;
}

/** The name of a reply's language; of one that the page does not know, its code. */
export function languageWords({ start }: KnownLanguages, code: string): string {
  return start.languages.find((language) => language.code === code)?.name ?? code;
}
