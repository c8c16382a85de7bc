import { languageNamed, languageNames, type LanguageName } from '../languages/languages.js';
import { noChoice } from './options.js';

/** `--lang`: the language of a fix. @throws {PvgError} `usage` */
export function readLanguage(name: string | undefined): LanguageName | undefined {
  const language = name === undefined ? undefined : languageNamed(name);
  if (name === undefined || language !== undefined) return language;
  throw noChoice('--lang', name, languageNames, 'python');
}
