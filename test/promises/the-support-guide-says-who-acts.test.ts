import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { policies, type VerdictId } from '../../src/service/policy.js';
import { catalogue } from '../../src/wording/catalogue.js';
import { verdictById } from '../../src/wording/verdict.js';

/** Each answer names who acts next, and a new person at the desk knows none of them. */

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/support.md'), 'utf8');
const explained = [...guide.matchAll(/^\| (?:the )?\*\*([^*|]+)\*\* +\|/gm)].map(
  ([, name = '']) => name,
);

const verdicts = (Object.keys(policies) as VerdictId[]).flatMap((id) => verdictById(id).who ?? []);
const codes = Object.values(catalogue).flatMap((ofInterface) =>
  Object.values(ofInterface).map(({ who }) => who),
);
const actors = ["game's developers", 'operator', 'player', 'you'];

describe('the support guide', () => {
  it.each([...new Set([...verdicts, ...codes])])('explains who acts: %s', (who) => {
    const plain = who.replaceAll('’', "'");
    const named = actors.filter((actor) => plain.includes(actor));
    expect(plain === 'nobody' ? actors : named).not.toEqual([]);
    expect(explained).toEqual(expect.arrayContaining(named));
  });
});
