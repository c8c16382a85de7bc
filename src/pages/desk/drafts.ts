/** Texts that are not finished, each with the ticket that it belongs to: it is shown there alone. */
export type Drafts = ReadonlyMap<string, string>;

export type DraftName =
  'note' | 'paste' | 'question' | 'player' | `purchase-${string}` | `move-${string}`;

/** The key of a draft: its name, a line break, which no ticket has, and the ticket. */
export function draftKey(name: DraftName, ticket: string): string {
  return `${name}\n${ticket}`;
}

/** The drafts that outlive the page. A paste may have a receipt, and a player has a name, so those drafts do not. */
const keptNames: readonly DraftName[] = ['note', 'question'];

/** The drafts that the browser keeps for this tab, as JSON. */
export function formatDrafts(drafts: Drafts): string {
  const isKept = (key: string): boolean =>
    keptNames.some((name) => key.startsWith(draftKey(name, '')));
  return JSON.stringify([...drafts].filter(([key]) => isKept(key)));
}

/** @param kept what `formatDrafts` made; empty for a new tab */
export function parseDrafts(kept: string): Drafts {
  return new Map(kept === '' ? [] : (JSON.parse(kept) as [string, string][]));
}

/** Replaces one draft; an empty text removes it. */
export function changeDraft(drafts: Drafts, key: string, text: string): Drafts {
  const changed = new Map(drafts);
  if (text === '') changed.delete(key);
  else changed.set(key, text);
  return changed;
}

/** Other tickets with a half-written text of this name. */
export function findTicketsWithDraft(drafts: Drafts, name: DraftName, ticket: string): string[] {
  const beginning = draftKey(name, '');
  const ownKey = draftKey(name, ticket);
  const otherKeys = [...drafts.keys()].filter((key) => key.startsWith(beginning) && key !== ownKey);
  return otherKeys.map((key) => key.slice(beginning.length));
}
