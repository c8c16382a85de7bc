/** What people and programs write into an id that they do not have, in lower case. As an id it would join strangers. */
export const placeholders: ReadonlySet<string> = new Set([
  ...['-', '--', '–', '—', '.', '?', '0', '#n/a', 'n/a', 'na', 'n.a.'],
  ...['none', 'null', '(null)', 'nil', 'nan', 'undefined', 'unknown', 'missing', 'empty'],
]);
