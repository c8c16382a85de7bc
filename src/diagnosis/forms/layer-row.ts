import type { CauseId } from '../catalogue/causes.js';
import type { Inverse } from './layer-inverses.js';

/** A layer that changes a value read from the bytes, such as the text. The list that it is in has its id. */
export interface LayerRow<Value> {
  readonly cost: number;
  /** After "What was signed is the sent body". */
  readonly says: string;
  readonly change: (value: Value) => string | Uint8Array | undefined;
  readonly inverse?: Inverse;
}

/** Layers by their ids. If several make the same bytes, the first in this order is named. */
export type LayerRows<Value> = Readonly<Partial<Record<CauseId, readonly LayerRow<Value>[]>>>;

export const byteOrderMark = '\ufeff';
