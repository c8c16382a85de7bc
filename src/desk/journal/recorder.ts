import { onFileError, type Context } from '../../context.js';
import { interfaceOf, type Operation } from '../../contract/interfaces.js';
import { looksLikeToken } from '../../contract/purchase-token.js';
import { WireFailure } from '../../contract/wire.js';
import type { ExitStatus, PvgError } from '../../failure.js';
import { createSecrets, privateTextsIn, withholdingWords } from '../../output/redaction.js';
import type { Asked } from '../../service/asked.js';
import { identifiersIn } from '../../service/identifiers.js';
import type { Outcome } from '../../service/outcome.js';
import { membersIn, once, readBody } from '../../service/read.js';
import { fingerprint, sha256Hex, shownFingerprint } from '../../signing/digest.js';
import { situationOf } from '../../view/situation.js';
import type { Told } from '../../view/tell.js';
import type { FactId, ToldError } from '../../view/words.js';
import {
  callWith,
  cleanedCall,
  longestRedacted,
  printLine,
  replyWith,
  withWords,
  type CallLine,
  type JournalEntry,
  type ReplyEntry,
} from './entry.js';
import { appendLine } from './folder.js';
import { keptPlayer } from './player-key.js';

/** Writes calls and replies into the journal, without what must not be kept. */

/** What a call sends, and the purchase or the player that it is about. */
interface CallSubject {
  readonly operation: Operation;
  readonly body: Uint8Array;
  readonly asked: Asked;
}

/** Where and for which ticket it is made. */
type CallPlace = Pick<CallLine, 'profile' | 'environment' | 'values_of' | 'origin' | 'case'>;

/** The entry for a call: a report is written from it, whether it is kept or not. */
export interface Recorded {
  readonly entry: JournalEntry;
  /** It is written once the answer is printed, because a shared folder may hang. */
  readonly kept: boolean;
}

export interface Recording {
  /** Called before a verify goes out, whose answer may never come: kept when it returns. */
  sent(): Promise<void>;
  answered(outcome: Outcome, told: Told): Promise<Recorded>;
  /** It ended without an exchange: it was interrupted, or something failed here. */
  ended(error: PvgError, how: { readonly wasSent: boolean }): void;
}

export interface Recorder {
  /** false if the journal is off. */
  readonly on: boolean;
  begin(subject: CallSubject, place: CallPlace): Recording;
  /** A run of many look-ups that has ended: one entry for all of them. */
  ran(run: RunSubject): void;
  replied(reply: ReplySubject): void;
}

export type ReplySubject = Partial<Omit<ReplyEntry, 'id' | 'at' | 'command' | 'user' | 'host' | 'version'>>;

interface RunSubject extends CallPlace, Pick<CallLine, 'id' | 'facts'> {
  readonly startedAtMs: number;
  readonly exit: ExitStatus;
  readonly error: ToldError | null;
}

type Doors = Pick<Context, 'clock' | 'random' | 'secrets' | 'account' | 'version'>;

/** What needs the journal's files; null while it is off. `later`: once the answer is printed. */
interface Desk {
  player(username: string): Promise<string | null>;
  keep(line: CallLine | ReplyEntry): Promise<void>;
  later(work: () => Promise<void>): void;
}

export const unkeptRecorder = (context: Doors): Recorder => recorderWith(context, null);

/** A journal that cannot be written never fails the command: it is said once. */
export function openRecorder(context: Context, say: (text: string) => Promise<void>): Recorder {
  let said = false;
  const sayOnce = async (text: string): Promise<void> => {
    if (!said) await say(text);
    said = true;
  };
  const failed = onFileError(({ code, path }) =>
    sayOnce(
      `The journal could not be written (${code}: ${path}). The command itself is not affected. \`pvg doctor\` checks the folder.`,
    ),
  );
  return recorderWith(context, {
    player: (username) => keptPlayer(context, username),
    keep: (line) => appendLine(context, printLine(line), sayOnce).catch(failed),
    later: (work) => context.afterwards.push(work),
  });
}

/** Sorts by time; ends in six random hex digits. */
export const newEntryId = (ms: number, random: Context['random']): string =>
  `${new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '')}-${Math.floor(random() * 16 ** 6)
    .toString(16)
    .padStart(6, '0')}`;

const stampOf = (atMs: number, { random, account, version }: Doors) => ({
  id: newEntryId(atMs, random),
  at: new Date(atMs).toISOString(),
  user: account.user,
  host: account.host,
  version,
});

function recorderWith(context: Doors, desk: Desk | null): Recorder {
  const { clock, secrets } = context;
  return {
    on: desk !== null,
    begin: (subject, place) => beginWith(context, desk, subject, place),
    ran: ({ startedAtMs, ...run }) => {
      const line = callWith({
        ...stampOf(startedAtMs, context),
        ...({ command: 'batch', phase: 'answered', interface: 'gateway' } as const),
        duration_ms: Math.max(0, clock.now() - startedAtMs),
        ...run,
      });
      desk?.later(() => desk.keep(cleanedCall(line, secrets.redact)));
    },
    replied: (given) => {
      const stamp = { ...stampOf(clock.now(), context), command: 'reply' } as const;
      const reply = replyWith({ ...given, ...stamp }, secrets.redact);
      desk?.later(() => desk.keep(reply));
    },
  };
}

function beginWith(context: Doors, desk: Desk | null, subject: CallSubject, place: CallPlace): Recording {
  const beginning = entryOf(subject, place, context);
  const names = privateTexts(subject);
  const privates = createSecrets(names);
  const { username } = subject.asked;
  const clean = async (line: CallLine): Promise<CallLine> => {
    const player = username === undefined || desk === null ? null : await desk.player(username);
    return cleanedCall(withoutNames({ ...line, player }, withholdingWords(names)), (text) =>
      privates.redact(context.secrets.redact(text)),
    );
  };
  return {
    sent: async () => desk?.keep(await clean({ ...beginning, phase: 'sent' })),
    answered: async (outcome, told) => {
      const { last } = outcome.made;
      if (!(last.outcome instanceof WireFailure))
        for (const text of privateTextsIn(last.outcome.body)) privates.add(text);
      const identifiers = subject.operation === 'session' ? {} : identifiersIn(outcome);
      const line = await clean({
        ...beginning,
        ...answeredLine(outcome, told, subject.asked),
        ...identifiers,
      });
      desk?.later(() => desk.keep(line));
      return { entry: withWords(line), kept: desk !== null };
    },
    ended: ({ code, exit, message, details }, { wasSent }) => {
      const line = {
        ...beginning,
        ...{ exit, code, attempts: wasSent ? 1 : 0 },
        duration_ms: Math.max(0, context.clock.now() - Date.parse(beginning.at)),
        error: { code, says: message, hint: details.hint ?? '', section: details.section ?? null },
      };
      desk?.later(async () => desk.keep(await clean(line)));
    },
  };
}

/** Members that identify the player, in addition to the username: an answer may repeat them (§2.1, §2.5). */
const playerMembers = ['player_id', 'character_id', 'roleId'];

/** The parts of a request that must not be kept. If the receipt in a body is not known, that is the complete body. */
function privateTexts({ asked, body }: CallSubject): string[] {
  const misplaced = [asked.productId, asked.package].filter((value) => value && looksLikeToken(value));
  const known = [asked.receipt, asked.username, ...misplaced].filter((value) => value !== undefined);
  if (known.length === 0) return [Buffer.from(body).toString('utf8').slice(0, longestRedacted)];
  const object = membersIn(readBody(body));
  const names = playerMembers.map((name) => once(object, name)).filter((value) => typeof value === 'string');
  return [...known, ...names];
}

const ofService: readonly (FactId | undefined)[] = ['message', 'last-error-message', 'store-detail'];

/** A short name may be a word in pvg's own sentences, so only texts of the service are searched for it. */
const withoutNames = (line: CallLine, withhold: (text: string) => string): CallLine => ({
  ...line,
  facts: line.facts.map((fact) =>
    ofService.includes(fact.id) ? { ...fact, value: withhold(fact.value) } : fact,
  ),
});

/** A receipt that was pasted into the wrong field is still a receipt. */
const nameOf = (text: string | undefined): string | null =>
  text === undefined ? null : looksLikeToken(text) ? shownFingerprint(text) : text;

const entryOf = ({ operation, body, asked }: CallSubject, place: CallPlace, context: Doors): CallLine =>
  callWith({
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

const answeredLine = (outcome: Outcome, told: Told, asked: Asked) => ({
  status: outcome.status ?? null,
  code: told.error?.code ?? null,
  outcome: keptOutcome(outcome, asked),
  exit: told.exit,
  advice: told.advice,
  attempts: outcome.made.attempts.length,
  duration_ms: outcome.made.elapsedMs,
  clock_skew_s: outcome.made.clockSkewS ?? null,
  facts: told.facts,
  anomalies: told.anomalies,
});

/** Without what is empty. */
function keptOutcome(outcome: Outcome, asked: Asked): CallLine['outcome'] {
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
