import type { Context } from '../context.js';
import type { Language, SignerSource } from '../languages/language.js';
import {
  gameClients,
  languageNames,
  languages,
  languageSpellings,
} from '../languages/languages.js';
import type { LanguageName } from '../languages/languages.js';
import { PvgError } from '../failure.js';
import { wrongChoiceError } from './choice-option.js';

/** The value of `--lang` or `--snippet`, as people type it: `golang`, `C#`. @throws {PvgError} `usage` */
export function readLanguage(option: string, name: string): LanguageName {
  const typed = name.trim().toLowerCase();
  const language = languageSpellings.get(typed);
  if (language !== undefined) return language;
  if (typed === '') {
    throw new PvgError('usage', `The value of ${option} is empty.`, {
      hint: `Name the language of your server: ${languageNames.join(', ')}.`,
    });
  }
  if (gameClients.includes(typed)) {
    throw new PvgError('usage', `There is no signer for ${typed}: the key belongs on the server.`, {
      hint: `Sign in the language of your game server: \`${option} node\`. docs/guides/granting.md says why.`,
      section: '§1.2',
    });
  }
  throw wrongChoiceError(name, {
    name: option,
    choices: languageNames,
    spellings: [...languageSpellings.keys()],
  });
}

/** The files of a language. @throws {PvgError} `configuration-unreadable` */
export async function readSource(
  context: Pick<Context, 'shipped'>,
  name: LanguageName,
): Promise<SignerSource> {
  const { file, comment, prints }: Language = languages[name];
  const read = (fileName: string): Promise<string> => context.shipped('languages', name, fileName);
  const [text, traps] = await Promise.all([read(file), read('traps.json')]);
  return { name, comment, prints, text, traps: JSON.parse(traps) as SignerSource['traps'] };
}
