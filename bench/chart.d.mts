export interface ChartRow {
  readonly label: string;
  readonly pvg: boolean;
  readonly median: number;
  readonly low: number;
  readonly high: number;
  readonly goal?: number;
}
export function drawn(chart: {
  readonly title: string;
  readonly says: string;
  readonly rows: readonly ChartRow[];
}): string;
