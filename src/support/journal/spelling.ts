import type { Context } from '../../context.js';
import { callerName, matchesTypedName } from './calls.js';
import type { KeptEntry } from './entry.js';
import { findNewest } from './journal.js';
import type { JournalLine } from './newest-first.js';
import { playerIds } from './player-key.js';

/** Finds the spelling of a person’s or a player’s name in the journal, if no line has it as it was typed. */

export interface SpelledName {
  /** The name as the journal has it; undefined if no line has it in any spelling. */
  readonly name: string | undefined;
  readonly isAsTyped: boolean;
}

interface NameSearch {
  readonly typed: string;
  readonly sinceMs: number | undefined;
}

interface SpelledPerson extends SpelledName {
  /** If no line has the name as it was typed: the people of the journal, the newest first. Else empty. */
  readonly people: readonly string[];
}

/** Finds a person who was typed as `maria` or as `maria on desk-3`. */
export async function spelledPerson(
  context: Context,
  { typed, sinceMs }: NameSearch,
): Promise<SpelledPerson> {
  const text = typed.trim();
  const people = new Set<string>();
  const similar = new Set<string>();
  const isWanted = ({ kept }: JournalLine): boolean => {
    const names = personNames(kept);
    for (const name of names) if (matchesTypedName(name, text)) similar.add(name);
    people.add(callerName(kept) ?? '');
    return names.includes(text);
  };
  const found = await findNewest(context, { sinceMs, isWanted, mayMatter: oneLinePerAccount() });
  if (found !== undefined) return { name: text, isAsTyped: true, people: [] };
  const [name] = similar;
  return { name, isAsTyped: false, people: [...people].filter(Boolean) };
}

/**
 * Makes a `mayMatter` for one reading: it remembers the accounts, and lets through the first line of each. That is enough to
 * know everybody, and parsing is slow.
 */
function oneLinePerAccount(): (line: string) => boolean {
  const accounts = new Set<string>();
  return (line) => {
    const start = line.indexOf('"user":');
    if (start === -1) return true;
    // The account is `user` and `host`: every line has both of them right before `version` (`CommonMembers`).
    const account = line.slice(start, line.indexOf('"version":', start));
    if (accounts.has(account)) return false;
    accounts.add(account);
    return true;
  };
}

/** `maria` of `maria on desk-3`. */
export function userPart(person: string): string {
  return person.trim().split(' on ')[0] ?? '';
}

export function personNames(kept: KeptEntry): readonly string[] {
  return [kept.user, callerName(kept)].filter((name) => name !== null);
}

/** Finds a player. The journal has no names of players, only keyed ids, so the ids of the usual spellings are tried. */
export async function spelledPlayer(
  context: Context,
  { typed, sinceMs }: NameSearch,
): Promise<SpelledName> {
  const text = typed.trim();
  const small = text.toLowerCase();
  const capitalised = small.replace(/^./u, (letter) => letter.toUpperCase());
  const nameOfId = new Map<string, string>();
  for (const name of new Set([text, small, capitalised, text.toUpperCase()])) {
    for (const id of await playerIds(context, name)) nameOfId.set(id, name);
  }
  const similar = new Set<string>();
  const isWanted = ({ kept }: JournalLine): boolean => {
    const name = nameOfId.get(kept.player ?? '');
    if (name !== undefined) similar.add(name);
    return name === text;
  };
  const containing = [...nameOfId.keys()];
  // Its result is not needed: on its way to the line with the typed name, `isWanted` collects the other spellings.
  await findNewest(context, { sinceMs, containing, isWanted });
  const name = similar.has(text) ? text : [...similar][0];
  return { name, isAsTyped: name === text };
}
