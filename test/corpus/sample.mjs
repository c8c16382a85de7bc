/**
 * Freezes a small sample of the corpus for `npm test`: one case of every cause, one of every kind of pair, a few of
 * each other group. `node test/corpus/sample.mjs` after make.mjs; chosen by place alone, not by what pvg answers.
 */
import { join } from 'node:path';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const here = (name) => join(import.meta.dirname, name);
const cases = gunzipSync(readFileSync(process.argv[2] ?? here('corpus.ndjson.gz')))
  .toString('utf8')
  .split('\n')
  .map((line) => JSON.parse(line));
const small = cases.filter(({ request }) => JSON.stringify(request).length < 1500);
const firsts = (group, keyOf, most) => {
  const seen = new Map();
  for (const each of small)
    if (each.group === group && !seen.has(keyOf(each))) seen.set(keyOf(each), each);
  return [...seen.values()].slice(0, most);
};
const sample = [
  ...firsts('single', ({ expected }) => expected.join('+'), 200),
  ...firsts(
    'pair',
    ({ note, expected }) => (note.includes(': ') ? note.split(':')[0] : expected.join('+')),
    60,
  ),
  ...firsts('lint', ({ expected }) => expected.join('+'), 20),
  ...firsts('right', ({ note, id }) => (note.length < 5 ? `${note[0]}${id.at(-1)}` : note), 16),
  ...firsts('unexplainable', ({ note }) => note, 8),
];
writeFileSync(here('sample.ndjson'), sample.map((each) => `${JSON.stringify(each)}\n`).join(''));
process.stderr.write(`${String(sample.length)} cases\n`);
