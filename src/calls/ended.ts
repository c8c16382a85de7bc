import type { Context } from '../context.js';
import { adviceWords, sentences, type Judgement } from '../contract/judgement.js';
import { headerValue, WireFailure, type WireResponse } from '../contract/wire.js';
import { anomalyFact, pageName } from '../desk/journal/calls.js';
import { plainFinished, withNotes, type Finished, type HttpFacts } from '../output/finished.js';
import { envelope, requestForms, writeRequest, type RequestForm } from '../output/request-text.js';
import { noSecret } from '../signing/digest.js';
import { arrived, retryAfterMs, type Exchange } from '../transport/exchange.js';
import type { Word } from '../text/shell.js';
import { signatureHeaderOf, type JudgedCall } from './call.js';
import { connectionFact, nextLine, type Build, type Connection } from './connection.js';

/** What a command ends with after a call, or after a dry run. */

export const placeIn = ({ profile, interface: interfaceId }: Connection) => ({
  profile: profile.name,
  environment: profile.environment,
  interface: interfaceId,
});

export function answered(connection: Connection, { made, judgement, recorded }: JudgedCall): Finished {
  const { exit, verdict, advice, answer, anomalies, error, facts } = judgement;
  const doubts = facts.filter(({ id }) => id === 'check-first');
  const warnings = [error?.first ?? '', ...doubts.map(({ value }) => value)].filter((text) => text !== '');
  const { outcome } = made.last;
  const http = httpFacts(made);
  const next = adviceWords({ verdict, error: error && { ...error, first: '' } });
  const command = forCase(connection, judgement.nextCommand);
  return plainFinished(connection.command, {
    ...placeIn(connection),
    exit,
    verdict,
    advice,
    http,
    callId: recorded.kept ? recorded.entry.id : null,
    answer,
    anomalies,
    error: error && { ...error, first: sentences(...warnings) },
    view: {
      headline: error?.says ?? verdict?.says ?? '',
      mood: moodOf(judgement),
      warnings,
      facts: [
        connectionFact(connection),
        ...facts.filter((fact) => !doubts.includes(fact)),
        ...anomalies.map(anomalyFact),
        // By it the operator finds a failed call in their log.
        ...(exit === 0 || http.request_id === null ? [] : [{ label: 'Request id', value: http.request_id }]),
      ],
      notes: [...retriesNote(made, judgement), ...(next === '' ? [] : [next])],
      ...(command.length > 0 && { nextCommand: nextLine(connection, command, true) }),
    },
    ...(outcome instanceof WireFailure || judgement.withholdRaw === true ? {} : { raw: outcome.body }),
  });
}

const forCase = ({ case: caseId }: Connection, command: readonly Word[]): readonly Word[] =>
  caseId !== undefined && command[1] === 'report'
    ? ['pvg', 'report', '--case', caseId, '--out', pageName(caseId)]
    : command;

const moodOf = ({ exit, advice, anomalies, verdict }: Judgement): 'good' | 'bad' | 'careful' | 'plain' => {
  if (exit !== 0) return 'bad';
  if (advice !== 'none' && advice !== 'grant') return 'careful';
  if (anomalies.length > 0) return 'careful';
  return verdict?.id === 'not-completed' ? 'plain' : 'good';
};

/** After a failure of the service, the hint has the number already. */
const retriesNote = ({ attempts }: Exchange, { exit }: Judgement): string[] =>
  attempts.length > 1 && exit !== 8 ? [`pvg tried ${String(attempts.length)} times.`] : [];

const notSigned = '<not signed>';

/** What a dry run ends with: the signed request, written out, and nothing sent. */
export function dryRun(
  { clock, version }: Context,
  connection: Connection,
  build: Build,
  /** Why it must not be signed. */
  unsigned?: string,
): Finished {
  const built = build(Math.floor(clock.now() / 1000));
  const signature = signatureHeaderOf(connection);
  const headers = built.headers.map(
    ([name, value]) => [name, name === signature && unsigned !== undefined ? notSigned : value] as const,
  );
  const request = { ...built, headers };
  const form: RequestForm = requestForms.find((each) => each === connection.call.as) ?? 'http';
  const bytes = writeRequest(request, form, { version, now: clock.now() });
  const isSecretless = headerValue(built.headers, signature) === noSecret;
  const why = unsigned ?? (isSecretless && 'There is no secret, so the signature is a placeholder.');
  const finished = plainFinished(connection.command, {
    ...placeIn(connection),
    answer: {
      ...envelope(request),
      ...(form === 'curl' || form === 'har' ? { text: Buffer.from(bytes).toString() } : {}),
    },
    view: { headline: '', data: bytes, notes: ['Dry run: nothing was sent.'] },
    raw: bytes,
  });
  return why === false ? finished : withNotes(connection.globals, finished, [], [why]);
}

/** The `http` member for an exchange; of several attempts, for the last one. */
function httpFacts({ attempts, last, elapsedMs, clockSkewS }: Exchange): HttpFacts {
  const { status, headers } = arrived(last.outcome);
  const waitMs = retryAfterMs({ headers }, last.endedAtMs, Infinity);
  return {
    status: status === 0 ? null : status,
    attempts: attempts.length,
    elapsed_ms: elapsedMs,
    clock_skew_s: clockSkewS ?? null,
    retry_after_s: waitMs === undefined ? null : Math.ceil(waitMs / 1000),
    request_id: requestId(headers) ?? null,
  };
}

/** The contract shows none (§4): these are the names that servers and proxies usually use. */
const requestIdHeaders = [
  'x-request-id',
  'request-id',
  'x-correlation-id',
  'x-trace-id',
  'x-amzn-requestid',
  'x-amzn-trace-id',
  'x-ms-request-id',
  'x-cloud-trace-context',
  'x-b3-traceid',
  'traceparent',
  'cf-ray',
];

const longestId = 200;

const requestId = (headers: WireResponse['headers']): string | undefined =>
  requestIdHeaders
    .map((name) => headerValue(headers, name)?.trim())
    .find((value) => value !== undefined && value !== '' && value.length <= longestId);
