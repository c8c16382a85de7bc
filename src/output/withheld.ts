import { folded, formsOf, redactedMark, stretchesOf, withoutStretches, type Stretch } from './secrets.js';

// A service that repeats a receipt may cut it off. Shorter stretches than this stand in ordinary words too.
const shortestPart = 12;
// A short one is a word: its parts are in many texts, and they are no key to anything.
const shortestCut = 24;
// A service begins at the beginning; more would cost more than the call.
const longestCut = 2_000;

/** Takes values out of texts: whole, in their usual encodings, and of long ones also cut-off parts. */
export function withholding(values: readonly string[]): (text: string) => string {
  const wholes = new Set<string>();
  const parts = new Set<string>();
  for (const value of values) {
    for (const form of formsOf(value)) wholes.add(folded(form));
    if (value.length < shortestCut) continue;
    for (const form of formsOf(value.slice(0, longestCut)).map(folded)) {
      for (let at = 0; at + shortestPart <= form.length; at += 1)
        parts.add(form.slice(at, at + shortestPart));
    }
  }
  const whole = stretchesOf([...wholes]);
  return (text) => withoutStretches(text, (read) => [...whole(read), ...partsIn(read, parts)]);
}

// Of one character would be a hole in every sentence, and is nobody's name.
const shortestWord = 2;
// As of which length a text is taken out wherever it stands.
const longestWord = 3;

/** Takes short values out where they stand as a word of their own: for the service's own sentences. */
export function withholdingWords(values: readonly string[]): (text: string) => string {
  const short = values.filter(({ length }) => length >= shortestWord && length <= longestWord);
  if (short.length === 0) return (text) => text;
  const words = short.map((value) => value.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|');
  const alone = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'giu');
  return (text) => text.replace(alone, redactedMark);
}

function partsIn(text: string, parts: ReadonlySet<string>): Stretch[] {
  const found: Stretch[] = [];
  if (parts.size === 0) return found;
  for (let at = 0; at + shortestPart <= text.length; at += 1) {
    if (!parts.has(text.slice(at, at + shortestPart))) continue;
    let end = at + shortestPart;
    while (end < text.length && parts.has(text.slice(end + 1 - shortestPart, end + 1))) end += 1;
    found.push([at, end]);
    at = end - 1;
  }
  return found;
}
