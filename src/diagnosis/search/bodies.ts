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

/** What two mistakes make of a larger body would need more than 300 MB of memory. */
const mostBytesOfPairs = 16_384;

/** More candidates than these bytes are not kept: the search ends there. */
const mostKeptBytes = 24_000_000;

/** The candidates of one cost. */
interface Candidates {
  /** The candidates that were made so far: first those of one mistake, then those of several. */
  readonly bodies: Buffer[];
  /** Makes the others. */
  readonly source: Iterator<Buffer | Pause>;
  /** The candidates of one mistake. */
  readonly singles: Set<Buffer>;
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

  /** The bodies of this cost that one mistake makes; none of a large body, whose changes are not kept. */
  singlesAt(cost: number): readonly Buffer[] {
    return this.isLarge ? [] : [...this.#candidatesAt(cost).singles];
  }

  /** What two mistakes with the body, of this cost together, make of it: so many that they are tried alone, and not kept. */
  *pairs(cost: number): Generator<Buffer | Pause> {
    if (this.sent.length > mostBytesOfPairs) return;
    const parts = { sent: this.sent, prints: this.#prints, rules: this.rules };
    yield* bodyPairs(parts, (singleCost) => this.singlesAt(singleCost), cost);
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

  /** What is signed in place of a body, and tried after all else. */
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
    const candidates = { bodies: [], source: this.#newBodies(cost, singles), singles };
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
      yield* this.#unknown([this.sent]);
      return;
    }
    for (const body of this.#unknown(this.#singleChanges(cost))) {
      if (body !== pause) singles.add(body);
      yield body;
    }
    yield* this.#unknown(this.#mixedChanges(cost));
  }

  *#unknown(changed: Iterable<Buffer | Pause>): Generator<Buffer | Pause> {
    for (const bytes of changed) {
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

  /** What one mistake makes of the body. */
  *#singleChanges(cost: number): Generator<Buffer | Pause> {
    yield* layered(this.sent, cost);
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
