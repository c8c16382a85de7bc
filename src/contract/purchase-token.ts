/**
 * Whether a text in another field is probably a purchase token in the wrong place. What tokens look like is a guess
 * (§2.1: opaque), but names of products and packages are shorter.
 */
export function looksLikeToken(text: string): boolean {
  return text.length > 100 || /^[a-z]{16,}\.AO-/i.test(text);
}

/** The usual form, whole: nothing shows it but the tokens themselves (§2.1: opaque), so it is never a condition. */
export function hasTokenForm(text: string): boolean {
  return /^[a-z]{16,64}\.AO-[\w-]{38,}$/.test(text);
}

/** A receipt of the emulated service: nothing else begins so, and its words show where it ends. */
export function isDemoReceipt(text: string): boolean {
  return /^demo-[a-z]+(?:-[a-z]+)*$/.test(text);
}

/** Whether nothing behind the text can be its rest. */
export function hasWholeForm(text: string): boolean {
  return hasTokenForm(text) || isDemoReceipt(text);
}

/** What people and programs write into an id that they do not have, in lower case. As an id it would join strangers. */
export const placeholderTexts: ReadonlySet<string> = new Set([
  ...[
    '-',
    '--',
    '---',
    '–',
    '—',
    '.',
    '...',
    '…',
    '?',
    '??',
    '???',
    '0',
    'n/a',
    'na',
    'n.a.',
    'n/d',
    'tbd',
  ],
  ...[
    'none',
    'null',
    '(null)',
    'nil',
    'nan',
    'undefined',
    'unknown',
    'missing',
    'empty',
    'true',
    'false',
  ],
  ...['k.a.', 'k. a.', 'n.v.', 'kein', 'keine', 'unbekannt', 'leer', 'wahr', 'falsch'],
]);

/** A renewal has the receipt and the order number of its subscription: `GPA.1..0`, `GPA.1..1`. */
export function orderNumber(orderId: string): string | undefined {
  return orderId.split('..', 1)[0];
}

/** Whether two ids name one order, by their numbers: people and programs change the case of letters. */
export function isSameOrder(orderId: string | undefined, other: string): boolean {
  return orderId !== undefined && comparable(orderId) === comparable(other);
}

const comparable = (orderId: string): string | undefined =>
  orderNumber(orderId.trim().toUpperCase());

/** The order of a renewal, with its number: `GPA.1..0`. */
export function isRenewal(orderId: string): boolean {
  const end = orderId.lastIndexOf('..');
  return orderId.startsWith('GPA.') && end > 'GPA.'.length && /^\d+$/.test(orderId.slice(end + 2));
}

/** An id in a list; null for a placeholder, an error of a spreadsheet (`#N/A`) and an empty text. */
export function listedId(text = ''): string | null {
  return text === '' ||
    text.startsWith('#') ||
    (text.length < 20 && placeholderTexts.has(text.trim().toLowerCase()))
    ? null
    : text;
}

/**
 * An order id in a list, without what a spreadsheet or a chat program put around it or made of its hyphens. The `..1` of
 * a renewal is a part of it. A text without a digit is a word such as `Total`.
 */
export function listedOrderId(text = ''): string | null {
  // What replace() puts together takes twice the memory.
  if (/^GPA\.[\d.-]*\d$/.test(text)) return text;
  const bare = text.replace(/[\u2010-\u2015\u2212]/g, '-').replace(/^[^0-9a-z]*gpa\./i, 'GPA.');
  return /\d/.test(bare) ? listedId(bare.trim().replace(/(?<![^0-9a-z])[^0-9a-z]+$/i, '')) : null;
}
