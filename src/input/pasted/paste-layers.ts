import { Buffer } from 'node:buffer';
import { utf8Text } from '../../text/utf8.js';
import { brokenMark } from './broken-mark.js';
import { fromChat } from './chat.js';
import { fromProgramDump } from './program-dumps.js';
import { fromLabelsAbove } from './labels-above.js';
import { fromProductLines } from './product-lines.js';
import { doubleTypographicQuotes } from './quotation-marks.js';
import { fromSentences } from './said-names.js';
import {
  fromDelimitedRows,
  fromDoubledQuotes,
  fromMarkdownEscapes,
  fromMarkdownTable,
  fromPhp,
} from './table-forms.js';
import { fromXml } from './xml.js';

/**
 * What mail, chat and logs do to a text, undone exactly. A layer gives nothing for a text that does not show
 * this change, and the text itself stays a reading: where two readings name different receipts, none is taken.
 */
type Layer = (text: string, state: LayerState) => readonly string[];

interface LayerState {
  /** The last word of each link that is removed: a receipt with it may have had the link itself. */
  readonly linkWords: Set<string>;
  /** False as soon as a part of the text is not read. */
  isComplete: boolean;
}

/** `> ` at the beginning of lines, also as HTML. */
const quoteMarks = /^[ \t\f\v\u00A0]*(?:(?:>|&(?:amp;)*gt;)[^\S\n]?)+/gm;

/** `| `, as some mail programs quote; a row of a table ends with it, too. */
const barMarks = /^[ \t]*\|(?!.*\|[ \t\r]*$)[^\S\n]?(?:\|[^\S\n]?)*/gm;

/** Before all else: a mark in the middle of a broken line would become a part of a value. */
export function withoutQuoteMarks(text: string): string {
  const lines = text.replace(quoteMarks, '').replace(barMarks, '');
  return withoutOuterQuotes(lines.replace(fence, '').replace(fenceAtObject, '\n'));
}

/** A chat shows what stands between two such lines as it is. */
const fence = /^[ \t]*```[\w-]*[ \t]*$/gm;
/** In the middle of a line, where words stand before or behind the JSON. */
const fenceAtObject = /```(?:json)?[ \t]*(?=\{)|(?<=\})[ \t]*```/g;

const aroundAll: readonly RegExp[] = [
  /^"([^"]*)"$/,
  /^'([^']*)'$/,
  /^`{1,3}([^`]*)`{1,3}$/,
  /^[\u201C\u201E\u201F]([^\u201C-\u201F]*)[\u201C\u201D]$/u,
  /^\u00AB([^\u00AB\u00BB]*)\u00BB$/u,
  /^\u300C([^\u300C\u300D]*)\u300D$/u,
];

/** One pair of quotation marks around several words, without another such mark between. One word in quotes may be JSON. */
function withoutOuterQuotes(text: string): string {
  const bare = text.trim();
  if (!/\s/.test(bare)) return text;
  return (
    aroundAll.map((form) => form.exec(bare)?.[1]).find((inside) => inside !== undefined) ?? text
  );
}

const linkAfterText = /<(?:https?:\/\/|mailto:|tel:)([^<>\s]{1,300})>/gi;
const loneLink = /(?<=")<https?:\/\/([^<>\s"]{1,300}?)\/?>(?=\\*")/gi;
const markdownLink = /\[([^[\]\s]{1,300})\]\((?:https?:\/\/|mailto:|tel:)([^()\s]{1,300})\)/gi;

/**
 * Only links that repeat the text at which they stand: `com.firma<http://com.firma>`, or that stand for it: a value
 * `"<http://com.firma>"`. One to another place stays.
 */
function withoutLinks(text: string, { linkWords }: LayerState): string[] {
  const isRepeated = (shown: string, target: string): boolean => {
    if (!lettersAndDigits(shown).endsWith(lettersAndDigits(target))) return false;
    linkWords.add(shown.split(/\W/).at(-1) ?? '');
    return true;
  };
  const withoutLone = text.replace(loneLink, (link, target: string) =>
    isRepeated(target, target) ? target : link,
  );
  const withoutMarkdown = withoutLone.replace(
    markdownLink,
    (link, shown: string, target: string) => (isRepeated(shown, target) ? shown : link),
  );
  return [
    withoutMarkdown.replace(linkAfterText, (link, target: string, start: number) => {
      const shown = withoutMarkdown.slice(Math.max(0, start - 300), start).split(/[\s"'<>]/);
      return isRepeated(shown.at(-1) ?? '', target) ? '' : link;
    }),
  ];
}

const safeLink =
  /https:\/\/[\w.-]{1,60}\.safelinks\.protection\.outlook\.com\/\?url=([^&\s<>"']{1,8000})[^\s<>"']{0,8000}/gi;

/** Outlook puts each address of a mail into one of its own, percent-encoded. */
function fromSafeLinks(text: string): string[] {
  const decoded = (link: string, address: string): string => {
    const bytes = (run: string): string =>
      utf8Text(Buffer.from(run.replaceAll('%', ''), 'hex')) ?? run;
    const plain = address.replace(/(?:%[0-9A-F]{2})+/gi, bytes);
    return /^https?:\/\/[\w.-]+\//.test(plain) ? plain : link;
  };
  return [text.replace(safeLink, decoded)];
}

function lettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

const afterEquals = /=[ \t]*\r?\n[ \t]*/g;

/** Lines put together again. What follows `=` may be a part of the value, or the `=` a mark of quoted-printable text. */
export function joinBrokenLines(text: string): string {
  return text.replace(afterEquals, `=${brokenMark}`).replace(/(?<![ \t])[ \t]*\r?\n[ \t]*/g, '');
}

const entityNames: Readonly<Record<string, string>> = {
  quot: '"',
  amp: '&',
  lt: '<',
  gt: '>',
  apos: "'",
  nbsp: ' ',
};
const entity = /&(?:(quot|amp|lt|gt|apos|nbsp)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi;
const brokenEntity = /&[#\w]{0,6}[ \t]*\r?\n[ \t]*[#\w]{0,6};/g;
const tag = /<\/?(a|b|br|code|div|p|pre|span)\b[^<>]{0,300}>/gi;

/** Without its tags, and decoded too: `&amp;` may be of the HTML or of the receipt, and then the readings differ. */
function fromHtml(text: string): string[] {
  if (!/&[a-z#]\w{1,7};|&[#\w]{0,6}[ \t]*\r?\n|<[abcdps][^<>]{0,300}>/i.test(text)) return [];
  const bare = text
    .replace(brokenEntity, (written) => written.replace(/\s+/g, ''))
    .replace(tag, (_, name: string) => (/^(?:br|div|p)$/i.test(name) ? '\n' : ''));
  return [bare, bare.replace(entity, decodeEntity)];
}

function decodeEntity(written: string, ...groups: readonly (string | undefined)[]): string {
  const [name, decimal, hex = ''] = groups;
  if (name !== undefined) return entityNames[name.toLowerCase()] ?? written;
  const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : written;
}

/** `boundary="…"; charset=utf-8`. A blank between two of them is of a log, not of a header. */
const parameter = String.raw`\w+=(?:"[^"\n]*"|[^\s;"]+)`;
/** Headers of a mail and the lines between its parts: these are not quoted-printable. */
const mailFrame = new RegExp(
  String.raw`^(?:--.*|[A-Za-z][\w-]*: .*|[ \t]+${parameter}(?:;[ \t]*${parameter})*;?[ \t\r]*)$`,
  'gm',
);
const softBreak = /=[ \t]*\r?\n/g;
/** A mail program broke an encoded byte, not the encoder a line: in a short line, or in `=3D` at any place. */
const cutByte =
  /^.{0,60}=[ \t]*\r?\n[ \t]*[0-9A-F](?:[ \t]*\r?\n[ \t]*)?[0-9A-F]|=[ \t]*\r?\n[ \t]*3(?:[ \t]*\r?\n[ \t]*)?D/m;

/** An encoder ends every line of its width with `=`, and other programs none. */
function isWrapped(text: string): boolean {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const marked = lines.filter((line) => line.endsWith('='));
  const width = marked.reduce((most, line) => Math.max(most, line.length), 0);
  return width > 0 && lines.some((line) => line.length === width && !line.endsWith('='));
}

/** RFC 2045. One soft line break alone may also be a line that a mail program broke after `=`. */
function fromQuotedPrintable(text: string): string[] {
  const isEncoded = /=[0-9A-F]{2}/.test(text) || /quoted-printable/i.test(text);
  const isPossible = !/=(?![0-9A-F]{2}|[ \t]*\r?\n)/.test(text.replace(mailFrame, ''));
  if (!isPossible || cutByte.test(text) || isWrapped(text)) return [];
  if (!isEncoded && (text.match(softBreak)?.length ?? 0) < 2) return [];
  const bytes = (run: string): string =>
    Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8');
  return [text.replace(softBreak, '').replace(/(?:=[0-9A-F]{2})+/g, bytes)];
}

/** Percent-encoded text, and the same as a web form, where `+` is a space. No form has a line broken after `=`. */
function fromPercent(text: string): string[] {
  if (!/%(?:25)*(?:7B|22)/i.test(text) || text.search(afterEquals) !== -1) return [];
  const decoded = (run: string): string =>
    utf8Text(Buffer.from(run.replaceAll('%', ''), 'hex')) ?? run;
  return ['+', ' '].map((plus) =>
    joinBrokenLines(text)
      .replaceAll('+', plus)
      .replace(/(?:%[0-9A-F]{2})+/gi, decoded),
  );
}

const base64Blocks = [
  /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,}(?:[ \t]*\r?\n[ \t]*[A-Za-z0-9+/_-]+)*={0,2}/g,
  /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,}={0,2}/g,
];

/** Base64 and base64url, on several lines and on one. It may be only a part: no value ends where it ends. */
function fromBase64(text: string): string[] {
  const blocks = base64Blocks.flatMap((block) => text.match(block) ?? []);
  return blocks
    .map((block) => utf8Text(Buffer.from(block, 'base64')) ?? '\0')
    .filter((decoded) => !/[^\t\n\r -~\u00A0-\uFFFF]/.test(decoded))
    .map((decoded) => `${decoded}${brokenMark}`);
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** No string has a line break of its own: what a program added makes no empty line, and may be quoted-printable. */
const addedBreak = /(?<![ \t])[ \t]*\r?\n[ \t]*(?=\\[nr])|(?<=\\[nr])[ \t]*\r?\n[ \t]*/g;

/** The inside of a JSON string. */
function fromEscaped(text: string): string[] {
  if (!/\\(?:["rn]|u0022)/i.test(text)) return [];
  const decoded = (_: string, hex: string | undefined, letter: string): string =>
    hex === undefined
      ? (escapes.get(letter) ?? letter)
      : String.fromCharCode(Number.parseInt(hex, 16));
  const lines = text.replace(afterEquals, `=${brokenMark}`).replace(addedBreak, '');
  return [lines.replace(/\\(?:u([0-9A-Fa-f]{4})|(["\\/bfnrt]))/g, decoded)];
}

/** Spaces that do not break, at the marks around a value. Inside of one they stay: a broken line would lose them. */
const unusualSpace = /(?<=[,:=*{[ \u00A0])(?! )\p{Zs}|(?! )\p{Zs}(?=\s{0,40}["}\],])/gu;
const typographicQuote = new RegExp(`[${doubleTypographicQuotes}]`, 'g');
function fromTypographic(text: string): string[] {
  return [text.replace(typographicQuote, '"').replace(unusualSpace, ' ')];
}

/** How many texts the layers may make of one: enough for every text that was seen. */
const mostTexts = 100;
/** The limit for all readings together. */
const mostCharacters = 1_048_576;
/** How many readings a text gets that is too long for all of them. */
const readingsOfLongText = 4;

/** A text, and all that it may have been before mail, chat and logs changed it. */
export interface PasteReadings {
  readonly text: string;
  /** The plainest first. */
  readonly texts: readonly string[];
  readonly linkWords: ReadonlySet<string>;
  /** Whether they are all: what is found in some of them is not certain. */
  readonly isComplete: boolean;
}

export function readingsOfPaste(text: string): PasteReadings {
  const state: LayerState = { linkWords: new Set<string>(), isComplete: true };
  const texts = new Set<string>();
  const limit = Math.max(mostCharacters, text.length * readingsOfLongText);
  let characters = 0;
  const add = (next: string): void => {
    const bare = withoutQuoteMarks(next);
    if (texts.has(bare)) return;
    characters += bare.length;
    const isTooMuch = texts.size >= mostTexts || characters > limit;
    if (texts.size > 0 && isTooMuch) state.isComplete = false;
    else texts.add(bare);
  };
  add(text.replace(/^\uFEFF/, ''));
  // What a layer gives is added to the texts, so it goes through all layers, too.
  for (const reading of texts) {
    // V8 compiles the patterns of a layer at their first use, which is a tenth of a whole look-up.
    const layers = isReceiptAlone(reading) ? layersOfReceiptAlone : pasteLayers;
    for (const undo of layers) undo(reading, state).forEach(add);
  }
  return { ...state, text, texts: [...texts] };
}

/** A text in which no layer but base64 finds anything: it is one word, without a bracket or a quotation mark. */
export function isReceiptAlone(text: string): boolean {
  return /^[\w.-]*\s*$/.test(text);
}

const layersOfReceiptAlone: readonly Layer[] = [fromBase64];

/** Base64 comes last: what it looks for is also in names and in tokens. */
const pasteLayers: readonly Layer[] = [
  fromChat,
  withoutLinks,
  fromSafeLinks,
  fromHtml,
  fromQuotedPrintable,
  fromPercent,
  fromEscaped,
  fromTypographic,
  fromDoubledQuotes,
  fromMarkdownEscapes,
  fromMarkdownTable,
  fromDelimitedRows,
  fromPhp,
  fromProgramDump,
  fromXml,
  fromLabelsAbove,
  fromProductLines,
  fromSentences,
  fromBase64,
];
