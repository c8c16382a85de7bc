import { diagnose as search } from '../diagnosis/diagnose.js';

/** Why a signature does not match: recomputes it with every known mistake of a sender. Pure, but for `elapsed`. */

/** A request as it was received: exact bytes and raw headers. */
export interface DiagnosedRequest {
  readonly interface: 'gateway' | 'session';
  /** In their order, repeated ones too. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** `POST` if it is not given. */
  readonly method?: string;
  /** Absolute, or a path. */
  readonly url?: string;
  /** Unix seconds by your own clock, to compare the timestamp with. */
  readonly receivedAt?: number;
}

/** What the sender should have signed with. */
export interface Credentials {
  readonly clientId?: string;
  /** Of the gateway (§5.1). */
  readonly clientSecret?: string;
  /** Of the session interface (§5.2). */
  readonly secretKey?: string;
}

/** How long to search, and how deep. */
export interface DiagnosisOptions {
  /** Milliseconds of a clock that never goes back; `performance.now` if it is not given. */
  readonly elapsed?: () => number;
  /** How long to search; 5000 if it is not given. */
  readonly budgetMs?: number;
  /** Rare combinations too: needs a budget of a minute. */
  readonly deep?: boolean;
}

/** A set of mistakes that gives exactly the signature that was received. */
export interface Finding {
  /** Ids of docs/diagnosis.md: `body-json-php`. */
  readonly causes: readonly string[];
  readonly says: string;
  readonly fix: string;
}

/** What is wrong beside the signature, or will be. */
export interface Lint {
  readonly id: string;
  readonly says: string;
  readonly fix: string;
}

/** What is wrong with a request, and what to do. */
export interface Diagnosis {
  /** The signature is right. */
  readonly match: boolean;
  /** Simplest first; empty if no known mistake explains the signature. None is a guess. */
  readonly findings: readonly Finding[];
  readonly lint: readonly Lint[];
  /** The budget ended before everything was tried. */
  readonly cutShort: boolean;
}

/** Finds out why a signature does not match. Blocks until it ends: a server calls it in a worker. */
export function diagnose(
  request: DiagnosedRequest,
  credentials: Credentials,
  { elapsed = () => performance.now(), budgetMs = 5_000, deep = false }: DiagnosisOptions = {},
): Diagnosis {
  const endMs = elapsed() + budgetMs;
  const { method = 'POST', url = '', receivedAt } = request;
  const { match, findings, lint, cutShort } = search(
    { ...request, method, url, receivedAt, label: '' },
    { ...credentials, label: 'the given credentials' },
    { others: [], deep, isOver: () => elapsed() > endMs },
  );
  return {
    match,
    findings: findings.map(({ causes, says, fix }) => ({ causes, says, fix })),
    lint: lint.map(({ id, says, fix }) => ({ id, says, fix })),
    cutShort,
  };
}
