import { Buffer } from 'node:buffer';
import { parseIfJson } from '../text/json/parse.js';
import { utf8Text } from '../text/utf8.js';

/** Finds receipts and session tokens that are members of JSON. The JSON may be cut off, or stand as a text in JSON again. */

/** How often JSON that is a text in JSON is unpacked. */
const mostLayers = 2;

/** A text in JSON; its only group is what stands between the quotes. `[^]` is the character after a backslash, whatever it is. At its end stands a quote, or the whole text was cut off there. */
const anyQuotedText = /"([^"\\]*(?:\\[^][^"\\]*)*)(?:"|\\?$)/g;
/** The same for the value of such a member; the first group is its name with the colon. */
const privateMember = /("(?:receipt|sessionToken)"\s*:\s*)"([^"\\]*(?:\\[^][^"\\]*)*)(?:"|\\?$)/g;

/** The text of a request with `[shown(value)]` in place of each receipt and token that is a member. */
export function replacePrivateMembers(text: string, shown: (value: string) => string): string {
  return text.replace(privateMember, (member: string, name: string, inner: string) => {
    const value = parseIfJson(`"${inner}"`);
    const isReplaced = typeof value === 'string' && value !== '' && member.endsWith('"');
    return isReplaced ? `${name}"[${shown(value)}]"` : member;
  });
}

/** The receipts and tokens anywhere in a body, which need not be JSON or whole: an answer may repeat them anywhere. */
export function findPrivateTexts(body: Uint8Array): string[] {
  const text = utf8Text(body) ?? Buffer.from(body).toString('latin1');
  return [...new Set(findInLayers(text, mostLayers))];
}

/** @param layers how often a text of the body is read as a body itself */
function findInLayers(text: string, layers: number): string[] {
  const texts = Array.from(text.matchAll(privateMember), ([, , inner = '']) => decodeInner(inner));
  // In JSON that is a text in JSON, the quotes around the name have backslashes.
  if (layers === 0 || !/\\"(?:receipt|sessionToken)\\/.test(text)) return texts;
  for (const [, inner = ''] of text.matchAll(anyQuotedText)) {
    if (inner.includes('\\"')) texts.push(...findInLayers(decodeInner(inner), layers - 1));
  }
  return texts;
}

/** The value of a text in JSON, or the text between the quotes as it is if its escapes are wrong. */
function decodeInner(inner: string): string {
  const value = parseIfJson(`"${inner}"`);
  return typeof value === 'string' ? value : inner;
}
