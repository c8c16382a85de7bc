import type { BodyRules } from '../body-rules.js';
import { dataTexts, placeholders, treesOfForm } from '../forms/data-texts.js';
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
import { pause, type Pause } from './pause.js';
import { unwrapSentBody } from './unwrapped.js';

/** One decision that may have gone another way: an edit of the data, or one dimension of the style. Only one an axis. */
interface BodyTurn {
  readonly axis: string;
  readonly cost: number;
  readonly edit?: TreeEdit;
  readonly style?: Partial<Style>;
  /** Whether it changes a print in this style. */
  readonly changes: (style: Style) => boolean;
}

/** What a print starts from. */
interface Base {
  readonly root: Tree;
  readonly style: Style;
  readonly cost: number;
}

/** What is kept of all candidates together. */
const mostBytes = 24_000_000;

/** The bytes that may have been signed, by rising cost: cost 0 is the body as sent. */
export class Bodies {
  /** The changes of a large body are made each time they are asked for, and no other mistake is mixed with them. */
  readonly isLarge: boolean;
  readonly #seen = new Set<string>();
  readonly #byCost: { readonly made: Buffer[]; readonly source: Iterator<Buffer | Pause> }[] = [];
  #made: ReturnType<typeof printsOf> | undefined;
  #root: Tree | null | undefined;
  #bytes = 0;

  constructor(
    private readonly sent: Buffer,
    private readonly rules: BodyRules,
  ) {
    this.isLarge = sent.length > largeBodyBytes;
  }

  get #from() {
    return (this.#made ??= printsOf(this.sent, this.rules));
  }

  /** Made when they are asked for, once. */
  *atCost(cost: number): Generator<Buffer | Pause, void> {
    if (this.isLarge) return yield* this.#changed(cost);
    const { made, source } = (this.#byCost[cost] ??= { made: [], source: this.#make(cost) });
    for (let at = 0; ; at += 1) {
      while (at === made.length) {
        const next = source.next();
        if (next.done === true) return;
        if (next.value === pause) yield pause;
        else made.push(next.value);
      }
      yield made[at] as Buffer;
    }
  }

  /** Every order of the members: so many that they are tried alone, and not kept. */
  *far(): Generator<Buffer> {
    if (this.isLarge) return;
    const { root, bases } = this.#from;
    const [base] = root === undefined ? [] : bases;
    if (base) {
      for (const each of allOrders(base.root)) yield Buffer.from(printTree(each, base.style));
    }
  }

  *#changed(cost: number): Generator<Buffer | Pause, void> {
    if (cost > 0) this.#root ??= parseTree(textOf(this.sent))?.root ?? null;
    yield* changesOfLarge(this.sent, this.#root ?? undefined, cost);
  }

  *#make(cost: number): Generator<Buffer | Pause> {
    for (const bytes of cost === 0 ? [this.sent] : this.#candidates(cost)) {
      if (this.#bytes > mostBytes) return;
      const key = bytes === pause ? undefined : bytes.toString('latin1');
      if (bytes === pause || key === undefined || this.#seen.has(key)) {
        yield pause;
        continue;
      }
      this.#seen.add(key);
      this.#bytes += bytes.length;
      yield bytes;
    }
  }

  *#candidates(cost: number): Generator<Buffer | Pause> {
    yield* this.#layered(this.sent, cost);
    if (cost > 1) {
      for (const bytes of this.#prints(1)) {
        if (bytes === pause) yield pause;
        else yield* this.#layered(bytes, cost - 1);
      }
    }
    if (cost === 1) {
      yield Buffer.alloc(0);
      yield* unwrapSentBody(this.sent);
      if (this.sent.length === 0) yield* placeholders.map((text) => Buffer.from(text));
    }
    yield* this.#prints(cost);
    const { root } = this.#from;
    if (root === undefined) return;
    for (const form of dataTexts) {
      const made = form.cost === cost ? form.make(root) : undefined;
      if (made !== undefined) yield Buffer.from(made);
    }
    // Of an object around one other the inner one is the likely mistake, otherwise a rare one.
    if (root.kind !== 'object' || cost !== (root.members.length === 1 ? 1 : 2)) return;
    for (const [, value] of root.members) {
      for (const { style } of this.#from.bases.slice(0, 3)) {
        yield Buffer.from(printTree(value, style));
      }
      if (value.kind === 'text') yield Buffer.from(value.value);
    }
  }

  *#layered(bytes: Buffer, cost: number): Generator<Buffer> {
    for (const layer of bodyLayers) {
      const made = layer.cost === cost ? layer.make(bytes) : undefined;
      if (made !== undefined) yield Buffer.from(made);
    }
  }

  *#prints(cost: number): Generator<Buffer | Pause> {
    for (const { root, style, cost: paid } of this.#from.bases) {
      yield* this.#turned(root, style, cost - paid, 0, '');
    }
  }

  /** Every print that turns decisions of exactly this cost. */
  *#turned(
    root: Tree,
    style: Style,
    cost: number,
    from: number,
    taken: string,
  ): Generator<Buffer | Pause> {
    if (cost === 0) yield Buffer.from(printTree(root, style));
    if (cost <= 0 || this.#bytes > mostBytes) return;
    const { turns } = this.#from;
    for (let at = from; at < turns.length; at += 1) {
      const { axis, cost: price, edit, style: turned, changes } = turns[at] as BodyTurn;
      if (price > cost || taken.includes(axis)) continue;
      if (!changes(style)) {
        // The first time, an edit is made and printed to see that.
        if (edit !== undefined) yield pause;
        continue;
      }
      const next = turned === undefined ? style : { ...style, ...turned };
      yield* this.#turned(edit?.(root) ?? root, next, cost - price, at + 1, `${taken} ${axis}`);
    }
  }
}

const textOf = (sent: Buffer): string => sent.toString('utf8').replace(/^\ufeff/, '');

/** What all prints of a body are made of; no root if it is not JSON. */
function printsOf(sent: Buffer, rules: BodyRules) {
  const text = textOf(sent);
  const document = parseTree(text);
  if (document === undefined) {
    const bases = treesOfForm(text).flatMap((root) => basesOf(root, undefined));
    return { root: undefined, bases, turns: [] };
  }
  const { root } = document;
  return { root, bases: basesOf(root, styleOf(text, document)), turns: turnsOf(root, rules) };
}

function basesOf(root: Tree, sent: Style | undefined): Base[] {
  const seen = new Set<string>();
  const all: Base[] = [
    ...(sent ? [{ root, style: sent, cost: 0 }] : []),
    ...encoders.map(({ style, edit, cost }) => ({ root: edit(root), style, cost })),
  ];
  return all.filter(({ root: tree, style }) => {
    const printed = printTree(tree, style);
    return !seen.has(printed) && seen.add(printed);
  });
}

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
const isRare = (value: unknown): boolean => !commonStyles.includes(value);
const stylesOf = <Axis extends keyof Style>(
  axis: Axis,
  values: readonly Style[Axis][],
  isDear: (value: Style[Axis]) => boolean = () => false,
): BodyTurn[] =>
  values.map((value) => ({
    axis,
    cost: isDear(value) ? 2 : 1,
    style: { [axis]: value },
    changes: (style) => style[axis] !== value,
  }));
const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] =>
  Object.keys(record) as Key[];

/** The decisions that this body can show: a turn that cannot change its text is left out. */
function turnsOf(root: Tree, rules: BodyRules): BodyTurn[] {
  const plain = printTree(root, plainStyle);
  const edited = (axis: string, cost: number, edit: TreeEdit): BodyTurn => {
    // Asked when its cost is reached, because most never are.
    let isOther: boolean | undefined;
    return {
      axis,
      cost,
      edit,
      changes: () => (isOther ??= printTree(edit(root), plainStyle) !== plain),
    };
  };
  const shows = (pattern: RegExp): boolean => pattern.test(plain);
  const sets = keysOf<AsciiSet>(asciiSets).filter(
    (set) =>
      set === 'none' || [...asciiSets[set][0]].some((one) => plain.includes(one) && one !== '"'),
  );
  const numbers = keysOf<NumberStyle>(numberPrinters).filter(
    (style) => style !== 'asSent' && printTree(root, { ...plainStyle, numbers: style }) !== plain,
  );
  return [
    ...pricedEdits.map(([cost, axis, edit]) => edited(axis, cost, edit)),
    ...[...ownEdits(root, rules)].map(([edit, cost]) => edited('members', cost, edit)),
    ...stylesOf('spacing', keysOf(spacings), isRare),
    ...(shows(/[\u0080-\uffff]/)
      ? stylesOf('nonAscii', ['raw', 'lower', 'upper'], (one) => one === 'upper')
      : []),
    ...(shows(/\//) ? stylesOf('slash', [true, false]) : []),
    ...stylesOf('ascii', sets, isRare),
    ...(shows(/[\u007f\u0085\u2028\u2029]/) ? stylesOf('hidden', keysOf(hiddenSets)) : []),
    ...stylesOf('numbers', numbers, (one) => one === 'php17'),
    ...(shows(/\{\}|\[\]/)
      ? stylesOf('empties', ['arrays', 'objects', 'kept'], (one) => one === 'objects')
      : []),
    ...stylesOf('tail', ['', '\n', '\r\n'], (one) => one === '\r\n'),
  ];
}
