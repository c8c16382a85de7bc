import { useState } from 'preact/hooks';
import { withDraft, type Drafts } from './drafts.js';

/** All half-written texts of the page. */
export function useDrafts() {
  const [drafts, setDrafts] = useState<Drafts>(new Map());
  const keepDraft = (key: string, text: string): void =>
    setDrafts((before) => withDraft(before, key, text));
  return { drafts, keepDraft };
}
