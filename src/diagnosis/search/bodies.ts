import type { BodyRules } from '../body-rules.js';
import { dataTexts, textsOfEmptyBody } from '../forms/data-texts.js';
import { bodyLayers } from '../forms/layers.js';
import { allOrders } from '../json-forms/edits.js';
import { plainStyle, printTree, type Style } from '../json-forms/print.js';
import { parseTree, type Tree } from '../json-forms/tree.js';
import { bodyPairs } from './body-pairs.js';
import { changesOfLarge } from './large-bodies.js';
import { largeBodyBytes } from './limits.js';
import { lastBodies, loneBodies, templateObjects } from './lone-bodies.js';
import { pause, type Pause } from './pause.js';
import {
  printChanged,
  readPrints,
  textWithoutMark,
  type PrintChange,
  type Prints,
} from './prints.js';
import { unwrapSentBody } from './unwrapped.js';

/** Two mistakes are tried only with a body up to this size: with a larger one they would need more than 300 MB of memory. */
const mostBytesOfPairs = 16_384;

/** When the kept candidates have this many bytes together, no more are made. */
const mostKeptBytes = 24_000_000;

/** The bodies of one cost that may have been signed. They are made one by one, as they are asked for. */
interface Candidates {
  /** The bodies that were made so far: first those with one mistake, then those with several. */
  readonly bodies: Buffer[];
  /** Makes the bodies that are still missing. */
  readonly rest: Iterator<Buffer | Pause>;
  /** Those of `bodies` that have one mistake. */
  readonly singles: Set<Buffer>;
}

/** The bytes that may have been signed, by rising cost: cost 0 is the body as sent. */
export class Bodies {
  /** A large body: its changes are not kept but made again each time, and no other mistake is combined with them. */
  readonly isLarge: boolean;
  readonly #madeBodies = new Set<string>();
  readonly #byCost: Candidates[] = [];
  #cachedPrints: Prints | undefined;
  /** The JSON of a large body: null if it is not JSON, undefined if it was not parsed yet. */
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

  /** The bodies of this cost. A small body's are made once and then kept, so that they can be gone through again. */
  *atCost(cost: number): Generator<Buffer | Pause, void> {
    if (this.isLarge) {
      yield* this.#largeChanges(cost);
      return;
    }
    const { bodies, rest } = this.#candidatesAt(cost);
    for (let index = 0; ; index += 1) {
      while (index === bodies.length) {
        const next = rest.next();
        if (next.done === true) return;
        if (next.value === pause) yield pause;
        else bodies.push(next.value);
      }
      yield bodies[index] as Buffer;
    }
  }

  /** The bodies of this cost with one mistake that `atCost` has made so far; empty for a large body. */
  singlesAt(cost: number): readonly Buffer[] {
    return this.isLarge ? [] : [...this.#candidatesAt(cost).singles];
  }

  /** The bodies with two mistakes whose costs add up to `cost`. There are many, so they are not kept. */
  *pairs(cost: number): Generator<Buffer | Pause> {
    if (this.sent.length > mostBytesOfPairs) return;
    const parts = { sent: this.sent, prints: this.#prints, rules: this.rules };
    yield* bodyPairs(parts, (singleCost) => this.singlesAt(singleCost), cost);
  }

  /** The body with its members in every order. There are many, so they are not kept. */
  *reorderings(): Generator<Buffer> {
    if (this.isLarge) return;
    const { root, bases } = this.#prints;
    const [base] = bases;
    if (root === undefined || base === undefined) return;
    for (const ordered of allOrders(base.root)) yield Buffer.from(printTree(ordered, base.style));
  }

  /** Bodies that are tried only when everything else is right. */
  *alone(): Generator<Buffer> {
    if (this.isLarge) return;
    const { root, bases } = this.#prints;
    const sentStyle = bases[0]?.style ?? plainStyle;
    yield* loneBodies(this.sent, root, { rules: this.rules, sentStyle });
  }

  /** The least likely bodies: tried when everything else is right, and after all other such attempts. */
  *aloneLast(): Generator<Buffer> {
    if (this.isLarge) return;
    const { root, bases } = this.#prints;
    yield* lastBodies(this.sent, root, bases[0]?.style ?? plainStyle);
  }

  /** The body with names of variables in place of values. */
  *unfilled(): Generator<Buffer> {
    if (this.isLarge) return;
    const { root, bases } = this.#prints;
    const style = bases[0]?.style ?? plainStyle;
    if (root === undefined) return;
    for (const tree of templateObjects(root)) yield Buffer.from(printTree(tree, style));
  }

  #candidatesAt(cost: number): Candidates {
    const known = this.#byCost[cost];
    if (known !== undefined) return known;
    const singles = new Set<Buffer>();
    const candidates = { bodies: [], rest: this.#newBodies(cost, singles), singles };
    this.#byCost[cost] = candidates;
    return candidates;
  }

  *#largeChanges(cost: number): Generator<Buffer | Pause, void> {
    if (cost > 0) this.#largeRoot ??= parseTree(textWithoutMark(this.sent))?.root ?? null;
    yield* changesOfLarge(this.sent, this.#largeRoot ?? undefined, cost);
  }

  /** The bodies that no lower cost has made. */
  *#newBodies(cost: number, singles: Set<Buffer>): Generator<Buffer | Pause> {
    if (cost === 0) {
      yield* this.#onlyNew([this.sent]);
      return;
    }
    for (const body of this.#onlyNew(this.#singleChanges(cost))) {
      if (body !== pause) singles.add(body);
      yield body;
    }
    yield* this.#onlyNew(this.#mixedChanges(cost));
  }

  *#onlyNew(changed: Iterable<Buffer | Pause>): Generator<Buffer | Pause> {
    for (const bytes of changed) {
      if (this.#keptBytes > mostKeptBytes) return;
      if (bytes === pause) {
        yield pause;
        continue;
      }
      const key = bytes.toString('latin1');
      if (this.#madeBodies.has(key)) {
        yield pause;
        continue;
      }
      this.#madeBodies.add(key);
      this.#keptBytes += bytes.length;
      yield bytes;
    }
  }

  /** What one mistake makes of the body. */
  *#singleChanges(cost: number): Generator<Buffer | Pause> {
    yield* addLayers(this.sent, cost);
    if (cost === 1) {
      yield Buffer.alloc(0);
      yield* unwrapSentBody(this.sent);
      if (this.sent.length === 0) yield* textsOfEmptyBody.map((text) => Buffer.from(text));
    }
    yield* this.#printsOfOneChange(cost);
    const { root } = this.#prints;
    if (root === undefined) return;
    yield* dataTextsAt(root, cost);
    yield* this.#membersAlone(root, cost);
  }

  /** What several mistakes with the body make of it. */
  *#mixedChanges(cost: number): Generator<Buffer | Pause> {
    if (cost > 1) yield* this.#layeredPrints(cost - 1);
    yield* this.#printsAt(cost);
  }

  /** The prints of an encoder, and those of the sender with one change. */
  *#printsOfOneChange(cost: number): Generator<Buffer | Pause> {
    const { bases, changes } = this.#prints;
    for (const base of bases) {
      if (base.cost === cost) yield Buffer.from(printTree(base.root, base.style));
      if (base.cost > 0) continue;
      for (const change of changes) {
        if (change.cost !== cost) continue;
        if (change.hasEffect(base.style)) yield printChanged(base, change);
        else yield pause;
      }
    }
  }

  /** Prints of cost 1, each with a layer of this cost. */
  *#layeredPrints(cost: number): Generator<Buffer | Pause> {
    for (const bytes of this.#printsAt(1)) {
      if (bytes === pause) yield pause;
      else yield* addLayers(bytes, cost);
    }
  }

  *#membersAlone(root: Tree, cost: number): Generator<Buffer> {
    // The only member of a body is more likely to have been signed alone than one of several.
    if (root.kind !== 'object' || cost !== (root.members.length === 1 ? 1 : 2)) return;
    for (const [, value] of root.members) {
      // The style of the sender and those of the first two encoders are enough for one value.
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
        // To know that an edit has no effect, it was made and printed: that took time.
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

/** The bytes with one layer: a change of all of them, such as a line break at the end or another charset. */
function* addLayers(bytes: Buffer, cost: number): Generator<Buffer> {
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
