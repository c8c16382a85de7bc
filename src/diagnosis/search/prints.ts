import type { BodyRules } from '../body-rules.js';
import { repairedTexts } from '../forms/damaged-bodies.js';
import { treesOfForm } from '../forms/form-fields.js';
import { encoders } from '../json-forms/encoders.js';
import { ownEdits, pricedEdits, type TreeEdit } from '../json-forms/edits.js';
import { asciiSets, hiddenSets, type AsciiSet } from '../json-forms/escapes.js';
import { numberPrinters, type NumberStyle } from '../json-forms/numbers.js';
import { plainStyle, printTree, type Style } from '../json-forms/print.js';
import { styleOf } from '../json-forms/read-style.js';
import { spacings } from '../json-forms/spacing.js';
import { parseTree, type Tree } from '../json-forms/tree.js';

/** One change of a print: an edit of the data, or another style. Of each axis only one change is made. */
export interface PrintChange {
  readonly axis: string;
  readonly cost: number;
  readonly edit?: TreeEdit;
  readonly style?: Partial<Style>;
  /** Whether a print in this style becomes another one. */
  readonly hasEffect: (style: Style) => boolean;
}

/** A print that was not changed: of an encoder, or of the sender. */
export interface PrintBase {
  readonly root: Tree;
  readonly style: Style;
  readonly cost: number;
}

export function textWithoutMark(sent: Buffer): string {
  return sent.toString('utf8').replace(/^\ufeff/, '');
}

/** What all prints of a body are made of. */
export interface Prints {
  /** undefined if the body is not JSON. */
  readonly root: Tree | undefined;
  readonly bases: readonly PrintBase[];
  readonly changes: readonly PrintChange[];
}

/** Every print of a body that is JSON, or a form; none of another body. */
export function readPrints(sent: Buffer, rules: BodyRules): Prints {
  const text = textWithoutMark(sent);
  const document = parseTree(text);
  if (document === undefined) {
    const bases = [...treesOfForm(text), ...repairedTrees(text)].flatMap((root) =>
      basesOf(root, undefined),
    );
    return { root: undefined, bases, changes: [] };
  }
  const { root } = document;
  return { root, bases: basesOf(root, styleOf(text, document)), changes: changesOf(root, rules) };
}

/** What a damaged body may have been, if it is then JSON: a copy may have lost how it was printed, too. */
function repairedTrees(text: string): Tree[] {
  return [...repairedTexts(text)].flatMap(([repaired]) => parseTree(repaired)?.root ?? []);
}

/** The prints of the sender's style and of every encoder, each text once. */
function basesOf(root: Tree, sentStyle: Style | undefined): PrintBase[] {
  const all: PrintBase[] = encoders.map(({ style, edit, cost }) => ({
    root: edit(root),
    style,
    cost,
  }));
  if (sentStyle) all.unshift({ root, style: sentStyle, cost: 0 });
  const byText = new Map<string, PrintBase>();
  for (const base of all) {
    const text = printTree(base.root, base.style);
    if (!byText.has(text)) byText.set(text, base);
  }
  return [...byText.values()];
}

/** The common values of the axes `spacing` and `ascii`. */
const commonStyles: readonly unknown[] = [
  'compact',
  'spaced',
  'two',
  'four',
  'tabs',
  'none',
  'html',
  'gson',
];
const isRareStyle = (value: unknown): boolean => !commonStyles.includes(value);
const styleChanges = <Axis extends keyof Style>(
  axis: Axis,
  values: readonly Style[Axis][],
  isRare: (value: Style[Axis]) => boolean = () => false,
): PrintChange[] =>
  values.map((value) => ({
    axis,
    cost: isRare(value) ? 2 : 1,
    style: { [axis]: value },
    hasEffect: (style) => style[axis] !== value,
  }));
const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] =>
  Object.keys(record) as Key[];

/** Finds out whether the edit changes the data when its cost is reached: most costs never are. */
function editChange(
  change: Pick<PrintChange, 'axis' | 'cost'> & { readonly edit: TreeEdit },
  root: Tree,
  plainText: string,
): PrintChange {
  let changesData: boolean | undefined;
  const hasEffect = (): boolean => {
    changesData ??= printTree(change.edit(root), plainStyle) !== plainText;
    return changesData;
  };
  return { ...change, hasEffect };
}

/** The changes that this body can show: a style that cannot change its text is left out. */
function changesOf(root: Tree, rules: BodyRules): PrintChange[] {
  const plainText = printTree(root, plainStyle);
  const asciiNames = keysOf<AsciiSet>(asciiSets).filter((name) => {
    const characters = [...asciiSets[name][0]];
    return (
      name === 'none' ||
      characters.some((character) => plainText.includes(character) && character !== '"')
    );
  });
  const numberStyles = keysOf<NumberStyle>(numberPrinters).filter(
    (style) =>
      style !== 'asSent' && printTree(root, { ...plainStyle, numbers: style }) !== plainText,
  );
  const changes = [
    ...pricedEdits.map(([cost, axis, edit]) => editChange({ axis, cost, edit }, root, plainText)),
    ...[...ownEdits(root, rules)].map(([edit, cost]) =>
      editChange({ axis: 'members', cost, edit }, root, plainText),
    ),
    ...styleChanges('spacing', keysOf(spacings), isRareStyle),
  ];
  if (/[\u0080-\uffff]/.test(plainText)) {
    changes.push(
      ...styleChanges('nonAscii', ['raw', 'lower', 'upper'], (style) => style === 'upper'),
    );
  }
  if (plainText.includes('/')) changes.push(...styleChanges('slash', [true, false]));
  changes.push(...styleChanges('ascii', asciiNames, isRareStyle));
  if (/[\u007f\u0085\u2028\u2029]/.test(plainText)) {
    changes.push(...styleChanges('hidden', keysOf(hiddenSets)));
  }
  changes.push(...styleChanges('numbers', numberStyles, (style) => style === 'php17'));
  if (/\{\}|\[\]/.test(plainText)) {
    changes.push(
      ...styleChanges('empties', ['arrays', 'objects', 'kept'], (style) => style === 'objects'),
    );
  }
  changes.push(...styleChanges('tail', ['', '\n', '\r\n'], (tail) => tail === '\r\n'));
  return changes;
}

/** A print with one change. */
export function printChanged(
  { root, style }: Pick<PrintBase, 'root' | 'style'>,
  change: PrintChange,
): Buffer {
  return Buffer.from(printTree(change.edit?.(root) ?? root, { ...style, ...change.style }));
}
