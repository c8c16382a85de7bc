import type { Context } from '../context.js';
import { interfaceRecords } from '../contract/interfaces.js';
import { headerValue, type Send, WireFailure, type WireResponse } from '../contract/wire.js';
import { isPvgCode, PvgError } from '../failure.js';
import { findPrivateTexts } from '../output/private-members.js';
import { showWaiting } from '../output/waiting.js';
import { readBody } from '../service/fields.js';
import { isPlainSession, removeToken, sessionTokensIn } from '../service/judge-session.js';
import type { Outcome } from '../service/outcome.js';
import { sendCall, type ServiceCall } from '../service/send-call.js';
import { isIos } from '../service/subject.js';
import type { JournalEntry } from '../support/journal/entry.js';
import {
  answeredEntry,
  failedEntry,
  sentEntry,
  unseenAnswerEntry,
} from '../support/journal/writer.js';
import { printJson } from '../text/json/json.js';
import { parseJson } from '../text/json/parse.js';
import { mapTexts } from '../text/visible.js';
import type { Attempt } from '../transport/exchange.js';
import { describeOutcome, repeatAdvice } from '../wording/describe.js';
import { type Description, withWholeNext } from '../wording/description.js';
import { commandLineFor } from '../wording/next-command.js';
import { addInputDoubts } from './input-doubts.js';
import { callOrigin, callSettings, type Connection, openSend } from './connection.js';

/** Makes one call: sends it while the terminal shows that pvg waits, puts the outcome into words, and keeps it in the journal. */

interface CallRequest {
  readonly connection: Connection;
  readonly call: ServiceCall;
  /** Adds what this machine knows from earlier calls. */
  readonly addHistory?: (description: Description) => Description | Promise<Description>;
  /**
   * What happens to the token of a session: `withhold` removes it from the answer, `show` shows it. If undefined, the token
   * stays in the answer, and each output redacts it.
   */
  readonly token?: 'withhold' | 'show' | undefined;
}

export interface CompletedCall {
  readonly outcome: Outcome;
  readonly description: Description;
  readonly entry: JournalEntry;
}

export async function callService(context: Context, request: CallRequest): Promise<CompletedCall> {
  const { connection, call, addHistory, token } = request;
  const { journal, profile, caseId = null } = connection;
  const sent = sentEntry(context, call, {
    ...callOrigin(connection),
    profile: profile.name,
    values_of: profile.governingProfile,
    case: caseId,
  });
  const received = await sendWhileWaiting(context, request, sent);
  const outcome = token === 'withhold' ? removeToken(received) : received;
  const described = describeOutcome(outcome, { showToken: token !== 'withhold' });
  const plain = withoutPrivateTexts(described, context);
  const withHistory = (await addHistory?.(plain)) ?? plain;
  const description = addInputDoubts(withHistory, connection, call.subject);
  // The journal has no member for what nobody may do, so it stands in `next` there.
  const keptDescription = withWholeNext(description);
  const entry = answeredEntry(context, { call, sent, outcome, description: keptDescription });
  journal.keepLater(entry, call.subject.username);
  return { outcome, description, entry };
}

async function sendWhileWaiting(
  context: Context,
  request: CallRequest,
  sent: JournalEntry,
): Promise<Outcome> {
  const { connection, call } = request;
  const { clock, random, interrupt } = context;
  const settings = callSettings(connection);
  const { send, wasSent } = await openWatchedSend(context, request, sent);
  if (call.operation === 'verify') await connection.journal.keepNow(sent, call.subject.username);
  const sendWith = (showText: (text: string) => void): Promise<Outcome> =>
    sendCall(call, {
      ...settings,
      send,
      clock,
      random,
      signal: interrupt,
      onRetry: (attempt, waitMs) => {
        showText(retryText(context, attempt, waitMs));
      },
    });
  try {
    const waiting = { globals: connection.globals, text: 'Waiting for the answer' };
    return await showWaiting(context, waiting, sendWith);
  } catch (error) {
    if (!(error instanceof PvgError)) throw error;
    throw failureOfCall(context, request, { error, sent, wasSent: wasSent() });
  }
}

interface FailedSend {
  readonly error: PvgError;
  /** The line of the journal for the call before it has an answer. */
  readonly sent: JournalEntry;
  readonly wasSent: boolean;
}

/**
 * The failure with which the command ends. The journal keeps an interrupted call. It also keeps every failure of a verify, which
 * otherwise would seem to be under way by its line `sent`.
 */
function failureOfCall(
  context: Context,
  { connection, call }: CallRequest,
  { error, sent, wasSent }: FailedSend,
): Error {
  const isVerify = call.operation === 'verify';
  const isInterrupted = error === context.interrupt.reason;
  const { recordFailureAfterVerify } = context;
  if (recordFailureAfterVerify && !isInterrupted) return recordFailureAfterVerify(error);
  // From here on the failure has its own entry: the end of the run must not write another.
  context.recordFailureAfterVerify = undefined;
  const isUnclear = isInterrupted && wasSent && isVerify;
  const failure = isUnclear
    ? new PvgError(error.code, error.message, unclearVerifyDetails(connection, call))
    : error;
  if (isInterrupted || isVerify) {
    const entry = failedEntry(context, { call, sent, failure, wasSent });
    connection.journal.keepLater(entry, call.subject.username);
  }
  return failure;
}

/**
 * Opens the wire. Its `send` remembers that a request went out, and keeps the signature and a token out of every output. When a
 * verify goes out it also sets `context.recordFailureAfterVerify`, which turns any later failure of the run into `outcome-unknown`:
 * `failureOfCall` calls it, or the end of the run does.
 */
async function openWatchedSend(context: Context, request: CallRequest, sent: JournalEntry) {
  const { connection, call, token } = request;
  const signatureHeader = interfaceRecords[connection.interface].headers.signature;
  const wire = await openSend(context, connection, {
    onResponse: call.operation === 'session' ? tokenGuard(context, token === 'show') : undefined,
  });
  let isSent = false;
  const send: Send = (wireRequest, options) => {
    isSent = true;
    // What the emulator in this process records ends with the process, so no failure after it matters.
    if (call.operation === 'verify' && !connection.profile.local) {
      context.recordFailureAfterVerify ??= makeFailureRecorder(request, sent);
    }
    // A service may repeat the signature in its answer, and it stays valid while the window lasts.
    const signature = headerValue(wireRequest.headers, signatureHeader);
    if (signature !== undefined) context.secrets.add(signature);
    return wire(wireRequest, options);
  };
  return { send, wasSent: () => isSent };
}

/** Makes the listener that adds the tokens of an answer to the secrets before anything is said about the answer, unless the token is to be shown. */
const tokenGuard =
  ({ secrets }: Context, mayShowToken: boolean) =>
  ({ status, body }: WireResponse): void => {
    const { json } = readBody(body);
    if (mayShowToken && isPlainSession(status, json)) return;
    const tokens = json === null ? findPrivateTexts(body) : sessionTokensIn(json);
    tokens.forEach((token) => secrets.add(token));
  };

/**
 * Makes the function that reports any failure of pvg as `outcome-unknown` once a verify is out, and keeps it in the journal. The
 * usual hint of such a failure, to repeat the command, would be wrong then.
 */
function makeFailureRecorder({ connection, call }: CallRequest, sent: JournalEntry) {
  return (cause: unknown): PvgError => {
    const says = 'pvg itself failed after the verify was sent.';
    const details = { ...unclearVerifyDetails(connection, call), cause };
    const failure = new PvgError('outcome-unknown', says, details);
    connection.journal.keepLater(unseenAnswerEntry(sent, failure), call.subject.username);
    return failure;
  };
}

/** The details of the error for a verify whose answer nobody has seen: what is not known, and what to do. */
function unclearVerifyDetails({ typedOptions }: Connection, call: ServiceCall) {
  const nextCommand = isIos(call.subject)
    ? 'pvg report --last'
    : commandLineFor('lookup', typedOptions);
  return { hint: repeatAdvice(call), section: '§3.1', nextCommand, isUnclearVerify: true };
}

/** For example `The attempt failed: the connection was refused. Trying again in 1.2 s.` */
function retryText({ via }: Pick<Context, 'via'>, { outcome }: Attempt, waitMs: number): string {
  const seconds = (waitMs / 1000).toFixed(1);
  const isOfPage = via === 'desk';
  const wait = isOfPage
    ? `pvg asks again in ${seconds} s by itself.`
    : `Trying again in ${seconds} s.`;
  if (outcome instanceof WireFailure) return `The attempt failed: ${outcome.message}. ${wait}`;
  const failureWords = isOfPage
    ? `The service failed (${outcome.status})`
    : `HTTP ${outcome.status}`;
  return `${failureWords}. ${wait}`;
}

/** Withholds secrets and receipts from each text, because a service may repeat them anywhere in its answer. pvg's own codes stay: scripts branch on them. */
function withoutPrivateTexts(
  description: Description,
  { secrets, receipts }: Context,
): Description {
  // Secrets are redacted first: a short one is only recognised whole, and redacting a receipt could cut it.
  const redact = (text: string): string => receipts.redact(secrets.redact(text));
  const { verdict, error, facts, anomalies, answer } = description;
  return {
    ...description,
    answer: answer === null ? null : parseJson(printJson(answer, { redact })),
    facts: facts.map((fact) => ({ ...fact, value: redact(fact.value) })),
    anomalies: anomalies.map(({ id, ...where }) => ({ id, ...mapTexts(where, redact) })),
    verdict: verdict && { ...verdict, says: redact(verdict.says), next: redact(verdict.next) },
    error: error && {
      ...error,
      code: isPvgCode(error.code) ? error.code : redact(error.code),
      says: redact(error.says),
      hint: redact(error.hint),
    },
  };
}
