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
import { pause, type Pause } from './pause.js';
import { unwrapSentBody } from './unwrapped.js';

/** One change of a print: an edit of the data, or another style. Of each axis only one change is made. */
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

/** The limit of what is kept of all candidates together. */
const mostKeptBytes = 24_000_000;

/** The candidates of one cost: those that were made, and where the others come from. */
interface Candidates {
  readonly bodies: Buffer[];
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

  /** Made once, when they are asked for. */
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
  *far(): Generator<Buffer> {
    if (this.isLarge) return;
    const { root, bases } = this.#prints;
    const [base] = bases;
    if (root === undefined || base === undefined) return;
    for (const ordered of allOrders(base.root)) yield Buffer.from(printTree(ordered, base.style));
  }

  #candidatesAt(cost: number): Candidates {
    const known = this.#byCost[cost];
    if (known !== undefined) return known;
    const candidates = { bodies: [], source: this.#newBodies(cost) };
    this.#byCost[cost] = candidates;
    return candidates;
  }

  *#largeChanges(cost: number): Generator<Buffer | Pause, void> {
    if (cost > 0) this.#largeRoot ??= parseTree(textOf(this.sent))?.root ?? null;
    yield* changesOfLarge(this.sent, this.#largeRoot ?? undefined, cost);
  }

  /** The bodies that no lower cost has made. */
  *#newBodies(cost: number): Generator<Buffer | Pause> {
    for (const bytes of cost === 0 ? [this.sent] : this.#changes(cost)) {
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

  *#changes(cost: number): Generator<Buffer | Pause> {
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
    // In an object around one other, the inner one is the likely mistake, otherwise a rare one.
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
      yield* this.#turned({ root, style, cost: cost - base.cost, firstTurn: 0, usedAxes: '' });
    }
  }

  /** Every print that turns decisions of exactly this cost. */
  *#turned(start: TurnStart): Generator<Buffer | Pause> {
    const { root, style, cost, firstTurn, usedAxes } = start;
    if (cost === 0) yield Buffer.from(printTree(root, style));
    if (cost <= 0 || this.#keptBytes > mostKeptBytes) return;
    const { turns } = this.#prints;
    for (let index = firstTurn; index < turns.length; index += 1) {
      const turn = turns[index] as BodyTurn;
      if (turn.cost > cost || usedAxes.includes(turn.axis)) continue;
      if (!turn.changes(style)) {
        // The first time, an edit is made and printed to see that.
        if (turn.edit !== undefined) yield pause;
        continue;
      }
      yield* this.#turned({
        root: turn.edit?.(root) ?? root,
        style: turn.style === undefined ? style : { ...style, ...turn.style },
        cost: cost - turn.cost,
        firstTurn: index + 1,
        usedAxes: `${usedAxes} ${turn.axis}`,
      });
    }
  }
}

/** A print, and the decisions that may still be turned in it. */
interface TurnStart {
  readonly root: Tree;
  readonly style: Style;
  /** What the turns must cost together. */
  readonly cost: number;
  readonly firstTurn: number;
  /** Their names, after blanks. */
  readonly usedAxes: string;
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

const textOf = (sent: Buffer): string => sent.toString('utf8').replace(/^\ufeff/, '');

/** What all prints of a body are made of. */
interface Prints {
  /** undefined if the body is not JSON. */
  readonly root: Tree | undefined;
  readonly bases: readonly Base[];
  readonly turns: readonly BodyTurn[];
}

function readPrints(sent: Buffer, rules: BodyRules): Prints {
  const text = textOf(sent);
  const document = parseTree(text);
  if (document === undefined) {
    const bases = treesOfForm(text).flatMap((root) => basesOf(root, undefined));
    return { root: undefined, bases, turns: [] };
  }
  const { root } = document;
  return { root, bases: basesOf(root, styleOf(text, document)), turns: turnsOf(root, rules) };
}

/** Each text once. */
function basesOf(root: Tree, sentStyle: Style | undefined): Base[] {
  const all: Base[] = encoders.map(({ style, edit, cost }) => ({ root: edit(root), style, cost }));
  if (sentStyle) all.unshift({ root, style: sentStyle, cost: 0 });
  const byText = new Map<string, Base>();
  for (const base of all) {
    const text = printTree(base.root, base.style);
    if (!byText.has(text)) byText.set(text, base);
  }
  return [...byText.values()];
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

/** Whether an edit changes the data is asked when its cost is reached, because most never are. */
function editTurn(
  turn: Pick<BodyTurn, 'axis' | 'cost'> & { readonly edit: TreeEdit },
  root: Tree,
  plainText: string,
): BodyTurn {
  let isOther: boolean | undefined;
  const changes = (): boolean => {
    isOther ??= printTree(turn.edit(root), plainStyle) !== plainText;
    return isOther;
  };
  return { ...turn, changes };
}

/** The decisions that this body can show: a turn that cannot change its text is left out. */
function turnsOf(root: Tree, rules: BodyRules): BodyTurn[] {
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
  const turns = [
    ...pricedEdits.map(([cost, axis, edit]) => editTurn({ axis, cost, edit }, root, plainText)),
    ...[...ownEdits(root, rules)].map(([edit, cost]) =>
      editTurn({ axis: 'members', cost, edit }, root, plainText),
    ),
    ...stylesOf('spacing', keysOf(spacings), isRare),
  ];
  if (/[\u0080-\uffff]/.test(plainText)) {
    turns.push(...stylesOf('nonAscii', ['raw', 'lower', 'upper'], (style) => style === 'upper'));
  }
  if (plainText.includes('/')) turns.push(...stylesOf('slash', [true, false]));
  turns.push(...stylesOf('ascii', asciiNames, isRare));
  if (/[\u007f\u0085\u2028\u2029]/.test(plainText)) {
    turns.push(...stylesOf('hidden', keysOf(hiddenSets)));
  }
  turns.push(...stylesOf('numbers', numberStyles, (style) => style === 'php17'));
  if (/\{\}|\[\]/.test(plainText)) {
    turns.push(
      ...stylesOf('empties', ['arrays', 'objects', 'kept'], (style) => style === 'objects'),
    );
  }
  turns.push(...stylesOf('tail', ['', '\n', '\r\n'], (tail) => tail === '\r\n'));
  return turns;
}
