import type { Seen } from './entry.js';
import type { Outcome, WentBack } from './told.js';

/** A request as it came, for the page: it shows the request when it is opened, and sends it again. */
export interface KeptRequest {
  readonly request: Seen;
  readonly answered: WentBack;
  readonly outcome: Outcome;
  readonly saved: string | null;
}

// A body has up to 1 MB.
const mostBytes = 32 * 1024 * 1024;

/** The newest requests, as many as memory may hold. */
export class Kept {
  private readonly requests = new Map<number, KeptRequest>();
  private bytes = 0;

  constructor(private readonly most: number) {}

  add(kept: KeptRequest): void {
    this.requests.set(kept.request.number, kept);
    this.bytes += sizeOf(kept);
    for (const [number, oldest] of this.requests) {
      if (this.requests.size <= this.most && this.bytes <= mostBytes) return;
      this.requests.delete(number);
      this.bytes -= sizeOf(oldest);
    }
  }

  get(number: number): KeptRequest | undefined {
    return this.requests.get(number);
  }
}

const sizeOf = ({ request: { body } }: KeptRequest): number => body?.byteLength ?? 0;
