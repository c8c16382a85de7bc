import type { Interface } from '../../contract/interfaces.js';

/** The part of the request that a cause spoils; the sections of the catalogue, in its order. */
export type CauseGroup =
  | 'body-json'
  | 'body-text'
  | 'body-other'
  | 'body-hash'
  | 'layout'
  | 'secret'
  | 'algorithm'
  | 'output'
  | 'timestamp'
  | 'client-id'
  | 'headers';

/** A very common, B common, C occasional, D rare: an estimate for senders of these two interfaces. */
export type Commonness = 'A' | 'B' | 'C' | 'D';

/** One mistake of a sender that makes a signature wrong or a request unacceptable, told to its developer. */
export interface CauseEntry {
  /** Its place in the catalogue, from 1; a number is never given again. */
  readonly number: number;
  readonly group: CauseGroup;
  readonly interfaces: readonly Interface[];
  readonly commonness: Commonness;
  /** What the sender did, in one sentence. */
  readonly says: string;
  /** Where it typically happens. */
  readonly typical: string;
  readonly fix: string;
}

export const both: readonly Interface[] = ['gateway', 'session'];
export const gatewayOnly: readonly Interface[] = ['gateway'];
export const sessionOnly: readonly Interface[] = ['session'];

/** The causes of one group, so that no entry repeats it. */
export const section = <Id extends string>(
  group: CauseGroup,
  entries: Readonly<Record<Id, Omit<CauseEntry, 'group'>>>,
): Readonly<Record<Id, CauseEntry>> =>
  Object.fromEntries(
    Object.entries<Omit<CauseEntry, 'group'>>(entries).map(([id, entry]) => [id, { group, ...entry }]),
  ) as Record<Id, CauseEntry>;
