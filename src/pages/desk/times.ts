/** How long ago something was. It uses nothing of a browser, so tests can run it. */

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `2 hours ago`. */
export function formatAge(iso: string, nowMs: number): string {
  const ageMs = nowMs - Date.parse(iso);
  for (const [unit, ms] of units) {
    const count = Math.floor(ageMs / ms);
    if (count > 0) return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}
