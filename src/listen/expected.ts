import type { Entry } from './entry.js';

/** How many requests `--expect` waits for. Replays do not count: the sender did not send them. */
export class Expected {
  private come = 0;
  private right = 0;
  private readonly done = new AbortController();

  constructor(private readonly most: number | undefined) {}

  count({ id, request }: Entry): void {
    if (this.come === this.most || request.replayed !== undefined) return;
    this.come += 1;
    if (id === 'signature-right') this.right += 1;
    if (this.come === this.most) this.done.abort();
  }

  /** Aborts when all have come. */
  get signal(): AbortSignal {
    return this.done.signal;
  }

  /** Without a number, ending it on purpose is a success. */
  get allRight(): boolean {
    return this.most === undefined || this.right === this.most;
  }

  /** undefined without a number. */
  get says(): string | undefined {
    if (this.most === undefined) return undefined;
    const missing = this.most - this.come;
    return `${String(this.right)} of ${String(this.most)} expected requests ${this.right === 1 ? 'is' : 'are'} right${missing > 0 ? `; ${String(missing)} did not come` : ''}.`;
  }
}
