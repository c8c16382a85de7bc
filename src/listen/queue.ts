import { setImmediate } from 'node:timers/promises';

/** Does work one at a time, after the answers that are ready. */
export class Queue {
  private waiting: (() => Promise<void>)[] = [];
  private running: Promise<void> | undefined;

  constructor(
    private readonly most: number,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** false if it is full: the work will not be done. */
  add(work: () => Promise<void>): boolean {
    if (this.waiting.length >= this.most) return false;
    this.waiting.push(work);
    this.running ??= this.run();
    return true;
  }

  clear(): void {
    this.waiting = [];
  }

  idle(): Promise<void> {
    return this.running ?? Promise.resolve();
  }

  private async run(): Promise<void> {
    for (await setImmediate(); this.waiting.length > 0; await setImmediate())
      await this.waiting.shift()?.().catch(this.onFailure);
    this.running = undefined;
  }
}
