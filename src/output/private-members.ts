import { Buffer } from 'node:buffer';
import { parseIfJson } from '../text/json/parse.js';
import { utf8Text } from '../text/utf8.js';

/** Receipts and session tokens as members of a text of JSON, which may be cut off or be a text in JSON again. */

/** So often are the escapes of a text in JSON taken off. */
const mostLayers = 2;

/** A text of JSON without its quotes. The text may be cut off. */
const anyQuotedText = /"([^"\\]*(?:\\[^][^"\\]*)*)(?:"|\\?$)/g;
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

/** @param layers how many bodies deep it looks: a body may be a text in another body */
function findInLayers(text: string, layers: number): string[] {
  const texts = Array.from(text.matchAll(privateMember), ([, , inner = '']) => decodeInner(inner));
  if (layers === 0 || !/\\"(?:receipt|sessionToken)\\/.test(text)) return texts;
  for (const [, inner = ''] of text.matchAll(anyQuotedText)) {
    if (inner.includes('\\"')) texts.push(...findInLayers(decodeInner(inner), layers - 1));
  }
  return texts;
}

/** What a text of JSON means, or what stands in its quotes if it is not JSON. */
function decodeInner(inner: string): string {
  const value = parseIfJson(`"${inner}"`);
  return typeof value === 'string' ? value : inner;
}
