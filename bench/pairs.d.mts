export interface Summary {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  readonly of: number;
}
export interface Pair {
  readonly base: number;
  readonly own: number;
}
export function median(values: readonly number[]): number;
export function summary(values: readonly number[]): Summary;
export function inPairs(
  rounds: number,
  base: () => Promise<number>,
  subjects: Readonly<Record<string, () => Promise<number>>>,
): Promise<Record<string, Pair[]>>;
export function ratios(
  pairs: readonly Pair[],
  ratio: (own: number, base: number) => number,
): Summary;
