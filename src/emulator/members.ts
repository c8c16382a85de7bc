import type { BodyMembers } from '../contract/interfaces.js';
import { utf8Text } from '../text/utf8.js';

/** The members of a request's body. They may be read by any name: JSON.parse makes `__proto__` a member like any other. */
export type Members = Readonly<Record<string, unknown>>;

/** Parses a body; undefined if it is not JSON in UTF-8. A JSON value that is not an object has no members. */
export function readBodyMembers(body: Uint8Array): Members | undefined {
  try {
    // utf8Text keeps a byte order mark, which is not JSON, so the parser refuses it.
    return (JSON.parse(utf8Text(body) ?? '') ?? {}) as Members;
  } catch {
    return undefined;
  }
}

/** The text of a member; empty if the member is missing or no text. */
export function memberText(members: Members, name: string): string {
  const value = members[name];
  return typeof value === 'string' ? value : '';
}

type RuleEntries = readonly (readonly [name: string, rule: BodyMembers[string]])[];
const knownEntries = new WeakMap<BodyMembers, RuleEntries>();

/** Object.entries of the rules, computed once for each operation. */
function listRuleEntries(rules: BodyMembers): RuleEntries {
  const known = knownEntries.get(rules);
  if (known !== undefined) return known;
  const entries = Object.entries(rules);
  knownEntries.set(rules, entries);
  return entries;
}

interface BodyTrouble {
  /** The sentence of the answer: `Missing required fields: receipt.` */
  readonly says: string;
  /** Whether the contract shows the answer to it: it does so only for a missing member. */
  readonly isShown: boolean;
}

/**
 * The missing or the wrong members of a body; undefined if there are none. A required member that is empty or has another
 * type counts as missing; an optional null counts as left out.
 */
export function findBodyTrouble(members: Members, rules: BodyMembers): BodyTrouble | undefined {
  const missing: string[] = [];
  const wrong: string[] = [];
  for (const [name, { type, required }] of listRuleEntries(rules)) {
    const value = members[name] ?? undefined;
    const isPresent =
      value !== undefined && (type !== 'text' || (typeof value === 'string' && value !== ''));
    const isRequired = required === true || (required === 'android' && members['os_id'] === 1);
    if (isRequired && !isPresent) missing.push(name);
    else if (type === 'text' && value !== undefined && typeof value !== 'string') wrong.push(name);
  }
  if (missing.length > 0) {
    const isShown = missing.some((name) => (members[name] ?? undefined) === undefined);
    return { says: `Missing required fields: ${missing.join(', ')}.`, isShown };
  }
  return wrong.length === 0
    ? undefined
    : { says: `Not a string: ${wrong.join(', ')}.`, isShown: false };
}
