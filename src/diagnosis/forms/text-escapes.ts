const htmlCodes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '"': '&quot;',
  '<': '&lt;',
  '>': '&gt;',
};

/** @param apostrophe the escape for an apostrophe: languages write it in different ways */
export function escapeHtml(text: string, apostrophe: string): string {
  return text.replace(/[&"'<>]/g, (character) => htmlCodes[character] ?? apostrophe);
}

/** As PHP does with `ENT_NOQUOTES`. */
export function escapeHtmlNoQuotes(text: string): string {
  return text.replace(/[&<>]/g, (character) => htmlCodes[character] ?? character);
}

/** The ways in which languages write an apostrophe in HTML. */
export const htmlApostrophes = ['&#039;', '&#39;', '&#x27;', "'", '&apos;'];

const charactersByCode: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(htmlCodes).map(([character, code]) => [code, character])),
  ...Object.fromEntries(htmlApostrophes.map((code) => [code, "'"])),
};

/** Returns undefined if the text has no HTML escapes. */
export function unescapeHtml(text: string): string | undefined {
  const plain = text.replace(/&[#\w]{2,5};/g, (code) => charactersByCode[code] ?? code);
  return plain === text ? undefined : plain;
}

/** As PHP's addslashes. */
export function addSlashes(text: string): string {
  return text.replace(/["'\\]/g, '\\$&').replaceAll('\0', '\\0');
}

export function stripSlashes(text: string): string {
  return text.replace(/\\(.?)/gs, '$1');
}

/** A text as a JSON string in ASCII. */
export function asciiJson(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Returns undefined if the text has no percent escapes, or a wrong one. */
export function urlDecode(text: string): string | undefined {
  try {
    return /%[0-9a-fA-F]{2}/.test(text) ? decodeURIComponent(text.replaceAll('+', ' ')) : undefined;
  } catch {
    return undefined;
  }
}

interface Base64Lines {
  readonly length: number;
  readonly end: string;
  /** Whether a line break follows the last line too. */
  readonly isLastEnded: boolean;
}

export function base64InLines(bytes: Buffer, { length, end, isLastEnded }: Base64Lines): string {
  const lines = bytes.toString('base64').match(new RegExp(`.{1,${String(length)}}`, 'g')) ?? [];
  return lines.join(end) + (isLastEnded ? end : '');
}

/** The line lengths and ends of the usual encoders: MIME, PEM, Ruby, `base64` in a shell. */
export const base64LineForms: readonly Base64Lines[] = [
  { length: 76, end: '\n', isLastEnded: true },
  { length: 76, end: '\r\n', isLastEnded: false },
  { length: 76, end: '\r\n', isLastEnded: true },
  { length: 76, end: '\n', isLastEnded: false },
  { length: 60, end: '\n', isLastEnded: true },
  { length: 64, end: '\n', isLastEnded: true },
  { length: 64, end: '\n', isLastEnded: false },
];

/** The text without accents and other marks, as a slug or a search index writes it: `Tran Duc` for `Trần Đức`. */
export function plainLetters(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D');
}
