import type { BodyRules } from '../body-rules.js';
import { dataTexts, placeholders, treesOfForm } from '../forms/data-texts.js';
import { layers } from '../forms/layers.js';
import { utf8Text } from '../../text/utf8.js';
import { latin1AsWindows } from '../forms/charsets.js';
import { asciiSets, hiddenSets, type AsciiSet, type HiddenSet } from '../json/escapes.js';
import { encoders } from '../json/encoders.js';
import { allOrders, edits, ownEdits, pricedEdits, type Edit } from '../json/edits.js';
import { numberPrinters, type NumberStyle } from '../json/numbers.js';
import { plainStyle, printTree, type Style } from '../json/print.js';
import { styleOf } from '../json/read-style.js';
import { spacings, type SpacingName } from '../json/spacing.js';
import { parseTree, type Document, type Member, type Tree } from '../json/tree.js';

/** One decision that may have gone another way: an edit of the data, or one dimension of the style. Only one an axis. */
interface Turn {
  readonly axis: string;
  readonly cost: number;
  readonly edit?: Edit;
  readonly style?: Partial<Style>;
}

/** What a print starts from. */
interface Base {
  readonly root: Tree;
  readonly style: Style;
  readonly cost: number;
}

const mostBytes = 24_000_000;
/** Of a larger body only the commonest prints are tried: each costs as much as thousands of attempts. */
const largeBytes = 1_000_000;
const mostLargeBases = 5;

/** The bytes that may have been signed, by rising cost: cost 0 is the body as sent. */
export class Bodies {
  readonly #sent: Buffer;
  readonly #seen = new Set<string>();
  readonly #byCost: { readonly made: Buffer[]; readonly source: Iterator<Buffer> }[] = [];
  readonly #document: Document | undefined;
  readonly #bases: Base[] = [];
  readonly #turns: Turn[] = [];
  readonly #changing = new Map<Turn, boolean>();
  #plain: string | undefined;
  #bytes = 0;

  constructor(sent: Buffer, rules: BodyRules) {
    this.#sent = sent;
    const text = sent.toString('utf8').replace(/^\ufeff/, '');
    this.#document = parseTree(text);
    if (this.#document === undefined) {
      this.#bases = treesOfForm(text).flatMap((root) => basesOf('', { root, tail: '' }));
      return;
    }
    const { root } = this.#document;
    const isLarge = sent.length > largeBytes;
    this.#bases = basesOf(text, this.#document, isLarge ? mostLargeBases : encoders.length);
    this.#turns = isLarge ? [] : turnsOf(root, rules);
  }

  /** Made when they are asked for, once. */
  *atCost(cost: number): Generator<Buffer, void> {
    const { made, source } = (this.#byCost[cost] ??= { made: [], source: this.#make(cost) });
    for (let at = 0; ; at += 1) {
      if (at === made.length) {
        const next = source.next();
        if (next.done === true) return;
        made.push(next.value);
      }
      yield made[at] as Buffer;
    }
  }

  /** Whether an edit changes this body: asked when its cost is reached, because most never are. */
  #changes(turn: Turn): boolean {
    const { edit } = turn;
    if (edit === undefined || this.#document === undefined) return true;
    let known = this.#changing.get(turn);
    if (known === undefined) {
      this.#plain ??= printTree(this.#document.root, plainStyle);
      this.#changing.set(turn, (known = printTree(edit(this.#document.root), plainStyle) !== this.#plain));
    }
    return known;
  }

  /** Every order of the members: so many that they are tried alone, and not kept. */
  *far(): Generator<Buffer> {
    const [base] = this.#bases;
    if (base === undefined || this.#document === undefined) return;
    for (const root of allOrders(base.root)) yield Buffer.from(printTree(root, base.style));
  }

  *#make(cost: number): Generator<Buffer> {
    for (const bytes of cost === 0 ? [this.#sent] : this.#candidates(cost)) {
      const key = bytes.toString('latin1');
      if (this.#seen.has(key) || this.#bytes > mostBytes) continue;
      this.#seen.add(key);
      this.#bytes += bytes.length;
      yield bytes;
    }
  }

  *#candidates(cost: number): Generator<Buffer> {
    for (const below of [0, 1]) {
      if (below >= cost) continue;
      for (const bytes of below === 0 ? [this.#sent] : this.#prints(below)) {
        for (const layer of layers) {
          const made = layer.cost + below === cost ? layer.make(bytes) : undefined;
          if (made !== undefined) yield Buffer.from(made);
        }
      }
    }
    if (cost === 1) yield Buffer.alloc(0);
    if (cost === 1) yield* unwrapped(this.#sent);
    if (this.#sent.length === 0 && cost === 1) yield* placeholders.map((text) => Buffer.from(text));
    yield* this.#prints(cost);
    const root = this.#document?.root;
    if (root === undefined) return;
    for (const form of dataTexts) {
      const made = form.cost === cost ? form.make(root) : undefined;
      if (made !== undefined) yield Buffer.from(made);
    }
    // Of an object around one other the inner one is the likely mistake, otherwise a rare one.
    if (root.kind === 'object' && cost === (root.members.length === 1 ? 1 : 2))
      yield* this.#members(root.members);
  }

  *#members(members: readonly Member[]): Generator<Buffer> {
    for (const [, value] of members) {
      for (const { style } of this.#bases.slice(0, 3)) yield Buffer.from(printTree(value, style));
      if (value.kind === 'text') yield Buffer.from(value.value);
    }
  }

  *#prints(cost: number): Generator<Buffer> {
    for (const { root, style, cost: paid } of this.#bases)
      yield* this.#turned(root, style, cost - paid, 0, '');
  }

  /** Every print that turns decisions of exactly this cost. */
  *#turned(root: Tree, style: Style, cost: number, from: number, taken: string): Generator<Buffer> {
    if (cost === 0) yield Buffer.from(printTree(root, style));
    if (cost <= 0 || this.#bytes > mostBytes) return;
    for (let at = from; at < this.#turns.length; at += 1) {
      const turn = this.#turns[at] as Turn;
      if (turn.cost > cost || taken.includes(turn.axis) || !this.#changes(turn)) continue;
      if (
        turn.style !== undefined &&
        style[turn.axis as keyof Style] === turn.style[turn.axis as keyof Style]
      )
        continue;
      yield* this.#turned(
        turn.edit?.(root) ?? root,
        { ...style, ...turn.style },
        cost - turn.cost,
        at + 1,
        `${taken} ${turn.axis}`,
      );
    }
  }
}

/** The sent body without a layer that was put on after signing. */
function* unwrapped(sent: Buffer): Generator<Buffer> {
  const text = sent.toString('utf8').trim();
  if (/^".*"$/s.test(text)) {
    try {
      yield Buffer.from(JSON.parse(text) as string);
    } catch {
      /* no JSON string */
    }
  }
  if (/^[A-Za-z0-9+/]{12,}={0,2}$/.test(text)) yield Buffer.from(text, 'base64');
  if (utf8Text(sent) === undefined) {
    yield Buffer.from(sent.toString('latin1'));
    yield Buffer.from(latin1AsWindows(sent));
  }
}

function basesOf(text: string, document: Document, most = encoders.length): Base[] {
  const { root } = document;
  const sent = styleOf(text, document);
  const seen = new Set<string>();
  const all: Base[] = [
    ...(sent ? [{ root, style: sent, cost: 0 }] : []),
    ...encoders.slice(0, most).map(({ style, edits: names = [], cost }) => ({
      root: names.reduce<Tree>((tree, name) => edits[name](tree), root),
      style: { ...plainStyle, ...style },
      cost,
    })),
  ];
  return all.filter(({ root: tree, style }) => {
    const printed = printTree(tree, style);
    return !seen.has(printed) && seen.add(printed);
  });
}

const commonStyles: readonly string[] = ['compact', 'spaced', 'two', 'four', 'tabs', 'none', 'html', 'gson'];
const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] =>
  Object.keys(record) as Key[];
const stylesOf = <Axis extends keyof Style>(
  axis: Axis,
  values: readonly Style[Axis][],
  rare: readonly unknown[] = [],
) => values.map((value): Turn => ({ axis, cost: rare.includes(value) ? 2 : 1, style: { [axis]: value } }));

/** The decisions that this body can show: a turn that cannot change its text is left out. */
function turnsOf(root: Tree, rules: BodyRules): Turn[] {
  const plain = printTree(root, plainStyle);
  const dataTurns: Turn[] = [
    ...pricedEdits.map(([cost, axis, edit]) => ({ axis, cost, edit })),
    ...[...ownEdits(root, rules)].map(([edit, cost]) => ({ axis: 'members', cost, edit })),
  ];
  const names = keysOf<SpacingName>(spacings);
  const isRare = (name: string): boolean => !commonStyles.includes(name);
  const shows = (pattern: RegExp): boolean => pattern.test(plain);
  const sets = keysOf<AsciiSet>(asciiSets).filter(
    (set) => set === 'none' || [...asciiSets[set][0]].some((one) => plain.includes(one) && one !== '"'),
  );
  const numbers = keysOf<NumberStyle>(numberPrinters).filter(
    (style) => style !== 'asSent' && printTree(root, { ...plainStyle, numbers: style }) !== plain,
  );
  const hidden = keysOf<HiddenSet>(hiddenSets).filter((set) => set !== 'dotnet');
  return [
    ...dataTurns,
    ...stylesOf('spacing', names, names.filter(isRare)),
    ...(shows(/[\u0080-\uffff]/) ? stylesOf('nonAscii', ['raw', 'lower', 'upper'], ['upper']) : []),
    ...(shows(/\//) ? stylesOf('slash', [true, false]) : []),
    ...stylesOf('ascii', sets, sets.filter(isRare)),
    ...(shows(/[\u007f\u0085\u2028\u2029]/) ? stylesOf('hidden', hidden) : []),
    ...stylesOf('numbers', numbers, ['php17']),
    ...(shows(/\{\}|\[\]/) ? stylesOf('empties', ['arrays', 'objects', 'kept'], ['objects']) : []),
    ...stylesOf('tail', ['', '\n', '\r\n'], ['\r\n']),
  ];
}
