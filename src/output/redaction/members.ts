import { JsonObject, type Json } from '../../text/json/json.js';
import { jsonIn } from '../../text/json/parse.js';
import { utf8Text } from '../../text/utf8.js';
import { shownFingerprint } from '../../signing/digest.js';
import { redactedMark } from './secrets.js';

/** Members of a body that are always shown as fingerprints. */
const privateMembers: readonly string[] = ['receipt', 'sessionToken'];

/** The texts of these members, at any depth: an answer may repeat them anywhere. */
export function privateTextsIn(body: Uint8Array): string[] {
  const text = utf8Text(body) ?? '';
  // A name may be written with escapes.
  if (!text.includes('\\u') && !privateMembers.some((name) => text.includes(name))) return [];
  const found = new Set<string>();
  const work: Json[] = [jsonIn(text) ?? null];
  for (let value = work.pop(); value !== undefined; value = work.pop()) {
    if (Array.isArray(value)) for (const each of value) work.push(each);
    else if (value instanceof JsonObject) {
      for (const [name, member] of value.members) {
        if (privateMembers.includes(name) && typeof member === 'string') found.add(member);
        else work.push(member);
      }
    }
  }
  return [...found];
}

/** The same object, with fingerprints in their place. */
export const withFingerprints = (object: JsonObject): JsonObject =>
  new JsonObject(object.members.map(([name, value]): [string, Json] => [name, shownMember(name, value)]));

function shownMember(name: string, value: Json): Json {
  if (privateMembers.includes(name))
    return typeof value === 'string' ? shownFingerprint(value) : redactedMark;
  if (Array.isArray(value)) return value.map((each) => shownMember('', each));
  return value instanceof JsonObject ? withFingerprints(value) : value;
}
