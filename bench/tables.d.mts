import type { Compared } from './goals.mjs';
import type { Summary } from './pairs.mjs';

export function figure(value: number): string;
export function spread(summary: Summary): string;
export function table(table: {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}): string;
export function goalTable(compared: readonly Compared[]): string;
export function placed(page: string, text: string): string;
