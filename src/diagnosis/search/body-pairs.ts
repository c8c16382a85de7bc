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

/** The sent body, and what its prints (its data as JSON text in some style) are made from. */
interface BodyParts {
  readonly sent: Buffer;
  readonly prints: Prints;
  readonly rules: BodyRules;
}

/** What each of the two mistakes may cost. */
const singleCosts = [1, 2];

/**
 * The bodies with two mistakes. `cost` is the sum of their costs: 3 or 4.
 * @param singlesAt returns the bodies with one mistake of this cost
 */
export function* bodyPairs(
  { sent, prints, rules }: BodyParts,
  singlesAt: (cost: number) => readonly Buffer[],
  cost: number,
): Generator<Buffer | Pause> {
  for (const singleCost of singleCosts) {
    const layerCost = cost - singleCost;
    if (singleCosts.includes(layerCost)) yield* layersOver(singlesAt(singleCost), layerCost);
  }
  if (cost === 3) {
    // Here too, because nothing else tries it: a layer of cost 1 over a layer of cost 1.
    yield* layersOver(singlesAt(1), 1);
    yield* printsOfChangedTexts(sent, prints, rules);
    return;
  }
  // Prints with two changes that cost 3 together were tried before: `Bodies.atCost(3)` makes them.
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

/** First the characters outside ASCII changed, such as by Unicode normalisation, then the JSON was printed with escapes. */
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
      if (base.cost > 0) continue;
      yield* printsOfOneChange(base, withoutMembers(prints.changes), singleCosts);
    }
  }
}

/** The characters that `printsOfChangedTexts` is about: two bodies with the same ones would give the same prints. */
function withoutAscii(root: Tree): string {
  return printPlain(root).replace(/[^\u0080-\uffff]/g, '');
}

/** Leaves out changes of single members, because there are too many to combine. */
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

/** One change of an encoder's print, or two changes of the sender's: an encoder counts as the other mistake. */
function* printsOfTwoChanges(
  base: PrintBase,
  changes: readonly PrintChange[],
  cost: number,
): Generator<Buffer | Pause> {
  const wholeBodyChanges = withoutMembers(changes);
  if (base.cost > 0) {
    yield* printsOfOneChange(base, wholeBodyChanges, [cost - base.cost]);
    return;
  }
  for (const [index, first] of wholeBodyChanges.entries()) {
    yield pause;
    if (!first.hasEffect(base.style)) continue;
    const root = first.edit?.(base.root) ?? base.root;
    const changedBase: PrintBase = { ...base, root, style: { ...base.style, ...first.style } };
    const secondChanges = wholeBodyChanges
      .slice(index + 1)
      .filter(({ axis }) => axis !== first.axis);
    yield* printsOfOneChange(changedBase, secondChanges, [cost - first.cost]);
  }
}
