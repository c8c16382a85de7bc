/** `40 s`, `2 min 5 s`, `3 h 10 min`, `12 days`. */
export function span(seconds: number): string {
  if (seconds === Infinity) return 'forever';
  const whole = Math.ceil(seconds);
  const [units, one, small, oneSmall] =
    whole < 60
      ? [whole, 's', 0, '']
      : whole < 3600
        ? [Math.floor(whole / 60), 'min', whole % 60, 's']
        : whole < 2 * 86_400
          ? [Math.floor(whole / 3600), 'h', Math.floor((whole % 3600) / 60), 'min']
          : [Math.floor(whole / 86_400), 'days', 0, ''];
  return small === 0 ? `${String(units)} ${one}` : `${String(units)} ${one} ${String(small)} ${oneSmall}`;
}
