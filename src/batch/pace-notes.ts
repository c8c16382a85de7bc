import type { Clock } from '../context.js';
import type { PaceNews } from './pace.js';
import { span } from './span.js';

/** What the pace tells people: each kind of news once a minute, with how often it came. */

const leastBetweenMs = 60_000;

interface Told {
  readonly atMs: number;
  /** How often it came since then. */
  unsaid: number;
}

export class PaceNotes {
  readonly #toldByKind = new Map<PaceNews['kind'], Told>();

  constructor(private readonly clock: Pick<Clock, 'elapsed'>) {}

  /** undefined: said a moment ago. */
  sentenceFor(news: PaceNews): string | undefined {
    const nowMs = this.clock.elapsed();
    const before = this.#toldByKind.get(news.kind);
    if (before !== undefined && nowMs - before.atMs < leastBetweenMs) {
      before.unsaid += 1;
      return undefined;
    }
    this.#toldByKind.set(news.kind, { atMs: nowMs, unsaid: 0 });
    return newsSentence(news) + repeatedWords(before?.unsaid ?? 0);
  }
}

const repeatedWords = (unsaid: number): string =>
  unsaid === 0 ? '' : ` (And ${unsaid} times since this was last said.)`;

function newsSentence({ kind, waitMs, status }: PaceNews): string {
  const wait = span(waitMs / 1000);
  switch (kind) {
    case 'asked':
      return `The service asks to wait ${wait} (HTTP ${status}). All look-ups wait.`;
    case 'slowed':
      return `The service answered HTTP ${status} to many look-ups. pvg now begins no more in a second than got through.`;
    case 'silent':
      return `The last look-ups gave no result. Trying one at a time, for up to ${wait} (change with --patience).`;
    case 'back':
      return 'The service answers again.';
  }
}
