import type { CauseId } from '../catalogue/causes.js';
import { utf8Text } from '../../text/utf8.js';
import { byteRows } from './byte-layers.js';
import { toBuffer } from './bytes.js';
import type { Inverse } from './layer-inverses.js';
import type { LayerRow, LayerRows } from './layer-row.js';
import { textRows } from './text-layers.js';

/**
 * A change of the whole body, such as base64. The search applies it to the sent bytes. The explanation looks for a layer
 * that turns the sent bytes into the signed ones, or the signed bytes into the sent ones (`inverse`).
 */
export interface BodyLayer {
  readonly id: CauseId;
  readonly cost: number;
  readonly make: (bytes: Buffer) => Uint8Array | undefined;
  /** After "What was signed is the sent body". */
  readonly says: string;
  readonly inverse?: Inverse;
}

function layersOf<Value>(
  rows: LayerRows<Value>,
  read: (bytes: Buffer) => Value | undefined,
): BodyLayer[] {
  const lists = Object.entries(rows) as [CauseId, readonly LayerRow<Value>[]][];
  return lists.flatMap(([id, list]) => list.map((row) => layerOf(id, row, read)));
}

function layerOf<Value>(
  id: CauseId,
  { change, ...row }: LayerRow<Value>,
  read: (bytes: Buffer) => Value | undefined,
): BodyLayer {
  return {
    id,
    ...row,
    make: (bytes) => {
      const value = read(bytes);
      const changed = value === undefined ? undefined : change(value);
      return changed === undefined ? undefined : toBuffer(changed);
    },
  };
}

/** Decodes a body once, although every layer asks for its text: all layers of one body are made before the next body. */
function rememberingText(): (bytes: Buffer) => string | undefined {
  let last: Buffer | undefined;
  let lastText: string | undefined;
  return (bytes) => {
    if (bytes === last) return lastText;
    last = bytes;
    lastText = utf8Text(bytes);
    return lastText;
  };
}

export const bodyLayers: readonly BodyLayer[] = [
  ...layersOf(byteRows, (bytes) => bytes),
  ...layersOf(textRows, rememberingText()),
];
