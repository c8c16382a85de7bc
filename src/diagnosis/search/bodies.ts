import type { BodyRules } from '../body-rules.js';
import { dataTexts, placeholders, treesOfForm } from '../forms/data-texts.js';
import { layers } from '../forms/layers.js';
import { asciiSets, hiddenSets, type AsciiSet, type HiddenSet } from '../json/escapes.js';
import { encoders } from '../json/encoders.js';
import { editCosts, edits, ownEdits, type Edit, type EditName } from '../json/edits.js';
import { numberPrinters, type NumberStyle } from '../json/numbers.js';
import { plainStyle, printTree, type Style } from '../json/print.js';
import { styleOf } from '../json/read-style.js';
import type { SpacingName } from '../json/spacing.js';
import { parseTree, type Document, type Tree } from '../json/tree.js';

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
    if (cost === 2 && root.kind === 'object') {
      for (const [, value] of root.members) {
        for (const { style } of this.#bases.slice(0, 3)) yield Buffer.from(printTree(value, style));
        if (value.kind === 'text') yield Buffer.from(value.value);
      }
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
      if (turn.cost > cost || taken.includes(turn.axis)) continue;
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

const spacingCosts: Partial<Record<SpacingName, number>> = {
  compact: 1,
  spaced: 1,
  two: 1,
  four: 1,
  tabs: 1,
  'spaced-colons': 2,
  three: 2,
  jackson: 2,
  'two-crlf': 2,
  'four-crlf': 2,
  'three-colons': 2,
  'two-colons': 2,
  ruby: 2,
  aligned: 2,
  'two-tight': 2,
  'spaced-commas': 2,
  'four-colons': 2,
  'unreal-crlf': 2,
  'unreal-lf': 2,
};
const asciiCosts: Record<AsciiSet, number> = {
  none: 1,
  html: 1,
  gson: 1,
  newtonsoft: 2,
  javascriptSerializer: 2,
  dotnet: 2,
  phpTag: 2,
  phpTagAmp: 2,
  phpHex: 2,
};
const numberCosts: Record<NumberStyle, number> = {
  asSent: 9,
  js: 1,
  python: 1,
  php: 1,
  php17: 2,
  printf17: 1,
  float32: 1,
  javaDouble: 1,
  withPoint: 1,
  text: 1,
};
const typed = <Key extends string>(record: Partial<Record<Key, number>>): [Key, number][] =>
  Object.entries(record) as [Key, number][];

/** The decisions that this body can show: a turn that cannot change its text is left out. */
function turnsOf(root: Tree, rules: BodyRules): Turn[] {
  const plain = printTree(root, plainStyle);
  const changesTree = (edit: Edit): boolean => printTree(edit(root), plainStyle) !== plain;
  const axisOf = (name: EditName): string =>
    /Dropped/.test(name)
      ? 'dropped'
      : /scal|amel|snake/.test(name)
        ? 'names'
        : /[qQ]uoted|Equal/.test(name)
          ? 'quotes'
          : 'order';
  const dataTurns: Turn[] = typed(editCosts).map(([name, cost]) => ({
    axis: axisOf(name),
    cost,
    edit: edits[name],
  }));
  const own: Turn[] = [...ownEdits(root, rules)].map(([edit, cost]) => ({ axis: 'members', cost, edit }));
  const styleTurns: Turn[] = [
    ...typed(spacingCosts).map(([spacing, cost]) => ({ axis: 'spacing', cost, style: { spacing } })),
    ...(['raw', 'lower', 'upper'] as const)
      .map((nonAscii) => ({ axis: 'nonAscii', cost: nonAscii === 'upper' ? 2 : 1, style: { nonAscii } }))
      .filter(() => /[\u0080-\uffff]/.test(plain)),
    ...[true, false]
      .map((slash) => ({ axis: 'slash', cost: 1, style: { slash } }))
      .filter(() => plain.includes('/')),
    ...typed(asciiCosts)
      .filter(
        ([ascii]) =>
          ascii === 'none' ||
          [...asciiSets[ascii][0]].some((character) => plain.includes(character) && character !== '"'),
      )
      .map(([ascii, cost]) => ({ axis: 'ascii', cost, style: { ascii } })),
    ...(Object.keys(hiddenSets) as HiddenSet[])
      .filter((hidden) => /[\u007f\u0085\u2028\u2029]/.test(plain) && hidden !== 'dotnet')
      .map((hidden) => ({ axis: 'hidden', cost: 1, style: { hidden } })),
    ...typed(numberCosts)
      .filter(
        ([numbers]) =>
          numberPrinters[numbers] !== numberPrinters.asSent &&
          printTree(root, { ...plainStyle, numbers }) !== plain,
      )
      .map(([numbers, cost]) => ({ axis: 'numbers', cost, style: { numbers } })),
    ...(['arrays', 'objects', 'kept'] as const)
      .filter(() => /\{\}|\[\]/.test(plain))
      .map((empties) => ({ axis: 'empties', cost: empties === 'objects' ? 2 : 1, style: { empties } })),
    ...['', '\n', '\r\n'].map((tail) => ({ axis: 'tail', cost: tail === '\r\n' ? 2 : 1, style: { tail } })),
  ];
  return [
    ...dataTurns.filter(({ edit }) => edit && changesTree(edit)),
    ...own.filter(({ edit }) => edit && changesTree(edit)),
    ...styleTurns,
  ];
}
