import { utf8Text } from '../../text/utf8.js';
import { edits, type TreeEdit, type EditName } from './edits.js';
import { plainStyle, printTree, type Style } from './print.js';
import { parseTree } from './tree.js';

/** A JSON encoder with its options: how it prints, what it does to the data, and (by its cost) how common it is. */
export interface Encoder {
  /** Empty for the plainest JSON, which many encoders print. */
  readonly name: string;
  readonly style: Style;
  readonly edits: readonly EditName[];
  /** Applies all of `edits`. */
  readonly edit: TreeEdit;
  readonly cost: number;
}

interface EncoderRow {
  readonly name: string;
  readonly cost: number;
  /** What differs from `plainStyle`. */
  readonly style: Partial<Style>;
  readonly edit?: EditName;
}

const js: Partial<Style> = { numbers: 'js' };
/** Characters outside ASCII stay as they are, and numbers are written as in Python. */
const utf8: Partial<Style> = { numbers: 'python' };
const python: Partial<Style> = { ...utf8, nonAscii: 'lower', hidden: 'raw' };
const spaced: Partial<Style> = { ...python, spacing: 'spaced' };
const php: Partial<Style> = { nonAscii: 'lower', slash: true, numbers: 'php' };
const go: Partial<Style> = { ascii: 'html', hidden: 'separators' };
const gson: Partial<Style> = { ascii: 'gson', hidden: 'separators' };
const newtonsoft: Partial<Style> = { hidden: 'newtonsoft' };
const boost: Partial<Style> = { numbers: 'text', slash: true, tail: '\n' };

/** The rows come from sources or from real output. If several encoders print the same, the first one is named. */
const rows: readonly EncoderRow[] = [
  { name: '', cost: 1, style: {} },
  { name: 'JSON.stringify', cost: 1, style: js, edit: 'indexesFirst' },
  { name: 'Python’s json.dumps', cost: 1, style: spaced },
  { name: 'nlohmann::json', cost: 1, style: utf8, edit: 'sorted' },
  { name: 'jq -cS', cost: 1, style: js, edit: 'sorted' },
  { name: 'Python’s json.dumps with sort_keys', cost: 1, style: spaced, edit: 'sorted' },
  { name: 'Python’s json.dumps with separators=(",", ":")', cost: 1, style: python },
  {
    name: 'Python’s json.dumps with sort_keys and separators',
    cost: 1,
    style: python,
    edit: 'sorted',
  },
  {
    name: 'Python’s json.dumps with ensure_ascii=False',
    cost: 1,
    style: { ...utf8, spacing: 'spaced' },
  },
  { name: 'Python’s json.dumps with ensure_ascii=False and separators', cost: 1, style: utf8 },
  { name: 'PHP’s json_encode', cost: 1, style: { ...php, empties: 'arrays' } },
  { name: 'PHP’s json_encode', cost: 1, style: php },
  { name: 'PHP’s json_encode with JSON_PRETTY_PRINT', cost: 1, style: { ...php, spacing: 'four' } },
  {
    name: 'PHP’s json_encode with JSON_UNESCAPED_UNICODE',
    cost: 2,
    style: { ...php, nonAscii: 'raw', hidden: 'separators' },
  },
  {
    name: 'PHP’s json_encode with JSON_UNESCAPED_SLASHES',
    cost: 2,
    style: { ...php, slash: false },
  },
  {
    name: 'PHP’s json_encode with its JSON_HEX flags',
    cost: 2,
    style: { ...php, ascii: 'phpHex' },
  },
  {
    name: 'an encoder that escapes slashes (Lua cjson, Apple)',
    cost: 1,
    style: { slash: true, hidden: 'del' },
  },
  { name: 'Go’s json.Marshal', cost: 1, style: go },
  { name: 'Go’s json.Marshal of a map', cost: 1, style: { ...go, ...js }, edit: 'sorted' },
  {
    name: 'Go’s json.MarshalIndent of a map',
    cost: 2,
    style: { ...go, ...js, spacing: 'two' },
    edit: 'sorted',
  },
  { name: 'Gson', cost: 1, style: gson, edit: 'nullsDropped' },
  { name: 'Gson with serializeNulls', cost: 1, style: gson },
  {
    name: 'Gson of a map',
    cost: 2,
    style: { ...gson, numbers: 'javaDouble' },
    edit: 'nullsDropped',
  },
  {
    name: 'System.Text.Json',
    cost: 1,
    style: { nonAscii: 'upper', ascii: 'dotnet', hidden: 'del' },
  },
  { name: 'Newtonsoft.Json', cost: 2, style: newtonsoft },
  {
    name: 'Newtonsoft.Json with EscapeNonAscii',
    cost: 2,
    style: { ...newtonsoft, nonAscii: 'lower' },
  },
  {
    name: 'JavaScriptSerializer',
    cost: 2,
    style: { ...newtonsoft, ...js, ascii: 'javascriptSerializer' },
  },
  { name: 'JSON.stringify with an indentation of 2', cost: 1, style: { spacing: 'two' } },
  { name: 'Jackson’s pretty printer', cost: 1, style: { spacing: 'jackson' } },
  { name: 'Ruby’s JSON.pretty_generate', cost: 2, style: { spacing: 'ruby' } },
  { name: 'Python’s json.dumps with indent=4', cost: 1, style: { ...python, spacing: 'four' } },
  { name: 'Python’s json.dumps with indent=2', cost: 1, style: { ...python, spacing: 'two' } },
  { name: 'Unreal’s TJsonWriter', cost: 1, style: { numbers: 'printf17', spacing: 'unreal-crlf' } },
  { name: 'Unreal’s TJsonWriter', cost: 1, style: { numbers: 'printf17', spacing: 'unreal-lf' } },
  { name: 'jq', cost: 2, style: { ...js, spacing: 'two', tail: '\n' } },
  { name: 'jq -S', cost: 2, style: { ...js, spacing: 'two', tail: '\n' }, edit: 'sorted' },
  { name: 'Perl’s JSON with pretty', cost: 2, style: { spacing: 'three-colons', tail: '\n' } },
  {
    name: 'Perl’s JSON with pretty and canonical',
    cost: 2,
    style: { spacing: 'three-colons', tail: '\n' },
    edit: 'sorted',
  },
  {
    name: 'JsonCpp',
    cost: 2,
    style: { spacing: 'tabs-colons', nonAscii: 'lower' },
    edit: 'sorted',
  },
  { name: 'Qt’s QJsonDocument', cost: 2, style: { spacing: 'qt', tail: '\n' }, edit: 'sorted' },
  {
    name: 'Swift’s JSONEncoder with prettyPrinted',
    cost: 2,
    style: { spacing: 'swift', slash: true },
  },
  {
    name: 'Swift’s JSONEncoder with prettyPrinted and sortedKeys',
    cost: 2,
    style: { spacing: 'swift', slash: true },
    edit: 'sorted',
  },
  {
    name: 'ConvertTo-Json of Windows PowerShell 5',
    cost: 2,
    style: { ...newtonsoft, spacing: 'powershell', ascii: 'newtonsoft' },
  },
  {
    name: 'PHP’s json_encode with JSON_FORCE_OBJECT',
    cost: 2,
    style: php,
    edit: 'listsAsObjects',
  },
  {
    name: 'PostgreSQL’s jsonb or MySQL’s JSON',
    cost: 2,
    style: { spacing: 'spaced' },
    edit: 'shortFirst',
  },
  { name: 'boost::property_tree', cost: 2, style: boost },
  { name: 'boost::property_tree', cost: 2, style: { ...boost, spacing: 'four' } },
];

export const encoders: readonly Encoder[] = rows.map(({ name, cost, style, edit }) => {
  const editNames = allEdits(edit);
  return {
    name,
    cost,
    style: { ...plainStyle, ...style },
    edits: editNames,
    edit: (root) => editNames.reduce((tree, editName) => edits[editName](tree), root),
  };
});

function allEdits(edit: EditName | undefined): EditName[] {
  if (edit === undefined) return [];
  // JavaScript also keeps only the last of repeated names when it reads JSON.
  return edit === 'indexesFirst' ? ['lastOfEqual', edit] : [edit];
}

/** The names of the encoders whose print of this body `isSigned` accepts; empty if the body is not JSON. */
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
