import type { Environment } from '../../contract/environments.js';
import {
  type Interface,
  interfaces,
  type Operation,
  operations,
} from '../../contract/interfaces.js';
import { type ExitStatus, exitStatuses } from '../../failure.js';
import { advices, type Advice } from '../../service/outcome.js';
import { isAmong } from '../../text/is-among.js';
import { escapeUnsafe, parseRecord } from '../../text/json/json.js';
import {
  readAnomaly,
  readError,
  readFact,
  readVerdict,
  type EntryAnomaly,
  type EntryError,
  type EntryFact,
  type EntryVerdict,
} from './entry-answer.js';
import { nonEmptyTexts } from '../../text/sentences.js';
import { withoutTicketMark } from '../../text/ticket-mark.js';
import { keepText, MemberReader, type CleanText } from './members.js';
import { withholdPasted, withholdReceipts } from './withheld.js';

/** The lines of the journal. Times are ISO 8601 UTC; what does not apply is null. */

/** What every line of the journal has: who did something, where, for which ticket, and about whom. */
interface CommonMembers {
  readonly profile: string | null;
  /** Scheme, host and port of the address called, without path and user. `local` for the emulator in this process. */
  readonly origin: string | null;
  /** The fingerprint of the receipt: somebody who has the receipt can find the line by it. */
  readonly receipt: string | null;
  /** A keyed hash of the player’s name: a short name could be guessed from a hash without a key. */
  readonly player: string | null;
  readonly order_id: string | null;
  readonly case: string | null;
  /** Who made the call and on which machine: names from the operating system. */
  readonly user: string | null;
  readonly host: string | null;
  readonly version: string;
  /** An assistant asked for it (`pvg mcp`), or a person at the page (`pvg desk`). */
  readonly via: 'mcp' | 'desk' | null;
}

/** What a pasted text mentions. Nothing else of the text is kept. */
interface MentionedQuestions {
  /** By the ids of situations: a refund, a gift. */
  readonly questions: readonly string[];
  /** What has no reply of its own: `item-twice`, `verification`. */
  readonly mentions: readonly string[];
}

/** One call as it is kept: enough for the ticket, never a receipt, a token, a secret or a player's name. */
export interface JournalEntry extends CommonMembers, MentionedQuestions {
  /** Sorts by time: `20261121T032531Z-3f9a1c`. */
  readonly id: string;
  readonly at: string;
  /** `batch`: a run of look-ups, whose rows are in the file that `facts` names. */
  readonly command: Operation | 'batch';
  /** `sent`: written before a verify goes out. If no line `answered` with the same id follows, the answer is not known. */
  readonly phase: 'sent' | 'answered';
  readonly environment: Environment;
  /** The other stored profile whose values were used with this one, if there is one: its rules held for the call. */
  readonly values_of: string | null;
  readonly interface: Interface;
  readonly product: string | null;
  readonly package: string | null;
  /** Characters of the receipt. */
  readonly receipt_length: number | null;
  readonly request_sha256: string | null;
  /** The orders that the ticket names. `order_id` is that of the answer, which may be another one. */
  readonly asked_order_ids: readonly string[];
  /** The order id that somebody typed with `--order-id`: the ticket is about that order, whatever else its texts name. */
  readonly chosen_order_id: string | null;
  readonly purchase_state: string | null;
  readonly os: 'ios' | null;
  readonly status: number | null;
  /** The service's own code, or pvg's. */
  readonly code: string | null;
  readonly exit: ExitStatus | null;
  readonly verdict: EntryVerdict | null;
  readonly advice: Advice | null;
  readonly attempts: number;
  readonly duration_ms: number;
  /** Seconds to add to this computer's clock to get the server's. */
  readonly clock_skew_s: number | null;
  readonly facts: readonly EntryFact[];
  readonly anomalies: readonly EntryAnomaly[];
  readonly error: EntryError | null;
  /** When `pvg journal move` moved the line to its case; null if it was not moved. */
  readonly moved_at: string | null;
  /** The case that the line had before it was moved. */
  readonly moved_from: string | null;
}

/** The orders that a pasted mail or a reply names: there may be several. */
interface NamedOrders {
  /** Each once; the first is `order_id`. */
  readonly order_ids: readonly string[];
}

/** A reply to the player that was printed. */
export interface ReplyEntry extends CommonMembers, NamedOrders {
  readonly id: string;
  readonly at: string;
  readonly command: 'reply';
  readonly environment: Environment | null;
  /** The id of the call that it was made from; null for a reply that somebody chose with `--for`. */
  readonly call: string | null;
  /** Which text it was: the id of a verdict or a situation. */
  readonly situation: string | null;
  readonly languages: readonly string[];
  /** The text in each of these languages. */
  readonly texts: readonly string[];
  readonly moved_at: string | null;
  readonly moved_from: string | null;
}

const remarkCommands = ['note', 'move', 'refusal'] as const;

/** A line that is neither a call nor a reply: a note, the move of lines to another ticket, or a refused paste. */
export interface RemarkEntry extends CommonMembers, NamedOrders, MentionedQuestions {
  readonly id: string;
  readonly at: string;
  readonly command: (typeof remarkCommands)[number];
  readonly environment: Environment | null;
  /** What a person wrote, why the paste was refused, or how many lines of a ticket were moved. */
  readonly text: string | null;
  /** Why a paste was refused, as a code of pvg. */
  readonly code: string | null;
  /** The id of the situation whose reply fits a refused paste. */
  readonly situation: string | null;
  /** The product and the package that a refused paste names, as far as it was understood. */
  readonly product: string | null;
  readonly package: string | null;
  /** `damaged`: a refused paste has a receipt that was cut, masked or changed. */
  readonly receipt_problem: 'damaged' | null;
  /** Only for a text with several purchases, of which one has to be chosen: the fingerprints of their receipts. */
  readonly receipts: readonly string[];
  /** The id of the line that was moved; null if all lines of a ticket were. */
  readonly call: string | null;
  /** When `pvg journal move` moved the line to its case; null if it was not moved. */
  readonly moved_at: string | null;
  /** The case that the line had before. In a line with the command `move`: the case that the moved lines had. */
  readonly moved_from: string | null;
}

export type KeptEntry = JournalEntry | ReplyEntry | RemarkEntry;

export function isReply(kept: KeptEntry): kept is ReplyEntry {
  return kept.command === 'reply';
}

export function isRemark(kept: KeptEntry): kept is RemarkEntry {
  return isAmong(remarkCommands, kept.command);
}

export function isCall(kept: KeptEntry): kept is JournalEntry {
  return !isReply(kept) && !isRemark(kept);
}

const callCommands = [...operations, 'batch'] as const;
const environments = ['dev', 'prod'] as const;
const idForm = /^\d{8}T\d{6}Z-[0-9a-f]{6,}$/;
const hexForm = /^[0-9a-f]{12,64}$/;
const playerForm = /^hmac:[0-9a-f]{12}$/;

export function isEntryId(text: string): boolean {
  return idForm.test(text);
}

/** Reads the line of a call; null for a damaged one. Members of later versions are dropped, and missing ones become null, so old lines stay readable. */
function readCall(members: MemberReader): JournalEntry | null {
  const id = members.textLike('id', idForm);
  const time = members.time('at');
  const command = members.oneOf('command', callCommands);
  const phase = members.oneOf('phase', ['sent', 'answered']);
  const environment = members.oneOf('environment', environments);
  const interfaceName = members.oneOf('interface', interfaces);
  if (id === null || time === null || command === null) return null;
  if (phase === null || environment === null || interfaceName === null) return null;
  return {
    id,
    at: time,
    command,
    phase,
    ...readCommonMembers(members),
    environment,
    values_of: members.text('values_of'),
    interface: interfaceName,
    product: members.text('product'),
    package: members.text('package'),
    receipt_length: members.number('receipt_length'),
    request_sha256: members.textLike('request_sha256', hexForm),
    asked_order_ids: members.texts('asked_order_ids'),
    chosen_order_id: members.text('chosen_order_id'),
    questions: members.texts('questions'),
    mentions: members.texts('mentions'),
    purchase_state: members.text('purchase_state'),
    os: members.oneOf('os', ['ios']),
    status: members.number('status'),
    code: members.text('code'),
    exit: readExitStatus(members),
    verdict: members.object('verdict', readVerdict),
    advice: members.oneOf('advice', advices),
    attempts: members.number('attempts') ?? 0,
    duration_ms: members.number('duration_ms') ?? 0,
    clock_skew_s: members.number('clock_skew_s'),
    facts: members.objects('facts', readFact),
    anomalies: members.objects('anomalies', readAnomaly),
    error: members.object('error', readError),
    moved_at: members.time('moved_at'),
    moved_from: readTicket(members, 'moved_from'),
  };
}

/** Reads the line of a reply; null for a damaged one. @param longMembers reads the same line, but keeps longer texts */
function readReply(members: MemberReader, longMembers: MemberReader): ReplyEntry | null {
  const head = readHead(members, ['reply']);
  return (
    head && {
      ...head,
      call: members.text('call'),
      situation: members.text('situation'),
      languages: members.texts('languages'),
      texts: longMembers.texts('texts'),
      moved_at: members.time('moved_at'),
      moved_from: readTicket(members, 'moved_from'),
    }
  );
}

/** Reads the line of a remark; null for a damaged one. */
function readRemark(members: MemberReader): RemarkEntry | null {
  const head = readHead(members, remarkCommands);
  return (
    head && {
      ...head,
      text: members.text('text'),
      code: members.text('code'),
      situation: members.text('situation'),
      product: members.text('product'),
      package: members.text('package'),
      receipt_problem: members.oneOf('receipt_problem', ['damaged']),
      receipts: members.texts('receipts'),
      questions: members.texts('questions'),
      mentions: members.texts('mentions'),
      call: members.textLike('call', idForm),
      moved_at: members.time('moved_at'),
      moved_from: readTicket(members, 'moved_from'),
    }
  );
}

/** Reads the members that replies and remarks share; null for a damaged line. */
function readHead<Command extends string>(members: MemberReader, commands: readonly Command[]) {
  const id = members.textLike('id', idForm);
  const time = members.time('at');
  const command = members.oneOf('command', commands);
  if (id === null || time === null || command === null) return null;
  return {
    id,
    at: time,
    command,
    ...readCommonMembers(members),
    order_ids: readOrders(members),
    environment: members.oneOf('environment', environments),
  };
}

/** The orders of a line, each once. A line of an older version has only `order_id`. */
function readOrders(members: MemberReader): readonly string[] {
  const orders = nonEmptyTexts(members.text('order_id'), ...members.texts('order_ids'));
  return [...new Set(orders)];
}

/** The ticket without its mark (`#`). Older versions kept it as it was typed, with or without the mark. */
function readTicket(members: MemberReader, name: 'case' | 'moved_from'): string | null {
  const ticket = members.text(name);
  return ticket === null ? null : withoutTicketMark(ticket);
}

function readCommonMembers(members: MemberReader): CommonMembers {
  return {
    profile: members.text('profile'),
    origin: members.text('origin'),
    receipt: members.textLike('receipt', hexForm),
    player: members.textLike('player', playerForm),
    order_id: members.text('order_id'),
    case: readTicket(members, 'case'),
    user: members.text('user'),
    host: members.text('host'),
    version: members.text('version') ?? '',
    via: members.oneOf('via', ['mcp', 'desk']),
  };
}

function readExitStatus(members: MemberReader): ExitStatus | null {
  const number = members.number('exit');
  return number !== null && isExitStatus(number) ? number : null;
}

function isExitStatus(number: number): number is ExitStatus {
  return Object.hasOwn(exitStatuses, number);
}

const longestText = 1_000;
/** Longer than other texts: a reply about several purchases has a paragraph for each. */
const longestReply = 20_000;

function cleanAndCut(clean: CleanText, longest = longestText): CleanText {
  return (text) => {
    // The text is cleaned before it is cut, because half of a secret would not be recognised.
    const cleaned = clean(text);
    return cleaned.length > longest ? `${cleaned.slice(0, longest)}…` : cleaned;
  };
}

type Stamp = 'id' | 'at' | 'command';

/**
 * Builds the line of a call. Its texts go through `redact`, which withholds what must not be kept; pvg's own ids and numbers
 * stay. A member without a value becomes null.
 */
export function buildCallLine(
  values: Pick<JournalEntry, Stamp | 'phase' | 'environment' | 'interface'> & Partial<JournalEntry>,
  redact: CleanText,
): JournalEntry {
  return requireLine(readCall(new MemberReader({ ...values }, cleanAndCut(redact))));
}

/** Builds the line of a reply. `redact` knows no receipt here, so whatever looks like one is withheld: somebody may have typed it as the case. */
export function buildReplyLine(
  values: Pick<ReplyEntry, Stamp> & Partial<ReplyEntry>,
  redact: CleanText,
): ReplyEntry {
  const clean = withholdReceipts(redact);
  const members = new MemberReader({ ...values }, cleanAndCut(clean));
  const longMembers = new MemberReader({ ...values }, cleanAndCut(clean, longestReply));
  return requireLine(readReply(members, longMembers));
}

/** Builds the line of a remark. Whatever looks like a receipt, or a part of one, is withheld: somebody may paste it into a note. */
export function buildRemarkLine(
  values: Pick<RemarkEntry, Stamp> & Partial<RemarkEntry>,
  redact: CleanText,
): RemarkEntry {
  const { text = null } = values;
  const withSafeText = { ...values, text: text && withholdPasted(redact(text)) };
  const clean = cleanAndCut(withholdReceipts(redact));
  return requireLine(readRemark(new MemberReader(withSafeText, clean)));
}

function requireLine<Line>(line: Line | null): Line {
  if (line === null) throw new TypeError('a line of the journal lacks a member');
  return line;
}

/** One line of NDJSON. */
export function printLine(line: KeptEntry): string {
  return escapeUnsafe(JSON.stringify(line));
}

// A line of pvg is far shorter.
const longestLine = 1_000_000;

/** Parses a line: undefined for a damaged one, `unknown` for one that a later version wrote. Every text is cut to a length that can be shown, because others write into a team’s folder. */
export function readJournalEntry(text: string): KeptEntry | 'unknown' | undefined {
  if (text.length > longestLine) return undefined;
  // `parseRecord` rounds large numbers; the numbers of a line are pvg's own and small.
  const record = parseRecord(text);
  if (record === undefined) return undefined;
  const members = new MemberReader(record, cleanAndCut(keepText));
  const longMembers = new MemberReader(record, cleanAndCut(keepText, longestReply));
  const kept = readCall(members) ?? readReply(members, longMembers) ?? readRemark(members);
  if (kept !== null) return kept;
  return isOfUnknownKind(members) ? 'unknown' : undefined;
}

const knownCommands = [...callCommands, 'reply', ...remarkCommands] as const;

/** Whether a line is complete, but has a command that this version does not know. */
function isOfUnknownKind(members: MemberReader): boolean {
  const hasStamp = members.textLike('id', idForm) !== null && members.time('at') !== null;
  const command = members.textLike('command', /^[a-z][a-z-]{0,39}$/);
  return hasStamp && command !== null && members.oneOf('command', knownCommands) === null;
}
