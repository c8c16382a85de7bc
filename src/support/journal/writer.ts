import { onFileError, type Context } from '../../context.js';
import { interfaceOf } from '../../contract/interfaces.js';
import { looksLikeToken } from '../../contract/purchase-token.js';
import { WireFailure } from '../../contract/wire.js';
import type { PvgError } from '../../failure.js';
import { createSecrets, privateTextsIn } from '../../output/redaction.js';
import { shortestWithheld } from '../../output/whole-index.js';
import { isIos, namesIn, type Subject } from '../../service/subject.js';
import type { ServiceCall } from '../../service/send-call.js';
import { identifiersIn } from '../../service/identifiers.js';
import type { Outcome } from '../../service/outcome.js';
import { membersIn, uniqueMember, readBody } from '../../service/read.js';
import { fingerprint, sha256Hex, shownFingerprint } from '../../signing/digest.js';
import { describeAnomaly } from '../../wording/anomaly-words.js';
import type { Description } from '../../wording/describe.js';
import type { FactId } from '../../wording/description.js';
import { openJournalAppend } from './appending.js';
import { callWith, printLine, replyWith } from './entry.js';
import type { JournalEntry, ReplyEntry } from './entry.js';
import { keptPlayer } from './player-key.js';

/** Writes calls and replies into the journal, without what must not be kept. */

/** Where and for which ticket a call is made. */
type CallPlace = Pick<JournalEntry, 'profile' | 'environment' | 'values_of' | 'origin' | 'case'>;

type RunSubject = CallPlace &
  Pick<JournalEntry, 'id' | 'facts' | 'exit' | 'error'> & { startedAtMs: number };

export type ReplySubject = Partial<
  Omit<ReplyEntry, 'id' | 'at' | 'command' | 'user' | 'host' | 'version'>
>;

export type Recorder = ReturnType<typeof openRecorder>;

export type Recording = ReturnType<Recorder['begin']>;

/** `username`: the player whom the line names by an id. */
type AppendEntry = (line: JournalEntry | ReplyEntry, username?: string) => Promise<void>;

/** A journal that cannot be written never fails the command: each trouble is said once. */
function keepWith(context: Context, say: (text: string) => Promise<void>): AppendEntry {
  const said = new Set<string>();
  const sayOnce = async (text: string): Promise<void> => {
    if (said.has(text)) return;
    said.add(text);
    await say(text);
  };
  const append = openJournalAppend(context, sayOnce);
  return async (line, username) => {
    const player =
      username === undefined ? line.player : await keptPlayer(context, username, sayOnce);
    const failed = onFileError(({ code, path }) =>
      sayOnce(
        `The journal could not be written (${code}: ${path}). The command itself is not affected. \`pvg doctor\` checks the folder.`,
      ),
    );
    await append(printLine({ ...line, player })).catch(failed);
  };
}

/** Sorts by time; ends in six random hex digits. */
export function newEntryId(ms: number, random: Context['random']): string {
  return `${new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '')}-${Math.floor(random() * 16 ** 6)
    .toString(16)
    .padStart(6, '0')}`;
}

const stampOf = (atMs: number, { random, account, version, assistant }: Context) => ({
  id: newEntryId(atMs, random),
  at: new Date(atMs).toISOString(),
  user: account.user,
  host: account.host,
  version,
  ...(assistant && ({ via: 'mcp' } as const)),
});

/** What is kept of one call: the line before a verify goes out, and one of how the call ended. */
function beginRecording(
  context: Context,
  now: AppendEntry,
  { subject: call, place }: { readonly subject: ServiceCall; readonly place: CallPlace },
) {
  const { clock, secrets, afterwards } = context;
  const { subject, operation } = call;
  const startedAtMs = clock.now();
  const beginning = { ...stampOf(startedAtMs, context), ...place, ...requestIn(call) };
  const names = privateTexts(call);
  const privates = createSecrets(names, namesIn(subject));
  const lineWith = (more: Partial<JournalEntry>): JournalEntry =>
    callWith({ ...beginning, phase: 'answered', ...more }, (text) =>
      privates.redact(secrets.redact(text)),
    );
  let sentLine: JournalEntry | undefined;
  let lastLine: JournalEntry | undefined;
  // One line, the last: pvg may fail after the answer came.
  const keepLast = (line: JournalEntry): void => {
    if (lastLine === undefined) afterwards.push(() => now(lastLine ?? line, subject.username));
    lastLine = line;
  };
  return {
    /** Called before a verify goes out, whose answer may never come: kept when it returns. */
    sent(): Promise<void> {
      sentLine = lineWith({ phase: 'sent' });
      return now(sentLine, subject.username);
    },
    /** A report is written from the entry, whether it is kept or not. */
    answered(outcome: Outcome, description: Description): JournalEntry {
      const { last } = outcome.exchange;
      if (!(last.outcome instanceof WireFailure)) {
        privateTextsIn(last.outcome.body).forEach(privates.add);
      }
      const facts = withoutNames(description.facts, names);
      const identifiers = operation === 'session' ? {} : identifiersIn(outcome);
      const line = lineWith({ ...answerIn(outcome, description, subject), ...identifiers, facts });
      keepLast(line);
      return line;
    },
    /** It ended without an exchange: it was interrupted, or something failed here. */
    ended(
      { code, exit, message, details }: PvgError,
      { wasSent }: { readonly wasSent: boolean },
    ): void {
      const error = {
        code,
        says: message,
        hint: details.hint ?? '',
        section: details.section ?? null,
      };
      const duration = Math.max(0, clock.now() - startedAtMs);
      keepLast(lineWith({ exit, code, attempts: wasSent ? 1 : 0, duration_ms: duration, error }));
    },
    /**
     * pvg itself failed after a verify was sent: whatever the answer was, nobody has seen it. Made of what is kept already
     * and pvg's own words, because redaction may be what failed.
     */
    failed({ code, exit, message, details }: PvgError): void {
      if (sentLine === undefined) return;
      const error = {
        code,
        says: message,
        hint: details.hint ?? '',
        section: details.section ?? null,
      };
      keepLast({ ...sentLine, phase: 'answered', exit, code, advice: 'check', attempts: 1, error });
    },
  };
}

/** @param say undefined: the journal is off */
export function openRecorder(context: Context, say?: (text: string) => Promise<void>) {
  const { clock, secrets, afterwards } = context;
  const now: AppendEntry = say ? keepWith(context, say) : () => Promise.resolve();
  // Once the answer is printed, because a shared folder may hang.
  const later = (...kept: Parameters<AppendEntry>): void =>
    void afterwards.push(() => now(...kept));
  return {
    /** false if the journal is off. */
    on: say !== undefined,
    begin: (subject: ServiceCall, place: CallPlace) =>
      beginRecording(context, now, { subject, place }),
    /** A run of many look-ups that has ended: one entry for all of them. */
    ran({ startedAtMs, ...run }: RunSubject): void {
      const line = { command: 'batch', phase: 'answered', interface: 'gateway', ...run } as const;
      const duration = Math.max(0, clock.now() - startedAtMs);
      later(
        callWith(
          { ...stampOf(startedAtMs, context), duration_ms: duration, ...line },
          secrets.redact,
        ),
      );
    },
    replied(given: ReplySubject): ReplyEntry {
      const line = replyWith(
        { ...given, ...stampOf(clock.now(), context), command: 'reply' },
        secrets.redact,
      );
      later(line);
      return line;
    },
  };
}

/** Members that identify the player, in addition to the username: an answer may repeat them (§2.1, §2.5). */
const playerMembers = ['player_id', 'character_id', 'roleId'];

/** The parts of a request that must not be kept. If the receipt in a body is not known, that is the complete body. */
function privateTexts({ subject, body }: ServiceCall): string[] {
  const misplaced = [subject.productId, subject.package].filter(
    (value) => value && looksLikeToken(value),
  );
  const known = [subject.receipt, subject.username, ...misplaced].filter(
    (value) => value !== undefined,
  );
  if (known.length === 0) return [Buffer.from(body).toString('utf8')];
  const object = membersIn(readBody(body));
  const names = playerMembers
    .map((name) => uniqueMember(object, name))
    .filter((value) => typeof value === 'string');
  return [...known, ...names];
}

const ofService: readonly (FactId | undefined)[] = [
  'message',
  'last-error-message',
  'store-detail',
];

/** A name that is too short to be withheld may stand in the texts of the service: they are not kept then. */
const withoutNames = (
  facts: Description['facts'],
  names: readonly string[],
): JournalEntry['facts'] =>
  names.some(({ length }) => length < shortestWithheld)
    ? facts.filter(({ id }) => !ofService.includes(id))
    : facts;

/** A receipt that was pasted into the wrong field is still a receipt. */
const keptName = (text: string | undefined): string | null =>
  text === undefined ? null : looksLikeToken(text) ? shownFingerprint(text) : text;

const requestIn = ({ operation, body, subject }: ServiceCall) => ({
  command: operation,
  interface: interfaceOf(operation),
  product: keptName(subject.productId),
  package: keptName(subject.package),
  receipt: subject.receipt === undefined ? null : fingerprint(subject.receipt),
  // A body with a short name is found by trying, like the name.
  request_sha256: operation === 'session' ? null : sha256Hex(body),
});

const answerIn = (outcome: Outcome, description: Description, subject: Subject) => ({
  status: outcome.status ?? null,
  code: description.error?.code ?? null,
  os: isIos(subject) ? ('ios' as const) : null,
  verdict: description.verdict,
  error: description.error,
  exit: description.exit,
  advice: description.advice,
  attempts: outcome.exchange.attempts.length,
  duration_ms: outcome.exchange.elapsedMs,
  clock_skew_s: outcome.exchange.clockSkewS ?? null,
  anomalies: description.anomalies.map(describeAnomaly),
});
