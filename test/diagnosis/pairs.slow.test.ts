import { expect, it } from 'vitest';
import { diagnosed } from '../helpers/observed.js';
import { credentialsOf, pairsOf, requestOf, type PairBase } from '../corpus/pairs.mjs';
import { pairModules } from '../helpers/pair-modules.js';

// `node bench/diagnosis-pairs.mjs` measures more of them.
const pairCount = 20;

const kindOf = (base: PairBase, signature = ''): string =>
  diagnosed(requestOf(base, signature), credentialsOf(base)).outcome.kind;

it('explains two mistakes together that it explains alone', () => {
  const stream = pairsOf(5_800, pairModules);
  const pairs = Array.from({ length: pairCount }, () => stream.next().value);
  const unexplained = pairs.filter(({ base, signatures }) => {
    const kinds = signatures.slice(1).map((signature) => kindOf(base, signature));
    return kinds.some((kind) => kind !== 'explained');
  });
  expect(unexplained.map(({ pair }) => pair)).toEqual([]);
});
