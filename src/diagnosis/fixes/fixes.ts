import type { Interface } from '../../contract/interfaces.js';
import type { SnippetLanguage } from '../../snippets/languages.js';
import { catalogue, type CauseId } from '../catalogue.js';
import type { Cause } from '../cause.js';
import { bash } from './bash.js';
import { cpp } from './cpp.js';
import { csharp } from './csharp.js';
import { go } from './go.js';
import { java } from './java.js';
import { headlines, type FixKind, type LanguageFixes } from './kinds.js';
import { kotlin } from './kotlin.js';
import { lua } from './lua.js';
import { node } from './node.js';
import { php } from './php.js';
import { python } from './python.js';
import { ruby } from './ruby.js';
import { rust } from './rust.js';
import { unity } from './unity.js';
import { unreal } from './unreal.js';

interface Language {
  readonly fixes: LanguageFixes;
  /** How a comment begins. */
  readonly comment: string;
}

const languages: Readonly<Record<SnippetLanguage, Language>> = {
  node: { fixes: node, comment: '//' },
  python: { fixes: python, comment: '#' },
  php: { fixes: php, comment: '//' },
  go: { fixes: go, comment: '//' },
  java: { fixes: java, comment: '//' },
  kotlin: { fixes: kotlin, comment: '//' },
  csharp: { fixes: csharp, comment: '//' },
  ruby: { fixes: ruby, comment: '#' },
  rust: { fixes: rust, comment: '//' },
  cpp: { fixes: cpp, comment: '//' },
  unreal: { fixes: unreal, comment: '//' },
  unity: { fixes: unity, comment: '//' },
  lua: { fixes: lua, comment: '--' },
  bash: { fixes: bash, comment: '#' },
};

const causeOf = (id: CauseId): Cause => catalogue[id];

/** What the code of a cause's fix shows; many causes share one. */
export const fixKind = (id: CauseId, scheme: Interface): FixKind => {
  const { kind } = causeOf(id);
  return typeof kind === 'string' ? kind : kind[scheme];
};

/** The right way at the point that this cause touches: a few lines without a last newline, for reading, not a program. */
export const fixCode = (id: CauseId, language: SnippetLanguage, scheme: Interface): string => {
  const { fixes, comment } = languages[language];
  const kind = fixKind(id, scheme);
  const hint = causeOf(id).hints?.[language];
  return [
    `${comment} ${headlines[kind]}`,
    ...(hint === undefined ? [] : [`${comment} ${hint}`]),
    fixes(scheme)[kind],
  ].join('\n');
};
