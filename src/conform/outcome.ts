import type { Finding } from '../diagnosis/outcome.js';
import type { Vector } from './vector.js';

/** What a signer did with one vector. */
export interface Outcome {
  readonly vector: Vector;
  readonly kind: 'right' | 'wrong' | 'none';
  /** The text that it printed, without line breaks around it; empty for `none`. */
  readonly printed: string;
  /** For `none`: how it ended, and the last line that it wrote to standard error. */
  readonly why: string;
  /** What explains a wrong signature; null if nothing does. */
  readonly finding: Finding | null;
}

/** Findings with the same causes have the same key. */
export const keyOf = (causes: readonly string[]): string => causes.join('+');
