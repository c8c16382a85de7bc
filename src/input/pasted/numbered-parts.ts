import { hasTokenForm } from '../../contract/purchase-token.js';
import { fromChat } from './chat.js';
import { fewestCharactersOfMixedPiece, mayBeWords, mostCharactersOfPiece } from './joined-token.js';
import { removeQuoting } from './paste-layers.js';
import { isTextBelow } from './text-below.js';

/** A receipt that a person divided: `part 1: …`, `Teil 2: …`, `(1/3) …`, `… 2/3`, `1. …`. */

interface JoinedParts {
  /** The text with the receipt in one piece. */
  readonly text: string;
  /** What was done, for the person. */
  readonly note: string;
}

interface Part {
  readonly number: number;
  /** How many parts there are: 3 in `1/3`; undefined if the label does not say it. */
  readonly total: number | undefined;
  /** Whether a word such as `part` stands in front of the number. */
  readonly isNamed: boolean;
  readonly piece: string;
  readonly firstLine: number;
  readonly lastLine: number;
}

/** What people call a part, in the languages of the labels. */
const partWord =
  'part|piece|teil|parte|partie|часть|parça|phần|bagian|ส่วน|パート|部分|파트|부분|token|receipt|purchase token';
/** `/3`, ` of 3`. */
const totalPattern = String.raw`(?:[ ]?(?:/|of|von|de|из|sur|dari)[ ]?(\d{1,2}))?`;
const partNamePattern = String.raw`(?:token[ ]?)?[([\uFF08]?(${partWord})[ .:\uFF1A]{0,3}(?:no\.|nr\.|#)?[ ]?`;
const partNumberPattern = String.raw`[([\uFF08]?(\d{1,2})${totalPattern}`;
const signPattern = String.raw`([)\]\uFF09]?[ ]?[:.)\uFF1A\u2013-]?)`;
/** The end of a label: a blank, the end of the text, or a colon, but not the colon of a time. */
const labelEndPattern = String.raw`(?:(?=\s)|(?<=[:\uFF1A])(?!\d)|$)`;
/** `Part 1/3: <piece>`, `(2) <piece>`, and `Teil 3:` above its piece. */
const labelInFront = new RegExp(
  `^(?:${partNamePattern})?${partNumberPattern}${signPattern}${labelEndPattern}(.*)$`,
  'iu',
);
const receiptCharacters = /^[\w.-]+$/;
/** `<piece> (2/3)`. */
const labelBehind = /^(\S+)\s+[([]?(\d{1,2})\/(\d{1,2})[)\]]?$/;

/** Joins the numbered parts of a receipt; undefined for a text whose parts are not certainly those of one receipt. */
export function joinNumberedParts(text: string): JoinedParts | undefined {
  const unquotedText = removeQuoting(text);
  // fromChat gives an empty list for a text that is not from a chat.
  const [messages = unquotedText] = fromChat(unquotedText);
  const lines = messages.split(/\r?\n/).map((line) => line.trim());
  const parts = findParts(lines);
  const sortedParts = parts.toSorted((one, other) => one.number - other.number);
  // A part with a character that no receipt has may be a piece that a program changed.
  if (!areAllParts(sortedParts) || parts.some(({ piece }) => !receiptCharacters.test(piece))) {
    return undefined;
  }
  const token = sortedParts.map(({ piece }) => piece).join('');
  const isBroken = parts.some((part) => mayGoOnBelow(part, lines));
  if (!hasTokenForm(token) || !allBelongToReceipt(sortedParts) || isBroken) {
    return undefined;
  }
  const partLines = new Set(parts.flatMap(({ firstLine, lastLine }) => [firstLine, lastLine]));
  const otherLines = lines.filter((_, index) => !partLines.has(index));
  const isAlone = otherLines.every((line) => line === '');
  return {
    text: isAlone ? token : [...otherLines, '', `token: "${token}"`, ''].join('\n'),
    note: `Joined the ${parts.length} numbered parts of the receipt into one.`,
  };
}

interface MissingParts {
  readonly total: number;
  /** The numbers of the missing parts. */
  readonly missing: readonly number[];
}

/** The missing parts of a receipt that a text numbers as `1/3`; undefined if it numbers none, or has all. */
export function findMissingParts(text: string): MissingParts | undefined {
  const lines = removeQuoting(text)
    .split(/\r?\n/)
    .map((line) => line.trim());
  const countedParts = findParts(lines).filter(
    (part) => part.total !== undefined && isLongPiece(part),
  );
  const count = countedParts[0]?.total ?? 0;
  if (countedParts.some((part) => part.total !== count)) return undefined;
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const missing = numbers.filter((number) => !countedParts.some((part) => part.number === number));
  return missing.length === 0 ? undefined : { total: count, missing };
}

/** In characters: a shorter text beside `1/3` may be a word. */
const fewestCharactersOfCountedPiece = 20;

function isLongPiece({ piece }: Part): boolean {
  return piece.length >= fewestCharactersOfCountedPiece && receiptCharacters.test(piece);
}

/** A longer text is a log, and none of its lines is read as a part. */
const mostPartLines = 500;

function findParts(lines: readonly string[]): Part[] {
  if (lines.length > mostPartLines) return [];
  return lines.flatMap((line, index) => {
    const label = readLabel(line);
    if (label === undefined) return [];
    const isBelow = label.piece === '';
    const piece = stripQuotes(isBelow ? (lines[index + 1] ?? '') : label.piece);
    return [{ ...label, piece, firstLine: index, lastLine: isBelow ? index + 1 : index }];
  });
}

/** The label of a line, and the piece beside it; undefined for a line without a label. */
function readLabel(line: string): Pick<Part, 'number' | 'total' | 'isNamed' | 'piece'> | undefined {
  const behind = labelBehind.exec(line);
  if (behind !== null) {
    const [, piece = '', number, total] = behind;
    return { number: Number(number), total: Number(total), isNamed: false, piece };
  }
  const [, name, number, total, sign, textBehind = ''] = labelInFront.exec(line) ?? [];
  if (number === undefined) return undefined;
  // `12 gems` is no part.
  if (name === undefined && total === undefined && sign === '') return undefined;
  return {
    number: Number(number),
    total: total === undefined ? undefined : Number(total),
    isNamed: name !== undefined,
    piece: textBehind.trim(),
  };
}

function stripQuotes(piece: string): string {
  return /^(["'`])(.*)\1$/.exec(piece)?.[2] ?? piece;
}

/** Whether the parts have the numbers 1, 2, 3, … and are as many as the text says. */
function areAllParts(parts: readonly Part[]): boolean {
  if (parts.length < 2) return false;
  return parts.every(
    ({ number, total }, index) =>
      number === index + 1 && (total === undefined || total === parts.length),
  );
}

/**
 * Whether each part belongs to the receipt. If the parts before one may already be a whole receipt, a person may have written
 * a name or a number below it, so such a part does not belong to it.
 */
function allBelongToReceipt(parts: readonly Part[]): boolean {
  return parts.every(({ piece, isNamed, total }, index) => {
    const before = parts.slice(0, index).map((part) => part.piece);
    if (index === 0 || !hasTokenForm(before.join(''))) return true;
    if (mayBeWords(piece)) return false;
    // `part 2: …`
    if (isNamed) return true;
    // `2. …` below a whole token may be the next of a list. The store’s tokens are longer than mostCharactersOfPiece.
    const isFirstNoToken = (before[0] ?? '').length <= mostCharactersOfPiece;
    return piece.length >= fewestCharactersOfMixedPiece && (isFirstNoToken || total !== undefined);
  });
}

/** Whether the line below a part may belong to it, because a program broke the part into lines. */
function mayGoOnBelow({ piece, lastLine }: Part, lines: readonly string[]): boolean {
  const next = lines[lastLine + 1] ?? '';
  return next !== '' && readLabel(next) === undefined && !isTextBelow(piece, next);
}

/** How a receipt of the store begins, in a text that is no whole purchase. */
const beginningOfReceipt = /(?<![\w.-])[a-z]{16,64}\.AO-/;

/** How to give the receipt of a text with several words: it may have come in several messages. */
export function adviseForm(text: string): string {
  const asOneWord = 'Give the receipt alone, or the store’s purchase JSON.';
  if (!beginningOfReceipt.test(text)) return asOneWord;
  return `If the receipt came in two messages, write \`(1/2)\` and \`(2/2)\` in front of its parts, or join them without a blank. ${asOneWord}`;
}
