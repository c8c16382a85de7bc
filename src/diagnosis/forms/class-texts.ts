import type { CauseId } from '../catalogue/causes.js';
import { edits, goNames, type TreeEdit } from '../json-forms/edits.js';
import { numberPrinters } from '../json-forms/numbers.js';
import { isNull, type Tree } from '../json-forms/tree.js';
import { csharp, entriesOf, go, java, printDump, python, type DumpStyle } from './dumps.js';

/** What languages print for an object: the name of its class, which is guessed, and its fields. */

/** Above the highest cost of a usual search: these texts are tried only when everything else is right. */
export const classTextCost = 4;

const classNames = [
  'SessionRequest',
  'VerifyRequest',
  'LookupRequest',
  'PurchaseRequest',
  'VerifyPurchaseRequest',
  'VerifyReceiptRequest',
  'ReceiptRequest',
  'CreateSessionRequest',
  'XmdtSessionRequest',
  'SessionPayload',
  'PurchasePayload',
  'Request',
  'RequestBody',
  'Payload',
  'Session',
  'Purchase',
  'Receipt',
  'Body',
];

interface ClassPrinter {
  /** As it follows “the text of”. */
  readonly printer: string;
  readonly id: CauseId;
  readonly style: DumpStyle;
  readonly open: string;
  readonly close: string;
  /** Between the name of a field and its value, if it is no `=`. */
  readonly colon?: string;
  /** How the fields are named, if not as in the body or in camel case. */
  readonly names?: readonly TreeEdit[];
}

/** Writes a name as it is, without the quotes of a text. */
const bareName = (name: string): string => name;
const rustWords = { true: 'true', false: 'false', null: 'None' };
const quotedTexts = { object: java.object, text: (value: string) => JSON.stringify(value) };
const printers: readonly ClassPrinter[] = [
  { printer: 'a Java record', id: 'body-map-tostring', style: java, open: '[', close: ']' },
  {
    printer: 'a class with Lombok’s @ToString, or of a Kotlin data class',
    id: 'body-map-tostring',
    style: java,
    open: '(',
    close: ')',
  },
  {
    printer: 'a Python dataclass',
    id: 'body-python-repr',
    style: { ...python, name: bareName },
    open: '(',
    close: ')',
  },
  {
    printer: 'a C# record',
    id: 'body-map-tostring',
    style: csharp,
    open: ' { ',
    colon: ' = ',
    close: ' }',
    names: [edits.pascal, (root) => root],
  },
  {
    printer: 'a Rust struct with {:?}',
    id: 'body-map-tostring',
    style: { ...quotedTexts, words: rustWords, name: bareName },
    open: ' { ',
    colon: ': ',
    close: ' }',
    names: [edits.snake, (root) => root],
  },
];

const unchanged: TreeEdit = (root) => root;
const usualNames = [unchanged, edits.camel];

interface ClassText {
  readonly id: CauseId;
  readonly cost: number;
  readonly says: string;
  readonly make: (root: Tree) => string | undefined;
}

function classText(row: ClassPrinter): ClassText[] {
  const { printer, id, style, open, close, colon = '=', names = usualNames } = row;
  const object = { open, colon, between: ', ', close };
  return classNames.flatMap((className) =>
    names.map((edit) => ({
      id,
      cost: classTextCost,
      says: `the text of ${printer}`,
      make: (root) =>
        root.kind === 'object'
          ? className + printDump(edit(root), { ...style, object })
          : undefined,
    })),
  );
}

/** What Go prints for a struct: `{Name:value}` or `{value}`, with `&` before it for a pointer. */
const goStruct: DumpStyle = { ...go, object: { open: '{', colon: ':', between: ' ', close: '}' } };
const goValues: DumpStyle = {
  ...go,
  object: { open: '{', colon: '', between: ' ', close: '}' },
  name: () => '',
};
const goPrints: readonly (readonly [style: DumpStyle, edit: TreeEdit])[] = [
  ...[edits.pascal, ...goNames].map((edit) => [goStruct, edit] as const),
  [goValues, unchanged],
  // A map, whose keys Go sorts.
  [go, edits.sorted],
];
const goTexts = goPrints.flatMap(([style, edit]) =>
  ['', '&'].map((pointer): ClassText => ({
    id: 'body-map-tostring',
    cost: classTextCost,
    says: `the text of Go’s fmt.Sprintf of a ${pointer === '' ? 'struct' : 'pointer'}`,
    make: (root) => (root.kind === 'object' ? pointer + printDump(edit(root), style) : undefined),
  })),
);

const elixirWords = { true: 'true', false: 'false', null: 'nil' };
const elixir = (colon: string): DumpStyle => ({
  ...quotedTexts,
  words: elixirWords,
  object: { open: '%{', colon, between: ', ', close: '}' },
});
const swift: DumpStyle = {
  ...quotedTexts,
  words: elixirWords,
  object: { open: '[', colon: ': ', between: ', ', close: ']' },
};

/** A Swift dictionary has no order, so three orders are tried; with more than three members few texts are found. */
const reversed: TreeEdit = (root) =>
  root.kind === 'object' ? { ...root, members: root.members.toReversed() } : root;
const mapPrints: readonly (readonly [printer: string, style: DumpStyle])[] = [
  ['Elixir’s inspect', elixir(' => ')],
  ['Elixir’s inspect with atoms as keys', { ...elixir(': '), name: bareName }],
  ['a Swift dictionary', swift],
];
const mapTexts = mapPrints.flatMap(([printer, style]) =>
  [unchanged, edits.sorted, reversed].map((edit): ClassText => ({
    id: 'body-map-tostring',
    cost: classTextCost,
    says: `the text of ${printer}`,
    make: (root) => (root.kind === 'object' ? printDump(edit(root), style) : undefined),
  })),
);

/** PHP's var_export(). */
function varExport(tree: Tree, indent = ''): string {
  const entries = entriesOf(tree);
  if (entries !== undefined) {
    const keyOf = (name: string): string => (tree.kind === 'list' ? name : phpQuoted(name));
    const lines = entries.map(([name, value]) => {
      const start = entriesOf(value) === undefined ? '' : `\n${indent}  `;
      return `${indent}  ${keyOf(name)} => ${start}${varExport(value, `${indent}  `)},\n`;
    });
    return `array (\n${lines.join('')}${indent})`;
  }
  if (tree.kind === 'text') return phpQuoted(tree.value);
  if (isNull(tree)) return 'NULL';
  return 'raw' in tree ? numberPrinters.php(tree.raw) : '';
}

const phpQuoted = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;

export const classTexts: readonly ClassText[] = [
  ...goTexts,
  ...mapTexts,
  {
    id: 'body-map-tostring',
    cost: classTextCost,
    says: 'the text of PHP’s var_export()',
    make: (root) => (entriesOf(root) === undefined ? undefined : varExport(root)),
  },
  ...printers.flatMap(classText),
];
