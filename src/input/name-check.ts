import { idFromCell } from '../contract/placeholder-texts.js';
import { looksLikeToken } from '../contract/purchase-token.js';
import { refuseHidden } from './hidden.js';
import { doubt, refuseDoubted } from './receipt.js';

/** Checks product, package and order id: names from the store, which copying may have changed. */

/** What mail and chat programs add to a name (`*gems_100*`), or put in place of its end (`gems_…`). */
const markedUp = /[<>*[\]\u2022\u2026]{1,3}|\.{2,3}|^(?:https?|mailto|tel):(?:\/\/)?/i;

/** Why a text cannot be a product or a package that the store knows. */
export function nameProblem(what: string, name: string): string | undefined {
  if (looksLikeToken(name)) return `${what} looks like a receipt, not like a name.`;
  if (name !== '' && idFromCell(name) === null) return `${what} is a placeholder, not a name.`;
  const markup = markedUp.exec(name)?.[0];
  return markup && `${what} is not the name of a product or a package: it has ${markup} in it.`;
}

const nouns = {
  '--product-id': 'The product id',
  '--package': 'The package',
  '--order-id': 'The order id',
} as const;

/** Product, package and order id are names from the store. @throws {PvgError} `receipt-doubtful` */
export function checkName(
  option: keyof typeof nouns,
  name: string | undefined,
  forced: boolean,
): void {
  if (forced || name === undefined) return;
  const what = nouns[option];
  if (looksLikeToken(name)) {
    // The advice names an option, so it is for a terminal alone.
    const noHint = '';
    const atTerminal = 'Use `--receipt` for the receipt.';
    refuseDoubted(doubt(`${what} looks like a receipt, not like a name.`, noHint, { atTerminal }));
  }
  if (/^["'`\u00AB\u2018-\u201F\u2039]|["'`\u00BB\u2018-\u201F\u203A]$/.test(name)) {
    refuseDoubted(
      doubt(`${what} has quotation marks around it.`, 'Use only the text between them.'),
    );
  }
  const problem = option === '--order-id' ? undefined : nameProblem(what, name);
  if (problem) {
    refuseDoubted(doubt(problem, 'Use the name alone: the store does not confirm a changed one.'));
  }
  refuseHidden(option, name);
}
