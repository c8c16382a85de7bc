import { expect, it } from 'vitest';
import { edits, type EditName } from '../../src/diagnosis/json-forms/edits.js';
import { parseTree, textTree, type Tree } from '../../src/diagnosis/json-forms/tree.js';

/** What an edit makes of a JSON text. */

const printed = (tree: Tree): string => {
  if (tree.kind === 'list') return `[${tree.items.map(printed).join(',')}]`;
  if (tree.kind !== 'object') return tree.raw;
  return `{${tree.members.map(([name, value]) => `${name.raw}:${printed(value)}`).join(',')}}`;
};

it.each<[edit: EditName, text: string, edited: string]>([
  ['textsUnquoted', '{"a":"1","b":"x"}', '{"a":1,"b":"x"}'],
  ['textsUnquoted', '["1",["-2.5"],{"a":["03","4"]}]', '[1,[-2.5],{"a":["03",4]}]'],
  ['textsUnquoted', '"1"', '1'],
  [
    'snake',
    '{"server-id":1,"roleId":2,"HTTPServer_id":3}',
    '{"server_id":1,"role_id":2,"http_server_id":3}',
  ],
  [
    'camel',
    '{"server-id":1,"role id":2,"HTTPServer_id":3}',
    '{"serverId":1,"roleId":2,"httpServerId":3}',
  ],
  ['pascal', '{"server-id":1,"-":2}', '{"ServerId":1,"-":2}'],
  ['numbersQuoted', '{"a":[1,{"b":-2.5}],"c":true}', '{"a":["1",{"b":"-2.5"}],"c":true}'],
])('%s makes of %s %s', (edit, text, edited) => {
  const root = parseTree(text)?.root ?? textTree('no JSON');
  expect(printed(edits[edit](root))).toBe(edited);
});
