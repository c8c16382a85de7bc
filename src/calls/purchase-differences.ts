import type { FoundPurchase } from '../input/pasted-purchase.js';
import type { Purchase } from '../input/purchase.js';
import type { PurchaseOptions } from '../input/purchase-options.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import { nonEmptyTexts } from '../text/sentences.js';

/** Notes about a pasted purchase that names another product or package than the options or the profile. */

/** The purchase against the options. */
export function purchaseDifferences(
  options: PurchaseOptions,
  found: Partial<FoundPurchase>,
): string[] {
  const differs = (name: 'productId' | 'package'): boolean =>
    options[name] !== undefined && found[name] !== undefined && options[name] !== found[name];
  return nonEmptyTexts(
    differs('productId') && 'The purchase JSON names a different product. pvg uses --product-id.',
    differs('package') && 'The purchase JSON names a different package. pvg uses --package.',
  );
}

/** The purchase, as it is sent, against the profile. With `--body` the package is not read here, so there is no note. */
export function otherPackageNotes(
  purchase: Purchase,
  { package: profilePackage, sources }: ResolvedProfile,
): string[] {
  const usedPackage = 'fields' in purchase ? purchase.fields.package : profilePackage;
  if (profilePackage === undefined || usedPackage === undefined) return [];
  if (usedPackage === profilePackage) return [];
  return [
    `This purchase names a different package than ${sources.package ?? ''}: ${profilePackage}. pvg uses the one of the purchase.`,
  ];
}
