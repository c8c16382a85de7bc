import type { Context } from '../context.js';
import { records } from '../contract/interfaces.js';
import { adviceWords, hintWords, sentences, type Judgement } from '../contract/judgement.js';
import { PvgError } from '../failure.js';
import { identifiersIn, type PurchaseIdentifiers } from '../gateway/identifiers.js';
import { judgeLookup } from '../gateway/judge-lookup.js';
import { askedFrom, type Asked } from '../gateway/request.js';
import { InputReader } from '../input/bytes.js';
import { completePurchase } from '../input/complete-purchase.js';
import { readOrderId } from '../input/order-id.js';
import { readPurchase, type Purchase, type PurchaseOptions } from '../input/purchase.js';
import { note } from '../output/present.js';
import { type GlobalOptions, type CallFlags, type TicketFlags } from '../input/options.js';
import { plainFinished, type Finished } from '../output/finished.js';
import { envelope, requestForms, writeRequest, type RequestForm } from '../output/request-text.js';
import { anomalyFact, pageName } from '../desk/journal/calls.js';
import type { JournalEntry } from '../desk/journal/entry.js';
import { withOwnVerify } from '../desk/journal/own-verify.js';
import type { Recorded, Recording } from '../desk/journal/recorder.js';
import { whileWaiting } from '../output/waiting.js';
import { optionWords } from '../text/shell.js';
import { noSecret } from '../signing/digest.js';
import { exchange, retrying, type Attempt, type Exchange } from '../transport/exchange.js';
import { headerValue, WireFailure, type Send, type WireRequest } from '../contract/wire.js';
import { httpFacts } from './http-facts.js';
import { deskOf, knownAt } from './known.js';
import { withOwnDoubts } from './own-input.js';
import {
  nextLine,
  connectionFact,
  recordingOf,
  sendOf,
  type Build,
  type Connection,
  type Subject,
  connect,
  requestsOf,
  type CredentialOptions,
} from './connection.js';

/** One call over a connection: sent, judged, and turned into what the command ends with. */

interface ServiceCall {
  readonly build: Build;
  readonly subject: Subject;
  /** Whether the call may be repeated after a lost answer (a look-up may, a verify may not). */
  readonly repeatable: boolean;
  readonly judge: (made: Exchange, redact: Redact) => Judgement;
  /** The purchase it is about. */
  readonly asked?: Asked;
  /** The ids in its answer by which the service knows it. */
  readonly identify?: (judgement: Judgement) => PurchaseIdentifiers;
}

/** Removes from bytes what must not be shown. */
type Redact = (bytes: Uint8Array) => Uint8Array;

export interface JudgedCall {
  readonly made: Exchange;
  readonly judgement: Judgement;
  readonly recorded: Recorded;
}

export const aboutPurchase = (
  command: 'verify' | 'lookup',
  body: Uint8Array,
  asked: Asked,
): Pick<ServiceCall, 'subject' | 'asked' | 'identify'> => ({
  subject: { command, product: asked.productId, package: asked.package, receipt: asked.receipt, body },
  asked,
  identify: ({ answer }) => identifiersIn(answer, asked),
});

/** The first steps of every command about a purchase. */
export async function openPurchase(
  context: Context,
  globals: GlobalOptions,
  command: 'verify' | 'lookup',
  options: PurchaseOptions & CredentialOptions & CallFlags & TicketFlags,
  bodyOf: (purchase: Purchase) => Uint8Array,
) {
  const input = new InputReader(context);
  const given = await readPurchase(input, options, deskOf(context, globals, options));
  const connection = await connect(context, input, { command, interface: 'gateway' }, globals, options);
  const purchase = await completePurchase(given, knownAt(context, connection));
  const body = bodyOf(purchase);
  const { orderId, notes } = readOrderId(options.orderId, purchase);
  for (const text of [...purchase.notes, ...notes]) await note(context, globals, text);
  const build = requestsOf(connection, command, body);
  const words = [...purchase.words, ...optionWords({ '--order-id': options.orderId?.trim() })];
  return { purchase, body, connection, build, asked: { ...askedFrom(body), words, orderId } };
}

/** Changes nothing and may be repeated (§4.2). `earlier`: the calls from here about the same receipt. */
export const lookUp = (
  context: Context,
  connection: Connection,
  body: Uint8Array,
  asked: Asked,
  earlier: readonly JournalEntry[] = [],
): Promise<JudgedCall> =>
  callService(context, connection, {
    ...aboutPurchase('lookup', body, asked),
    build: requestsOf(connection, 'lookup', body),
    repeatable: true,
    judge: (exchange, redact) =>
      withOwnVerify(judgeLookup(exchange, { ...asked, redact }), earlier, context.account),
  });

const unidentified: PurchaseIdentifiers = { orderId: null, purchaseState: null, operator: null };

export async function callService(
  context: Context,
  connection: Connection,
  call: ServiceCall,
): Promise<JudgedCall> {
  const recording = recordingOf(connection, call.subject);
  const made = await runExchange(context, connection, call, recording);
  const judged = call.judge(made, context.secrets.redactBytes);
  const judgement = call.asked ? await withOwnDoubts(context, connection, judged, call.asked) : judged;
  const identifiers = call.identify?.(judgement) ?? unidentified;
  return { made, judgement, recorded: await recording.answered(made, judgement, identifiers) };
}

async function runExchange(
  context: Context,
  connection: Connection,
  { build, repeatable, judge }: ServiceCall,
  recording: Recording,
): Promise<Exchange> {
  const { timeoutMs, retries } = connection.call;
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

const signatureHeaderOf = (connection: Connection): string => records[connection.interface].headers.signature;

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

const forCase = ({ case: caseId }: Connection, command: readonly string[]): readonly string[] =>
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

/** What a dry run ends with: the signed request, written out, and nothing sent. */
export function dryRun({ clock, version }: Context, connection: Connection, build: Build): Finished {
  const request = build(Math.floor(clock.now() / 1000));
  const form: RequestForm = requestForms.find((each) => each === connection.call.as) ?? 'http';
  const bytes = writeRequest(request, form, { version, now: clock.now() });
  const signed = headerValue(request.headers, signatureHeaderOf(connection)) !== noSecret;
  return plainFinished(connection.command, {
    ...placeIn(connection),
    answer: {
      ...envelope(request),
      ...(form === 'curl' || form === 'har' ? { text: Buffer.from(bytes).toString() } : {}),
    },
    view: {
      headline: '',
      data: bytes,
      notes: [
        'Dry run: nothing was sent.',
        ...(signed ? [] : ['There is no secret, so the signature is a placeholder.']),
      ],
    },
    raw: bytes,
  });
}
