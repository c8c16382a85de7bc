import type { Context } from '../../context.js';
import { callerName, matchesTypedName } from './calls.js';
import type { KeptEntry } from './entry.js';
import { findNewest } from './journal.js';
import type { JournalLine } from './newest-first.js';
import { playerIds } from './player-key.js';

/** Which names of the journal somebody means, where no line has the name as it was typed. */

export interface SpelledName {
  /** undefined: no line has the name in any spelling. */
  readonly name: string | undefined;
  readonly isAsTyped: boolean;
}

interface NameSearch {
  readonly typed: string;
  readonly sinceMs: number | undefined;
}

interface SpelledPerson extends SpelledName {
  /** Who else is in the journal, the newest first; those of all lines only if nobody has the name. */
  readonly people: readonly string[];
}

/** `maria` or `maria on desk-3`. */
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
  const found = await findNewest(context, { sinceMs, isWanted, mayMatter: hasNewAccount() });
  if (found !== undefined) return { name: text, isAsTyped: true, people: [] };
  const [name] = similar;
  return { name, isAsTyped: false, people: [...people].filter(Boolean) };
}

/** One line of each account is enough to know everybody, and parsing is slow. */
function hasNewAccount(): (line: string) => boolean {
  const accounts = new Set<string>();
  return (line) => {
    const start = line.indexOf('"user":');
    const account = line.slice(start, line.indexOf('"version":', start));
    if (start !== -1 && accounts.has(account)) return false;
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

/** The journal has keyed ids of players and no names, so the usual spellings are tried. */
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
  await findNewest(context, { sinceMs, containing, isWanted });
  const name = similar.has(text) ? text : [...similar][0];
  return { name, isAsTyped: name === text };
}
