import { bash } from './bash.js';
import { cpp } from './cpp.js';
import { csharp } from './csharp.js';
import { dart } from './dart.js';
import { elixir } from './elixir.js';
import { gdscript } from './gdscript.js';
import { go } from './go.js';
import { java } from './java.js';
import { kotlin } from './kotlin.js';
import { lua } from './lua.js';
import { node } from './node.js';
import { perl } from './perl.js';
import { php } from './php.js';
import { python } from './python.js';
import { ruby } from './ruby.js';
import { rust } from './rust.js';
import { swift } from './swift.js';
import { unity } from './unity.js';
import { unreal } from './unreal.js';
import type { Language } from './language.js';

/** The languages that `sign --snippet` and `diagnose --lang` know. */
export const languages = {
  node,
  python,
  php,
  go,
  java,
  kotlin,
  csharp,
  ruby,
  rust,
  cpp,
  unreal,
  unity,
  lua,
  perl,
  elixir,
  dart,
  swift,
  gdscript,
  bash,
} as const satisfies Readonly<Record<string, Language>>;

export type LanguageName = keyof typeof languages;

export const languageNames = Object.keys(languages) as readonly LanguageName[];

/** Every spelling of every language, with the language. */
export const spellings: ReadonlyMap<string, LanguageName> = new Map(
  languageNames.flatMap((name) => [name, ...languages[name].alsoCalled].map((each) => [each, name] as const)),
);

/** The language whose usual HTTP client says this of itself; undefined if none is known. */
export const languageOfClient = (userAgent: string): LanguageName | undefined =>
  languageNames.find((name) => languages[name].userAgent.test(userAgent));
