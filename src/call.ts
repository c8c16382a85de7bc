import type { Context } from './context.js';
import { hintWords, nextWords, type Judgement } from './contract/judgement.js';
import { PvgError } from './failure.js';
import type { GlobalOptions } from './input/global-options.js';
import type { Finished, HttpFacts } from './output/finished.js';
import { envelope, requestForms, writeRequest, type RequestForm } from './output/request-text.js';
import { pageName } from './journal/shown.js';
import { type Recording } from './journal/recorder.js';
import { whileWaiting } from './output/waiting.js';
import { noSecret } from './signing/digest.js';
import { exchange, type Exchange } from './transport/exchange.js';
import { headerValue, WireFailure, type Send, type WireRequest } from './wire.js';
import { nextLine, profileFact, sendOf, type Connection } from './connection.js';

/** One call over a connection: sent, judged, and told as what the command ends with. */

/** Whether a lost answer may be asked for again; if not, what its loss means for the person who interrupts. */
type Repeat =
  | { readonly repeatable: true }
  | { readonly repeatable: false; readonly judge: (made: Exchange) => Judgement };

/** Runs one request by the rules of the command line: attempts, waits, a deadline for each. */
export async function runExchange(
  context: Context,
  connection: Connection,
  build: (unixSeconds: number) => WireRequest,
  repeat: Repeat,
  recording: Recording,
): Promise<Exchange> {
  const { call, globals } = connection;
  const send = await sendOf(context, connection);
  let sent: WireRequest | undefined;
  const watched: Send = (request, options) => {
    sent = request;
    return send(request, options);
  };
  if (!repeat.repeatable) await recording.sent();
  return whileWaiting(context, globals, 'Waiting for the answer', (say) =>
    exchange(
      { send: watched, clock: context.clock, random: context.random },
      (unixSeconds) => {
        const request = build(unixSeconds + call.clockOffsetS);
        // A service may repeat the signature in its answer; it is good for as long as the window lasts.
        const signature = headerValue(request.headers, 'X-Signature');
        if (signature !== undefined) context.secrets.add(signature);
        return request;
      },
      {
        timeoutMs: call.timeoutMs,
        retries: call.retries,
        repeatable: repeat.repeatable,
        signal: context.interrupt,
        onRetry: () => {
          say('No good answer yet; trying again');
        },
      },
    ),
  ).catch(async (error: unknown) => {
    if (!(error instanceof PvgError)) throw error;
    const interrupted = error === context.interrupt.reason;
    const told =
      repeat.repeatable || sent === undefined || !interrupted
        ? error
        : interruptedCall(context, connection, error, sent, repeat.judge);
    // What pvg itself could not do is no call; but a verify that was announced must not seem to be under way.
    if (interrupted || !repeat.repeatable) await recording.ended(told, { wasSent: sent !== undefined });
    throw told;
  });
}

/** For whoever interrupts it, a call is one whose answer was lost: the status of the signal, and what to do now. */
function interruptedCall(
  { clock }: Context,
  connection: Connection,
  { code, message }: PvgError,
  request: WireRequest,
  judge: (made: Exchange) => Judgement,
): PvgError {
  const now = clock.now();
  const outcome = new WireFailure('lost', 'it was interrupted');
  const last = { request, outcome, elapsedMs: 0, startedAtMs: now, endedAtMs: now };
  const { error, nextCommand } = judge({
    attempts: [last],
    last,
    elapsedMs: 0,
    unclearBefore: false,
    clockSkewS: undefined,
  });
  return new PvgError(code, message, {
    ...(error && { hint: hintWords(error) }),
    ...(error?.section && { section: error.section }),
    ...(nextCommand.length > 0 && { nextCommand: nextLine(connection, nextCommand) }),
  });
}

/** What a command ends with when the service was asked. */
export function answered(connection: Connection, made: Exchange, judgement: Judgement): Finished {
  const { profile } = connection;
  const { outcome } = made.last;
  const said = judgement.error?.says ?? judgement.verdict?.says ?? '';
  const next = adviceWords(judgement);
  const command = forCase(connection, judgement.nextCommand);
  return {
    command: connection.command,
    profile: profile.name,
    environment: profile.environment,
    interface: connection.interface,
    ok: judgement.ok,
    exit: judgement.exit,
    verdict: judgement.verdict,
    advice: judgement.advice,
    http: httpFacts(made),
    answer: judgement.answer,
    anomalies: judgement.anomalies,
    error: judgement.error,
    view: {
      headline: said,
      mood: judgement.ok ? moodOf(judgement) : 'bad',
      facts: [
        profileFact(connection),
        ...judgement.facts,
        ...judgement.anomalies.map(({ field, says }) => ({ label: `Odd: ${field}`, value: says })),
      ],
      notes: [...retriesNote(made, judgement), ...(next === '' ? [] : [next])],
      ...(command.length > 0 && {
        nextCommand: nextLine(connection, command),
      }),
    },
    ...(outcome instanceof WireFailure || judgement.withholdRaw === true ? {} : { raw: outcome.body }),
  };
}

const adviceWords = ({ error, verdict }: Judgement): string => {
  if (error !== null) return hintWords(error);
  return verdict === null ? '' : nextWords(verdict);
};

const forCase = ({ case: caseId }: Connection, command: readonly string[]): readonly string[] =>
  caseId !== undefined && command[1] === 'report'
    ? ['pvg', 'report', '--case', caseId, '--out', pageName(caseId)]
    : command;

const moodOf = ({ advice, anomalies, verdict }: Judgement): 'good' | 'careful' | 'plain' => {
  if (advice !== 'none' && advice !== 'grant') return 'careful';
  if (anomalies.length > 0) return 'careful';
  return verdict?.id === 'not-completed' ? 'plain' : 'good';
};

/** After a failure of the service the hint has the number. */
const retriesNote = ({ attempts }: Exchange, { exit }: Judgement): string[] =>
  attempts.length > 1 && exit !== 8 ? [`It took ${String(attempts.length)} attempts.`] : [];

function httpFacts(made: Exchange): HttpFacts {
  const { outcome } = made.last;
  return {
    status: outcome instanceof WireFailure ? (outcome.details.status ?? null) : outcome.status,
    attempts: made.attempts.length,
    elapsed_ms: made.elapsedMs,
    clock_skew_s: made.clockSkewS ?? null,
  };
}

/** What a dry run ends with: the signed request, written out, and nothing sent. */
export function dryRun(
  context: Context,
  connection: Connection,
  build: (unixSeconds: number) => WireRequest,
): Finished {
  const { profile, call } = connection;
  const request = build(Math.floor(context.clock.now() / 1000) + call.clockOffsetS);
  const form: RequestForm = requestForms.find((each) => each === call.as) ?? 'http';
  const bytes = writeRequest(request, form, { version: context.version, now: context.clock.now() });
  const signed = request.headers.some(([name, value]) => name === 'X-Signature' && value !== noSecret);
  return {
    command: connection.command,
    profile: profile.name,
    environment: profile.environment,
    interface: connection.interface,
    ok: true,
    exit: 0,
    verdict: null,
    advice: 'none',
    http: null,
    answer: {
      ...envelope(request),
      ...(form === 'curl' || form === 'har' ? { text: Buffer.from(bytes).toString() } : {}),
    },
    anomalies: [],
    error: null,
    view: {
      headline: '',
      data: bytes,
      notes: [
        'Dry run: nothing was sent.',
        ...(signed ? [] : ['There is no secret: the signature is a placeholder.']),
      ],
    },
    raw: bytes,
  };
}

/** A sentence more: with the facts for a person, on stderr below an output that has data alone. */
export const withNote = (globals: GlobalOptions, finished: Finished, text: string): Finished =>
  globals.json || globals.raw
    ? { ...finished, below: [text, ...(finished.below ?? [])] }
    : { ...finished, view: { ...finished.view, notes: [text, ...(finished.view.notes ?? [])] } };
