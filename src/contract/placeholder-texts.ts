const marks = ['-', '--', '---', '–', '—', '.', '...', '…', '?', '??', '???', '0'];
const abbreviations = ['n/a', 'na', 'n.a.', 'n/d', 'tbd', 'k.a.', 'k. a.', 'n.v.'];
const englishWords = ['none', 'unknown', 'missing', 'empty', 'true', 'false'];
const germanWords = ['kein', 'keine', 'unbekannt', 'leer', 'wahr', 'falsch'];
const wordsOfPrograms = ['null', '(null)', 'nil', 'nan', 'undefined'];

/** What people and programs write, in lower case, in place of an id that they do not have. As an id it would join strangers. */
export const placeholderTexts: ReadonlySet<string> = new Set([
  ...marks,
  ...abbreviations,
  ...englishWords,
  ...germanWords,
  ...wordsOfPrograms,
]);

/** The id in a cell of a table; null for a placeholder, an error of a spreadsheet (`#N/A`) and an empty text. */
export function idFromCell(text = ''): string | null {
  const hasId = text !== '' && !text.startsWith('#') && !isPlaceholderText(text);
  return hasId ? text : null;
}

// The length comes first: no placeholder is longer, and lower-casing a long receipt would be a waste.
const isPlaceholderText = (text: string): boolean =>
  text.length < 20 && placeholderTexts.has(text.trim().toLowerCase());
