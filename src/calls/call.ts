import type { Context } from '../context.js';
import { records } from '../contract/interfaces.js';
import { headerValue, WireFailure, type Send, type WireRequest } from '../contract/wire.js';
import type { Recorded, Recording } from '../desk/journal/recorder.js';
import { PvgError } from '../failure.js';
import { whileWaiting } from '../output/waiting.js';
import { call, type Call } from '../service/call.js';
import { isIos } from '../service/asked.js';
import { judge } from '../service/judge.js';
import { tokenIn, withoutToken } from '../service/judge-session.js';
import type { Outcome } from '../service/outcome.js';
import type { Step } from '../service/policy.js';
import { exchangeOf, type Attempt } from '../transport/exchange.js';
import { nextLine } from '../view/again.js';
import { tell, type Told } from '../view/tell.js';
import { hintWords } from '../view/words.js';
import { lineOf, recordingOf, sendOf, type Connection } from './connection.js';
import { withOwnDoubts } from './own-input.js';

/** A call that a person makes: sent with a line to watch, told in words, and kept in the journal. */

export interface Called {
  readonly outcome: Outcome;
  readonly told: Told;
  readonly recorded: Recorded;
  /** What helps more than the outcome's own next step. */
  readonly step?: Step | undefined;
}

interface Teller {
  /** Adds what this machine knows from earlier calls. */
  readonly also?: (told: Told) => Told;
  /** For a check: the token is dropped from everything. */
  readonly dropToken?: boolean;
}

export async function callService(
  context: Context,
  connection: Connection,
  what: Call,
  { also = (told) => told, dropToken = false }: Teller = {},
): Promise<Called> {
  const recording = recordingOf(connection, what);
  const received = await sent(context, connection, what, recording);
  const token = dropToken ? tokenIn(received) : undefined;
  if (token !== undefined) context.secrets.add(token);
  const outcome = dropToken ? withoutToken(received) : received;
  const plain = also(tell(outcome, what.asked, !dropToken));
  const { told, step } = withOwnDoubts(connection, plain, what.asked);
  return { outcome, told, step, recorded: await recording.answered(outcome, told) };
}

async function sent(
  context: Context,
  connection: Connection,
  what: Call,
  recording: Recording,
): Promise<Outcome> {
  const isRepeatable = what.operation !== 'verify';
  const signatureHeader = records[connection.interface].headers.signature;
  const { clock, random, interrupt } = context;
  const line = lineOf(connection);
  const wire = await sendOf(context, connection);
  let last: WireRequest | undefined;
  const send: Send = (request, options) => {
    last = request;
    // A service may repeat the signature in its answer, and it stays valid while the window lasts.
    const signature = headerValue(request.headers, signatureHeader);
    if (signature !== undefined) context.secrets.add(signature);
    return wire(request, options);
  };
  if (!isRepeatable) await recording.sent();
  return whileWaiting(context, connection.globals, 'Waiting for the answer', (say) =>
    call(what, {
      ...line,
      ...{ send, clock, random, signal: interrupt },
      onRetry: (attempt, waitMs) => {
        say(retryWords(attempt, waitMs));
      },
    }),
  ).catch(async (error: unknown) => {
    if (!(error instanceof PvgError)) throw error;
    const isInterrupted = error === interrupt.reason;
    const told =
      last !== undefined && isInterrupted && !isRepeatable
        ? interrupted(context, connection, what, error, last)
        : error;
    // A failure of pvg itself is not a call; but a verify that was announced must not seem to be under way.
    if (isInterrupted || !isRepeatable) await recording.ended(told, { wasSent: last !== undefined });
    throw told;
  });
}

/** `The attempt failed: the connection was refused. Trying again in 1.2 s.` */
const retryWords = ({ outcome }: Attempt, waitMs: number): string => {
  const what =
    outcome instanceof WireFailure ? `The attempt failed: ${outcome.message}.` : `HTTP ${outcome.status}.`;
  return `${what} Trying again in ${(waitMs / 1000).toFixed(1)} s.`;
};

/** An interrupted verify counts as one whose answer was lost: it ends with the status of the signal and says what to do. */
function interrupted(
  { clock }: Context,
  { typed }: Connection,
  { operation, asked }: Call,
  { code, message }: PvgError,
  request: WireRequest,
): PvgError {
  const now = clock.now();
  const outcome = new WireFailure('lost', 'it was interrupted');
  const last = { request, outcome, elapsedMs: 0, startedAtMs: now, endedAtMs: now };
  const lost = judge(operation, exchangeOf([last], last, 0), asked);
  const { error } = tell(lost, asked);
  return new PvgError(code, message, {
    ...(error && { hint: hintWords(error), section: error.section ?? '§3.1' }),
    nextCommand: nextLine(lost, { typed, canLookUp: !isIos(asked), keptId: undefined }),
  });
}
