/** Texts that are not finished, each with the ticket that it belongs to: it is shown there alone. */
export type Drafts = ReadonlyMap<string, string>;

export type DraftName =
  'note' | 'paste' | 'question' | 'player' | `purchase-${string}` | `move-${string}`;

/** A ticket has no line break. */
export function draftKey(name: DraftName, ticket: string): string {
  return `${name}\n${ticket}`;
}

/** What was pasted may have a receipt, and a player has a name: they leave with the page. */
const keptNames: readonly DraftName[] = ['note', 'question'];

/** Those that the browser keeps for this tab. */
export function formatDrafts(drafts: Drafts): string {
  const isKept = (key: string): boolean =>
    keptNames.some((name) => key.startsWith(draftKey(name, '')));
  return JSON.stringify([...drafts].filter(([key]) => isKept(key)));
}

/** @param kept empty for a new tab */
export function parseDrafts(kept: string): Drafts {
  return new Map(kept === '' ? [] : (JSON.parse(kept) as [string, string][]));
}

/** An empty text is none. */
export function changeDraft(drafts: Drafts, key: string, text: string): Drafts {
  const changed = new Map(drafts);
  if (text === '') changed.delete(key);
  else changed.set(key, text);
  return changed;
}

/** Other tickets with a half-written text of this name. */
export function findTicketsWithDraft(drafts: Drafts, name: DraftName, ticket: string): string[] {
  const beginning = draftKey(name, '');
  const own = draftKey(name, ticket);
  const others = [...drafts.keys()].filter((key) => key.startsWith(beginning) && key !== own);
  return others.map((key) => key.slice(beginning.length));
}
