import { languageNames, spellings, type LanguageName } from '../languages/languages.js';
import { noChoice } from './options.js';

/** The value of `--lang` or `--snippet`, as people type it: `golang`, `C#`. @throws {PvgError} `usage` */
export function readLanguage(option: string, name: string): LanguageName {
  const language = spellings.get(name.trim().toLowerCase());
  if (language !== undefined) return language;
  throw noChoice(option, name, languageNames, 'python', [...spellings.keys()]);
}
