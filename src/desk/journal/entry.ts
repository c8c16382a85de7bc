import type { Environment } from '../../contract/environments.js';
import type { Interface, Operation } from '../../contract/interfaces.js';
import type { Advice, Anomaly, Fact, JudgedError, Verdict } from '../../contract/judgement.js';
import type { ExitStatus } from '../../failure.js';

/**
 * One call as the journal keeps it: enough for the ticket, never a receipt, a token, a secret or a player's name.
 * Times are ISO 8601 UTC; what does not apply is null.
 */
export interface JournalEntry {
  /** Sorts by time: `20261121T032531Z-3f9a1c`. */
  readonly id: string;
  /** When the call began, by this computer's clock. */
  readonly at: string;
  readonly command: Operation;
  /** `sent`: written before a verify goes out; without a later `answered` of the same id its answer is not known. */
  readonly phase: 'sent' | 'answered';
  readonly profile: string | null;
  readonly environment: Environment;
  readonly interface: Interface;
  /** Scheme, host and port the call went to; no path, no user part. `local` for the emulator in this process. */
  readonly origin: string | null;
  readonly product: string | null;
  readonly package: string | null;
  /** Fingerprint of the receipt. */
  readonly receipt: string | null;
  /** Fingerprint of the session's username. */
  readonly player: string | null;
  /** Hex SHA-256 of the request's body bytes. */
  readonly request_sha256: string | null;
  readonly order_id: string | null;
  /** `purchase_state` (§2.3) of the answer. */
  readonly purchase_state: string | null;
  /** HTTP status of the last attempt. */
  readonly status: number | null;
  /** The service's own code, or pvg's. */
  readonly code: string | null;
  readonly exit: ExitStatus | null;
  readonly verdict: Verdict | null;
  readonly advice: Advice | null;
  readonly case: string | null;
  readonly attempts: number;
  readonly duration_ms: number;
  /** Seconds to add to this computer's clock to get the server's. */
  readonly clock_skew_s: number | null;
  readonly facts: readonly Fact[];
  readonly anomalies: readonly Anomaly[];
  readonly error: JudgedError | null;
  /** What the operator needs to find the record (§2.4), as it came. */
  readonly operator: OperatorFacts | null;
  /** pvg's version. */
  readonly version: string;
}

export interface OperatorFacts {
  /** Digits as they came: beyond 2^53 a number would lose some. */
  readonly tx_mgmt_id: string | null;
  readonly game_id: string | null;
  readonly current_state: string | null;
  readonly last_error_code: string | null;
}
