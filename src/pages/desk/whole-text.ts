const longestName = 80;

/** A mail, JSON or a log: no number, no name. */
export function isWholeText(text: string): boolean {
  const written = text.trim();
  return written.includes('\n') || written.length > longestName;
}
