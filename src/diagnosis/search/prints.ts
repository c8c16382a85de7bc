import type { BodyRules } from '../body-rules.js';
import { repairedTexts } from '../forms/damaged-bodies.js';
import { treesOfForm } from '../forms/form-fields.js';
import { encoders } from '../json-forms/encoders.js';
import { editsForBody, pricedEdits, type TreeEdit } from '../json-forms/edits.js';
import { asciiSets, hiddenSets, type AsciiSet } from '../json-forms/escapes.js';
import { numberPrinters, type NumberStyle } from '../json-forms/numbers.js';
import { plainStyle, printTree, type Style } from '../json-forms/print.js';
import { styleOf } from '../json-forms/read-style.js';
import { spacings, type SpacingName } from '../json-forms/spacing.js';
import { parseTree, type Tree } from '../json-forms/tree.js';

/**
 * One change of a print, which is the data as JSON text: an edit of the data, or another style. `axis` names what is
 * changed, such as `spacing`; one print has at most one change of each axis.
 */
export interface PrintChange {
  readonly axis: string;
  readonly cost: number;
  readonly edit?: TreeEdit;
  readonly style?: Partial<Style>;
  /** Whether a print in this style becomes another one. */
  readonly hasEffect: (style: Style) => boolean;
}

/** A print to start from: as an encoder of some language writes it, or as the sender did. */
export interface PrintBase {
  readonly root: Tree;
  readonly style: Style;
  readonly cost: number;
}

export function textWithoutMark(sent: Buffer): string {
  return sent.toString('utf8').replace(/^\ufeff/, '');
}

/** What the prints of a body are made from. */
export interface Prints {
  /** undefined if the body is not JSON. */
  readonly root: Tree | undefined;
  /** The sender's own print comes first, with cost 0, if its style is known; then come those of the encoders. */
  readonly bases: readonly PrintBase[];
  readonly changes: readonly PrintChange[];
}

/** Reads the body as JSON, or as the fields of a form, or as JSON that was damaged and is repaired. */
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

/** The data that a damaged body may have had. Its style is lost, so every encoder is tried with it. */
function repairedTrees(text: string): Tree[] {
  return [...repairedTexts(text)].flatMap(([repaired]) => parseTree(repaired)?.root ?? []);
}

/** The prints of the sender's style and of every encoder: each text once, at its lowest cost. */
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
    const known = byText.get(text);
    if (known === undefined || base.cost < known.cost) byText.set(text, base);
  }
  return [...byText.values()];
}

/** One change for each value of an axis. @param rare the values that cost 2 */
const styleChanges = <Axis extends keyof Style>(
  axis: Axis,
  values: readonly Style[Axis][],
  rare: readonly Style[Axis][] = [],
): PrintChange[] =>
  values.map((value) => ({
    axis,
    cost: rare.includes(value) ? 2 : 1,
    style: { [axis]: value },
    hasEffect: (style) => style[axis] !== value,
  }));
const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] =>
  Object.keys(record) as Key[];

/** The edit is made when `hasEffect` is first called, because a search seldom reaches the cost of an edit. */
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
const commonSpacings: readonly SpacingName[] = ['compact', 'spaced', 'two', 'four', 'tabs'];
const commonAsciiSets: readonly AsciiSet[] = ['none', 'html', 'gson'];

const rareSpacings = keysOf(spacings).filter((name) => !commonSpacings.includes(name));
const rareAsciiSets = keysOf(asciiSets).filter((name) => !commonAsciiSets.includes(name));

/** The changes that this body can show: a style that cannot change its text is left out. */
function changesOf(root: Tree, rules: BodyRules): PrintChange[] {
  const plainText = printTree(root, plainStyle);
  const ifFound = (pattern: RegExp, changes: PrintChange[]): PrintChange[] =>
    pattern.test(plainText) ? changes : [];
  return [
    ...pricedEdits.map((change) => editChange(change, root, plainText)),
    ...[...editsForBody(root, rules)].map((change) => editChange(change, root, plainText)),
    ...styleChanges('spacing', keysOf(spacings), rareSpacings),
    ...ifFound(/[\u0080-\uffff]/, styleChanges('nonAscii', ['raw', 'lower', 'upper'], ['upper'])),
    ...ifFound(/\//, styleChanges('slash', [true, false])),
    ...styleChanges('ascii', shownAsciiSets(plainText), rareAsciiSets),
    ...ifFound(/[\u007f\u0085\u2028\u2029]/, styleChanges('hidden', keysOf(hiddenSets))),
    ...styleChanges('numbers', shownNumberStyles(root, plainText), ['php17']),
    ...ifFound(/\{\}|\[\]/, styleChanges('empties', ['arrays', 'objects', 'kept'], ['objects'])),
    ...styleChanges('tail', ['', '\n', '\r\n'], ['\r\n']),
  ];
}

function shownAsciiSets(plainText: string): AsciiSet[] {
  return keysOf(asciiSets).filter((name) => {
    const [characters] = asciiSets[name];
    // The quotes around texts are in every JSON, so a quote does not show that a value needs an escape.
    const tellingCharacters = [...characters].filter((character) => character !== '"');
    return name === 'none' || tellingCharacters.some((character) => plainText.includes(character));
  });
}

function shownNumberStyles(root: Tree, plainText: string): NumberStyle[] {
  return keysOf(numberPrinters).filter(
    (style) =>
      style !== 'asSent' && printTree(root, { ...plainStyle, numbers: style }) !== plainText,
  );
}

/** A print with one change. */
export function printChanged(
  { root, style }: Pick<PrintBase, 'root' | 'style'>,
  change: PrintChange,
): Buffer {
  return Buffer.from(printTree(change.edit?.(root) ?? root, { ...style, ...change.style }));
}
