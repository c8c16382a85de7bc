import { counted } from '../text/count.js';
import type { Pace, PaceNews } from './pace.js';
import { span } from './span.js';

/** What slows a run down, in words: few notes among the rows, and a part of the progress line. */

/** A note of one kind comes at most so often. */
const shortestGapMs = 60_000;

type NoteKind = PaceNews['kind'];

export class PaceNotes {
  readonly #saidAtMs = new Map<NoteKind, number>();
  readonly #unsaid = new Map<NoteKind, number>();
  #isSilenceSaid = false;

  /** @returns the sentence to say now; undefined: it was said a short time ago */
  noteOf(news: PaceNews, nowMs: number): string | undefined {
    if (news.kind === 'back') return this.#backNote();
    const saidAtMs = this.#saidAtMs.get(news.kind) ?? -Infinity;
    const unsaid = this.#unsaid.get(news.kind) ?? 0;
    if (nowMs - saidAtMs < shortestGapMs) {
      this.#unsaid.set(news.kind, unsaid + 1);
      return undefined;
    }
    this.#saidAtMs.set(news.kind, nowMs);
    this.#unsaid.delete(news.kind);
    if (news.kind === 'silent' || news.kind === 'unreached') this.#isSilenceSaid = true;
    return noteWords[news.kind](news) + countWords(unsaid);
  }

  /** The end of an outage is worth a note if its beginning was. */
  #backNote(): string | undefined {
    if (!this.#isSilenceSaid) return undefined;
    this.#isSilenceSaid = false;
    return 'The service answers again.';
  }
}

const noteWords: Readonly<Record<Exclude<NoteKind, 'back'>, (news: PaceNews) => string>> = {
  asked: ({ waitMs, status }) =>
    `The service asks to wait ${span(waitMs / 1000)} (HTTP ${status}). The other look-ups go on.`,
  'all-asked': ({ waitMs, status }) =>
    `The service asks to wait ${span(waitMs / 1000)} (HTTP ${status}). All look-ups wait.`,
  slowed: ({ status }) =>
    `The service answered HTTP ${status}. pvg now makes fewer look-ups a second.`,
  silent: ({ waitMs }) =>
    `The last look-ups gave no result. Trying one at a time, for up to ${span(waitMs / 1000)} (change with --patience), and while the service asks to wait.`,
  unreached: ({ waitMs }) =>
    `No answer came from the service yet. Trying one at a time for ${span(waitMs / 1000)}; then the run ends.`,
};

const countWords = (unsaid: number): string =>
  unsaid === 0 ? '' : ` That happened ${counted(unsaid, 'time')} more since the last such note.`;

/** For the progress line; empty if nothing slows the run down. */
export function slownessWords(pace: Pace, ceiling: number): string {
  const pausedS = Math.ceil(pace.pausedMs() / 1000);
  if (pace.isOut) return `no answers, next try ${pausedS > 0 ? `in ${pausedS} s` : 'now'}`;
  if (pausedS > 1) return `waiting ${pausedS} s for the service`;
  if (pace.limit < ceiling) return `slowed down to ${pace.limit} at a time`;
  const perSecond = pace.learnedPerSecond();
  return perSecond === Infinity ? '' : `slowed down to ${Math.ceil(perSecond)} a second`;
}
