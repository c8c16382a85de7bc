const units = [
  [86_400, 'days'],
  [3_600, 'h'],
  [60, 'min'],
] as const;

/** `40 s`, `3 min`, `30 h`, `12 days`: in the largest unit of which there are two. */
export function spanWords(seconds: number): string {
  const [size, unit] = units.find(([unitSeconds]) => seconds >= 2 * unitSeconds) ?? [1, 's'];
  return `${Math.ceil(seconds / size)} ${unit}`;
}
