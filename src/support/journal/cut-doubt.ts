import type { Context } from '../../context.js';
import type { Subject } from '../../service/outcome.js';
import { fingerprint } from '../../signing/digest.js';
import type { Description, Fact } from '../../wording/description.js';
import { isOfCutReceipt, matchesTypedName, minuteUtc } from './calls.js';
import type { JournalEntry, RemarkEntry } from './entry.js';
import type { EntryFact } from './entry-answer.js';
import { readJournal } from './journal.js';

/** The doubt that a receipt was cut belongs to the receipt: one look-up that knew it speaks for all of the same receipt. */

/** The calls, each with the doubt that any call about its receipt has, whenever that one was made and for which ticket. */
export async function withCutDoubts(
  context: Context,
  calls: readonly JournalEntry[],
): Promise<readonly JournalEntry[]> {
  const callsWithoutDoubt = calls.filter(
    (call) => isNotConfirmed(call) && cutDoubtOf(call) === undefined,
  );
  const receipts = [...new Set(callsWithoutDoubt.flatMap(({ receipt }) => receipt ?? []))];
  if (receipts.length === 0) return calls;
  const doubted = await readJournal(context, receipts, { ofAllProfiles: true, mayMatter: isDoubt });
  const doubts = new Map(doubted.calls.map((call) => [call.receipt, cutDoubtOf(call)]));
  return calls.map((call) => {
    const doubt = callsWithoutDoubt.includes(call) ? doubts.get(call.receipt) : undefined;
    return doubt === undefined ? call : { ...call, facts: [doubt, ...call.facts] };
  });
}

const isDoubt = (line: string): boolean => line.includes('"probably-cut"');

function isNotConfirmed({ verdict }: JournalEntry): boolean {
  return verdict?.id === 'not-confirmed';
}

function cutDoubtOf({ facts }: JournalEntry): EntryFact | undefined {
  return facts.find(({ id }) => id === 'probably-cut');
}

interface AskedForTicket {
  readonly subject: Pick<Subject, 'receipt' | 'productId'>;
  readonly caseId: string | undefined;
}

/**
 * Adds a doubt if a receipt was not confirmed, and a damaged one of the same product was pasted for its ticket: a cut receipt
 * often comes again without the mark that showed it. The next receipt after a doubted one is not doubted: it may be whole.
 */
export async function addDoubtOfTicket(
  context: Context,
  description: Description,
  { subject: { receipt, productId }, caseId }: AskedForTicket,
): Promise<Description> {
  const isAsked = description.error?.code === 'not-confirmed' && productId !== undefined;
  const isDoubted = description.facts.some(({ id }) => id === 'probably-cut');
  if (!isAsked || isDoubted || receipt === undefined || caseId === undefined) return description;
  const { calls, remarks } = await readJournal(context, [caseId]);
  const damaged = remarks.findLast(
    (remark) => matchesTypedName(remark.case, caseId) && hasDamaged(remark, productId),
  );
  const print = fingerprint(receipt);
  const isNextReceipt = calls.some(
    (call) => matchesTypedName(call.case, caseId) && isOfCutReceipt(call) && call.receipt !== print,
  );
  if (damaged === undefined || isNextReceipt) return description;
  const doubt: Fact = {
    id: 'probably-cut',
    label: 'Probably cut',
    value: `The receipt is probably cut or changed: a damaged one of the same product was pasted for this ticket on ${minuteUtc(damaged.at)}.`,
  };
  return { ...description, facts: [doubt, ...description.facts] };
}

function hasDamaged(
  { command, receipt_problem: problem, product }: RemarkEntry,
  productId: string,
): boolean {
  return command === 'refusal' && problem === 'damaged' && product === productId;
}
