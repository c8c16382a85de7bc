import type { BodyRules } from '../body-rules.js';
import { bodyLayers } from '../forms/layers.js';
import { printPlain, printTree } from '../json-forms/print.js';
import type { Tree } from '../json-forms/tree.js';
import { pause, type Pause } from './pause.js';
import {
  printChanged,
  readPrints,
  type PrintBase,
  type PrintChange,
  type Prints,
} from './prints.js';

/** The sent body, and what prints of it are made of. */
interface BodyParts {
  readonly sent: Buffer;
  readonly prints: Prints;
  readonly rules: BodyRules;
}

/** What each of the two mistakes may cost. */
const costs = [1, 2];

/**
 * What two mistakes make of the body that cost 3 or 4 together.
 * @param singlesAt the bodies that one mistake of this cost makes
 */
export function* bodyPairs(
  { sent, prints, rules }: BodyParts,
  singlesAt: (cost: number) => readonly Buffer[],
  cost: number,
): Generator<Buffer | Pause> {
  for (const singleCost of costs) {
    const layerCost = cost - singleCost;
    if (costs.includes(layerCost)) yield* layersOver(singlesAt(singleCost), layerCost);
  }
  if (cost === 3) {
    // Two layers that cost 1 each are among these.
    yield* layersOver(singlesAt(1), 1);
    yield* printsOfChangedTexts(sent, prints, rules);
    return;
  }
  // The prints of cost 3 are tried before.
  for (const base of prints.bases) yield* printsOfTwoChanges(base, prints.changes, cost);
}

function* layersOver(bodies: readonly Buffer[], layerCost: number): Generator<Buffer | Pause> {
  const layers = bodyLayers.filter((layer) => layer.cost === layerCost);
  for (const body of bodies) {
    for (const layer of layers) {
      const changed = layer.make(body);
      yield changed === undefined || body.equals(changed) ? pause : Buffer.from(changed);
    }
  }
}

/** Characters outside ASCII that were changed, such as by a normal form, before the JSON was printed with escapes. */
function* printsOfChangedTexts(
  sent: Buffer,
  { root }: Prints,
  rules: BodyRules,
): Generator<Buffer | Pause> {
  if (root === undefined) return;
  const known = new Set([withoutAscii(root)]);
  for (const layer of bodyLayers) {
    yield pause;
    const changed = layer.make(sent);
    const prints = changed && readPrints(Buffer.from(changed), rules);
    if (prints?.root === undefined) continue;
    const characters = withoutAscii(prints.root);
    if (known.has(characters)) continue;
    known.add(characters);
    for (const base of prints.bases) {
      yield Buffer.from(printTree(base.root, base.style));
      if (base.cost === 0) yield* printsOfOneChange(base, withoutMembers(prints.changes), costs);
    }
  }
}

function withoutAscii(root: Tree): string {
  return printPlain(root).replace(/[^\u0080-\uffff]/g, '');
}

/** There are too many changes of one member. */
function withoutMembers(changes: readonly PrintChange[]): readonly PrintChange[] {
  return changes.filter(({ axis }) => axis !== 'members');
}

function* printsOfOneChange(
  base: PrintBase,
  changes: readonly PrintChange[],
  changeCosts: readonly number[],
): Generator<Buffer | Pause> {
  for (const change of changes) {
    yield changeCosts.includes(change.cost) && change.hasEffect(base.style)
      ? printChanged(base, change)
      : pause;
  }
}

/** An encoder with one change, or the print of the sender with two. */
function* printsOfTwoChanges(
  base: PrintBase,
  changes: readonly PrintChange[],
  cost: number,
): Generator<Buffer | Pause> {
  const few = withoutMembers(changes);
  if (base.cost > 0) {
    yield* printsOfOneChange(base, few, [cost - base.cost]);
    return;
  }
  for (const [index, first] of few.entries()) {
    yield pause;
    if (!first.hasEffect(base.style)) continue;
    const root = first.edit?.(base.root) ?? base.root;
    const once: PrintBase = { ...base, root, style: { ...base.style, ...first.style } };
    const others = few.slice(index + 1).filter(({ axis }) => axis !== first.axis);
    yield* printsOfOneChange(once, others, [cost - first.cost]);
  }
}
