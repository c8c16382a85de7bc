import type { CodeBook } from './contract/codes.js';
import type { InterfaceRecord, Operation } from './contract/interfaces.js';
import type { Judgement, VerdictMeaning } from './contract/judgement.js';
import { gatewayWing } from './gateway/wing.js';
import { sessionWing } from './session/wing.js';
import type { Exchange } from './transport/exchange.js';

/** One interface of the service, with everything that pvg needs to use it. */
interface Wing {
  readonly record: InterfaceRecord;
  /** The error codes that its contract lists. */
  readonly codes: CodeBook;
  /** The verdicts of its judges, by id. */
  readonly verdicts: Readonly<Record<string, VerdictMeaning>>;
  /** By operation: what an answer means if the request is not known. */
  readonly judge: Readonly<Record<string, (made: Exchange) => Judgement>>;
}

export const wings = [gatewayWing, sessionWing] as const satisfies readonly Wing[];

/** All verdicts of pvg by id; a map never finds inherited names. */
export const verdicts: ReadonlyMap<string, VerdictMeaning> = new Map(
  wings.flatMap((wing) => Object.entries<VerdictMeaning>(wing.verdicts)),
);

export const judges = { ...gatewayWing.judge, ...sessionWing.judge } as const satisfies Record<
  Operation,
  unknown
>;
