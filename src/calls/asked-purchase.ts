import type { AskedPurchase } from '../context.js';
import type { Subject } from '../service/outcome.js';
import { shownFingerprint } from '../signing/digest.js';
import { withheldIfToken } from '../support/journal/writer.js';
import { counted, nonEmptyTexts } from '../text/sentences.js';
import type { Fact } from '../wording/description.js';

/** What was asked about a purchase. It is shown with the answer, so that a wrong product or half a receipt is noticed. */

export function askedPurchase({
  productId,
  package: packageName,
  receipt,
}: Subject): AskedPurchase {
  return {
    product_id: withheldIfToken(productId),
    package: withheldIfToken(packageName),
    receipt:
      receipt === undefined
        ? null
        : { fingerprint: shownFingerprint(receipt), length: receipt.length },
  };
}

/** What was asked about a purchase, for people. */
export function askedPurchaseFacts(subject: Subject): Fact[] {
  const { product_id: product, package: packageName, receipt } = askedPurchase(subject);
  const facts: Fact[] = [];
  const names = nonEmptyTexts(product, packageName).join(' in ');
  if (names !== '') facts.push({ label: 'Asked for', value: names });
  if (receipt !== null) {
    const length = counted(receipt.length, 'character');
    facts.push({ label: 'Receipt', value: `${receipt.fingerprint} (${length})` });
  }
  return facts;
}
