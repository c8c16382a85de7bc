import type { Summary } from './pairs.mjs';

export interface Goal {
  readonly measure: string;
  readonly says: string;
  readonly unit: string;
  readonly atMost?: number;
  readonly atLeast?: number;
}
export interface Compared extends Goal {
  readonly found: (Summary & { readonly remark?: string }) | undefined;
  readonly verdict: string;
}
export const goals: readonly Goal[];
export function judged(
  goal: Pick<Goal, 'atMost' | 'atLeast'>,
  measure: Omit<Summary, 'of'> | undefined,
): string;
export function compared(
  measures: Readonly<Record<string, Summary>>,
  parts: readonly string[],
): readonly Compared[];
export function isMissed(compared: Pick<Compared, 'verdict'>): boolean;
