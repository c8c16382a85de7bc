import { snippetLanguages, type SnippetLanguage } from '../snippets/languages.js';
import { noChoice } from './choice.js';

/** `--lang`: the language of a fix. @throws {PvgError} `usage` */
export function readLanguage(name: string | undefined): SnippetLanguage | undefined {
  const language = snippetLanguages.find((each) => each === name?.toLowerCase());
  if (name === undefined || language !== undefined) return language;
  throw noChoice('--lang', name, snippetLanguages, 'python');
}
