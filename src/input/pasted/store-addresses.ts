import { hasTokenForm } from '../../contract/purchase-token.js';
import { brokenMark } from './broken-mark.js';

interface PurchaseInAddress {
  readonly receipt: string;
  readonly package: string;
  readonly productId?: string;
}

/** An address of the Play Developer API in a log: package, product and token stand in its path. */
const storeAddress =
  /\/applications\/([\w.]{1,200})\/purchases\/(?:(?:products|subscriptions)\/([\w.]{1,200})|(?:products|subscriptions)v2)\/tokens\/([^\s?#"'`<>\\,;()]{1,4096})/g;

export function purchasesInAddresses(text: string): PurchaseInAddress[] {
  return [...text.matchAll(storeAddress)].map((match) => {
    const [whole, packageName = '', productId, written = ''] = match;
    // A method such as `:acknowledge` may only be told from the token where the token has the store's usual form.
    const withoutMethod = written.replace(/:(?:acknowledge|consume)$/, '');
    const token = hasTokenForm(withoutMethod) ? withoutMethod : written;
    const after = text.slice(match.index + whole.length);
    const isWhole = /^[\w.~-]+$/.test(token) && endsThere(after, token !== written);
    const candidate = {
      receipt: isWhole ? token : `${token}${brokenMark}`,
      package: packageName,
    };
    return productId === undefined ? candidate : { ...candidate, productId };
  });
}

/** A line that ends with the token may go on in the next one. */
function endsThere(after: string, hasMethod: boolean): boolean {
  if (hasMethod || /^[?#"'`<> \t]/.test(after)) return !/^[ \t]*\r?\n[ \t]*[\w.~-]/.test(after);
  return /^(?:\r?\n[ \t]*(?:[{[<]|\r?\n|$))?$|^\r?\n[ \t]*[{[<]|^\r?\n[ \t]*\r?\n/.test(after);
}
