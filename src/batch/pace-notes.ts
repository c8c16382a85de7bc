import { counted } from '../text/sentences.js';
import type { Pace, PaceNews } from './pace.js';
import { spanWords } from './span.js';

/** Tells people what slows a run down: by a few notes among the rows, and in a part of the progress line. */

/** The shortest time between two notes of one kind. */
const shortestGapMs = 60_000;

type NoteKind = Exclude<PaceNews['kind'], 'still-silent' | 'back'>;
type OutageKind = 'silent' | 'unreached';

export class PaceNotes {
  readonly #printedAtMs = new Map<NoteKind, number>();
  /** How many news of a kind got no note since the last note about them. */
  readonly #skippedNews = new Map<NoteKind, number>();
  #isOutageAnnounced = false;
  /** The kind of an outage that goes on and got no note, because a note of the same kind had just been printed. */
  #unannouncedOutage: OutageKind | undefined;

  /** @returns the sentence to print now; undefined: none */
  noteOf(news: PaceNews, nowMs: number): string | undefined {
    switch (news.kind) {
      case 'back':
        return this.#noteOfReturn();
      case 'silent':
      case 'unreached':
        return this.#noteOfOutage(news.kind, news, nowMs);
      case 'still-silent':
        if (this.#unannouncedOutage === undefined) return undefined;
        return this.#noteOfOutage(this.#unannouncedOutage, news, nowMs);
      default:
        return this.#noteOncePerGap(news.kind, news, nowMs);
    }
  }

  #noteOfOutage(kind: OutageKind, news: PaceNews, nowMs: number): string | undefined {
    this.#isOutageAnnounced = this.#isGapOver(kind, nowMs);
    this.#unannouncedOutage = this.#isOutageAnnounced ? undefined : kind;
    return this.#isOutageAnnounced ? this.#print(kind, news, nowMs) : undefined;
  }

  /** The end of an outage is worth a note if its beginning was. */
  #noteOfReturn(): string | undefined {
    if (this.#unannouncedOutage !== undefined) this.#skip(this.#unannouncedOutage);
    this.#unannouncedOutage = undefined;
    if (!this.#isOutageAnnounced) return undefined;
    this.#isOutageAnnounced = false;
    return 'The service answers again.';
  }

  #noteOncePerGap(kind: NoteKind, news: PaceNews, nowMs: number): string | undefined {
    if (this.#isGapOver(kind, nowMs)) return this.#print(kind, news, nowMs);
    this.#skip(kind);
    return undefined;
  }

  #isGapOver(kind: NoteKind, nowMs: number): boolean {
    return nowMs - (this.#printedAtMs.get(kind) ?? -Infinity) >= shortestGapMs;
  }

  #skip(kind: NoteKind): void {
    this.#skippedNews.set(kind, (this.#skippedNews.get(kind) ?? 0) + 1);
  }

  #print(kind: NoteKind, news: PaceNews, nowMs: number): string {
    const skipped = this.#skippedNews.get(kind) ?? 0;
    this.#printedAtMs.set(kind, nowMs);
    this.#skippedNews.delete(kind);
    return noteWords[kind](news) + countWords(skipped);
  }
}

const noteWords: Readonly<Record<NoteKind, (news: PaceNews) => string>> = {
  asked: ({ waitMs, status }) =>
    `The service asks to wait ${spanWords(waitMs / 1000)} (HTTP ${status}). The other look-ups go on.`,
  'all-asked': ({ waitMs, status }) =>
    `The service asks to wait ${spanWords(waitMs / 1000)} (HTTP ${status}). All look-ups wait.`,
  slowed: ({ status }) =>
    `The service answered HTTP ${status}. pvg now makes fewer look-ups a second.`,
  silent: ({ waitMs }) =>
    `The last look-ups gave no result. Trying one at a time, for up to ${spanWords(waitMs / 1000)} (change with --patience), and while the service asks to wait.`,
  unreached: ({ waitMs }) =>
    `No answer came from the service yet. Trying one at a time for ${spanWords(waitMs / 1000)}; then the run ends.`,
};

const countWords = (skipped: number): string =>
  skipped === 0 ? '' : ` That happened ${counted(skipped, 'time')} more since the last such note.`;

/**
 * A part of the progress line; empty if nothing slows the run down.
 * @param concurrency how many look-ups the run may make at a time
 */
export function slownessWords(
  pace: Pick<Pace, 'pausedMs' | 'isOutage' | 'limit' | 'learnedPerSecond'>,
  concurrency: number,
): string {
  // The line counts down, so even a long pause is in seconds.
  const pausedS = Math.ceil(pace.pausedMs() / 1000);
  if (pace.isOutage) return `no answers, next try ${pausedS > 0 ? `in ${pausedS} s` : 'now'}`;
  // Pauses of a second are usual between two look-ups.
  if (pausedS > 1) return `waiting ${pausedS} s for the service`;
  if (pace.limit < concurrency) return `slowed down to ${pace.limit} at a time`;
  const perSecond = pace.learnedPerSecond();
  return perSecond === Infinity ? '' : `slowed down to ${rateText(perSecond)} a second`;
}

/** A rate below 1 keeps one digit that is not 0: 0.1 is ten times slower than 1. */
const rateText = (perSecond: number): string =>
  String(perSecond < 1 ? Number(perSecond.toPrecision(1)) : Math.ceil(perSecond));
