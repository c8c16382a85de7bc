import { bodyLayers } from '../forms/layers.js';
import { pricedEdits } from '../json-forms/edits.js';
import { encoders } from '../json-forms/encoders.js';
import { plainStyle, printTree } from '../json-forms/print.js';
import type { Tree } from '../json-forms/tree.js';
import { pause, type Pause } from './pause.js';
import { unwrapSentBody } from './unwrapped.js';

/**
 * The bytes that may have been signed in place of a large body. Each has one change that takes time in proportion to the
 * size. They are not kept in memory, so they are not combined with other mistakes.
 * @param root the body as JSON; undefined if it is not JSON
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
    // A pause also for each layer of another cost: the next one may take long.
    const changed = layer.cost === cost ? layer.make(sent) : undefined;
    yield changed === undefined ? pause : Buffer.from(changed);
  }
}

/** The data as each encoder prints it, and with each edit, such as sorted members. The print of an edit is always compact. */
function* printsOfLarge(root: Tree, cost: number): Generator<Buffer> {
  for (const { edit, style, cost: encoderCost } of encoders) {
    if (encoderCost === cost) yield Buffer.from(printTree(edit(root), style));
  }
  for (const { edit, cost: editCost } of pricedEdits) {
    if (editCost === cost) yield Buffer.from(printTree(edit(root), plainStyle));
  }
}
