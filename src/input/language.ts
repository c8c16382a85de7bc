import { PvgError } from '../failure.js';
import { languageNamed, languageNames, type LanguageName } from '../languages/languages.js';

/** `--lang`: the language of a fix. @throws {PvgError} `usage` */
export function readLanguage(name: string | undefined): LanguageName | undefined {
  if (name === undefined) return undefined;
  const language = languageNamed(name);
  if (language !== undefined) return language;
  throw new PvgError('usage', `--lang takes one of: ${languageNames.join(', ')}.`, {
    hint: 'Example: `--lang python`.',
  });
}
