import type { records } from '../src/contract/interfaces.js';
import type { causes, isOf } from '../src/diagnosis/catalogue/catalogue.js';

/** Markdown, before prettier. */
export function diagnosisPage(program: {
  readonly causes: typeof causes;
  readonly isOf: typeof isOf;
  readonly records: typeof records;
}): string;
