import { candidatesIn, valuesOf, type Candidate } from './candidates.js';
import { broken, layers, withoutQuoteMarks } from './undo.js';

/**
 * The purchase in a pasted text. Each way to read the text is tried, and all must agree: a receipt comes out byte for
 * byte or not at all.
 */

/** What a text holds. `undone`: what was undone to read it, the outermost first, for people. */
export type Pasted =
  | { readonly is: 'purchase'; readonly purchase: Candidate; readonly undone: readonly string[] }
  | { readonly is: 'several'; readonly purchases: readonly Candidate[] }
  | { readonly is: 'unclear'; readonly why: 'two-ways' | 'broken-value' | 'packages' }
  | { readonly is: 'unclear'; readonly why: 'repeated'; readonly name: string }
  | { readonly is: 'unclear'; readonly why: 'products'; readonly count: number }
  | { readonly is: 'nothing' };

/** Of several purchases or products. */
export interface Choice {
  readonly productId?: string | undefined;
  readonly orderId?: string | undefined;
}

export function readPasted(text: string, { productId, orderId }: Choice = {}): Pasted {
  const all = readingsOf(text);
  const [first] = all;
  if (first === undefined) return { is: 'nothing' };
  const here = all.filter((each) => each.text === first.text);
  const name = all.find(({ repeated }) => repeated !== undefined)?.repeated;
  if (name !== undefined) return { is: 'unclear', why: 'repeated', name };
  if (all.some(({ receipt }) => !here.some((each) => each.receipt === receipt)))
    return { is: 'unclear', why: 'two-ways' };
  if (all.some((each) => valuesOf(each).some((value) => /[\p{Cc}\uE000]/u.test(value))))
    return { is: 'unclear', why: 'broken-value' };
  const chosen = matching(matching(here, 'orderId', orderId), 'productId', productId);
  const receipts = new Set(chosen.map(({ receipt }) => receipt));
  if (receipts.size > 1) return { is: 'several', purchases: chosen };
  const ofReceipt = all.filter(({ receipt }) => receipts.has(receipt));
  // Names do not vote: where one has a link in it, the text without links has the clean one.
  const clean = ofReceipt.filter((each) => !valuesOf(each).some((value) => /[<>[\]]/.test(value)));
  const same = matching(clean.length > 0 ? clean : ofReceipt, 'productId', productId);
  const products = new Set(same.flatMap((each) => each.productId ?? []));
  const count = products.size === 0 ? (same[0]?.products ?? 0) : products.size;
  if (count > 1 && productId === undefined) return { is: 'unclear', why: 'products', count };
  if (new Set(same.flatMap((each) => each.package ?? [])).size > 1) return { is: 'unclear', why: 'packages' };
  // The same purchase twice: a member may be missing in one place and present in the other.
  const purchase = same.reduceRight((merged, each) => ({ ...merged, ...each }));
  return { is: 'purchase', purchase, undone: [...first.undone, ...(first.isJoined ? [brokenLines] : [])] };
}

const brokenLines = 'lines that a mail program broke';

/** Those that have the value, or all if none has. */
function matching(
  all: readonly Reading[],
  role: keyof Choice,
  value: string | undefined,
): readonly Reading[] {
  const found = all.filter((each) => value !== undefined && each[role] === value);
  return found.length > 0 ? found : all;
}

interface Source {
  readonly undone: readonly string[];
  readonly text: string;
}

type Reading = Candidate & Source;

/** Enough for every text that was seen; a text with more is not read. */
const mostTexts = 100;
const mostAttempts = 200;

/** The plainest first. */
function readingsOf(text: string): Reading[] {
  const sources: Source[] = [];
  const add = (next: string, undone: readonly string[]): void => {
    const bare = withoutQuoteMarks(next);
    if (sources.length >= mostTexts || sources.some((each) => each.text === bare)) return;
    sources.push({ text: bare, undone: bare === next ? undone : [...undone, 'a quoted e-mail'] });
  };
  add(text.replace(/^\uFEFF/, ''), []);
  const found: Reading[] = [];
  const linked = new Set<string>();
  const budget = { attempts: mostAttempts };
  for (const source of sources) {
    found.push(...candidatesIn(source.text, budget).map((candidate) => ({ ...candidate, ...source })));
    for (const { from, undo } of layers)
      for (const next of undo(source.text, linked))
        add(next, source.undone.at(-1) === from ? source.undone : [...source.undone, from]);
  }
  // A receipt with the last word of a link may have had the link itself.
  const isDoubtful = ({ receipt }: Reading): boolean => [...linked].some((word) => receipt.includes(word));
  return found.map((each) => (isDoubtful(each) ? { ...each, receipt: `${each.receipt}${broken}` } : each));
}
