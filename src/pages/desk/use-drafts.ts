import { useLayoutEffect, useState } from 'preact/hooks';
import { parseDrafts, formatDrafts, changeDraft, type Drafts } from './drafts.js';

const draftsName = 'pvg-drafts';

/** All half-written texts of the page. Those that cannot have a receipt or a name stay when the page is loaded again. */
export function useDrafts() {
  const [drafts, setDrafts] = useState<Drafts>(() =>
    parseDrafts(sessionStorage.getItem(draftsName) ?? ''),
  );
  // Before the page is painted: a page that is loaded again at once runs no later effect.
  useLayoutEffect(() => sessionStorage.setItem(draftsName, formatDrafts(drafts)), [drafts]);
  const keepDraft = (key: string, text: string): void =>
    setDrafts((before) => changeDraft(before, key, text));
  return { drafts, keepDraft };
}
