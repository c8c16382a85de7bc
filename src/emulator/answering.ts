import type { Send, WireResponse } from '../wire.js';

/** One interface of the service as a server sees it. */
export interface Answering {
  readonly send: Send;
  /** What is said when the request does not get as far as `send`; the contract does not show it. */
  readonly refuse: Refuse;
  /** A failure of this status, as if the service had made it. */
  readonly fault: (url: string, status: number) => WireResponse;
}

export type Refuse = (status: number, says: string, section: string) => WireResponse;
