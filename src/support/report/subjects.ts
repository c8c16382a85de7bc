import { isSameOrder } from '../../contract/order-id.js';
import { nonEmptyTexts } from '../../text/sentences.js';
import { unresolvedVerify } from '../journal/earlier-calls.js';
import { isCall, type JournalEntry, type KeptEntry } from '../journal/entry.js';

/** The purchases and players that calls are about. */

/** What one purchase or one player got with one profile. */
export interface CaseAnswer {
  /** The call whose answer is shown. */
  readonly entry: JournalEntry;
  /** Oldest first. */
  readonly calls: readonly JournalEntry[];
}

/** One purchase or one player. */
export interface CaseSubject extends CaseAnswer {
  /** What the same one got with other profiles and in other environments. */
  readonly answersElsewhere: readonly CaseAnswer[];
}

/*
 * Three keys say which calls belong together, from the narrowest to the widest:
 * - `answerKey`: the same purchase or player, asked with the same profile at the same service. The newest such answer counts.
 * - `subjectKey`: the same purchase or player, wherever it was asked. It makes one block of a report, one part of a reply.
 * - `linkKeys`: the receipt and the player of a call. Calls of two tickets that share one of these keys are about the same thing.
 * The emulator has purchases of its own, so `subjectKey` and `linkKeys` keep demo calls apart from real ones.
 */

/** A call without receipt and player is known by the hash of its request, else by its own id, which no other call has. */
export function answerKey(call: JournalEntry): string {
  const { profile, origin, environment, receipt, player, request_sha256: request, id } = call;
  return JSON.stringify([profile, origin, environment, receipt ?? player ?? request ?? id]);
}

function subjectKey(call: JournalEntry): string {
  return linkKeys(call)[0] ?? answerKey(call);
}

function linkKeys(call: JournalEntry): string[] {
  const { receipt, player } = call;
  const source = isDemo(call) ? 'demo' : 'real';
  return nonEmptyTexts(receipt, player).map((subject) => `${source} ${subject}`);
}

/** The purchases and players that calls are about, the newest first: a report and a reply have the same ones. */
export function groupBySubject(calls: readonly JournalEntry[]): CaseSubject[] {
  const answers = groupBy(calls, answerKey).map((group) => ({
    entry: chooseShownEntry(group),
    calls: group,
  }));
  return groupBy(answers, ({ entry }) => subjectKey(entry))
    .map(buildSubject)
    .sort((one, other) => Date.parse(other.entry.at) - Date.parse(one.entry.at));
}

/** An answer from prod comes first, because only prod has what players really bought; then the newest. */
function buildSubject(answers: readonly CaseAnswer[]): CaseSubject {
  const rank = ({ entry }: CaseAnswer): number => (entry.environment === 'prod' ? 1 : 0);
  const sorted = [...answers].sort(
    (one, other) =>
      rank(other) - rank(one) || Date.parse(other.entry.at) - Date.parse(one.entry.at),
  );
  const [first, ...answersElsewhere] = sorted;
  return { ...(first as CaseAnswer), answersElsewhere };
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/** The newest answer, or a verify after it whose outcome is not known; a failure if there is nothing else. */
function chooseShownEntry(calls: readonly JournalEntry[]): JournalEntry {
  const openVerify = unresolvedVerify(calls);
  const answered = calls.findLast((call) => call.verdict !== null || call === openVerify);
  return answered ?? (calls.at(-1) as JournalEntry);
}

/** A line of a batch is about many purchases, whose results are in the files of that batch. */
export function isNotBatch({ command }: JournalEntry): boolean {
  return command !== 'batch';
}

export function isSingleCall(kept: KeptEntry): kept is JournalEntry {
  return isCall(kept) && isNotBatch(kept);
}

/** The calls that a ticket counts: no batch, and no call to the emulator beside real ones. */
export function countedCalls(calls: readonly JournalEntry[]): readonly JournalEntry[] {
  return withoutDemo(calls.filter(isNotBatch));
}

function isDemo({ origin }: JournalEntry): boolean {
  return origin === 'local';
}

/** Leaves out the calls to the emulator if there are real ones: what was tried says nothing about a real ticket. */
export function withoutDemo(calls: readonly JournalEntry[]): readonly JournalEntry[] {
  const real = calls.filter((call) => !isDemo(call));
  return real.length > 0 ? real : calls;
}

interface CallsOfCase {
  readonly calls: readonly JournalEntry[];
  /** Order ids that the case names without a receipt. */
  readonly orderIds: readonly string[];
}

/** The calls of other cases that are about the same purchases or players. */
export function findCallsOfOtherCases(
  allCalls: readonly JournalEntry[],
  { calls, orderIds }: CallsOfCase,
): JournalEntry[] {
  const ids = new Set(calls.map(({ id }) => id));
  const links = new Set(calls.flatMap(linkKeys));
  const hasRealCalls = calls.some((call) => !isDemo(call));
  return allCalls.filter((call) => {
    if (ids.has(call.id)) return false;
    if (linkKeys(call).some((link) => links.has(link))) return true;
    // A demo call is listed beside demo calls only.
    if (hasRealCalls && isDemo(call)) return false;
    return orderIds.some((orderId) => isSameOrder(orderId, call.order_id ?? ''));
  });
}
