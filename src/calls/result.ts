import type { Context } from '../context.js';
import { records } from '../contract/interfaces.js';
import { headerValue, WireFailure, type WireResponse } from '../contract/wire.js';
import { anomalyFact, profileFact, warningsOf } from '../support/journal/calls.js';
import { toneOf } from '../support/report/case.js';
import { commandResult, withNotes, type CommandResult } from '../output/command-result.js';
import { envelope, requestForms, writeRequest, type RequestForm } from './request-text.js';
import { isIos, type Subject } from '../service/subject.js';
import { buildRequest, type ServiceCall } from '../service/send-call.js';
import { noSecret } from '../signing/digest.js';
import type { TypedOptions } from '../text/shell.js';
import { receivedHead, retryAfterMs, type Exchange } from '../transport/exchange.js';
import { hasOption, nextCommandFor } from '../wording/next-command.js';
import { describeAnomaly } from '../wording/anomaly-words.js';
import { caveatOf } from '../wording/verdict.js';
import { adviceWords, type Fact } from '../wording/description.js';
import { joinSentences } from '../text/sentences.js';
import type { CompletedCall } from './call-service.js';
import { callSettings, type Connection } from './connection.js';

/** What a command ends with after a call, or after a dry run. */

export function connectionPlace({ profile, interface: interfaceId }: Connection) {
  return {
    profile: profile.name,
    environment: profile.environment,
    interface: interfaceId,
  };
}

export function connectionFact({ profile: { name, environment, valuesOf } }: Connection): Fact {
  return profileFact({ profile: name, environment, values_of: valuesOf });
}

export function callResult(
  connection: Connection,
  called: CompletedCall,
  subject: Subject,
): CommandResult {
  const { outcome, told: description, entry, step } = called;
  const { exit, verdict, advice, answer, error, facts } = description;
  const { attempts, last } = outcome.exchange;
  const keptId = connection.recorder.on ? entry.id : undefined;
  const warnings = warningsOf(description);
  const http = httpFacts(outcome.exchange);
  const anomalies = description.anomalies.map(describeAnomaly);
  const next = adviceWords(error && { ...error, first: '' }, verdict);
  const tried = attempts.length > 1 ? `pvg tried ${attempts.length} times.` : '';
  const isNew =
    hasOption(connection.typed, '--report') && !hasOption(connection.typed, '--overwrite');
  // The file of --report exists when the next command runs.
  const typedOptions: TypedOptions = isNew
    ? [...connection.typed, ['--overwrite']]
    : connection.typed;
  return commandResult(connection.command, {
    ...{
      ...connectionPlace(connection),
      exit,
      verdict,
      advice,
      http,
      callId: keptId ?? null,
      answer,
      anomalies,
    },
    error: error && { ...error, first: joinSentences(...warnings) },
    view: {
      headline: error?.says ?? verdict?.says ?? '',
      mood: exit === 0 ? toneOf(entry) : 'bad',
      warnings,
      caveat: caveatOf(verdict?.id),
      facts: [
        connectionFact(connection),
        ...facts.filter(({ id }) => id !== 'check-first'),
        ...anomalies.map(anomalyFact),
        // By it the operator finds a failed call in their log.
        ...(exit === 0 || http.request_id === null
          ? []
          : [{ label: 'Request id', value: http.request_id }]),
      ],
      notes: [tried, next].filter((text) => text !== ''),
      nextCommand: nextCommandFor(outcome, {
        typed: typedOptions,
        canLookUp: !isIos(subject),
        keptId,
        step,
      }),
    },
    ...(!description.isRawWithheld &&
      !(last.outcome instanceof WireFailure) && { raw: last.outcome.body }),
  });
}

/** What a dry run ends with: the signed request, written out, and nothing sent. `unsigned`: why it must not be signed. */
export function dryRunResult(
  { clock }: Context,
  connection: Connection,
  what: Pick<ServiceCall, 'operation' | 'body'>,
  unsigned?: string,
): CommandResult {
  const built = buildRequest(what, callSettings(connection), Math.floor(clock.now() / 1000));
  const { signature } = records[connection.interface].headers;
  const isWithheld = (name: string): boolean => name === signature && unsigned !== undefined;
  const headers = built.headers.map(
    ([name, value]) => [name, isWithheld(name) ? '<not signed>' : value] as const,
  );
  const request = { ...built, headers };
  const form: RequestForm = requestForms.find((each) => each === connection.call.as) ?? 'http';
  const bytes = writeRequest(request, form);
  const isSecretless = headerValue(built.headers, signature) === noSecret;
  const why =
    unsigned ?? (isSecretless && 'There is no secret, so the signature is a placeholder.');
  const result = commandResult(connection.command, {
    ...connectionPlace(connection),
    answer: {
      ...envelope(request),
      ...(form === 'curl' && { text: Buffer.from(bytes).toString() }),
    },
    view: { data: bytes, notes: ['Dry run: nothing was sent.'] },
    raw: bytes,
  });
  return why === false ? result : withNotes(result, why);
}

/** The `http` member for an exchange; of several attempts, for the last one. */
function httpFacts({ attempts, last, elapsedMs, clockSkewS }: Exchange) {
  const { status, headers } = receivedHead(last.outcome);
  const waitMs = retryAfterMs({ headers }, last.endedAtMs, Infinity);
  return {
    status: status === 0 ? null : status,
    attempts: attempts.length,
    elapsed_ms: elapsedMs,
    clock_skew_s: clockSkewS ?? null,
    retry_after_s: waitMs === undefined ? null : Math.ceil(waitMs / 1000),
    request_id: requestId(headers),
  };
}

/** The contract shows none (§4): these are the names that servers and proxies usually use. */
const requestId = (headers: WireResponse['headers']): string | null =>
  (headerValue(headers, 'x-request-id') ?? headerValue(headers, 'traceparent'))?.slice(0, 200) ||
  null;
