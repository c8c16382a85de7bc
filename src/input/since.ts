import { PvgError } from '../failure.js';

const unitsMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

const isoTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** A moment in milliseconds: an ISO date (of UTC) or time, or how long ago. @throws {PvgError} `usage` */
export function readSince(given: unknown, nowMs: number): number | undefined {
  if (typeof given !== 'string') return undefined;
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(given) ?? [];
  if (count !== undefined) return nowMs - Number(count) * (unitsMs[unit] ?? 0);
  const at = isoTime.test(given) ? Date.parse(given) : Number.NaN;
  if (!Number.isNaN(at)) return at;
  throw new PvgError('usage', '--since takes a date, a time with its zone, or how long ago.', {
    hint: 'Examples: `--since 2026-11-20`, `--since 2026-11-20T14:00Z`, `--since 7d`.',
  });
}
