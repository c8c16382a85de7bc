import type { Context } from './context.js';
import type { Interface } from './contract/interfaces.js';
import type { Judgement } from './contract/judgement.js';
import { PvgError } from './failure.js';
import type { InputReader } from './input/bytes.js';
import { readCase } from './input/case.js';
import { readCallOptions, type CallOptions } from './input/call-options.js';
import type { GlobalOptions } from './input/global-options.js';
import type { Finished, HttpFacts } from './output/finished.js';
import { note } from './output/present.js';
import { envelope, requestForms, writeRequest, type RequestForm } from './output/request-text.js';
import { shellLine } from './output/shell.js';
import { callsIn, isSamePlace } from './journal/calls.js';
import type { JournalEntry } from './journal/entry.js';
import { looseModes, readJournal } from './journal/journal.js';
import { pageName } from './journal/shown.js';
import {
  openRecorder,
  unkeptRecorder,
  type CallSubject,
  type Recorder,
  type Recording,
} from './journal/recorder.js';
import { whileWaiting } from './output/waiting.js';
import { recordPlace } from './output/place.js';
import { originOf } from './profiles/address.js';
import { journalSetting } from './profiles/journal-setting.js';
import { resolveProfile, type ProfileFlags, type ResolvedProfile } from './profiles/resolve.js';
import { readSecretFiles, secretFileWords, type SecretFileOptions } from './secret-files.js';
import { fingerprint, noSecret } from './signing/digest.js';
import { exchange, type Exchange } from './transport/exchange.js';
import { headerValue, WireFailure, type Send, type WireRequest } from './wire.js';

/** A resolved profile, the options of the call, and the way to the service. */
export interface Connection {
  readonly command: string;
  readonly interface: Interface;
  readonly profile: ResolvedProfile;
  readonly call: CallOptions;
  readonly globals: GlobalOptions;
  /** Where each call is written down. */
  readonly recorder: Recorder;
  /** The ticket that the calls belong to. */
  readonly case: string | undefined;
  /** The options that name the files of secrets, for another command line. */
  readonly secretWords: readonly string[];
}

/**
 * Resolves the profile for a command that sends (or would, in a dry run) and says on stderr what there is to say
 * about it. @throws {PvgError} 2, 3 or 13, before anything is sent.
 */
export async function connect(
  context: Context,
  input: InputReader,
  place: { readonly command: string; readonly interface: Interface },
  globals: GlobalOptions,
  options: SecretFileOptions & Record<string, unknown>,
): Promise<Connection> {
  const call = readCallOptions(options);
  const caseId = readCase(options['case']);
  const flags: ProfileFlags = {
    interface: place.interface,
    ...(globals.profile !== undefined && { profile: globals.profile }),
    ...(call.baseUrl !== undefined && { baseUrl: call.baseUrl }),
    ...(options.gameId !== undefined && { gameId: options.gameId }),
    ...(await readSecretFiles(context, input, globals, options)),
  };
  const profile = await resolveProfile(context, flags);
  recordPlace(context, profile, place.interface);
  for (const text of profile.notes) await note(context, globals, text);
  const connection = {
    ...place,
    profile,
    call,
    globals,
    recorder: call.dryRun ? unkeptRecorder(context) : await recorderOf(context, globals, caseId),
    case: caseId,
    secretWords: secretFileWords(options),
  };
  if (!call.dryRun) await checkTls(context, connection);
  return connection;
}

/** What could not be written down is an error: said also with --quiet. */
const loud = { quiet: false } as const;

async function recorderOf(
  context: Context,
  globals: GlobalOptions,
  caseId: string | undefined,
): Promise<Recorder> {
  const { on, because, trouble } = await journalSetting(context);
  if (on) {
    // Before the first line: that repairs the mode of its file.
    for (const each of await looseModes(context)) await note(context, globals, each);
    return openRecorder(context, (text) => note(context, loud, text));
  }
  if (trouble !== undefined) await note(context, loud, `Nothing is written into the journal: ${trouble}`);
  else if (caseId !== undefined)
    await note(context, globals, `The journal is off (${because ?? 'by a setting'}): --case is not kept.`);
  return unkeptRecorder(context);
}

/** The call as it will stand in the journal, whatever becomes of it. */
export const recordingOf = (
  { recorder, profile, interface: place, case: caseId }: Connection,
  subject: Omit<CallSubject, 'profile' | 'environment' | 'origin' | 'case'>,
): Recording =>
  recorder.begin({
    ...subject,
    profile: profile.name,
    environment: profile.environment,
    origin: originAt(profile, place),
    case: caseId,
  });

/** As the journal names where a call went. */
const originAt = (profile: ResolvedProfile, place: Interface): string | null => {
  if (profile.local) return 'local';
  const address = profile[place].baseUrl;
  return address === undefined ? null : originOf(address);
};

/** Earlier calls about a receipt at the same place, oldest first; none where the journal is off. */
export async function earlierCalls(
  context: Context,
  { recorder, profile, interface: place }: Connection,
  receipt: string | undefined,
  { recent }: { readonly recent: boolean },
): Promise<JournalEntry[]> {
  if (!recorder.on || receipt === undefined) return [];
  const wanted = fingerprint(receipt);
  const { entries } = await readJournal(context, { containing: wanted, recent });
  const here = { origin: originAt(profile, place), environment: profile.environment };
  return callsIn(entries).filter((call) => call.receipt === wanted && isSamePlace(call, here));
}

/** A sentence more: with the facts for a person, on stderr below an output that has data alone. */
export const withNote = (globals: GlobalOptions, finished: Finished, text: string): Finished =>
  globals.json || globals.raw
    ? { ...finished, below: [text, ...(finished.below ?? [])] }
    : { ...finished, view: { ...finished.view, notes: [text, ...(finished.view.notes ?? [])] } };

/** Without the check of certificates anybody in between can read the purchase and forge its answer. */
async function checkTls(context: Context, { profile, globals, interface: place }: Connection): Promise<void> {
  const address = profile[place].baseUrl;
  if (context.env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0' || profile.local) return;
  if (address === undefined || !/^https:/i.test(address)) return;
  const says = 'NODE_TLS_REJECT_UNAUTHORIZED=0 turns the check of certificates off';
  if (profile.environment === 'prod') {
    throw new PvgError('tls-off', `${says}: refused for prod. Nothing was sent.`, {
      hint: 'Unset it. A certificate authority of your own goes into NODE_EXTRA_CA_CERTS.',
    });
  }
  await note(context, globals, `${says}: anybody in between can read and change what is sent.`);
}

/** Whether a lost answer may be asked for again; if not, what its loss means for the person who interrupts. */
type Repeat =
  | { readonly repeatable: true }
  | { readonly repeatable: false; readonly judge: (made: Exchange) => Judgement };

/** The way to the service: the network, or the emulator in this process. */
export async function sendOf(
  context: Context,
  { profile, globals, interface: place }: Connection,
  options?: { readonly keepConnections?: boolean },
): Promise<Send> {
  const wire = profile.local ? await localSend(context, place) : await context.network(options);
  return globals.verbose ? verbose(context, wire) : wire;
}

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
    ...(error?.hint && { hint: error.hint }),
    ...(error?.section && { section: error.section }),
    ...(nextCommand.length > 0 && { nextCommand: nextLine(connection, nextCommand) }),
  });
}

const verbose =
  (context: Context, send: Send): Send =>
  async (request, options) => {
    const { verboseSend } = await import('./output/verbose.js');
    return verboseSend(context, send)(request, options);
  };

async function localSend(context: Context, place: Interface): Promise<Send> {
  const { openLocal } = await import('./emulator/local.js');
  return openLocal(context, (text) => void note(context, loud, text))[place];
}

const asksService = ([, name = '']: readonly string[]): boolean =>
  ['lookup', 'verify', 'session'].includes(name);

const profileWords = ({ profile, globals }: Connection): string[] =>
  globals.profile !== undefined && profile.name !== null ? ['--profile', profile.name] : [];

/** What a following command needs to reach the same service in the same way, for the same ticket. */
const placeWords = (connection: Connection): string[] => {
  const { call, case: caseId, secretWords } = connection;
  return [
    ...profileWords(connection),
    ...(call.baseUrl === undefined ? [] : ['--base-url', call.baseUrl]),
    ...(call.clockOffsetS === 0 ? [] : ['--clock-offset', String(call.clockOffsetS)]),
    ...secretWords,
    ...(caseId === undefined ? [] : ['--case', caseId]),
  ];
};

/** A following command: one that asks the service reaches the same one, `doctor` looks at the same profile. */
export function nextLine(connection: Connection, command: readonly string[]): string {
  if (asksService(command)) return shellLine([...command, ...placeWords(connection)]);
  return shellLine([...command, ...(command[1] === 'doctor' ? profileWords(connection) : [])]);
}

/** Where an answer comes from, as people read it. */
export const profileFact = ({ profile }: Connection): { label: string; value: string } => ({
  label: 'Profile',
  value: `${profile.name ?? 'environment variables'} (${profile.environment})`,
});

/** What a command ends with when the service was asked. */
export function answered(connection: Connection, made: Exchange, judgement: Judgement): Finished {
  const { profile } = connection;
  const { outcome } = made.last;
  const said = judgement.error?.says ?? judgement.verdict?.says ?? '';
  const next = judgement.error?.hint ?? judgement.verdict?.next ?? '';
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
      notes: [...retriesNote(made), ...(next === '' ? [] : [next])],
      ...(command.length > 0 && {
        nextCommand: nextLine(connection, command),
      }),
    },
    ...(outcome instanceof WireFailure || judgement.withholdRaw === true ? {} : { raw: outcome.body }),
  };
}

const forCase = ({ case: caseId }: Connection, command: readonly string[]): readonly string[] =>
  caseId !== undefined && command[1] === 'report'
    ? ['pvg', 'report', '--case', caseId, '--out', pageName(caseId)]
    : command;

const moodOf = ({ advice, anomalies, verdict }: Judgement): 'good' | 'careful' | 'plain' => {
  if (advice !== 'none' && advice !== 'grant') return 'careful';
  if (anomalies.length > 0) return 'careful';
  return verdict?.id === 'not-completed' ? 'plain' : 'good';
};

const retriesNote = ({ attempts }: Exchange): string[] =>
  attempts.length > 1 ? [`It took ${String(attempts.length)} attempts.`] : [];

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
