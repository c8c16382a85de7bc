import { counted } from '../text/sentences.js';
import type { Pace, PaceNews } from './pace.js';
import { span } from './span.js';

/** What slows a run down, in words: few notes among the rows, and a part of the progress line. */

/** The shortest time between two notes of one kind. */
const shortestGapMs = 60_000;

type NoteKind = Exclude<PaceNews['kind'], 'still-silent' | 'back'>;
type NoteNews = PaceNews & { readonly kind: NoteKind };

export class PaceNotes {
  readonly #printedAtMs = new Map<NoteKind, number>();
  /** News without a note since the last note of their kind. */
  readonly #skippedNews = new Map<NoteKind, number>();
  #isOutageAnnounced = false;
  /** The outage that goes on began too soon after the last note for one of its own. */
  #unannouncedOutage: NoteNews | undefined;

  /** @returns the sentence to print now; undefined: none */
  noteOf(news: PaceNews, nowMs: number): string | undefined {
    switch (news.kind) {
      case 'back':
        return this.#noteOfReturn();
      case 'silent':
      case 'unreached':
        return this.#noteOfOutage({ ...news, kind: news.kind }, nowMs);
      case 'still-silent':
        return this.#unannouncedOutage && this.#noteOfOutage(this.#unannouncedOutage, nowMs);
      default:
        return this.#noteOncePerGap({ ...news, kind: news.kind }, nowMs);
    }
  }

  #noteOfOutage(outage: NoteNews, nowMs: number): string | undefined {
    this.#isOutageAnnounced = this.#isGapOver(outage.kind, nowMs);
    this.#unannouncedOutage = this.#isOutageAnnounced ? undefined : outage;
    return this.#isOutageAnnounced ? this.#print(outage, nowMs) : undefined;
  }

  /** The end of an outage is worth a note if its beginning was. */
  #noteOfReturn(): string | undefined {
    if (this.#unannouncedOutage) this.#skip(this.#unannouncedOutage.kind);
    this.#unannouncedOutage = undefined;
    if (!this.#isOutageAnnounced) return undefined;
    this.#isOutageAnnounced = false;
    return 'The service answers again.';
  }

  #noteOncePerGap(news: NoteNews, nowMs: number): string | undefined {
    if (this.#isGapOver(news.kind, nowMs)) return this.#print(news, nowMs);
    this.#skip(news.kind);
    return undefined;
  }

  #isGapOver(kind: NoteKind, nowMs: number): boolean {
    return nowMs - (this.#printedAtMs.get(kind) ?? -Infinity) >= shortestGapMs;
  }

  #skip(kind: NoteKind): void {
    this.#skippedNews.set(kind, (this.#skippedNews.get(kind) ?? 0) + 1);
  }

  #print(news: NoteNews, nowMs: number): string {
    const skipped = this.#skippedNews.get(news.kind) ?? 0;
    this.#printedAtMs.set(news.kind, nowMs);
    this.#skippedNews.delete(news.kind);
    return noteWords[news.kind](news) + countWords(skipped);
  }
}

const noteWords: Readonly<Record<NoteKind, (news: PaceNews) => string>> = {
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

const countWords = (skipped: number): string =>
  skipped === 0 ? '' : ` That happened ${counted(skipped, 'time')} more since the last such note.`;

/** A part of the progress line; empty if nothing slows the run down. */
export function slownessWords(pace: Pace, ceiling: number): string {
  // In seconds, also of a long pause: the line counts down.
  const pausedS = Math.ceil(pace.pausedMs() / 1000);
  if (pace.isOutage) return `no answers, next try ${pausedS > 0 ? `in ${pausedS} s` : 'now'}`;
  // Pauses of a second are usual between two look-ups.
  if (pausedS > 1) return `waiting ${pausedS} s for the service`;
  if (pace.limit < ceiling) return `slowed down to ${pace.limit} at a time`;
  const perSecond = pace.learnedPerSecond();
  return perSecond === Infinity ? '' : `slowed down to ${Math.ceil(perSecond)} a second`;
}
