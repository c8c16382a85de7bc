import type { Context } from '../../context.js';
import { fingerprint } from '../../signing/digest.js';
import type { Subject } from '../../service/outcome.js';
import { isIos } from '../../service/subject.js';
import { counted } from '../../text/sentences.js';
import type { Description, Fact } from '../../wording/description.js';
import { readJournal } from './journal.js';

/** The receipts of one game are about equally long. One that is much shorter was probably cut on its way to the ticket. */

const fewestReceipts = 5;
/** A share of the length of the shortest earlier receipt. */
const leastShare = 0.8;
/** The newest lines about the package: older ones would say the same. */
const mostLines = 500;

/** Adds the doubt to a purchase that was not confirmed; a confirmed one has its whole receipt. */
export async function addCutDoubt(
  context: Context,
  description: Description,
  subject: Subject,
): Promise<Description> {
  const { receipt, package: packageName } = subject;
  if (description.exit !== 6 || receipt === undefined || !packageName || isIos(subject)) {
    return description;
  }
  const lengths = await earlierLengths(context, packageName, receipt);
  const shortest = Math.min(...lengths);
  if (lengths.length < fewestReceipts || receipt.length >= shortest * leastShare) {
    return description;
  }
  const doubt: Fact = {
    id: 'probably-cut',
    label: 'Probably cut',
    value: `The receipt is probably cut: it has ${counted(receipt.length, 'character')}, and the shortest of ${lengths.length} earlier receipts of this package has ${shortest}.`,
  };
  return { ...description, facts: [doubt, ...description.facts] };
}

/** The length of each other receipt, once. */
async function earlierLengths(
  context: Context,
  packageName: string,
  receipt: string,
): Promise<number[]> {
  const { calls } = await readJournal(context, [packageName], {
    most: mostLines,
    mayMatter: (line) => line.includes('"receipt_length":'),
  });
  const lengthByReceipt = new Map<string, number>();
  for (const call of calls) {
    if (call.receipt === null || call.receipt_length === null) continue;
    if (call.package === packageName) lengthByReceipt.set(call.receipt, call.receipt_length);
  }
  lengthByReceipt.delete(fingerprint(receipt));
  return [...lengthByReceipt.values()];
}
