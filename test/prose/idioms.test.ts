import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Phrases that readers had to read twice, and what pvg says instead. They are searched in the pages, in the transcripts,
 * and in the comments of the sources.
 */

interface Idiom {
  readonly not: RegExp;
  readonly say: string;
}

const idioms: readonly Idiom[] = [
  { not: /\blook (?:a|an|the|every|each|what|such)\b[^.;:\n]{0,30} up\b/gi, say: 'look up …' },
  { not: /\b(?:is|are|was) none of\b/gi, say: 'is not …' },
  {
    not: /(?<!\bthere )\b(?:is|are|was|be) no (?:folder|file|directory|option|command|text|member|number|object|JSON|success|terminal|secret|receipt|word|string|error|list|regular|full)\b/gi,
    say: 'is not a …',
  },
  {
    not: /\bof (?:its|that|this|another|the other) kind\b|\bthe like\b|\bthe other of\b/gi,
    say: 'name the thing',
  },
  { not: /\bargument \d|\bone too many\b/gi, say: 'name the word or its place' },
  { not: /\bmend(?:s|ed|ing)?\b|\bremed(?:y|ies)\b/gi, say: 'fix' },
  { not: /\banew\b/gi, say: 'again' },
  { not: /\bfor ever\b/gi, say: 'forever' },
  { not: /\bgives? equal bytes\b/gi, say: 'produces the same bytes' },
  { not: /\bmore exactly\b/gi, say: 'variant' },
  { not: /\b(?:sent|written|signed|encoded) otherwise\b/gi, say: 'name the difference' },
  { not: /\bexcludes? each other\b/gi, say: 'cannot be used together' },
  { not: /\bat most so many\b/gi, say: 'at most <n>' },
  { not: /\ball the same\b/gi, say: 'anyway' },
  { not: /\bhas (?:this|the) purchase as\b/gi, say: 'reports this purchase as' },
  { not: /\b(?:was|were) asked for by\b/gi, say: 'was injected by, comes from' },
  { not: /\bOdd:/g, say: 'Unusual:' },
  { not: /\blists what there is\b/gi, say: 'See …' },
  { not: /\bcredentials? set-up\b|\bset-up\b/gi, say: 'setup' },
  { not: /\b(?:line ends?|ends? of (?:the )?line)\b/gi, say: 'line break' },
];

const root = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const below = (folder: string, ending: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .sort();

const commentsOf = (source: string): string =>
  (source.match(/\/\*[^]*?\*\/|(?<=^|\s)\/\/ .*$/gm) ?? [])
    .join('\n')
    .replaceAll(/\n\s*(?:\*|\/\/) /g, ' ');

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...below('docs', '.md'),
];
const texts = [
  ...pages.concat(below('test/transcripts', '.txt')).map((path) => ({ path, text: read(path) })),
  ...below('src', '.ts').map((path) => ({
    path: `${path} (comments)`,
    text: commentsOf(read(path)),
  })),
];

const found = (text: string): string[] =>
  idioms.flatMap(({ not, say }) =>
    [...text.matchAll(not)].map(([phrase]) => `“${phrase}”: ${say}`),
  );

describe('no phrase that has to be read twice', () => {
  it.each([
    ['look the purchase up', 'look up the purchase'],
    ['the path is no folder', 'there is no folder'],
    ['the row is mended', 'the row is fixed'],
    ['it was sent otherwise', 'it was sent with spaces'],
  ])('finds “%s”, not “%s”', (not, say) => {
    expect(found(not)).toHaveLength(1);
    expect(found(say)).toEqual([]);
  });

  it.each(texts)('$path', ({ text }) => {
    expect(found(text)).toEqual([]);
  });
});
