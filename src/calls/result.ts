import type { Context } from '../context.js';
import { interfaceRecords } from '../contract/interfaces.js';
import { headerValue, WireFailure, type WireResponse } from '../contract/wire.js';
import { anomalyFact, profileFact, toneOf, warningsOf } from '../support/journal/calls.js';
import {
  commandResult,
  withNotes,
  type CommandResult,
  type View,
} from '../output/command-result.js';
import { buildRequest, type ServiceCall } from '../service/send-call.js';
import { noSecretPlaceholder } from '../signing/digest.js';
import { joinSentences, nonEmptyTexts } from '../text/sentences.js';
import { receivedHead, retryAfterMs, type Exchange } from '../transport/exchange.js';
import { describeAnomaly } from '../wording/anomaly-words.js';
import { caveatOf } from '../wording/verdict.js';
import { actionWords, isWarning, type Fact } from '../wording/description.js';
import { nextCommandFor, withOverwrite } from '../wording/next-command.js';
import { askedPurchaseFacts } from './asked-purchase.js';
import type { CompletedCall } from './call-service.js';
import { callSettings, type Connection } from './connection.js';
import { envelope, requestForms, writeRequest } from './request-text.js';

/** The result of a command that made a call, or of a dry run. */

/** The members of a result that say which service was called. */
export function connectionMembers({ profile, interface: interfaceName }: Connection) {
  return { profile: profile.name, environment: profile.environment, interface: interfaceName };
}

export function connectionFact({ profile }: Connection): Fact {
  const { name, environment, governingProfile } = profile;
  return profileFact({ profile: name, environment, values_of: governingProfile });
}

/** The result of a command that made a call. @param languages the languages of the ticket’s replies, for the next command */
export function callResult(
  connection: Connection,
  completed: CompletedCall,
  languages: readonly string[] = [],
): CommandResult {
  const { outcome, description, entry } = completed;
  const { exit, verdict, advice, answer, error, isRawWithheld } = description;
  const received = outcome.exchange.last.outcome;
  const hasRaw = !isRawWithheld && !(received instanceof WireFailure);
  return commandResult(connection.command, {
    ...connectionMembers(connection),
    exit,
    verdict,
    advice,
    answer,
    http: httpMember(outcome.exchange),
    callId: connection.journal.isOn ? entry.id : null,
    anomalies: description.anomalies.map(describeAnomaly),
    error: error && { ...error, first: joinSentences(...warningsOf(description)) },
    view: callView(connection, completed, languages),
    ...(hasRaw ? { raw: received.body } : {}),
  });
}

/** What a person reads after a call. */
function callView(
  connection: Connection,
  { outcome, description, entry }: CompletedCall,
  languages: readonly string[],
): View {
  const { exit, verdict, error, nextStep } = description;
  const attempts = outcome.exchange.attempts.length;
  return {
    headline: error?.says ?? verdict?.says ?? '',
    mood: exit === 0 ? toneOf(entry) : 'bad',
    warnings: warningsOf(description),
    caveat: caveatOf(verdict?.id),
    facts: callFacts(connection, { outcome, description, entry }),
    // `first` of the error is no part of the action, because `warningsOf` has it.
    action: actionWords(error, verdict),
    notes: nonEmptyTexts(attempts > 1 && `pvg tried ${attempts} times.`),
    nextCommand: nextCommandFor(outcome, {
      typedOptions: withOverwrite(connection.typedOptions),
      journalId: connection.journal.isOn ? entry.id : undefined,
      hasPage: connection.hasPage,
      nextStep,
      languages,
    }),
  };
}

function callFacts(connection: Connection, { outcome, description }: CompletedCall): Fact[] {
  const { exit, facts, anomalies } = description;
  const isAboutPurchase = outcome.operation !== 'session';
  const allFacts = [
    connectionFact(connection),
    ...(isAboutPurchase ? askedPurchaseFacts(outcome.subject) : []),
    ...facts.filter((fact) => !isWarning(fact)),
    ...anomalies.filter(isFactOfItsOwn).map(describeAnomaly).map(anomalyFact),
  ];
  const requestId = requestIdIn(receivedHead(outcome.exchange.last.outcome).headers);
  // The operator finds a failed call in their log by its request id.
  if (exit !== 0 && requestId !== null) allFacts.push({ label: 'Request id', value: requestId });
  return allFacts;
}

/** Whether an anomaly is shown as a fact. `other-order` is not, because a warning below the verdict says it in better words. */
const isFactOfItsOwn = ({ id }: { readonly id: string }): boolean => id !== 'other-order';

interface DryRun {
  readonly call: Pick<ServiceCall, 'operation' | 'body'>;
  /** The note that says why the request is not signed; undefined if it is signed. */
  readonly whyNotSigned?: string | undefined;
}

/** The result of a dry run: the signed request, written out. Nothing is sent. */
export function dryRunResult(
  { clock }: Context,
  connection: Connection,
  { call, whyNotSigned }: DryRun,
): CommandResult {
  const { signature } = interfaceRecords[connection.interface].headers;
  const nowSeconds = Math.floor(clock.now() / 1000);
  const signed = buildRequest(call, callSettings(connection), nowSeconds);
  const hasNoSecret = headerValue(signed.headers, signature) === noSecretPlaceholder;
  const request = whyNotSigned === undefined ? signed : withoutSignature(signed, signature);
  const requestForm = requestForms.find((each) => each === connection.options.as) ?? 'http';
  const bytes = writeRequest(request, requestForm);
  const result = commandResult(connection.command, {
    ...connectionMembers(connection),
    answer: {
      ...envelope(request),
      ...(requestForm === 'curl' ? { text: Buffer.from(bytes).toString() } : {}),
    },
    view: { data: bytes, notes: ['Dry run: nothing was sent.'] },
    raw: bytes,
  });
  if (whyNotSigned !== undefined) return withNotes(result, whyNotSigned);
  if (!hasNoSecret) return result;
  return withNotes(result, 'There is no secret, so the signature is a placeholder.');
}

function withoutSignature(request: ReturnType<typeof buildRequest>, signature: string) {
  const headers = request.headers.map(([name, value]) =>
    name === signature ? ([name, '<not signed>'] as const) : ([name, value] as const),
  );
  return { ...request, headers };
}

/** The `http` member for an exchange; of several attempts, for the last one. */
function httpMember({ attempts, last, elapsedMs, clockSkewS }: Exchange) {
  const head = receivedHead(last.outcome);
  const hasAnswer = head.status !== 0;
  const waitMs = retryAfterMs(head, last.endedAtMs, Infinity);
  return {
    status: hasAnswer ? head.status : null,
    attempts: attempts.length,
    elapsed_ms: elapsedMs,
    clock_skew_s: clockSkewS ?? null,
    retry_after_s: waitMs === undefined ? null : Math.ceil(waitMs / 1000),
    request_id: requestIdIn(head.headers),
  };
}

/** The id of a request, from a header that servers and proxies usually have. The contract shows no such header (§4). */
function requestIdIn(headers: WireResponse['headers']): string | null {
  const id = headerValue(headers, 'x-request-id') ?? headerValue(headers, 'traceparent');
  return id?.slice(0, 200) || null;
}
