import { useDesk } from './desk-context.js';
import { draftKey, type DraftName } from './drafts.js';

/** The text for the ticket that is open now, and what changes it. */
export function useDraft(name: DraftName): readonly [string, (text: string) => void] {
  const { ticket, drafts, keepDraft } = useDesk();
  const key = draftKey(name, ticket);
  return [drafts.get(key) ?? '', (text) => keepDraft(key, text)];
}
