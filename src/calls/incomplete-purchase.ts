import { PvgError } from '../failure.js';
import type { FoundPurchase } from '../input/pasted-purchase.js';
import { joinSentences } from '../text/sentences.js';
import type { TypedOptions } from '../text/shell.js';
import { commandLineFor, hasOption } from '../wording/next-command.js';

/** Names the words of the text that may be the missing product, so that a person can choose one. */
export function sayMissingProduct(
  { receipt, possibleProducts = [] }: Partial<FoundPurchase>,
  isOfText: boolean,
): string | undefined {
  const [only, ...otherProducts] = possibleProducts;
  if (only === undefined) {
    if (!isOfText || receipt === undefined) return undefined;
    return 'The product is missing: ask the developers for it, or take it from the game’s shop.';
  }
  if (otherProducts.length === 0) return `Is ${only} the product? It stands in the same row.`;
  return `The product is probably one of these, which stand in the same row: ${possibleProducts.join(', ')}.`;
}

interface IncompletePurchase {
  readonly missing: TypedOptions;
  readonly typed: TypedOptions;
  readonly hint: string | undefined;
  /** The sentence about what the text names; empty if it names nothing. */
  readonly namedNote: string;
  readonly found: Partial<FoundPurchase>;
}

/** The refusal of a purchase that lacks something: what is missing, what the text names, and where to get the rest. */
export function incompletePurchaseError({
  missing,
  typed,
  hint,
  namedNote,
  found,
}: IncompletePurchase): PvgError {
  return new PvgError('usage', `Missing: ${missing.map(([option]) => option).join(', ')}.`, {
    namedNote,
    hint: joinSentences(namedNote, hint),
    hintAtTerminal: joinSentences(
      hasOption(missing, '--receipt') &&
        'Give the receipt or the purchase JSON: `pvg lookup @purchase.json`, or `-` to paste it. An order id alone cannot be looked up.',
      hasOption(missing, '--package') &&
        'To keep the package for next time, set PVG_PACKAGE, or store it: `pvg profile set <name> --package <name>`.',
    ),
    section: '§2.1',
    // The refused purchase is kept with the ticket: it may be all that the ticket has.
    isRefusedPaste: true,
    asks: {
      missing: missing.map(([option]) => option),
      ...(hasOption(missing, '--product-id') && found.possibleProducts !== undefined
        ? { possible_products: found.possibleProducts }
        : {}),
    },
    nextCommand: hasOption(typed, '--os')
      ? 'pvg help ios'
      : commandLineFor('lookup', [...typed, ...missing]),
  });
}
