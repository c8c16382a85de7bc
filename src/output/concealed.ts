import { JsonObject, type Json } from '../json/json.js';
import { parseJson } from '../json/parse.js';
import { utf8Text } from '../json/utf8.js';

// Named by their fingerprint wherever they stand in a shown body (cli.md, "fingerprint").
export const concealed: readonly string[] = ['receipt', 'sessionToken'];

/** The values that a body has under the names that are concealed: an answer may repeat them anywhere. */
export function concealedIn(body: Uint8Array): string[] {
  const found = new Set<string>();
  const text = utf8Text(body) ?? '';
  // A name may be written with escapes.
  if (!text.includes('\\u') && !concealed.some((name) => text.includes(name))) return [];
  try {
    const work: Json[] = [parseJson(text)];
    for (let value = work.pop(); value !== undefined; value = work.pop()) {
      if (Array.isArray(value)) for (const each of value) work.push(each);
      else if (value instanceof JsonObject) {
        for (const [name, member] of value.members) {
          if (concealed.includes(name) && typeof member === 'string') found.add(member);
          else work.push(member);
        }
      }
    }
  } catch {
    // Not JSON: nothing of it is shown, and nothing can be learned from it.
  }
  return [...found];
}
