import type { EndedRun } from './tool-run.js';

/** What a card says below its facts. */
interface ResultNotes {
  readonly notes: readonly string[];
  /** Why there is no reply: it stands where the reply would be. */
  readonly noReply: string;
}

/** Each once. The reply itself says when it was given before. */
export function notesOf({ shown, notes }: Pick<EndedRun, 'shown' | 'notes'>): ResultNotes {
  const all = [...new Set([...shown.notes, ...notes])].filter((note) => note !== '');
  const isAboutReply = (note: string): boolean => note.startsWith('There is no reply');
  return {
    notes: all.filter((note) => !isAboutReply(note) && !note.startsWith('This ticket got a reply')),
    noReply: all.filter(isAboutReply).join(' '),
  };
}
