import { utf8Text } from '../../text/utf8.js';
import { edits, type TreeEdit, type EditName } from './edits.js';
import { plainStyle, printTree, type Style } from './print.js';
import { parseTree } from './tree.js';

/** An encoder as people use it: what it prints differently from the plainest JSON, and how common it is. */
export interface Encoder {
  readonly name: string;
  readonly style: Style;
  readonly edits: readonly EditName[];
  /** All of its edits. */
  readonly edit: TreeEdit;
  readonly cost: number;
}

type Row = readonly [name: string, cost: number, style: Partial<Style>, edit?: EditName];

const js: Partial<Style> = { numbers: 'js' };
const utf8: Partial<Style> = { numbers: 'python' };
const python: Partial<Style> = { ...utf8, nonAscii: 'lower', hidden: 'raw' };
const spaced: Partial<Style> = { ...python, spacing: 'spaced' };
const php: Partial<Style> = { nonAscii: 'lower', slash: true, numbers: 'php' };
const go: Partial<Style> = { ascii: 'html', hidden: 'separators' };
const gson: Partial<Style> = { ascii: 'gson', hidden: 'separators' };
const newtonsoft: Partial<Style> = { hidden: 'newtonsoft' };
const boost: Partial<Style> = { numbers: 'text', slash: true, tail: '\n' };

/** Each has a source or bytes made by it; the order decides between encoders that print the same. */
const rows: readonly Row[] = [
  ['', 1, {}],
  ['JSON.stringify', 1, js, 'indexesFirst'],
  ['Python’s json.dumps', 1, spaced],
  ['nlohmann::json', 1, utf8, 'sorted'],
  ['jq -cS', 1, js, 'sorted'],
  ['Python’s json.dumps with sort_keys', 1, spaced, 'sorted'],
  ['Python’s json.dumps with separators=(",", ":")', 1, python],
  ['Python’s json.dumps with sort_keys and separators', 1, python, 'sorted'],
  ['Python’s json.dumps with ensure_ascii=False', 1, { ...utf8, spacing: 'spaced' }],
  ['Python’s json.dumps with ensure_ascii=False and separators', 1, utf8],
  ['PHP’s json_encode', 1, { ...php, empties: 'arrays' }],
  ['PHP’s json_encode', 1, php],
  ['PHP’s json_encode with JSON_PRETTY_PRINT', 1, { ...php, spacing: 'four' }],
  [
    'PHP’s json_encode with JSON_UNESCAPED_UNICODE',
    2,
    { ...php, nonAscii: 'raw', hidden: 'separators' },
  ],
  ['PHP’s json_encode with JSON_UNESCAPED_SLASHES', 2, { ...php, slash: false }],
  ['PHP’s json_encode with its JSON_HEX flags', 2, { ...php, ascii: 'phpHex' }],
  ['an encoder that escapes slashes (Lua cjson, Apple)', 1, { slash: true, hidden: 'del' }],
  ['Go’s json.Marshal', 1, go],
  ['Go’s json.Marshal of a map', 1, { ...go, ...js }, 'sorted'],
  ['Go’s json.MarshalIndent of a map', 2, { ...go, ...js, spacing: 'two' }, 'sorted'],
  ['Gson', 1, gson, 'nullsDropped'],
  ['Gson with serializeNulls', 1, gson],
  ['Gson of a map', 2, { ...gson, numbers: 'javaDouble' }, 'nullsDropped'],
  ['System.Text.Json', 1, { nonAscii: 'upper', ascii: 'dotnet', hidden: 'del' }],
  ['Newtonsoft.Json', 2, newtonsoft],
  ['Newtonsoft.Json with EscapeNonAscii', 2, { ...newtonsoft, nonAscii: 'lower' }],
  ['JavaScriptSerializer', 2, { ...newtonsoft, ...js, ascii: 'javascriptSerializer' }],
  ['JSON.stringify with an indentation of 2', 1, { spacing: 'two' }],
  ['Jackson’s pretty printer', 1, { spacing: 'jackson' }],
  ['Ruby’s JSON.pretty_generate', 2, { spacing: 'ruby' }],
  ['Python’s json.dumps with indent=4', 1, { ...python, spacing: 'four' }],
  ['Python’s json.dumps with indent=2', 1, { ...python, spacing: 'two' }],
  ['Unreal’s TJsonWriter', 1, { numbers: 'printf17', spacing: 'unreal-crlf' }],
  ['Unreal’s TJsonWriter', 1, { numbers: 'printf17', spacing: 'unreal-lf' }],
  ['boost::property_tree', 2, boost],
  ['boost::property_tree', 2, { ...boost, spacing: 'four' }],
];

export const encoders: readonly Encoder[] = rows.map(([name, cost, style, edit]) => {
  // JavaScript's readers also keep only the last of equal names.
  const names: EditName[] = edit === 'indexesFirst' ? ['lastOfEqual', edit] : edit ? [edit] : [];
  return {
    ...{ name, cost, style: { ...plainStyle, ...style }, edits: names },
    edit: (root) => names.reduce((tree, each) => edits[each](tree), root),
  };
});

/** The encoders that print a body as it was signed. */
export function encodersWhose(
  body: Uint8Array,
  isSigned: (printed: Uint8Array) => boolean,
): readonly string[] {
  const document = parseTree((utf8Text(body) ?? '').replace(/^\ufeff/, ''));
  if (document === undefined) return [];
  const root = edits.lastOfEqual(document.root);
  const fitting = encoders.filter(
    ({ name, edit, style }) => name !== '' && isSigned(Buffer.from(printTree(edit(root), style))),
  );
  return [...new Set(fitting.map(({ name }) => name))];
}
