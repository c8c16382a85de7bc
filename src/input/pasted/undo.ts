import { Buffer } from 'node:buffer';
import { utf8Text } from '../../text/utf8.js';

/**
 * What mail, chat, logs and web forms do to a text, and how to undo it exactly. A step gives nothing for a text that
 * does not show that it was changed in this way.
 */

export type Undone =
  | 'quoted'
  | 'html'
  | 'quoted-printable'
  | 'percent'
  | 'form'
  | 'base64'
  | 'escaped'
  | 'typographic'
  | 'wrapped';

interface Step {
  readonly id: Undone;
  readonly undo: (text: string) => readonly string[];
}

/** `> ` at the beginning of lines, also as HTML. */
const quoteMarks = /^[ \t\f\v\u00A0]*(?:(?:>|&(?:amp;)*gt;)[^\S\n]?)+/gm;

/** Before all others: a mark in the middle of a broken line would become part of a value. */
export const withoutQuoteMarks = (text: string): string => text.replace(quoteMarks, '');

/** Each `=` stands where quoted-printable text may have one. */
const maybeQuotedPrintable = (text: string): boolean => !/=(?![0-9A-F]{2}|[ \t]*\r?\n)/.test(text);

const afterEquals = /=[ \t]*\r?\n[ \t]*/g;

/**
 * Lines put together again, as a mail program broke them. After `=`, which may be a mark of quoted-printable text or
 * a part of the value, a character stays that no name and no receipt has.
 */
export const joined = (text: string): string =>
  text.replace(afterEquals, '=\uE000').replace(/(?<![ \t])[ \t]*\r?\n[ \t]*/g, '');

const entityNames: Readonly<Record<string, string>> = {
  quot: '"',
  amp: '&',
  lt: '<',
  gt: '>',
  apos: "'",
  nbsp: ' ',
};

function fromHtml(broken: string): string[] {
  const text = broken.replace(/&[#\w]{0,6}[ \t]*\r?\n[ \t]*[#\w]{0,6};/g, (entity) =>
    entity.replace(/\s+/g, ''),
  );
  if (!/&(?:(?:amp|#0*38|#x0*26);)*(?:quot|#0*34|#x0*22);/i.test(text)) return [];
  const entity = /&(?:(quot|amp|lt|gt|apos|nbsp)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi;
  return [
    text
      .replace(/<br\s*\/?>/gi, '\n')
      .replace(
        entity,
        (whole, name: string | undefined, decimal: string | undefined, hex: string | undefined) => {
          if (name !== undefined) return entityNames[name.toLowerCase()] ?? whole;
          const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
          return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
        },
      ),
  ];
}

/** Headers of a mail and the lines between its parts: these are not quoted-printable. */
const mailFrame = /^(?:--.*|[A-Za-z][\w-]*: .*|[ \t]+\w+=.*)$/gm;

/** A short line that ends in `=` before two digits: a mail program broke an encoded byte, not the encoder a line. */
const cutByte = /^.{0,60}=[ \t]*\r?\n[ \t]*[0-9A-F]{2}/m;

/** RFC 2045. One soft line break alone may also be a line that a mail program broke after `=`. */
function fromQuotedPrintable(text: string): string[] {
  const softBreak = /=[ \t]*\r?\n/g;
  const breaks = text.match(softBreak)?.length ?? 0;
  const isEncoded = /=[0-9A-F]{2}/.test(text) || /quoted-printable/i.test(text);
  if (!maybeQuotedPrintable(text.replace(mailFrame, '')) || (breaks < 2 && !isEncoded)) return [];
  if (cutByte.test(text)) return [];
  const decoded = text
    .replace(softBreak, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8'));
  return [decoded];
}

const isPercentEncoded = (text: string): boolean => /%(?:25)*(?:7B|22)/i.test(text);

const fromPercent = (text: string, plus: string): string[] => {
  if (!isPercentEncoded(text) || text.search(afterEquals) !== -1) return [];
  const decoded = joined(text)
    .replaceAll('+', plus)
    .replace(/(?:%[0-9A-F]{2})+/gi, (run) => utf8Text(Buffer.from(run.replaceAll('%', ''), 'hex')) ?? run);
  return [decoded];
};

/** Base64 and base64url, on one line or on several. */
function fromBase64(text: string): string[] {
  const blocks = [
    /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,}(?:[ \t]*\r?\n[ \t]*[A-Za-z0-9+/_-]+)*={0,2}/g,
    /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,}={0,2}/g,
  ];
  return blocks
    .flatMap((block) => text.match(block) ?? [])
    .map((block) => utf8Text(Buffer.from(block, 'base64')))
    .filter((decoded) => decoded !== undefined)
    .filter((decoded) => !/[^\t\n\r -~\u00A0-\uFFFF]/.test(decoded));
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** The inside of a JSON string. */
const fromEscaped = (text: string): string[] =>
  /\\(?:["rn]|u0022)/i.test(text)
    ? [
        text.replace(
          /\\(?:u([0-9A-Fa-f]{4})|(["\\/bfnrt]))/g,
          (_, hex: string | undefined, letter: string) =>
            hex === undefined ? (escapes[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16)),
        ),
      ]
    : [];

const fromTypographic = (text: string): string[] =>
  /[\u201C-\u201F]/.test(text) ? [text.replace(/[\u201C-\u201F]/g, '"')] : [];

export const steps: readonly Step[] = [
  { id: 'html', undo: fromHtml },
  { id: 'quoted-printable', undo: fromQuotedPrintable },
  { id: 'percent', undo: (text) => fromPercent(text, '+') },
  { id: 'form', undo: (text) => fromPercent(text, ' ') },
  { id: 'escaped', undo: fromEscaped },
  { id: 'typographic', undo: fromTypographic },
  { id: 'base64', undo: fromBase64 },
];
