import { expect, it } from 'vitest';
import { bodyRules } from '../../src/diagnosis/body-rules.js';
import { encoders } from '../../src/diagnosis/json-forms/encoders.js';
import { printTree } from '../../src/diagnosis/json-forms/print.js';
import { parseTree } from '../../src/diagnosis/json-forms/tree.js';
import { readPrints } from '../../src/diagnosis/search/prints.js';

const rules = bodyRules('gateway', 'https://gw.example/iap/gateway/verify');

it.each(['{"a":1}', '{"b":[1.5,null],"a":"é"}', '[{"a":""}]'])(
  'of the encoders that print %s in one way, the most common one decides the cost',
  (text) => {
    const root = parseTree(text)?.root;
    if (root === undefined) throw new TypeError('no JSON');
    const lowest = new Map<string, number>();
    for (const { cost, edit, style } of encoders) {
      const printed = printTree(edit(root), style);
      lowest.set(printed, Math.min(cost, lowest.get(printed) ?? cost));
    }
    lowest.set(text, 0);
    const { bases } = readPrints(Buffer.from(text), rules);
    const costs = bases.map((base) => [printTree(base.root, base.style), base.cost] as const);
    expect(new Map(costs)).toEqual(lowest);
    expect(costs).toHaveLength(lowest.size);
  },
);
