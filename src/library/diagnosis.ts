/**
 * Finds out why a signature does not match: signs again with every known mistake of a sender. Uses no network and no
 * file; only the clock, for its budget.
 * @module
 */

import { diagnoseInTime } from '../diagnosis/diagnose.js';
import { expectedValue } from '../diagnosis/expected-values.js';
import { findingOf, isMatch, type RequestDiagnosis } from '../diagnosis/outcome.js';
import { isSignatureKnown, mismatchVerdict } from '../diagnosis/verdict.js';
import { interfaces, interfaceRecords } from '../contract/interfaces.js';
import {
  arrayOf,
  requireBytesOrText,
  requireFunction,
  requireBoolean,
  requireNonEmptyText,
  numberFrom,
  objectWith,
  requireOneOf,
  optional,
  requireText,
  type Check,
} from './arguments.js';

/** A request as it was received: exact bytes and raw headers. */
export interface DiagnosedRequest {
  /** Which signing scheme the request has: §5.1 or §5.2. */
  readonly interface: 'gateway' | 'session';
  /**
   * Name and value, in their order, repeated ones too; or an object such as `{ 'X-Client-ID': 'demo' }`, as `req.headers` of
   * Node is one. Names may have any case.
   */
  readonly headers:
    | readonly (readonly [name: string, value: string])[]
    | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw bytes, before any parser. A string stands for its UTF-8 bytes. */
  readonly body: Uint8Array | string;
  /** `POST` if it is not given. */
  readonly method?: string;
  /** Absolute, or a path. Without it, nothing is said about the path. */
  readonly url?: string;
  /** Unix seconds by your own clock, to compare the timestamp with. */
  readonly receivedAt?: number;
}

/** What the sender should have signed with. */
export interface Credentials {
  /** The gateway's `client_id` (§5.1). */
  readonly clientId?: string;
  /** The gateway's secret (§5.1). */
  readonly clientSecret?: string;
  /** The key of the session interface (§5.2). */
  readonly secretKey?: string;
}

/** How long to search, and how deep. */
export interface DiagnosisOptions {
  /** Milliseconds of a clock that never goes back; `performance.now` if it is not given. */
  readonly elapsed?: () => number;
  /** A net: the search ends after so many milliseconds; 5000 if it is not given. */
  readonly budgetMs?: number;
  /** Rare combinations too, up to 10,000,000 attempts instead of 800,000: needs a budget of some minutes. */
  readonly deep?: boolean;
}

/** A set of mistakes that gives exactly the signature that was received. */
export interface Finding {
  /** One id for each mistake: `body-json-php`. The page of causes explains every id. */
  readonly causes: readonly string[];
  /** What the sender did: English, for people. */
  readonly says: string;
  /** What the sender has to change: English, for people. */
  readonly fix: string;
}

/** Something else in the request that is wrong, or that will fail later. */
export interface Lint {
  /** For programs: `ts-clock-skew`. */
  readonly id: string;
  /** What is unusual: English, for people. */
  readonly says: string;
  /** What to change: English, for people. */
  readonly fix: string;
}

/** The result in a sentence, as `pvg diagnose` prints it. A failing test can print it whatever was found. */
export interface DiagnosisVerdict {
  /** For programs: `signature-right`, `cannot-succeed`, `cause-found`, `headers-at-fault` or `cause-unknown`. */
  readonly id: string;
  /** What is right or wrong: English, for people. */
  readonly says: string;
  /** What to do next: English, for people. */
  readonly fix: string;
}

/** The right values, to compare with those that the sender's program prints. None of them is a secret. */
export interface ExpectedValues {
  /** The gateway's hash of the body (§5.1); null at the session interface. */
  readonly bodyHash: string | null;
  /** The gateway's message that is signed (§5.1); null at the session interface, which signs the body. */
  readonly message: string | null;
  /** 64 lower-case hex digits. */
  readonly signature: string;
}

/** What is wrong with a request, and what to do. */
export interface Diagnosis {
  /** The signature is right. */
  readonly match: boolean;
  /** The result in a sentence, also if there is no finding. */
  readonly verdict: DiagnosisVerdict;
  /** null if it is known how the signature was made, or a header that the message needs is missing. */
  readonly expected: ExpectedValues | null;
  /** One, or none if no known mistake explains the signature. It is never a guess. */
  readonly findings: readonly Finding[];
  /** Empty if nothing else is unusual. */
  readonly lint: readonly Lint[];
  /** The time or the number of attempts ended before everything was tried. */
  readonly cutShort: boolean;
}

const header: Check = (name, value) => {
  arrayOf(requireText)(name, value);
  if ((value as readonly string[]).length !== 2) {
    throw new TypeError(`${name} must be a name and a value.`);
  }
};

/** A header of an object; undefined counts as not given, as in Node’s `req.headers`. */
const headerValue: Check = (name, value) => {
  if (Array.isArray(value)) arrayOf(requireText)(name, value);
  else optional(requireText)(name, value);
};

const checkHeaders: Check = (name, value) => {
  if (isRecord(value)) {
    for (const [header, each] of Object.entries(value)) headerValue(`${name}['${header}']`, each);
    return;
  }
  if (!Array.isArray(value)) {
    throw new TypeError(
      `${name} must be an array of names and values, or a plain object. Of a Headers give [...headers].`,
    );
  }
  arrayOf(header)(name, value);
};

/** Whether it is a plain object: a `Headers` or a `Map` has no members of its own, and would count as no headers at all. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return !(Symbol.iterator in value);
}

const checkRequest = objectWith({
  interface: requireOneOf(interfaces),
  headers: checkHeaders,
  body: requireBytesOrText,
  method: optional(requireText),
  url: optional(requireText),
  receivedAt: optional(numberFrom(0, Number.MAX_SAFE_INTEGER)),
});

const checkCredentials = objectWith({
  clientId: optional(requireText),
  clientSecret: optional(requireNonEmptyText),
  secretKey: optional(requireNonEmptyText),
});

const checkOptions = objectWith({
  elapsed: optional(requireFunction),
  budgetMs: optional(numberFrom(0, Infinity)),
  deep: optional(requireBoolean),
});

/**
 * Finds out why a signature does not match. It blocks until it ends, at most for the budget: a server calls it in a
 * worker. A wrong request is not an error: one without a signature, or with one that is not hex, has no finding.
 * @throws {TypeError} if an argument has another type, a member that is not listed, or no secret of the interface
 */
export function diagnose(
  request: DiagnosedRequest,
  credentials: Credentials,
  options: DiagnosisOptions = {},
): Diagnosis {
  checkRequest('request', request);
  checkCredentials('credentials', credentials);
  checkOptions('options', options);
  const { member } = interfaceRecords[request.interface].secret;
  requireNonEmptyText(`credentials.${member}`, credentials[member]);
  const { elapsed = () => performance.now(), budgetMs = 5_000, deep } = options;
  const { method = 'POST', url = '', receivedAt } = request;
  const diagnosis = diagnoseInTime(
    {
      ...request,
      headers: pairsOf(request.headers),
      body: bytesOf(request.body),
      method,
      url,
      receivedAt,
      label: '',
    },
    { credential: { ...credentials, label: 'the given credentials' }, budgetMs, deep },
    elapsed,
  );
  const finding = findingOf(diagnosis);
  const findings = finding === null ? [] : [finding];
  const { id, says, next } = mismatchVerdict(diagnosis);
  return {
    match: isMatch(diagnosis),
    verdict: { id, says, fix: next },
    expected: expectedValues(diagnosis, credentials),
    findings: findings.map(({ causes, says, fix }) => ({ causes, says, fix })),
    lint: diagnosis.lint.map(({ id, says, fix }) => ({ id, says, fix })),
    cutShort: diagnosis.outcome.kind === 'unknown' && diagnosis.outcome.cutShort !== null,
  };
}

/** A shorter secret is that of an example, and may be a part of any word. */
const shortestWithheld = 4;

/** A sender may have put the secret into a header, which the message repeats. */
function withholdSecrets(text: string, { clientSecret, secretKey }: Credentials): string {
  return [clientSecret, secretKey]
    .filter((secret) => secret !== undefined && secret.length >= shortestWithheld)
    .reduce<string>((rest, secret = '') => rest.replaceAll(secret, '[withheld]'), text);
}

function expectedValues(
  diagnosis: RequestDiagnosis,
  credentials: Credentials,
): ExpectedValues | null {
  const { expected } = diagnosis;
  const signature = expected === null ? undefined : expectedValue(expected, 'signature');
  if (expected === null || signature === undefined || isSignatureKnown(diagnosis)) return null;
  const message = expectedValue(expected, 'message');
  return {
    bodyHash: expectedValue(expected, 'body_hash') ?? null,
    message: message === undefined ? null : withholdSecrets(message, credentials),
    signature,
  };
}

function pairsOf(headers: DiagnosedRequest['headers']): [name: string, value: string][] {
  if (isPairs(headers)) return headers.map(([name, value]) => [name, value]);
  return Object.entries(headers).flatMap(([name, values]) =>
    [values ?? []].flat().map((value): [string, string] => [name, value]),
  );
}

/** `Array.isArray` does not tell a readonly array from an object. */
function isPairs(
  headers: DiagnosedRequest['headers'],
): headers is readonly (readonly [name: string, value: string])[] {
  return Array.isArray(headers);
}

function bytesOf(body: Uint8Array | string): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body) : body;
}
