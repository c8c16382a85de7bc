import { expect, it } from 'vitest';
import { fromProgramDump } from '../../src/input/pasted/program-dumps.js';

it.each([
  ["{constructor: 'x', toString: null}", '{"constructor":"x","toString":null}'],
  ['{a: constructor}', '{"a":"constructor"}'],
  ['{:a=>:b, :"c d"=>1}', '{"a":"b","c d":1}'],
  ['{:true=>true}', '{"true":true}'],
  ["{a:true,b:'x'}", '{"a":true,"b":"x"}'],
])('%s becomes JSON', (text, json) => {
  expect(fromProgramDump(text, { isComplete: true })).toEqual([json]);
});
