// Warns of phrases that readers had to read twice, and says what pvg says instead: in the pages, in the transcripts, and
// in the comments of the sources. `npm run lint` runs it; a warning fails nothing.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const idioms = [
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

/** What is said better otherwise in this text. */
export function findIdioms(text) {
  return idioms.flatMap(({ not, say }) =>
    [...text.matchAll(not)].map(([phrase]) => `“${phrase}”: ${say}`),
  );
}

const root = join(import.meta.dirname, '..');

function filesBelow(folder, ending) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .sort();
}

function commentsOf(source) {
  const comments = source.match(/\/\*[^]*?\*\/|(?<=^|\s)\/\/ .*$/gm) ?? [];
  return comments.join('\n').replaceAll(/\n\s*(?:\*|\/\/) /g, ' ');
}

function warn() {
  const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];
  const texts = [...pages, ...filesBelow('docs', '.md'), ...filesBelow('test/transcripts', '.txt')];
  for (const path of [...texts, ...filesBelow('src', '.ts')]) {
    const content = readFileSync(join(root, path), 'utf8');
    const text = path.endsWith('.ts') ? commentsOf(content) : content;
    for (const idiom of findIdioms(text)) console.warn(`${path}: warning: ${idiom}`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  warn();
}
