import { createSecrets, formsOf, redactedMark } from '../output/secrets.js';

// A service that repeats a receipt may cut it off. Shorter stretches than this stand in ordinary words too.
const shortestPart = 12;
// A short one is a word: its parts are in many texts, and they are no key to anything.
const shortestCut = 24;
// A service begins at the beginning; more would cost more than the call.
const longestCut = 2_000;

/** Takes values out of texts: whole, in their usual encodings, and of long ones also cut-off parts. */
export function withholding(values: readonly string[]): (text: string) => string {
  const secrets = createSecrets();
  const parts = new Set<string>();
  for (const value of values) {
    secrets.add(value);
    if (value.length < shortestCut) continue;
    for (const form of formsOf(value.slice(0, longestCut))) {
      for (let at = 0; at + shortestPart <= form.length; at += 1)
        parts.add(form.slice(at, at + shortestPart));
    }
  }
  return (text) => withoutParts(secrets.redact(text), parts);
}

function withoutParts(text: string, parts: ReadonlySet<string>): string {
  if (parts.size === 0) return text;
  let kept = '';
  let from = 0;
  for (let at = 0; at + shortestPart <= text.length; at += 1) {
    if (!parts.has(text.slice(at, at + shortestPart))) continue;
    let end = at + shortestPart;
    while (end < text.length && parts.has(text.slice(end + 1 - shortestPart, end + 1))) end += 1;
    kept += text.slice(from, at) + redactedMark;
    from = end;
    at = end - 1;
  }
  return kept + text.slice(from);
}
