import { findRoleOfLabel } from './store-names.js';

/** The members of a purchase JSON without its braces, as people copy them: `"productId": "gems_100", "purchaseToken": "…"`. */

const member = /"([\w ]{1,40})"[ \t]*:\s*"([^"\\\s]{1,4096})"[ \t]*(?:,|\}+|(?=\r?\n|$))/g;

/** A layer: each member in its own line, `productId: "gems_100"`. An object with its `{` is read as JSON instead. */
export function fromLooseMembers(text: string): string[] {
  if (text.includes('{')) return [];
  let hasReceipt = false;
  const lines = text.replace(member, (written: string, name: string, value: string) => {
    const role = findRoleOfLabel(name);
    if (role === undefined) return written;
    hasReceipt ||= role === 'receipt';
    return `\n${name}: "${value}"\n`;
  });
  return hasReceipt ? [lines.replace(/\n\s*\n/g, '\n')] : [];
}
