import type { Interface } from '../../contract/interfaces.js';
import type { FixKind } from '../../languages/fixes.js';
import { signs, type MessagePart, type Scheme } from '../../signing/scheme.js';

/** One mistake of a sender that makes a signature wrong, or a request unacceptable: what its developer reads about it. */
export interface Cause {
  /** A very common, B common, C occasional, D rare: an estimate for senders of these two interfaces. */
  readonly commonness: 'A' | 'B' | 'C' | 'D';
  /** What the sender's code did, in one sentence that is true of every form of it. */
  readonly says: string;
  readonly typical: string;
  readonly fix: string;
  /** Which requests can have it: those of every interface, of the interfaces that sign this part, or of one. */
  readonly where: 'everywhere' | MessagePart | Interface;
  /** What the code of the fix shows; by interface if the interfaces need different code. */
  readonly kind: FixKind | Readonly<Record<Interface, FixKind>>;
}

type Common = Pick<Cause, 'where' | 'kind'>;
type Row = Omit<Cause, keyof Common> & Partial<Common>;

const row =
  (commonness: Cause['commonness']) =>
  (says: string, typical: string, fix: string, own: Partial<Common> = {}): Row => ({
    commonness,
    says,
    typical,
    fix,
    ...own,
  });
export const [A, B, C, D] = [row('A'), row('B'), row('C'), row('D')];

/** The causes of one group; rows have what differs from the others. */
export const causesOf = <Id extends string>(
  common: Common,
  rows: Readonly<Record<Id, Row>>,
): Readonly<Record<Id, Cause>> =>
  Object.fromEntries(Object.entries<Row>(rows).map(([id, each]) => [id, { ...common, ...each }])) as Record<
    Id,
    Cause
  >;

export const isOf = ({ where }: Pick<Cause, 'where'>, scheme: Scheme): boolean =>
  where === 'everywhere' || where === scheme.id || signs(scheme, where);
