/**
 * What is left of a value in a text: parts of twelve characters, as they are, backwards, in base64 and in hex, however they
 * are escaped. Written without a look at src/output, so that the tests do not share its mistakes.
 */
export function leftOf(value: string, text: string): string[] {
  const bytes = Buffer.from(value);
  const shifted = ['', 'x', 'xx'].map((before) => Buffer.concat([Buffer.from(before), bytes]));
  const inBase64 = (['base64', 'base64url'] as const).flatMap((encoding) =>
    // The first characters hold a part of what stands before, the last ones of what follows.
    shifted.flatMap((each) => partsOf(each.toString(encoding).replace(/=+$/, '').slice(4, -2), 15)),
  );
  const parts = [
    ...partsOf(value, 12),
    ...partsOf([...value].reverse().join(''), 12),
    ...partsOf(bytes.toString('hex'), 24),
    ...inBase64,
  ].map((part) => part.toLowerCase());
  const once = plainText(text);
  const searched = [text, once, plainText(once)].join('\n').toLowerCase();
  return [...new Set(parts)].filter((part) => /^[\w.+/=-]+$/.test(part) && searched.includes(part));
}

const partsOf = (text: string, length: number): string[] =>
  Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) =>
    text.slice(at, at + length),
  );

const names: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  sol: '/',
  plus: '+',
};

const plainText = (text: string): string =>
  text
    .replace(/\\(?:u([0-9a-f]{4})|([\\/"]))/gi, (_, hex: string | undefined, own: string) =>
      hex === undefined ? own : String.fromCharCode(Number.parseInt(hex, 16)),
    )
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&([a-z]+);/g, (whole, name: string) => names[name] ?? whole);

/** How a service may write a text. */
export const waysToWrite: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'in small letters': (text) => text.toLowerCase(),
  backwards: (text) => [...text].reverse().join(''),
  'in base64': (text) => Buffer.from(text).toString('base64'),
  'in base64 after one character': (text) => Buffer.from(`:${text}`).toString('base64'),
  'in base64 after two characters': (text) => Buffer.from(`::${text} `).toString('base64'),
  'in base64url': (text) => Buffer.from(text).toString('base64url'),
  'in hex': (text) => Buffer.from(text).toString('hex'),
  'in capital hex': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'as a URL': (text) => text.replace(/[^]/g, (unit) => `%${unit.charCodeAt(0).toString(16)}`),
  'as ASCII JSON': (text) =>
    text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'with named entities': (text) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('/', '&sol;')
      .replaceAll('+', '&plus;')
      .replaceAll('<', '&lt;'),
  'with entities by number': (text) =>
    text.replace(/[^]/g, (unit) => `&#${String(unit.charCodeAt(0))};`),
};

/** What of a value a service may repeat. */
export const cuts: Readonly<Record<string, (value: string) => string>> = {
  whole: (value) => value,
  'all but the first character': (value) => value.slice(1),
  'all but the last character': (value) => value.slice(0, -1),
  'the middle': (value) => value.slice(8, -8),
  'the beginning': (value) => value.slice(0, 16),
  'the end': (value) => value.slice(-12),
};
