import type { BodyRules } from '../body-rules.js';
import { dataTexts, textsOfEmptyBody, treesOfForm } from '../forms/data-texts.js';
import { bodyLayers } from '../forms/layers.js';
import { asciiSets, hiddenSets, type AsciiSet } from '../json-forms/escapes.js';
import { encoders } from '../json-forms/encoders.js';
import { allOrders, ownEdits, pricedEdits, type TreeEdit } from '../json-forms/edits.js';
import { numberPrinters, type NumberStyle } from '../json-forms/numbers.js';
import { plainStyle, printTree, type Style } from '../json-forms/print.js';
import { styleOf } from '../json-forms/read-style.js';
import { spacings } from '../json-forms/spacing.js';
import { parseTree, type Tree } from '../json-forms/tree.js';
import { changesOfLarge } from './large-bodies.js';
import { largeBodyBytes } from './limits.js';
import { loneBodies } from './lone-bodies.js';
import { pause, type Pause } from './pause.js';
import { unwrapSentBody } from './unwrapped.js';

/** One change of a print: an edit of the data, or another style. Of each axis only one change is made. */
interface PrintChange {
  readonly axis: string;
  readonly cost: number;
  readonly edit?: TreeEdit;
  readonly style?: Partial<Style>;
  /** Whether a print in this style becomes another one. */
  readonly hasEffect: (style: Style) => boolean;
}

/** A print that was not changed: of an encoder, or of the sender. */
interface PrintBase {
  readonly root: Tree;
  readonly style: Style;
  readonly cost: number;
}

/** More candidates than these bytes are not kept: the search ends there. */
const mostKeptBytes = 24_000_000;

/** The candidates of one cost. */
interface Candidates {
  /** Those that were made so far. */
  readonly bodies: Buffer[];
  /** Makes the others. */
  readonly source: Iterator<Buffer | Pause>;
}

/** The bytes that may have been signed, by rising cost: cost 0 is the body as sent. */
export class Bodies {
  /** The changes of a large body are made each time they are asked for, and no other mistake is mixed with them. */
  readonly isLarge: boolean;
  readonly #known = new Set<string>();
  readonly #byCost: Candidates[] = [];
  #cachedPrints: Prints | undefined;
  #largeRoot: Tree | null | undefined;
  #keptBytes = 0;

  constructor(
    private readonly sent: Buffer,
    private readonly rules: BodyRules,
  ) {
    this.isLarge = sent.length > largeBodyBytes;
  }

  get #prints(): Prints {
    this.#cachedPrints ??= readPrints(this.sent, this.rules);
    return this.#cachedPrints;
  }

  /** The bodies of this cost. Those of a small body are made once, when they are asked for. */
  *atCost(cost: number): Generator<Buffer | Pause, void> {
    if (this.isLarge) {
      yield* this.#largeChanges(cost);
      return;
    }
    const { bodies, source } = this.#candidatesAt(cost);
    for (let index = 0; ; index += 1) {
      while (index === bodies.length) {
        const next = source.next();
        if (next.done === true) return;
        if (next.value === pause) yield pause;
        else bodies.push(next.value);
      }
      yield bodies[index] as Buffer;
    }
  }

  /** Every order of the members: so many that they are tried alone, and not kept. */
  *reorderings(): Generator<Buffer> {
    if (this.isLarge) return;
    const { root, bases } = this.#prints;
    const [base] = bases;
    if (root === undefined || base === undefined) return;
    for (const ordered of allOrders(base.root)) yield Buffer.from(printTree(ordered, base.style));
  }

  /** What is signed in place of a body, and tried alone. */
  *alone(): Generator<Buffer> {
    if (this.isLarge) return;
    const { root, bases } = this.#prints;
    const sentStyle = bases[0]?.style ?? plainStyle;
    yield* loneBodies(this.sent, root, { rules: this.rules, sentStyle });
  }

  #candidatesAt(cost: number): Candidates {
    const known = this.#byCost[cost];
    if (known !== undefined) return known;
    const candidates = { bodies: [], source: this.#newBodies(cost) };
    this.#byCost[cost] = candidates;
    return candidates;
  }

  *#largeChanges(cost: number): Generator<Buffer | Pause, void> {
    if (cost > 0) this.#largeRoot ??= parseTree(textWithoutMark(this.sent))?.root ?? null;
    yield* changesOfLarge(this.sent, this.#largeRoot ?? undefined, cost);
  }

  /** The bodies that no lower cost has made. */
  *#newBodies(cost: number): Generator<Buffer | Pause> {
    for (const bytes of cost === 0 ? [this.sent] : this.#changedBodies(cost)) {
      if (this.#keptBytes > mostKeptBytes) return;
      if (bytes === pause) {
        yield pause;
        continue;
      }
      const key = bytes.toString('latin1');
      if (this.#known.has(key)) {
        yield pause;
        continue;
      }
      this.#known.add(key);
      this.#keptBytes += bytes.length;
      yield bytes;
    }
  }

  *#changedBodies(cost: number): Generator<Buffer | Pause> {
    yield* layered(this.sent, cost);
    if (cost > 1) yield* this.#layeredPrints(cost - 1);
    if (cost === 1) {
      yield Buffer.alloc(0);
      yield* unwrapSentBody(this.sent);
      if (this.sent.length === 0) yield* textsOfEmptyBody.map((text) => Buffer.from(text));
    }
    yield* this.#printsAt(cost);
    const { root } = this.#prints;
    if (root === undefined) return;
    yield* dataTextsAt(root, cost);
    yield* this.#membersAlone(root, cost);
  }

  *#layeredPrints(cost: number): Generator<Buffer | Pause> {
    for (const bytes of this.#printsAt(1)) {
      if (bytes === pause) yield pause;
      else yield* layered(bytes, cost);
    }
  }

  *#membersAlone(root: Tree, cost: number): Generator<Buffer> {
    // The only member of a body is more likely to have been signed alone than one of several.
    if (root.kind !== 'object' || cost !== (root.members.length === 1 ? 1 : 2)) return;
    for (const [, value] of root.members) {
      for (const { style } of this.#prints.bases.slice(0, 3)) {
        yield Buffer.from(printTree(value, style));
      }
      if (value.kind === 'text') yield Buffer.from(value.value);
    }
  }

  *#printsAt(cost: number): Generator<Buffer | Pause> {
    for (const base of this.#prints.bases) {
      const { root, style } = base;
      yield* this.#changedPrints({
        root,
        style,
        cost: cost - base.cost,
        firstChange: 0,
        usedAxes: [],
      });
    }
  }

  /** Every print with changes of exactly this cost. */
  *#changedPrints(start: PrintStart): Generator<Buffer | Pause> {
    const { root, style, cost, firstChange, usedAxes } = start;
    if (cost === 0) yield Buffer.from(printTree(root, style));
    if (cost <= 0 || this.#keptBytes > mostKeptBytes) return;
    const { changes } = this.#prints;
    for (let index = firstChange; index < changes.length; index += 1) {
      const change = changes[index] as PrintChange;
      if (change.cost > cost || usedAxes.includes(change.axis)) continue;
      if (!change.hasEffect(style)) {
        // The first time, an edit is made and printed to see that.
        if (change.edit !== undefined) yield pause;
        continue;
      }
      yield* this.#changedPrints({
        root: change.edit?.(root) ?? root,
        style: change.style === undefined ? style : { ...style, ...change.style },
        cost: cost - change.cost,
        firstChange: index + 1,
        usedAxes: [...usedAxes, change.axis],
      });
    }
  }
}

/** A print, and the changes that may still be made to it. */
interface PrintStart {
  readonly root: Tree;
  readonly style: Style;
  /** What the changes must cost together. */
  readonly cost: number;
  /** The index of the first change to try. */
  readonly firstChange: number;
  readonly usedAxes: readonly string[];
}

function* layered(bytes: Buffer, cost: number): Generator<Buffer> {
  for (const layer of bodyLayers) {
    const changed = layer.cost === cost ? layer.make(bytes) : undefined;
    if (changed !== undefined) yield Buffer.from(changed);
  }
}

function* dataTextsAt(root: Tree, cost: number): Generator<Buffer> {
  for (const form of dataTexts) {
    const text = form.cost === cost ? form.make(root) : undefined;
    if (text !== undefined) yield Buffer.from(text);
  }
}

const textWithoutMark = (sent: Buffer): string => sent.toString('utf8').replace(/^\ufeff/, '');

/** What all prints of a body are made of. */
interface Prints {
  /** undefined if the body is not JSON. */
  readonly root: Tree | undefined;
  readonly bases: readonly PrintBase[];
  readonly changes: readonly PrintChange[];
}

function readPrints(sent: Buffer, rules: BodyRules): Prints {
  const text = textWithoutMark(sent);
  const document = parseTree(text);
  if (document === undefined) {
    const bases = treesOfForm(text).flatMap((root) => basesOf(root, undefined));
    return { root: undefined, bases, changes: [] };
  }
  const { root } = document;
  return { root, bases: basesOf(root, styleOf(text, document)), changes: changesOf(root, rules) };
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
