import type { Interface } from '../contract/interfaces.js';
import type { FixKind } from './fixes/kinds.js';
import type { SnippetLanguage } from '../snippets/languages.js';

/** A very common, B common, C occasional, D rare: an estimate for senders of these two interfaces. */
export type Commonness = 'A' | 'B' | 'C' | 'D';

/** One mistake of a sender that makes a signature wrong or a request unacceptable, told to its developer. */
export interface Cause {
  /** Its place in the catalogue, from 1; a number is never given again. */
  readonly number: number;
  readonly interfaces: readonly Interface[];
  readonly commonness: Commonness;
  /** What the sender did, in one sentence. */
  readonly says: string;
  /** Where it typically happens. */
  readonly typical: string;
  readonly fix: string;
  /** What the code of the fix shows; by interface where they need different code. */
  readonly kind: FixKind | Readonly<Record<Interface, FixKind>>;
  /** One comment more, where a language has its own name for the trap. */
  readonly hints?: Readonly<Partial<Record<SnippetLanguage, string>>>;
}

/** What most causes of a group have in common. */
type Common = Pick<Cause, 'interfaces' | 'kind'>;

export const both: readonly Interface[] = ['gateway', 'session'];
export const gatewayOnly: readonly Interface[] = ['gateway'];
export const sessionOnly: readonly Interface[] = ['session'];

/** The causes of one group: what is common to them is said once. `Own` is what makes a cause of this group. */
export const causes =
  <Own = unknown>(common: Common) =>
  <Id extends string>(
    records: Readonly<Record<Id, Omit<Cause, keyof Common> & Partial<Common> & Own>>,
  ): Readonly<Record<Id, Cause & Own>> =>
    Object.fromEntries(
      Object.entries<object>(records).map(([id, record]) => [id, { ...common, ...record }]),
    ) as Record<Id, Cause & Own>;

const costs: Readonly<Record<Commonness, number>> = { A: 1, B: 2, C: 3, D: 4 };

/** What a cause adds to the cost of a finding: the commoner, the cheaper. */
export const costOf = ({ commonness }: Pick<Cause, 'commonness'>): number => costs[commonness];
