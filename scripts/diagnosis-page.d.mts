import type { interfaceRecords } from '../src/contract/interfaces.js';
import type { causes, concernsInterface } from '../src/diagnosis/catalogue/catalogue.js';

/** Markdown, before prettier. */
export function diagnosisPage(program: {
  readonly causes: typeof causes;
  readonly concernsInterface: typeof concernsInterface;
  readonly records: typeof interfaceRecords;
}): string;
