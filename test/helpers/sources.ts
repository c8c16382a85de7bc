import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SignerSource } from '../../src/languages/language.js';
import { languages, type LanguageName } from '../../src/languages/languages.js';

const folder = join(import.meta.dirname, '..', '..', 'src', 'languages');

/** A language's files, as they ship. */
export function sourceOf(name: LanguageName): SignerSource {
  const { file, comment, prints } = languages[name];
  const read = (of: string): string => readFileSync(join(folder, name, of), 'utf8');
  return {
    name,
    comment,
    prints,
    text: read(file),
    traps: JSON.parse(read('traps.json')) as SignerSource['traps'],
  };
}
