import type { Interface } from '../../contract/interfaces.js';
import type { FixKind } from '../../languages/fixes.js';
import type { MessagePart } from '../../signing/scheme.js';
import type { SenderHints } from './sender.js';

/** The requests that a cause may be about: all, those that sign this part, or those of this interface. */
export type CauseScope = 'everywhere' | MessagePart | Interface;

/** One mistake of a sender. Its texts must be true for every form of it: whether it happened to the signed or the sent bytes. */
export interface CauseEntry {
  readonly id: string;
  /** An estimate. */
  readonly frequency: 'very common' | 'common' | 'occasional' | 'rare';
  readonly appliesTo: CauseScope;
  /** What the sender did. */
  readonly mistake: string;
  readonly typicalSenders: string;
  /** What to do, in words: true of every language. */
  readonly fix: string;
  /** The same for a request of the session interface, which signs the body and has no other message. */
  readonly fixOfSession?: string;
  /** Additional advice for single languages or clients, a sentence or two for each. */
  readonly hints?: SenderHints;
  /** The kind of code that shows the fix. */
  readonly fixKind: FixKind;
}

/** The causes under one heading of the page. */
export interface CauseGroup {
  readonly title: string;
  readonly causes: readonly CauseEntry[];
}
