import type { Context } from '../context.js';
import { records } from '../contract/interfaces.js';
import { headerValue, WireFailure, type Send, type WireResponse } from '../contract/wire.js';
import type { Recording } from '../support/journal/writer.js';
import { PvgError } from '../failure.js';
import { privateTextsIn } from '../output/redaction.js';
import { showWaiting } from '../output/waiting.js';
import { readBody } from '../service/read.js';
import { sendCall, type ServiceCall } from '../service/send-call.js';
import { isIos } from '../service/subject.js';
import type { TypedOptions } from '../text/shell.js';
import { isPlainSession, removeToken, sessionTokensIn } from '../service/judge-session.js';
import type { Outcome } from '../service/outcome.js';
import { type Attempt } from '../transport/exchange.js';
import { commandLineFor } from '../wording/next-command.js';
import { repeatWarning } from '../wording/error-words.js';
import { describeOutcome, type Description } from '../wording/describe.js';
import { toldWithoutReceipts } from './remove-receipts.js';
import { callOrigin, callSettings, openSend, type Connection } from './connection.js';
import { withInputDoubts } from './input-doubts.js';

/** A call that a person makes: sent with a line to watch, told in words, and kept in the journal. */

export type CompletedCall = Awaited<ReturnType<typeof callService>>;

/** `also` adds what this machine knows from earlier calls. `dropToken`: for a check, from everything. */
export async function callService(
  context: Context,
  connection: Connection,
  what: ServiceCall,
  {
    also = (description: Description) => description,
    dropToken = false,
    isTokenShown = false,
  } = {},
) {
  const { profile, recorder, case: ticket = null } = connection;
  const place = {
    ...callOrigin(connection),
    profile: profile.name,
    values_of: profile.valuesOf,
    case: ticket,
  };
  const recording = recorder.begin(what, place);
  const withholdTokens = tokenGuard(context, isTokenShown && !dropToken);
  const onResponse = what.operation === 'session' ? withholdTokens : undefined;
  const received = await sent(context, connection, { ...what, onResponse }, recording);
  const outcome = dropToken ? removeToken(received) : received;
  const plain = also(
    toldWithoutReceipts(describeOutcome(outcome, what.subject, !dropToken), context),
  );
  const { told: description, step } = withInputDoubts(connection, plain, what.subject);
  return { outcome, told: description, step, entry: recording.answered(outcome, description) };
}

/** A token that nobody asked for is known before any words are made of its answer. */
const tokenGuard =
  ({ secrets }: Context, isTokenShown: boolean) =>
  ({ status, body }: WireResponse): void => {
    const { json } = readBody(body);
    if (isTokenShown && isPlainSession(status, json)) return;
    const tokens = json === null ? privateTextsIn(body) : sessionTokensIn(json);
    tokens.forEach((token) => secrets.add(token));
  };

async function sent(
  context: Context,
  connection: Connection,
  what: ServiceCall & { readonly onResponse: ((response: WireResponse) => void) | undefined },
  recording: Recording,
): Promise<Outcome> {
  const isRepeatable = what.operation !== 'verify';
  const signatureHeader = records[connection.interface].headers.signature;
  const { clock, random, interrupt } = context;
  const line = callSettings(connection);
  const wire = await openSend(context, connection, {
    ...(what.onResponse && { onResponse: what.onResponse }),
  });
  let wasSent = false;
  const send: Send = (request, options) => {
    wasSent = true;
    if (!isRepeatable) {
      context.failedAfterVerify ??= failingAfter(what, connection.typed, recording);
    }
    // A service may repeat the signature in its answer, and it stays valid while the window lasts.
    const signature = headerValue(request.headers, signatureHeader);
    if (signature !== undefined) context.secrets.add(signature);
    return wire(request, options);
  };
  if (!isRepeatable) await recording.sent();
  return showWaiting(context, connection.globals, 'Waiting for the answer', (say) =>
    sendCall(what, {
      ...line,
      ...{ send, clock, random, signal: interrupt },
      onRetry: (attempt, waitMs) => {
        say(retryWords(attempt, waitMs));
      },
    }),
  ).catch(async (error: unknown) => {
    if (!(error instanceof PvgError)) throw error;
    const isInterrupted = error === interrupt.reason;
    const isLost = isInterrupted && wasSent && !isRepeatable;
    const { failedAfterVerify } = context;
    // Of the emulator in this process it is known that nothing was recorded.
    if (failedAfterVerify && !isInterrupted && !connection.profile.local) {
      throw failedAfterVerify(error);
    }
    context.failedAfterVerify = undefined;
    const told = isLost ? interrupted(error, what, connection.typed) : error;
    // A failure of pvg itself is not a call; but a verify that was announced must not seem to be under way.
    if (isInterrupted || !isRepeatable) recording.ended(told, { wasSent });
    throw told;
  });
}

/** Never again under the name of a failure before the send, whose hint would be to repeat the command. */
function failingAfter(
  { subject, operation }: ServiceCall,
  typedOptions: TypedOptions,
  recording: Recording,
) {
  return (cause: unknown): PvgError => {
    const failure = new PvgError(
      'outcome-unknown',
      'pvg itself failed after the verify was sent.',
      {
        hint: repeatWarning({ operation, isIos: isIos(subject) }),
        section: '§3.1',
        nextCommand: isIos(subject) ? 'pvg report --last' : commandLineFor('lookup', typedOptions),
        cause,
      },
    );
    recording.failed(failure);
    return failure;
  };
}

/** `The attempt failed: the connection was refused. Trying again in 1.2 s.` */
const retryWords = ({ outcome }: Attempt, waitMs: number): string => {
  const what =
    outcome instanceof WireFailure
      ? `The attempt failed: ${outcome.message}.`
      : `HTTP ${outcome.status}.`;
  return `${what} Trying again in ${(waitMs / 1000).toFixed(1)} s.`;
};

/** An interrupted verify counts as one whose answer was lost: it ends with the status of the signal and says what to do. */
const interrupted = (
  { code, message }: PvgError,
  { operation, subject }: ServiceCall,
  typedOptions: TypedOptions,
): PvgError =>
  new PvgError(code, message, {
    hint: repeatWarning({ operation, isIos: isIos(subject) }),
    section: '§3.1',
    nextCommand: isIos(subject) ? 'pvg report --last' : commandLineFor('lookup', typedOptions),
  });
