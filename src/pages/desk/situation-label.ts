/** Ids of situations and verdicts are words with hyphens between them. */
export function situationLabel(id: string): string {
  return id.replaceAll('-', ' ');
}
