import { hasTokenForm } from '../../contract/purchase-token.js';

/** Several lines with a product and its receipt each, as developers answer in a chat: `gems_100 <receipt>`. */

const productLine = /^[ \t]*([a-z][a-z\d]*(?:_[a-z\d]+)+)[ \t:,-]{1,3}(\S+)[ \t]*$/;
/** `player_17`, `order_3`: words with the form of a product that name something else. */
const otherName = /^(?:player|user|account|acct|order|ticket|case|receipt|token|purchase|id)_/;
/** A longer text is a log. */
const mostLines = 500;

/** With a single such line it is not certain that its first word is the product. */
const fewestLines = 2;

/** A layer: the text with each such line as two labelled lines; no reading for a text without them. */
export function fromProductLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.length > mostLines) return [];
  const tokens = new Set<string>();
  const rewrittenLines = lines.map((line) => {
    const [, product = '', token = ''] = productLine.exec(line) ?? [];
    if (!hasTokenForm(token) || otherName.test(product)) return line;
    tokens.add(token);
    return `product: "${product}"\ntoken: ${token}`;
  });
  return tokens.size < fewestLines ? [] : [rewrittenLines.join('\n')];
}
