import type { CauseId } from '../catalogue/causes.js';
import type { Inverse } from './layer-inverses.js';

/** A layer over a value that was read from the bytes; its id is that of its list. */
export interface LayerRow<Value> {
  readonly cost: number;
  /** After "What was signed is the sent body". */
  readonly says: string;
  readonly change: (value: Value) => string | Uint8Array | undefined;
  readonly inverse?: Inverse;
}

/** Layers by their ids. The order matters: of those that make the same bytes, the first is told. */
export type LayerRows<Value> = Readonly<Partial<Record<CauseId, readonly LayerRow<Value>[]>>>;

export const byteOrderMark = '\ufeff';
