import type { Context, EndedOutput } from '../../context.js';
import { onFileError } from '../../file-access.js';
import { interfaceOf } from '../../contract/interfaces.js';
import { looksLikeToken } from '../../contract/purchase-token.js';
import { WireFailure } from '../../contract/wire.js';
import { PvgError } from '../../failure.js';
import { findLookAlike } from '../../input/pasted/look-alikes.js';
import { findPrivateTexts } from '../../output/private-members.js';
import { createSecrets } from '../../output/redaction.js';
import { shortestWithheld } from '../../output/secret-index.js';
import { isIos, namesIn } from '../../service/subject.js';
import type { ServiceCall } from '../../service/send-call.js';
import { identifiersIn, isOrderOfSeveral } from '../../service/subject.js';
import type { Outcome, Subject } from '../../service/outcome.js';
import { membersIn, readBody, uniqueMember } from '../../service/fields.js';
import { fingerprint, sha256Hex, shownFingerprint } from '../../signing/digest.js';
import { nonEmptyTexts } from '../../text/sentences.js';
import { describeAnomaly } from '../../wording/anomaly-words.js';
import type { Description, FactId } from '../../wording/description.js';
import { openJournalAppend } from './appending.js';
import { listMentions } from '../replies/mentions.js';
import { buildCallLine, printLine, buildRemarkLine, buildReplyLine } from './entry.js';
import type { JournalEntry, KeptEntry, RemarkEntry, ReplyEntry } from './entry.js';
import { identifyPlayer } from './player-key.js';

/** Writes calls and replies into the journal, without what must not be kept. */

/** Where and for which ticket a call is made. */
type CallPlace = Pick<JournalEntry, 'profile' | 'environment' | 'values_of' | 'origin' | 'case'>;

type BatchRun = CallPlace &
  Pick<JournalEntry, 'id' | 'facts' | 'exit' | 'error'> & { readonly startedAtMs: number };

/** What a reply is about. */
export type ReplySubject = Partial<
  Pick<
    ReplyEntry,
    | 'call'
    | 'case'
    | 'profile'
    | 'environment'
    | 'origin'
    | 'receipt'
    | 'player'
    | 'order_id'
    | 'order_ids'
  >
>;

/** A reply as it was printed for the player. */
interface PrintedReply {
  readonly situation: string;
  readonly replies: readonly { readonly language: string; readonly text: string }[];
}

type RemarkSubject = Pick<RemarkEntry, 'command' | 'case'> & Partial<RemarkEntry>;

export interface JournalWriter {
  /** false if the journal is off. */
  readonly isOn: boolean;
  /** Returns when the line is on the disk. For a verify before it goes out, because its answer may never come. */
  keepNow(entry: JournalEntry, username?: string): Promise<void>;
  /**
   * Writes the line after the answer was printed, because a shared folder may hang. If it is called again for the same call,
   * only the last line is written: pvg may fail after the answer came.
   */
  keepLater(entry: JournalEntry, username?: string): void;
  /** Writes one line for a whole batch that has ended. */
  keepBatch(run: BatchRun): void;
  keepReply(subject: ReplySubject, printed: PrintedReply, username?: string): ReplyEntry;
  /** A note, a move or a refused paste. */
  keepRemark(subject: RemarkSubject): RemarkEntry;
}

/** @param warn says that the journal cannot be written; undefined: the journal is off */
export function openJournalWriter(
  context: Context,
  warn?: (text: string) => Promise<void>,
): JournalWriter {
  const { clock, secrets, afterwards, holdReply } = context;
  const append: AppendEntry = warn ? appendWith(context, warn) : () => Promise.resolve();
  const pendingCalls = new Map<string, JournalEntry>();
  return {
    isOn: warn !== undefined,
    keepNow: append,
    keepLater(entry, username) {
      const isScheduled = pendingCalls.has(entry.id);
      pendingCalls.set(entry.id, entry);
      if (isScheduled) return;
      afterwards.push(() => append(pendingCalls.get(entry.id) ?? entry, username));
    },
    keepBatch(run) {
      const entry = batchEntry(context, run);
      afterwards.push(() => append(entry));
    },
    keepReply(subject, { situation, replies }, username) {
      const stampedReply = (): ReplyEntry => {
        const reply = {
          ...subject,
          ...stampAt(clock.now(), context),
          command: 'reply',
          situation,
          languages: replies.map(({ language }) => language),
          texts: replies.map(({ text }) => text),
        } as const;
        return buildReplyLine(reply, secrets.redact);
      };
      const entry = stampedReply();
      // A reply whose output failed was seen by nobody, so it is not kept.
      const appendIfShown = async ({ isShown }: EndedOutput): Promise<void> => {
        if (isShown) await append(entry, username);
      };
      // `pvg desk` holds a reply until it is copied for the player: then it is stamped again, with the time of that moment.
      if (holdReply === undefined) afterwards.push(appendIfShown);
      else holdReply(() => append(stampedReply(), username));
      return entry;
    },
    keepRemark(subject) {
      const entry = newRemark(context, subject);
      afterwards.push(() => append(entry));
      return entry;
    },
  };
}

/** `username`: the player of the line, who is kept as an id. */
type AppendEntry = (line: KeptEntry, username?: string) => Promise<void>;

/** A journal that cannot be written does not make the command fail: each problem is said once. */
function appendWith(context: Context, warn: (text: string) => Promise<void>): AppendEntry {
  const warned = new Set<string>();
  const warnOnce = async (text: string): Promise<void> => {
    if (warned.has(text)) return;
    warned.add(text);
    await warn(text);
  };
  const warnOfFailure = onFileError(({ code, path }) =>
    warnOnce(
      `The journal could not be written (${code}: ${path}). The command itself is not affected. \`pvg doctor\` checks the folder.`,
    ),
  );
  const appendLine = openJournalAppend(context, warnOnce);
  return async (line, username) => {
    const player =
      username === undefined ? line.player : await identifyPlayer(context, username, warnOnce);
    await appendLine(printLine({ ...line, player })).catch(warnOfFailure);
  };
}

export function newRemark(context: Context, subject: RemarkSubject): RemarkEntry {
  const stamp = stampAt(context.clock.now(), context);
  return buildRemarkLine({ ...subject, ...stamp }, context.secrets.redact);
}

/** Writes lines for a command that does nothing else, so it fails if they cannot be written. @throws {PvgError} `configuration-unwritable` */
export async function writeJournalLines(
  context: Context,
  lines: readonly KeptEntry[],
  say: (text: string) => Promise<void>,
): Promise<void> {
  const appendLine = openJournalAppend(context, say);
  const refuseFailure = onFileError(({ code, path }): never => {
    const says = `The journal could not be written (${code}: ${path}).`;
    const hint = '`pvg doctor` checks the owner and mode of the folder.';
    throw new PvgError('configuration-unwritable', says, { hint });
  });
  for (const line of lines) await appendLine(printLine(line)).catch(refuseFailure);
}

/** The id of a line: its time, by which ids sort, and six random hex digits. */
export function newEntryId(atMs: number, random: Context['random']): string {
  const time = new Date(atMs).toISOString().replace(/[-:]|\.\d+/g, '');
  const suffix = Math.floor(random() * 16 ** 6).toString(16);
  return `${time}-${suffix.padStart(6, '0')}`;
}

function stampAt(atMs: number, { random, account, version, via }: Context) {
  return {
    id: newEntryId(atMs, random),
    at: new Date(atMs).toISOString(),
    user: account.user,
    host: account.host,
    version,
    via: via ?? null,
  };
}

function batchEntry(context: Context, { startedAtMs, ...run }: BatchRun): JournalEntry {
  const entry = {
    ...stampAt(startedAtMs, context),
    command: 'batch',
    phase: 'answered',
    interface: 'gateway',
    duration_ms: Math.max(0, context.clock.now() - startedAtMs),
    ...run,
  } as const;
  return buildCallLine(entry, context.secrets.redact);
}

/** The line of a call before it is sent. */
export function sentEntry(context: Context, call: ServiceCall, place: CallPlace): JournalEntry {
  const entry = {
    ...stampAt(context.clock.now(), context),
    ...place,
    ...requestMembers(call),
    ...(call.operation === 'lookup' ? textMembers(context) : {}),
    phase: 'sent',
  } as const;
  return buildCallLine(entry, callRedactor(context, call));
}

/** What the text of a look-up mentions. A text about a player alone is open until that player is checked: it mentions no verification besides. */
export function textMembers(
  context: Context,
  { isAboutPlayer = false } = {},
): Pick<JournalEntry, 'questions' | 'mentions'> {
  return {
    questions: context.questions ?? [],
    mentions: isAboutPlayer ? [] : listMentions(context),
  };
}

interface AnsweredCall {
  readonly call: ServiceCall;
  readonly sent: JournalEntry;
  readonly outcome: Outcome;
  readonly description: Description;
}

/** The line of an answered call. Reports and replies are made from it, also if the journal is off. */
export function answeredEntry(context: Context, answered: AnsweredCall): JournalEntry {
  const { call, sent, outcome, description } = answered;
  const received = outcome.exchange.last.outcome;
  const answerTexts = received instanceof WireFailure ? [] : findPrivateTexts(received.body);
  const entry = {
    ...sent,
    phase: 'answered',
    ...answerMembers(outcome, description),
    ...(call.operation === 'session' ? {} : answeredIdentifiers(outcome, sent)),
    facts: withoutShortNames(description.facts, privateTexts(call)),
  } as const;
  return buildCallLine(entry, callRedactor(context, call, answerTexts));
}

/** The order id and the purchase state of the answer. If the answer has no order id, the one that was asked about stays. */
function answeredIdentifiers(outcome: Outcome, sent: JournalEntry) {
  const identifiers = identifiersIn(outcome);
  const { order_id: answered } = identifiers;
  if (answered === null) return { ...identifiers, order_id: sent.order_id };
  // A text with several purchases does not say which order has which receipt: the answer shows which one was asked about.
  const isOfSeveral = isOrderOfSeveral(outcome.subject, answered);
  return isOfSeveral ? { ...identifiers, asked_order_ids: [answered] } : identifiers;
}

interface FailedCall {
  readonly call: ServiceCall;
  readonly sent: JournalEntry;
  readonly failure: PvgError;
  readonly wasSent: boolean;
}

/** The line of a call that ended without an exchange: it was interrupted, or something failed here. */
export function failedEntry(context: Context, failed: FailedCall): JournalEntry {
  const { call, sent, failure, wasSent } = failed;
  const entry = {
    ...sent,
    ...failureMembers(failure),
    attempts: wasSent ? 1 : 0,
    duration_ms: Math.max(0, context.clock.now() - Date.parse(sent.at)),
  } as const;
  return buildCallLine(entry, callRedactor(context, call));
}

/**
 * The line of a verify after whose sending pvg itself failed, so that nobody has seen the answer. It has only what is kept
 * already and pvg's own words, because the redaction of other texts may be what failed.
 */
export function unseenAnswerEntry(sent: JournalEntry, failure: PvgError): JournalEntry {
  return { ...sent, ...failureMembers(failure), advice: 'check', attempts: 1 };
}

function failureMembers({ code, exit, message, details }: PvgError) {
  const { hint = '', section = null } = details;
  const error = { code, says: message, hint, section };
  return { phase: 'answered', exit, code, error } as const;
}

/** Makes the function that withholds secrets, the receipt, and what identifies the player of this call. */
function callRedactor(
  { secrets }: Context,
  call: ServiceCall,
  answerTexts: readonly string[] = [],
): (text: string) => string {
  const privates = createSecrets(privateTexts(call), namesIn(call.subject));
  answerTexts.forEach(privates.add);
  return (text) => privates.redact(secrets.redact(text));
}

/** Members that identify the player, in addition to the username: an answer may repeat them (§2.1, §2.5). */
const playerMembers = ['player_id', 'character_id', 'roleId'];

/** The parts of a request that must not be kept. If neither a receipt nor a username is known, that is the complete body. */
function privateTexts({ subject, body }: ServiceCall): string[] {
  const misplaced = [subject.productId, subject.package].filter(
    (value) => value && looksLikeToken(value),
  );
  const knownTexts = [subject.receipt, subject.username, ...misplaced].filter(
    (value) => value !== undefined,
  );
  if (knownTexts.length === 0) return [Buffer.from(body).toString('utf8')];
  const object = membersIn(readBody(body));
  const playerValues = playerMembers
    .map((name) => uniqueMember(object, name))
    .filter((value) => typeof value === 'string');
  return [...knownTexts, ...playerValues];
}

/** The facts whose texts the service wrote. */
const serviceTexts: readonly (FactId | undefined)[] = [
  'message',
  'last-error-message',
  'store-detail',
];

/** Leaves out the texts of the service if a name is too short to be withheld, because they may repeat the name. */
function withoutShortNames(
  facts: Description['facts'],
  names: readonly string[],
): JournalEntry['facts'] {
  const hasShortName = names.some(({ length }) => length < shortestWithheld);
  return hasShortName ? facts.filter(({ id }) => !serviceTexts.includes(id)) : facts;
}

/** The text as it may be kept. A receipt that was pasted into the field of another value becomes its fingerprint. */
export function withheldIfToken(text: string | undefined): string | null {
  if (text === undefined) return null;
  return looksLikeToken(text) ? shownFingerprint(text) : text;
}

/** The order ids of the pasted text, that of the purchase first. */
function askedOrders({ orderId = '', otherOrderIds = [] }: Subject): readonly string[] {
  const orderIds = [orderId, ...otherOrderIds].map((each) => findLookAlike(each)?.orderId);
  return [...new Set(nonEmptyTexts(...orderIds))];
}

function requestMembers({ operation, body, subject }: ServiceCall) {
  const orderId = findLookAlike(subject.orderId ?? '')?.orderId ?? null;
  return {
    command: operation,
    interface: interfaceOf(operation),
    product: withheldIfToken(subject.productId),
    package: withheldIfToken(subject.package),
    receipt: subject.receipt === undefined ? null : fingerprint(subject.receipt),
    receipt_length: subject.receipt?.length ?? null,
    // The order id of the ticket; an answer may replace it.
    order_id: orderId,
    asked_order_ids: askedOrders(subject),
    chosen_order_id: subject.isOrderChosen === true ? orderId : null,
    // The body of a session call has a short name, so its hash could be found by trying names.
    request_sha256: operation === 'session' ? null : sha256Hex(body),
  };
}

function answerMembers({ exchange, status, subject }: Outcome, description: Description) {
  const { verdict, error, exit, advice, anomalies } = description;
  return {
    status: status ?? null,
    code: error?.code ?? null,
    os: isIos(subject) ? ('ios' as const) : null,
    verdict,
    error,
    exit,
    advice,
    attempts: exchange.attempts.length,
    duration_ms: exchange.elapsedMs,
    clock_skew_s: exchange.clockSkewS ?? null,
    anomalies: anomalies.map(describeAnomaly),
  };
}
