import { onFileError, type Context } from '../../context.js';
import { interfaceOf, type Operation } from '../../contract/interfaces.js';
import type { Asked } from '../../service/asked.js';
import { identifiersIn } from '../../service/identifiers.js';
import type { Outcome } from '../../service/outcome.js';
import { membersIn, once, readBody } from '../../service/read.js';
import { situationOf } from '../../view/situation.js';
import type { Told } from '../../view/tell.js';
import type { FactId, ToldError } from '../../view/words.js';
import { looksLikeToken } from '../../contract/purchase-token.js';
import { type ExitStatus, type PvgError } from '../../failure.js';
import { privateTextsIn } from '../../output/redaction/members.js';
import { createSecrets, withholdingWords } from '../../output/redaction/secrets.js';
import { fingerprint, sha256Hex, shownFingerprint } from '../../signing/digest.js';
import type { Exchange } from '../../transport/exchange.js';
import { WireFailure } from '../../contract/wire.js';
import { cleanedEntry, entryWith, longestRedacted, type JournalEntry, type JournalLine } from './entry.js';
import { append, newEntryId } from './journal.js';
import type { KeptLine } from './kept.js';
import { withWords } from './line-words.js';
import { keptPlayer } from './player-keys.js';
import { remarkWith, type Remark } from './remark.js';
import { journalFolder } from './team.js';

/** What a call sends, and the purchase or the player that it is about. */
interface CallSubject {
  readonly operation: Operation;
  readonly body: Uint8Array;
  readonly asked: Asked;
}

/** Where and for which ticket it is made. */
type CallPlace = Pick<JournalEntry, 'profile' | 'environment' | 'values_of' | 'origin' | 'case'>;

/** The entry for a call: a report is written from it, whether it is kept or not. */
export interface Recorded {
  readonly entry: JournalEntry;
  readonly kept: boolean;
}

export interface Recording {
  /** Called before a verify goes out, whose answer may never come. */
  sent(): Promise<void>;
  answered(outcome: Outcome, told: Told): Promise<Recorded>;
  /** It ended without an exchange: it was interrupted, or something failed here. */
  ended(error: PvgError, how: { readonly wasSent: boolean }): Promise<void>;
}

export interface Recorder {
  /** false if the journal is off. */
  readonly on: boolean;
  begin(subject: CallSubject, place: CallPlace): Recording;
  /** A run of many look-ups that has ended: one entry for all of them. */
  ran(run: RunSubject): Promise<void>;
  /** A reply; undefined if it is not kept. */
  remarked(remark: RemarkSubject): Promise<Remark | undefined>;
}

export type RemarkSubject = Partial<Omit<Remark, 'id' | 'at' | 'user' | 'host' | 'version'>> &
  Pick<Remark, 'command'>;

interface RunSubject extends Pick<
  JournalEntry,
  'id' | 'profile' | 'environment' | 'values_of' | 'origin' | 'facts' | 'case'
> {
  readonly startedAtMs: number;
  readonly exit: ExitStatus;
  readonly error: ToldError | null;
}

type Doors = Pick<Context, 'clock' | 'random' | 'secrets' | 'account' | 'version'>;

/** The id under which a player is kept. */
type PlayerOf = (username: string) => Promise<string | null>;

/** Whether it was kept. */
type Keep = (line: KeptLine) => Promise<boolean>;

export const unkeptRecorder = (context: Doors): Recorder =>
  recorderWith(
    context,
    false,
    () => Promise.resolve(false),
    () => Promise.resolve(null),
  );

/** A journal that cannot be written never fails the command: it is said once. */
export function openRecorder(context: Context, say: (text: string) => Promise<void>): Recorder {
  let said = false;
  const failed = onFileError(async ({ code }) => {
    if (!said) await say(unwritable(journalFolder(context.folders), code));
    said = true;
    return false;
  });
  const keep: Keep = (line) =>
    append(context, line)
      .then(() => true)
      .catch(failed);
  return recorderWith(context, true, keep, (username) => keptPlayer(context, username));
}

function recorderWith(context: Doors, on: boolean, keep: Keep, playerOf: PlayerOf): Recorder {
  const { clock, secrets } = context;
  return {
    on,
    begin: beginWith(context, keep, playerOf),
    ran: async ({ startedAtMs, ...run }) =>
      void (await keep(
        cleanedEntry(
          entryWith({
            ...stampOf(startedAtMs, context),
            command: 'batch',
            phase: 'answered',
            interface: 'gateway',
            duration_ms: Math.max(0, clock.now() - startedAtMs),
            ...run,
          }),
          secrets.redact,
        ),
      )),
    remarked: async (subject) => {
      const remark = remarkWith({ ...stampOf(clock.now(), context), ...subject }, secrets.redact);
      return (await keep(remark)) ? remark : undefined;
    },
  };
}

const stampOf = (atMs: number, { random, account, version }: Doors) => ({
  id: newEntryId(atMs, random),
  at: new Date(atMs).toISOString(),
  user: account.user,
  host: account.host,
  version,
});

const beginWith =
  (context: Doors, keep: Keep, playerOf: PlayerOf): Recorder['begin'] =>
  (subject, place) => {
    const beginning = entryOf(subject, place, context);
    const names = privateTexts(subject);
    const privates = createSecrets(names);
    const { username } = subject.asked;
    const clean = async (entry: JournalLine): Promise<JournalLine> => {
      const player = username === undefined ? null : await playerOf(username);
      return cleanedEntry(withoutNames({ ...entry, player }, withholdingWords(names)), (text) =>
        privates.redact(context.secrets.redact(text)),
      );
    };
    return {
      sent: async () => void (await keep(await clean({ ...beginning, phase: 'sent' }))),
      answered: async (outcome, told) => {
        for (const text of privateTextsOf(outcome.made)) privates.add(text);
        const identifiers = subject.operation === 'session' ? {} : identifiersIn(outcome);
        const line = await clean({
          ...beginning,
          ...answeredLine(outcome, told, subject.asked),
          ...identifiers,
        });
        return { entry: withWords(line), kept: await keep(line) };
      },
      ended: async ({ code, exit, message, details }, { wasSent }) =>
        void (await keep(
          await clean({
            ...beginning,
            exit,
            code,
            attempts: wasSent ? 1 : 0,
            duration_ms: Math.max(0, context.clock.now() - Date.parse(beginning.at)),
            error: { code, says: message, hint: details.hint ?? '', section: details.section ?? null },
          }),
        )),
    };
  };

/** The parts of a request that must not be kept. If the receipt in a body is not known, that is the complete body. */
function privateTexts({ asked, body }: CallSubject): string[] {
  const misplaced = [asked.productId, asked.package].filter(
    (value) => value !== undefined && looksLikeToken(value),
  );
  const known = [asked.receipt, asked.username, ...misplaced].filter((value) => value !== undefined);
  if (known.length === 0) return [Buffer.from(body).toString('utf8').slice(0, longestRedacted)];
  const object = membersIn(readBody(body));
  const names = playerMembers.map((name) => once(object, name)).filter((value) => typeof value === 'string');
  return [...known, ...names];
}

const privateTextsOf = ({ last: { outcome } }: Exchange): string[] =>
  outcome instanceof WireFailure ? [] : privateTextsIn(outcome.body);

/** A short name may be a word in pvg's own sentences, so only texts of the service are searched for it. */
const withoutNames = (entry: JournalLine, withhold: (text: string) => string): JournalLine => ({
  ...entry,
  facts: entry.facts.map((fact) =>
    fact.id !== undefined && ofService.includes(fact.id) ? { ...fact, value: withhold(fact.value) } : fact,
  ),
});

const ofService: readonly FactId[] = ['message', 'last-error-message', 'store-detail'];

/** Members that identify the player, in addition to the username: an answer may repeat them (§2.1, §2.5). */
const playerMembers = ['player_id', 'character_id', 'roleId'];

const unwritable = (folder: string, code: string): string =>
  `The journal could not be written (${code}: ${folder}). The command itself is not affected. \`pvg doctor\` checks the folder.`;

/** A receipt that was pasted into the wrong field is still a receipt. */
const nameOf = (text: string | undefined): string | null =>
  text === undefined ? null : looksLikeToken(text) ? shownFingerprint(text) : text;

const entryOf = ({ operation, body, asked }: CallSubject, place: CallPlace, context: Doors): JournalLine =>
  entryWith({
    ...stampOf(context.clock.now(), context),
    ...place,
    phase: 'answered',
    command: operation,
    interface: interfaceOf(operation),
    product: nameOf(asked.productId),
    package: nameOf(asked.package),
    receipt: asked.receipt === undefined ? null : fingerprint(asked.receipt),
    // A body with a short name is found by trying, like the name.
    request_sha256: operation === 'session' ? null : sha256Hex(body),
  });

function answeredLine(outcome: Outcome, told: Told, asked: Asked) {
  const { made, status } = outcome;
  const { exit, advice, facts, anomalies, error } = told;
  return {
    status: status ?? null,
    code: error?.code ?? null,
    outcome: keptOutcome(outcome, asked),
    exit,
    advice,
    attempts: made.attempts.length,
    duration_ms: made.elapsedMs,
    clock_skew_s: made.clockSkewS ?? null,
    facts,
    anomalies,
  };
}

/** Without what is empty. */
function keptOutcome(outcome: Outcome, asked: Asked): JournalLine['outcome'] {
  const { kind, trouble, failure, redirect, storeStatus, isIos, unclearBefore } = situationOf(outcome, asked);
  return {
    kind,
    ...(trouble && { trouble }),
    ...(failure && {
      loss: { kind: failure.kind, says: failure.says, ...(failure.code && { code: failure.code }) },
    }),
    ...(kind === 'redirected' && redirect !== undefined && { redirect }),
    ...(storeStatus !== '' && { store_status: storeStatus }),
    ...(isIos && { os: 'ios' }),
    ...(unclearBefore && { unclear_before: true }),
  };
}
