import { PvgError } from '../failure.js';
import { snippetLanguages, type SnippetLanguage } from '../snippets/languages.js';

/** `--lang`: the language of a fix. @throws {PvgError} `usage` */
export function readLanguage(name: string | undefined): SnippetLanguage | undefined {
  if (name === undefined) return undefined;
  const language = snippetLanguages.find((each) => each === name.toLowerCase());
  if (language !== undefined) return language;
  throw new PvgError('usage', `--lang takes one of: ${snippetLanguages.join(', ')}.`, {
    hint: 'Example: `--lang python`.',
  });
}
