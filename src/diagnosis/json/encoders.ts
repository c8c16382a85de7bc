import { utf8Text } from '../../text/utf8.js';
import { edits, type EditName } from './edits.js';
import { plainStyle, printTree, type Style } from './print.js';
import { parseTree, type Tree } from './tree.js';

/** An encoder as people use it: what it prints differently from the plainest JSON, and how common it is. */
export interface Encoder {
  readonly name: string;
  readonly style: Partial<Style>;
  readonly edits?: readonly EditName[];
  readonly cost: number;
}

const python: Partial<Style> = { nonAscii: 'lower', hidden: 'raw', numbers: 'python' };
const php: Partial<Style> = { nonAscii: 'lower', slash: true, numbers: 'php' };
const go: Partial<Style> = { ascii: 'html', hidden: 'separators' };
const gson: Partial<Style> = { ascii: 'gson', hidden: 'separators' };
const unreal: Partial<Style> = { numbers: 'printf17' };

/** Each has a source or bytes made by it; the order decides between encoders that print the same. */
export const encoders: readonly Encoder[] = [
  { name: '', style: {}, cost: 1 },
  { name: 'JSON.stringify', style: { numbers: 'js' }, edits: ['lastOfEqual', 'indexesFirst'], cost: 1 },
  { name: 'Python’s json.dumps', style: { ...python, spacing: 'spaced' }, cost: 1 },
  { name: 'nlohmann::json', style: { numbers: 'python' }, edits: ['sorted'], cost: 1 },
  { name: 'jq -cS', style: { numbers: 'js' }, edits: ['sorted'], cost: 1 },
  {
    name: 'Python’s json.dumps with sort_keys',
    style: { ...python, spacing: 'spaced' },
    edits: ['sorted'],
    cost: 1,
  },
  { name: 'Python’s json.dumps with sort_keys and separators', style: python, edits: ['sorted'], cost: 1 },
  { name: 'Python’s json.dumps with separators=(",", ":")', style: python, cost: 1 },
  {
    name: 'Python’s json.dumps with ensure_ascii=False',
    style: { spacing: 'spaced', numbers: 'python' },
    cost: 1,
  },
  {
    name: 'Python’s json.dumps with ensure_ascii=False and separators',
    style: { numbers: 'python' },
    cost: 1,
  },
  { name: 'PHP’s json_encode', style: { ...php, empties: 'arrays' }, cost: 1 },
  { name: 'PHP’s json_encode', style: php, cost: 1 },
  { name: 'PHP’s json_encode with JSON_PRETTY_PRINT', style: { ...php, spacing: 'four' }, cost: 1 },
  {
    name: 'PHP’s json_encode with JSON_UNESCAPED_UNICODE',
    style: { slash: true, numbers: 'php', hidden: 'separators' },
    cost: 2,
  },
  {
    name: 'PHP’s json_encode with JSON_UNESCAPED_SLASHES',
    style: { nonAscii: 'lower', numbers: 'php' },
    cost: 2,
  },
  { name: 'PHP’s json_encode with its JSON_HEX flags', style: { ...php, ascii: 'phpHex' }, cost: 2 },
  {
    name: 'an encoder that escapes slashes (Lua cjson, Apple)',
    style: { slash: true, hidden: 'del' },
    cost: 1,
  },
  { name: 'Go’s json.Marshal', style: go, cost: 1 },
  { name: 'Go’s json.Marshal of a map', style: { ...go, numbers: 'js' }, edits: ['sorted'], cost: 1 },
  {
    name: 'Go’s json.MarshalIndent of a map',
    style: { ...go, numbers: 'js', spacing: 'two' },
    edits: ['sorted'],
    cost: 2,
  },
  { name: 'Gson', style: gson, edits: ['nullsDropped'], cost: 1 },
  { name: 'Gson with serializeNulls', style: gson, cost: 1 },
  { name: 'Gson of a map', style: { ...gson, numbers: 'javaDouble' }, edits: ['nullsDropped'], cost: 2 },
  { name: 'System.Text.Json', style: { nonAscii: 'upper', ascii: 'dotnet', hidden: 'dotnet' }, cost: 1 },
  { name: 'Newtonsoft.Json', style: { hidden: 'newtonsoft' }, cost: 2 },
  {
    name: 'Newtonsoft.Json with EscapeNonAscii',
    style: { nonAscii: 'lower', hidden: 'newtonsoft' },
    cost: 2,
  },
  {
    name: 'JavaScriptSerializer',
    style: { ascii: 'javascriptSerializer', hidden: 'newtonsoft', numbers: 'js' },
    cost: 2,
  },
  { name: 'JSON.stringify with an indentation of 2', style: { spacing: 'two' }, cost: 1 },
  { name: 'Jackson’s pretty printer', style: { spacing: 'jackson' }, cost: 1 },
  { name: 'Ruby’s JSON.pretty_generate', style: { spacing: 'ruby' }, cost: 2 },
  { name: 'Python’s json.dumps with indent=4', style: { ...python, spacing: 'four' }, cost: 1 },
  { name: 'Python’s json.dumps with indent=2', style: { ...python, spacing: 'two' }, cost: 1 },
  { name: 'Perl’s JSON::PP, pretty', style: { spacing: 'three-colons', tail: '\n' }, cost: 2 },
  {
    name: 'Perl’s JSON::PP, pretty and canonical',
    style: { spacing: 'three-colons', tail: '\n' },
    edits: ['sorted'],
    cost: 2,
  },
  { name: 'Unreal’s TJsonWriter', style: { ...unreal, spacing: 'unreal-crlf' }, cost: 1 },
  { name: 'Unreal’s TJsonWriter', style: { ...unreal, spacing: 'unreal-lf' }, cost: 1 },
  { name: 'boost::property_tree', style: { numbers: 'text', slash: true, tail: '\n' }, cost: 2 },
  {
    name: 'boost::property_tree',
    style: { numbers: 'text', slash: true, spacing: 'four', tail: '\n' },
    cost: 2,
  },
];

/** What the encoder prints of a value that was read. */
const printedBy = ({ style, edits: names = [] }: Encoder, root: Tree): string =>
  printTree(
    ['lastOfEqual' as const, ...names].reduce<Tree>((tree, name) => edits[name](tree), root),
    { ...plainStyle, ...style },
  );

/** The encoders that print a body as it was signed. */
export function encodersWhose(
  body: Uint8Array,
  isSigned: (printed: Uint8Array) => boolean,
): readonly string[] {
  const document = parseTree((utf8Text(body) ?? '').replace(/^\ufeff/, ''));
  const fitting = encoders.filter(
    (each) => each.name !== '' && document && isSigned(Buffer.from(printedBy(each, document.root))),
  );
  return [...new Set(fitting.map(({ name }) => name))];
}
