import { bodyLayers } from '../forms/layers.js';
import { pricedEdits } from '../json-forms/edits.js';
import { encoders } from '../json-forms/encoders.js';
import { plainStyle, printTree } from '../json-forms/print.js';
import type { Tree } from '../json-forms/tree.js';
import { pause, type Pause } from './pause.js';
import { unwrapSentBody } from './unwrapped.js';

/**
 * The bytes that may have been signed in place of a large body: one change of the whole body each, of those that take
 * time in proportion to it. They are not kept, so they are not mixed with other mistakes.
 * @param root its JSON; undefined if it has none
 */
export function* changesOfLarge(
  sent: Buffer,
  root: Tree | undefined,
  cost: number,
): Generator<Buffer | Pause, void> {
  if (cost === 0) yield sent;
  if (cost === 1) {
    yield Buffer.alloc(0);
    yield* unwrapSentBody(sent);
  }
  if (root !== undefined) yield* printsOfLarge(root, cost);
  for (const layer of bodyLayers) {
    const changed = layer.cost === cost ? layer.make(sent) : undefined;
    yield changed === undefined ? pause : Buffer.from(changed);
  }
}

/** What an encoder prints of the data, and what one edit of the data changes. */
function* printsOfLarge(root: Tree, cost: number): Generator<Buffer> {
  for (const { edit, style, cost: price } of encoders) {
    if (price === cost) yield Buffer.from(printTree(edit(root), style));
  }
  for (const { edit, cost: price } of pricedEdits) {
    if (price === cost) yield Buffer.from(printTree(edit(root), plainStyle));
  }
}
