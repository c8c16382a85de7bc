import type { Context } from '../context.js';
import { records } from '../contract/interfaces.js';
import { hintWords, type Judgement } from '../contract/judgement.js';
import { headerValue, WireFailure, type Send, type WireRequest } from '../contract/wire.js';
import type { CallSubject, Recorded, Recording } from '../desk/journal/recorder.js';
import { PvgError } from '../failure.js';
import { whileWaiting } from '../output/waiting.js';
import { exchange, retrying, type Attempt, type Exchange } from '../transport/exchange.js';
import { nextLine, recordingOf, requestsOf, sendOf, type Connection } from './connection.js';
import { withOwnDoubts } from './own-input.js';

/** One call over a connection: sent, judged, and kept in the journal. */

interface ServiceCall extends CallSubject {
  /** Whether the call may be repeated after a lost answer (a look-up may, a verify may not). */
  readonly repeatable: boolean;
  readonly judge: (made: Exchange, redact: Redact) => Judgement;
}

/** Removes from bytes what must not be shown. */
type Redact = (bytes: Uint8Array) => Uint8Array;

export interface JudgedCall {
  readonly made: Exchange;
  readonly judgement: Judgement;
  readonly recorded: Recorded;
}

export async function callService(
  context: Context,
  connection: Connection,
  call: ServiceCall,
): Promise<JudgedCall> {
  const recording = recordingOf(connection, call);
  const made = await runExchange(context, connection, call, recording);
  const judged = call.judge(made, context.secrets.redactBytes);
  const judgement = call.asked ? await withOwnDoubts(context, connection, judged, call.asked) : judged;
  return { made, judgement, recorded: await recording.answered(made, judgement) };
}

async function runExchange(
  context: Context,
  connection: Connection,
  { operation, body, repeatable, judge }: ServiceCall,
  recording: Recording,
): Promise<Exchange> {
  const { timeoutMs, retries } = connection.call;
  const build = requestsOf(connection, operation, body);
  const signatureHeader = signatureHeaderOf(connection);
  const send = await sendOf(context, connection);
  let sent: WireRequest | undefined;
  const watched: Send = (request, options) => {
    sent = request;
    return send(request, options);
  };
  if (!repeatable) await recording.sent();
  return whileWaiting(context, connection.globals, 'Waiting for the answer', (say) =>
    exchange(
      { send: watched, clock: context.clock },
      (unixSeconds) => {
        const request = build(unixSeconds);
        // A service may repeat the signature in its answer, and it stays valid while the window lasts.
        const signature = headerValue(request.headers, signatureHeader);
        if (signature !== undefined) context.secrets.add(signature);
        return request;
      },
      {
        timeoutMs,
        waitAfter: retrying({ retries, repeatable }, context.random),
        signal: context.interrupt,
        onRetry: (attempt, waitMs) => {
          say(retryWords(attempt, waitMs));
        },
      },
    ),
  ).catch(async (error: unknown) => {
    if (!(error instanceof PvgError)) throw error;
    const interrupted = error === context.interrupt.reason;
    const told =
      repeatable || sent === undefined || !interrupted
        ? error
        : interruptedCall(context, connection, error, sent, judge);
    // A failure of pvg itself is not a call; but a verify that was announced must not seem to be under way.
    if (interrupted || !repeatable) await recording.ended(told, { wasSent: sent !== undefined });
    throw told;
  });
}

/** `The attempt failed: the connection was refused. Trying again in 1.2 s.` */
function retryWords({ outcome }: Attempt, waitMs: number): string {
  const what =
    outcome instanceof WireFailure
      ? `The attempt failed: ${outcome.message}.`
      : `HTTP ${String(outcome.status)}.`;
  return `${what} Trying again in ${(waitMs / 1000).toFixed(1)} s.`;
}

export const signatureHeaderOf = (connection: Connection): string =>
  records[connection.interface].headers.signature;

/** An interrupted call counts as one whose answer was lost: it ends with the status of the signal and says what to do. */
function interruptedCall(
  { clock, secrets }: Context,
  connection: Connection,
  { code, message }: PvgError,
  request: WireRequest,
  judge: ServiceCall['judge'],
): PvgError {
  const now = clock.now();
  const outcome = new WireFailure('lost', 'it was interrupted');
  const last = { request, outcome, elapsedMs: 0, startedAtMs: now, endedAtMs: now };
  const made = { attempts: [last], last, elapsedMs: 0, unclearBefore: false, clockSkewS: undefined };
  const { error, nextCommand } = judge(made, secrets.redactBytes);
  return new PvgError(code, message, {
    ...(error && { hint: hintWords(error) }),
    ...(error?.section && { section: error.section }),
    ...(nextCommand.length > 0 && { nextCommand: nextLine(connection, nextCommand) }),
  });
}
