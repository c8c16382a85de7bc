const longestName = 80;

/** Whether a pasted text is a whole text, such as a mail, JSON or a log, and not only a number or a name. */
export function isWholeText(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.includes('\n') || trimmed.length > longestName;
}
