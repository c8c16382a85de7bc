import type { Interface } from '../contract/interfaces.js';
import { bash } from './bash.js';
import { cpp } from './cpp.js';
import { csharp } from './csharp.js';
import { go } from './go.js';
import { java } from './java.js';
import { kotlin } from './kotlin.js';
import type { SnippetLanguage } from './languages.js';
import { lua } from './lua.js';
import { node } from './node.js';
import { php } from './php.js';
import { python } from './python.js';
import { ruby } from './ruby.js';
import { rust } from './rust.js';
import type { Signer } from './signer.js';
import { unity } from './unity.js';
import { unreal } from './unreal.js';

const signers = {
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
  bash,
} as const satisfies Record<SnippetLanguage, Signer>;

/** The text of a signer, with its last newline: `pvg sign gateway --snippet go > main.go`. */
export const snippet = (language: SnippetLanguage, forInterface: Interface): string =>
  signers[language][forInterface];
