import type { Context } from '../context.js';
import { records } from '../contract/interfaces.js';
import { headerValue, WireFailure, type WireResponse } from '../contract/wire.js';
import { anomalyFact, profileFact, warningsOf } from '../desk/journal/calls.js';
import { toneOf } from '../desk/report/case.js';
import { plainFinished, withNotes, type Finished } from '../output/finished.js';
import { envelope, requestForms, writeRequest, type RequestForm } from './request-text.js';
import { isIos, type Asked } from '../service/asked.js';
import { requestOf, type Call } from '../service/call.js';
import { noSecret } from '../signing/digest.js';
import type { Typed } from '../text/shell.js';
import { arrived, retryAfterMs, type Exchange } from '../transport/exchange.js';
import { has, nextLine } from '../view/again.js';
import { anomalyTold } from '../view/anomaly-words.js';
import { caveatOf } from '../view/verdict.js';
import { adviceWords, type Fact } from '../view/words.js';
import { sentences } from '../text/sentences.js';
import type { Called } from './call.js';
import { lineOf, type Connection } from './connection.js';

/** What a command ends with after a call, or after a dry run. */

export const placeIn = ({ profile, interface: interfaceId }: Connection) => ({
  profile: profile.name,
  environment: profile.environment,
  interface: interfaceId,
});

export const connectionFact = ({ profile: { name, environment, valuesOf } }: Connection): Fact =>
  profileFact({ profile: name, environment, values_of: valuesOf });

export function answered(connection: Connection, called: Called, asked: Asked): Finished {
  const { outcome, told, entry, step } = called;
  const { exit, verdict, advice, answer, error, facts } = told;
  const { attempts, last } = outcome.made;
  const keptId = connection.recorder.on ? entry.id : undefined;
  const warnings = warningsOf(told);
  const http = httpFacts(outcome.made);
  const anomalies = told.anomalies.map(anomalyTold);
  const next = adviceWords(error && { ...error, first: '' }, verdict);
  const tried = attempts.length > 1 ? `pvg tried ${attempts.length} times.` : '';
  const isNew = has(connection.typed, '--report') && !has(connection.typed, '--overwrite');
  // The file of --report exists when the next command runs.
  const typed: Typed = isNew ? [...connection.typed, ['--overwrite']] : connection.typed;
  return plainFinished(connection.command, {
    ...{
      ...placeIn(connection),
      exit,
      verdict,
      advice,
      http,
      callId: keptId ?? null,
      answer,
      anomalies,
    },
    error: error && { ...error, first: sentences(...warnings) },
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
      nextCommand: nextLine(outcome, { typed, canLookUp: !isIos(asked), keptId, step }),
    },
    ...(!told.isRawWithheld &&
      !(last.outcome instanceof WireFailure) && { raw: last.outcome.body }),
  });
}

/** What a dry run ends with: the signed request, written out, and nothing sent. `unsigned`: why it must not be signed. */
export function dryRun(
  { clock }: Context,
  connection: Connection,
  what: Pick<Call, 'operation' | 'body'>,
  unsigned?: string,
): Finished {
  const built = requestOf(what, lineOf(connection), Math.floor(clock.now() / 1000));
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
  const finished = plainFinished(connection.command, {
    ...placeIn(connection),
    answer: {
      ...envelope(request),
      ...(form === 'curl' && { text: Buffer.from(bytes).toString() }),
    },
    view: { data: bytes, notes: ['Dry run: nothing was sent.'] },
    raw: bytes,
  });
  return why === false ? finished : withNotes(finished, why);
}

/** The `http` member for an exchange; of several attempts, for the last one. */
function httpFacts({ attempts, last, elapsedMs, clockSkewS }: Exchange) {
  const { status, headers } = arrived(last.outcome);
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
