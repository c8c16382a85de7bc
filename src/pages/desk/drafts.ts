/** Texts that are not finished, each with the ticket that it belongs to: it is shown there alone. */
export type Drafts = ReadonlyMap<string, string>;

export type DraftName = 'note' | 'paste' | 'answered' | 'question' | `move-${string}`;

/** A ticket has no line break. */
export function draftKey(name: DraftName, ticket: string): string {
  return `${name}\n${ticket}`;
}

/** An empty text is none. */
export function withDraft(drafts: Drafts, key: string, text: string): Drafts {
  const changed = new Map(drafts);
  if (text === '') changed.delete(key);
  else changed.set(key, text);
  return changed;
}

/** Other tickets with a half-written text of this name. */
export function ticketsWithDraft(drafts: Drafts, name: DraftName, ticket: string): string[] {
  const beginning = draftKey(name, '');
  const own = draftKey(name, ticket);
  const others = [...drafts.keys()].filter((key) => key.startsWith(beginning) && key !== own);
  return others.map((key) => key.slice(beginning.length));
}
