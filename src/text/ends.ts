/**
 * The text without these characters at its end. A pattern such as `/x+$/` is tried again at each character of a run,
 * so it takes time with the square of the run.
 */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
