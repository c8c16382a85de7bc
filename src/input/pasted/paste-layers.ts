import { Buffer } from 'node:buffer';
import { utf8Text } from '../../text/utf8.js';
import { brokenMark } from './broken-mark.js';
import { fromChat } from './chat.js';
import { fromProgramDump } from './program-dumps.js';
import { fromLabelsAbove } from './labels-above.js';
import { fromLooseMembers } from './loose-members.js';
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
 * Undoes exactly one thing that mail, chat and logs do to a text. A layer is called `from…` with what it undoes: `fromHtml`
 * gives the text that HTML shows. It gives an empty list for a text without this change. The text itself always stays a
 * reading, too: if two readings name different receipts, no receipt is taken.
 */
type Layer = (text: string, state: LayerState) => readonly string[];

interface LayerState {
  /** The last word of each removed link. A receipt with it is not certain: the link may have been a part of it. */
  readonly linkWords: Set<string>;
  /** False as soon as a part of the text is not read. */
  isComplete: boolean;
}

/** How many readings a text gets: no text that people pasted had as many. */
const mostTexts = 100;
/** In characters, for all readings of a text together. */
const mostCharacters = 1_048_576;
/** How many readings a text gets that is too long for all of them. */
const readingsOfLongText = 4;

/** A text, and all that it may have been before mail, chat and logs changed it. */
export interface PasteReadings {
  readonly text: string;
  /** The plainest first. */
  readonly texts: readonly string[];
  readonly linkWords: ReadonlySet<string>;
  /** Whether `texts` has every reading. If not, a purchase that is found is not certain. */
  readonly isComplete: boolean;
}

/** Applies every layer to the text, and then to each new reading, until no new one comes. */
export function collectReadings(text: string): PasteReadings {
  const state: LayerState = { linkWords: new Set<string>(), isComplete: true };
  const texts = new Set<string>();
  const limit = Math.max(mostCharacters, text.length * readingsOfLongText);
  let characters = 0;
  const add = (next: string): void => {
    const bare = removeQuoting(next);
    if (texts.has(bare)) return;
    characters += bare.length;
    const isTooMuch = texts.size >= mostTexts || characters > limit;
    if (texts.size > 0 && isTooMuch) state.isComplete = false;
    else texts.add(bare);
  };
  add(text.replace(/^\uFEFF/, ''));
  // What a layer gives is added to the texts, so it goes through all layers, too.
  for (const reading of texts) {
    // Most layers are skipped for a receipt alone: compiling their patterns takes a tenth of a whole look-up.
    const layers = isReceiptAlone(reading) ? layersForReceiptAlone : pasteLayers;
    for (const undo of layers) undo(reading, state).forEach(add);
  }
  return { ...state, text, texts: [...texts] };
}

/** Whether a text is one word without a bracket or a quotation mark: no layer but base64 finds anything in it. */
export function isReceiptAlone(text: string): boolean {
  return /^[\w.-]*\s*$/.test(text);
}

const layersForReceiptAlone: readonly Layer[] = [fromBase64];

/** Base64 comes last, because names and tokens can look like base64. */
const pasteLayers: readonly Layer[] = [
  fromChat,
  fromLinks,
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
  fromLooseMembers,
  fromLabelsAbove,
  fromProductLines,
  fromSentences,
  fromBase64,
];

/** `> ` and `&gt; ` at the beginning of lines, once or several times. */
const mailQuoteMarks = /^[ \t\f\v\u00A0]*(?:(?:>|&(?:amp;)*gt;)[^\S\n]?)+/gm;

/** `| `, as some mail programs quote. Not in a line that also ends with `|`: that is a row of a table. */
const barQuoteMarks = /^[ \t]*\|(?!.*\|[ \t\r]*$)[^\S\n]?(?:\|[^\S\n]?)*/gm;

/**
 * Removes what mail and chat put around a quotation. It comes before all layers: a mark in the middle of a broken line
 * would become a part of a value.
 */
export function removeQuoting(text: string): string {
  const lines = text.replace(mailQuoteMarks, '').replace(barQuoteMarks, '');
  return removeOuterQuotes(lines.replace(fenceLine, '').replace(fenceAtObject, '\n'));
}

/** A line of three backticks, also with a language behind: a chat shows what stands between two such lines as it is. */
const fenceLine = /^[ \t]*```[\w-]*[ \t]*$/gm;
/** The same backticks in the middle of a line, around JSON. */
const fenceAtObject = /```(?:json)?[ \t]*(?=\{)|(?<=\})[ \t]*```/g;

/** Each kind of quotation marks around a whole text. */
const outerQuotePairs: readonly RegExp[] = [
  /^"([^"]*)"$/,
  /^'([^']*)'$/,
  /^`{1,3}([^`]*)`{1,3}$/,
  /^[\u201C\u201E\u201F]([^\u201C-\u201F]*)[\u201C\u201D]$/u,
  /^\u00AB([^\u00AB\u00BB]*)\u00BB$/u,
  /^\u300C([^\u300C\u300D]*)\u300D$/u,
];

/** Removes the quotation marks around several words, if no other such mark stands between. One word in quotes may be JSON. */
function removeOuterQuotes(text: string): string {
  const bare = text.trim();
  if (!/\s/.test(bare)) return text;
  return (
    outerQuotePairs.map((form) => form.exec(bare)?.[1]).find((inside) => inside !== undefined) ??
    text
  );
}

/** `com.firma<http://com.firma>`. */
const linkAfterText = /<(?:https?:\/\/|mailto:|tel:)([^<>\s]{1,300})>/gi;
/** `"<http://com.firma>"`. */
const loneLink = /(?<=")<https?:\/\/([^<>\s"]{1,300}?)\/?>(?=\\*")/gi;
/** `[com.firma](http://com.firma)`. */
const markdownLink = /\[([^[\]\s]{1,300})\]\((?:https?:\/\/|mailto:|tel:)([^()\s]{1,300})\)/gi;

/** Removes the links that repeat the text at which they stand, or stand in its place. A link to another place stays. */
function fromLinks(text: string, { linkWords }: LayerState): string[] {
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

/** `https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2F…&data=…`. */
const safeLink =
  /https:\/\/[\w.-]{1,60}\.safelinks\.protection\.outlook\.com\/\?url=([^&\s<>"']{1,8000})[^\s<>"']{0,8000}/gi;

/** Outlook replaces each address of a mail by an address of its own, which has the first one percent-encoded in it. */
function fromSafeLinks(text: string): string[] {
  const decodeAddress = (link: string, address: string): string => {
    const decodeRun = (run: string): string =>
      utf8Text(Buffer.from(run.replaceAll('%', ''), 'hex')) ?? run;
    const plain = address.replace(/(?:%[0-9A-F]{2})+/gi, decodeRun);
    return /^https?:\/\/[\w.-]+\//.test(plain) ? plain : link;
  };
  return [text.replace(safeLink, decodeAddress)];
}

function lettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** A line that ends with `=`. */
const breakAfterEquals = /=[ \t]*\r?\n[ \t]*/g;

/** Joins broken lines. A break after `=` gets brokenMark: the `=` may be of the value or a mark of quoted-printable text. */
export function joinBrokenLines(text: string): string {
  return text
    .replace(breakAfterEquals, `=${brokenMark}`)
    .replace(/(?<![ \t])[ \t]*\r?\n[ \t]*/g, '');
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
/** `&quo` at the end of a line and `t;` in the next one. */
const brokenEntity = /&[#\w]{0,6}[ \t]*\r?\n[ \t]*[#\w]{0,6};/g;
const tag = /<\/?(a|b|br|code|div|p|pre|span)\b[^<>]{0,300}>/gi;

/** Two readings without tags: one with entities such as `&amp;`, which may be of the receipt itself, and one with `&`. */
function fromHtml(text: string): string[] {
  if (!/&[a-z#]\w{1,7};|&[#\w]{0,6}[ \t]*\r?\n|<[abcdps][^<>]{0,300}>/i.test(text)) return [];
  const bare = text
    .replace(brokenEntity, (written) => written.replace(/\s+/g, ''))
    .replace(tag, (_, name: string) => (/^(?:br|div|p)$/i.test(name) ? '\n' : ''));
  return [bare, decodeEntities(bare)];
}

/** The character of an HTML entity: `"` for `&quot;`. */
export function decodeEntities(text: string): string {
  return text.replace(entity, decodeEntity);
}

function decodeEntity(written: string, ...groups: readonly (string | undefined)[]): string {
  const [name, decimal, hex = ''] = groups;
  if (name !== undefined) return entityNames[name.toLowerCase()] ?? written;
  const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : written;
}

/** A parameter of a header: `boundary="…"` or `charset=utf-8`. A header has `;` between two of them, a log a blank. */
const parameter = String.raw`\w+=(?:"[^"\n]*"|[^\s;"]+)`;
/** Headers of a mail and the lines between its parts: these are not quoted-printable. */
const mailFrame = new RegExp(
  String.raw`^(?:--.*|[A-Za-z][\w-]*: .*|[ \t]+${parameter}(?:;[ \t]*${parameter})*;?[ \t\r]*)$`,
  'gm',
);
const softBreak = /=[ \t]*\r?\n/g;
/** An encoded byte that a mail program broke: `=`, and `3D` in the next line, or `3` and `D` in the next two. */
const cutBytes: readonly RegExp[] = [
  // Any byte behind a short line: no encoder breaks such a line.
  /^.{0,60}=[ \t]*\r?\n[ \t]*[0-9A-F](?:[ \t]*\r?\n[ \t]*)?[0-9A-F]/m,
  // Behind a line of any length only `3D`: other digits may be the text of the next line.
  /=[ \t]*\r?\n[ \t]*3(?:[ \t]*\r?\n[ \t]*)?D/,
];

/** Whether another program than an encoder broke the lines: an encoder ends every line of full width with `=`. */
function isWrapped(text: string): boolean {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const marked = lines.filter((line) => line.endsWith('='));
  const width = marked.reduce((most, line) => Math.max(most, line.length), 0);
  return width > 0 && lines.some((line) => line.length === width && !line.endsWith('='));
}

/** Quoted-printable text (RFC 2045). One line that ends with `=` does not show it: a mail program may break there, too. */
export function fromQuotedPrintable(text: string): string[] {
  const isEncoded = /=[0-9A-F]{2}/.test(text) || /quoted-printable/i.test(text);
  // Each `=` begins an encoded byte or ends a line.
  const isPossible = !/=(?![0-9A-F]{2}|[ \t]*\r?\n)/.test(text.replace(mailFrame, ''));
  if (!isPossible || cutBytes.some((cut) => cut.test(text)) || isWrapped(text)) return [];
  if (!isEncoded && (text.match(softBreak)?.length ?? 0) < 2) return [];
  const decodeRun = (run: string): string =>
    Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8');
  return [text.replace(softBreak, '').replace(/(?:=[0-9A-F]{2})+/g, decodeRun)];
}

/** Two readings of percent-encoded text: `+` stays, or is a space as in a web form. No form has a line broken after `=`. */
function fromPercent(text: string): string[] {
  // `%7B` is `{` and `%22` is `"`; `%257B` and `%25257B` were encoded two and three times.
  if (!/%(?:25)*(?:7B|22)/i.test(text) || text.search(breakAfterEquals) !== -1) return [];
  const decodeRun = (run: string): string =>
    utf8Text(Buffer.from(run.replaceAll('%', ''), 'hex')) ?? run;
  return ['+', ' '].map((plus) =>
    joinBrokenLines(text)
      .replaceAll('+', plus)
      .replace(/(?:%[0-9A-F]{2})+/gi, decodeRun),
  );
}

/** A block of base64 over several lines, as mail breaks it, and a block in one line. */
const base64Blocks = [
  /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,}(?:[ \t]*\r?\n[ \t]*[A-Za-z0-9+/_-]+)*={0,2}/g,
  /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,}={0,2}/g,
];

/** Base64 and base64url. A block may be only a part of what was encoded, so a value that ends with it is marked as broken. */
function fromBase64(text: string): string[] {
  const blocks = base64Blocks.flatMap((block) => text.match(block) ?? []);
  // A zero byte stands for what is not UTF-8: the filter drops it with everything else that is not text.
  return blocks
    .map((block) => utf8Text(Buffer.from(block, 'base64')) ?? '\0')
    .filter((decoded) => !/[^\t\n\r -~\u00A0-\uFFFF]/.test(decoded))
    .map((decoded) => `${decoded}${brokenMark}`);
}

const jsonEscapes: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** A line break beside an escaped one (`\n`). A string in JSON cannot have a real line break, so a program added it. */
const addedBreak = /(?<![ \t])[ \t]*\r?\n[ \t]*(?=\\[nr])|(?<=\\[nr])[ \t]*\r?\n[ \t]*/g;

/** The inside of a JSON string: `{\"purchaseToken\":\"…\"}`. */
function fromEscaped(text: string): string[] {
  if (!/\\(?:["rn]|u0022)/i.test(text)) return [];
  const decodeEscape = (_: string, hex: string | undefined, letter: string): string =>
    hex === undefined
      ? (jsonEscapes.get(letter) ?? letter)
      : String.fromCharCode(Number.parseInt(hex, 16));
  const lines = text.replace(breakAfterEquals, `=${brokenMark}`).replace(addedBreak, '');
  return [lines.replace(/\\(?:u([0-9A-Fa-f]{4})|(["\\/bfnrt]))/g, decodeEscape)];
}

/** Unusual spaces at the marks around a value. Inside of a value they stay, because a broken line would lose them. */
const unusualSpace = /(?<=[,:=*{[ \u00A0])(?! )\p{Zs}|(?! )\p{Zs}(?=\s{0,40}["}\],])/gu;
/** French writes a blank inside of its quotation marks: `« gems_100 »`. */
const spaceInGuillemets = /(?<=\u00AB)[ \u00A0\u202F]|[ \u00A0\u202F](?=\u00BB)/g;
const typographicQuote = new RegExp(`[${doubleTypographicQuotes}]`, 'g');
/** The straight quotation marks of `“orderId”: …`, which a word processor changed. */
function fromTypographic(text: string): string[] {
  const bare = text.replace(spaceInGuillemets, '');
  return [bare.replace(typographicQuote, '"').replace(unusualSpace, ' ')];
}
