import {
  hasTokenForm,
  hasWholeForm,
  isDemoReceipt,
  looksLikeToken,
} from '../contract/purchase-token.js';
import { type Asks, PvgError } from '../failure.js';
import { joinSentences } from '../text/sentences.js';
import { optionWords, placeholder, shellLine } from '../text/shell.js';
import { isPlainText } from '../text/visible.js';
import { codePoint } from './hidden.js';
import { isAboutVerification } from './pasted/about-verification.js';
import { hasApplePurchase, nextStepsForIos } from './pasted/apple.js';
import { withoutEmphasis } from './pasted/emphasis.js';
import { explainCutLength } from './pasted/cut-length.js';
import { fileNameNoun, findLookAlike } from './pasted/look-alikes.js';
import { findAppleOrderId, findOrderId, guessMisreadOrderId } from './pasted/order-ids.js';
import { adviseForm } from './pasted/numbered-parts.js';
import { isPlainWord, isProse, mayBeReceipt } from './pasted/plain-words.js';
import { doubleTypographicQuotes } from './pasted/quotation-marks.js';
import { looksLikeJson } from './pasted/paste-error.js';
import { doubtShortOrder } from './pasted/short-order.js';
import { askForOrderNumber, replyCommand, nextStepsForMasked } from './pasted/reply-command.js';
import { findPossibleUsername, findUsername } from './pasted/said-username.js';
import { hasLabelledReceipt, findMaskInReceipt } from './pasted/store-names.js';

/** Why a text is probably not a receipt, and what to do. A receipt is opaque (§2.1), so nothing is repaired. */
interface ReceiptDoubt {
  readonly says: string;
  readonly hint?: string | undefined;
  readonly hintAtTerminal?: string | undefined;
  readonly asks?: Asks | undefined;
  readonly nextCommand?: string | undefined;
  /** The receipt is cut, or there is none: the text is something else. */
  readonly lostReceipt?: 'cut' | 'none' | undefined;
}

const ask = 'Ask the game’s developers for the receipt. It is in the game’s server log.';

interface NextSteps {
  /** Sentences with commands, which a page leaves out. */
  readonly atTerminal?: string;
  /** The next command then finds the earlier calls with it. */
  readonly orderId?: string | undefined;
  readonly lostReceipt?: 'cut' | 'none' | undefined;
}

/** A doubt about a receipt that may be right: it can be sent with `--force`. Doubts about a text without a receipt do not say so. */
export function doubt(says: string, hint: string, nextSteps: NextSteps = {}): ReceiptDoubt {
  const { atTerminal, orderId, lostReceipt } = nextSteps;
  return {
    says,
    hint,
    hintAtTerminal: joinSentences(atTerminal, 'To send it anyway, add `--force`.'),
    nextCommand: orderId && `pvg journal find ${orderId}`,
    lostReceipt,
  };
}

/** What a text without a receipt names: an order id, or nothing. */
const onlyOrder: Asks = { missing: ['--receipt'], names: 'order' };
const onlyWords: Asks = { missing: ['--receipt'], names: 'nothing' };

const noLookupByOrder = 'An order id cannot be looked up at the gateway.';
const askForToken = 'Ask the game’s developers for the receipt (the purchase token).';

function orderIdCommands(orderId: string | undefined, ticket: string | undefined): string {
  return `Find earlier calls with \`pvg journal find ${orderId ?? '<order id>'}\`; meanwhile ${replyCommand('need-receipt', ticket)} prints a reply for the player.`;
}

/** A receipt that is the product or the package of its own purchase. */
export function doubtOwnName(
  receipt: string,
  products: readonly (string | undefined)[],
  packageName: string | undefined,
): ReceiptDoubt | undefined {
  if (receipt !== packageName && !products.includes(receipt)) return undefined;
  const noun = 'the product or the package of the purchase';
  return doubt(`This does not look like a receipt: it is ${noun}.`, ask, { lostReceipt: 'none' });
}

/** What a log or a person writes in place of a part that is left out. */
const wordForLeftOut = /(?<![a-z])(?:truncated|masked|redacted|hidden|omitted|shortened)(?![a-z])/i;

/** The doubt about a receipt, of either store, that is exactly as long as programs cut texts. */
export function doubtCutLength(receipt: string): ReceiptDoubt | undefined {
  const why = explainCutLength(receipt);
  if (why === undefined) return undefined;
  return doubt(
    `The receipt has exactly ${why}.`,
    'The receipt is probably incomplete. Copy it again, in one piece, from the game’s server log.',
  );
}

/** The doubt about the store's static test products: nobody paid, and no store knows the token. */
export function doubtTestProduct(
  receipt: string,
  productId: string | undefined,
): ReceiptDoubt | undefined {
  const isTest =
    /^android\.test\.[a-z_]+$/.test(productId ?? '') ||
    /^inapp:[\w.]+:android\.test\.[a-z_]+$/.test(receipt);
  if (!isTest) return undefined;
  return doubt(
    'This is a purchase of the store’s static test product (android.test.…): nobody paid, and the store does not know its receipt.',
    'There is nothing to give to a player. Testers use a real product and a license tester; if it is from a player, ask the game’s developers which build the player has.',
  );
}

const atSignAdvice = 'With `@` before the name, pvg reads the file: `--receipt @<file>`.';

/** The first thing that makes a text look unlike a receipt, or undefined. */
export function doubtReceipt(receipt: string, ticket?: string): ReceiptDoubt | undefined {
  const isToken = hasTokenForm(receipt) && !wordForLeftOut.test(receipt);
  // Nearly every row of a batch is a token, and comparing it with every look-alike would take long.
  const lookAlike = isToken ? undefined : findLookAlike(receipt);
  if (lookAlike?.advice === 'apple') return doubtOfApple(lookAlike.noun, ticket, receipt);
  const cutOrTest = doubtCutLength(receipt) ?? doubtTestProduct(receipt, undefined);
  if (cutOrTest !== undefined) return cutOrTest;
  if (isToken) return undefined;
  const shortOrder = receipt.split(/\s+/).some(mayBeReceipt)
    ? undefined
    : doubtShortOrder(receipt, ticket);
  if (shortOrder !== undefined) return shortOrder;
  if (lookAlike !== undefined) {
    const says = `This does not look like a receipt: it is ${lookAlike.noun}.`;
    if (lookAlike.noun === fileNameNoun) return doubt(says, ask, { atTerminal: atSignAdvice });
    // An order id that is sent as a receipt is “not confirmed”, which would be wrong to tell the player.
    if (lookAlike.advice === 'order') return { ...onlyByReceipt(lookAlike.orderId, ticket), says };
    return doubt(says, ask, { lostReceipt: lookAlike.advice === 'typed' ? undefined : 'none' });
  }
  const misread = guessMisreadOrderId(receipt);
  if (misread !== undefined) return doubtMisread(misread, ticket);
  if (looksLikeJson(receipt) || /\{\s*\\*"/.test(receipt)) {
    return doubt(
      'This looks like the store’s purchase JSON, or a part of it, not like a receipt.',
      'Give the complete JSON, from the first `{` to the last `}`.',
      { atTerminal: 'Use `pvg lookup @<file>` or `--purchase-json @<file>`.' },
    );
  }
  const isText = isProse(receipt) || isChatLine(receipt) || isMoreThanReceipt(receipt);
  if (isText || standsAmongWords(receipt) || isTable(receipt)) {
    if (hasApplePurchase(receipt)) {
      return doubtOfApple('a text about a purchase in Apple’s App Store', ticket, receipt);
    }
    return doubtVerification(receipt, ticket) ?? doubtWords(receipt, ticket);
  }
  return doubtCharacters(receipt);
}

/** The doubt about a mail of a player who says that the verification is done, but the game does not know it. */
function doubtVerification(text: string, ticket: string | undefined): ReceiptDoubt | undefined {
  if (!isAboutVerification(text)) return undefined;
  if (findOrderId(text) !== undefined || findMaskInReceipt(text) !== undefined) return undefined;
  const username = findUsername(text);
  const possible = findPossibleUsername(text);
  const isUnsure = username === undefined && possible !== undefined;
  const player = username ?? placeholder('PLAYER');
  const words = ['pvg', 'session', player, '--check', ...optionWords({ '--case': ticket })];
  return {
    says: 'This text is about the verification of a player, and has no receipt.',
    hint: joinSentences(
      'The player’s exact name in the game shows whether the verification is recorded.',
      isUnsure && `It is probably ${possible}: check it if you are sure.`,
    ),
    asks: asksForPlayer(username, possible),
    nextCommand: shellLine(words),
  };
}

function asksForPlayer(username: string | undefined, possible: string | undefined): Asks {
  const asks: Asks = { situation: 'need-username', names: 'player' };
  if (username !== undefined) return { ...asks, username };
  return possible === undefined ? asks : { ...asks, possible_username: possible };
}

function doubtWords(text: string, ticket: string | undefined): ReceiptDoubt {
  const orderId = findOrderId(text);
  const nextCommand = orderId && `pvg journal find ${orderId}`;
  const mask = findMaskInReceipt(text);
  if (mask !== undefined) {
    const says = `The text has a receipt that is cut or masked (${mask}).`;
    return { says, ...nextStepsForMasked(orderId, ticket) };
  }
  const says = 'This text has several words, and a receipt is a single word.';
  if (hasLabelledReceipt(text)) {
    const hint = 'It names a receipt. Put that on a line of its own: `token: <receipt>`.';
    return { says, hint, nextCommand };
  }
  if (orderId === undefined && findAppleOrderId(text) !== undefined) {
    return doubtOfApple('a text with an order id of Apple’s App Store', ticket, text);
  }
  const isOnlyOrder = orderId !== undefined && !text.split(/\s+/).some(mayBeReceipt);
  if (isOnlyOrder) return doubtOnlyOrder(orderId, ticket);
  if (orderId === undefined && mentionsApple(text)) {
    return {
      says: 'This text mentions an Apple device or the App Store, and has no receipt.',
      ...nextStepsForIos(ticket, text),
    };
  }
  if (orderId === undefined && !text.split(/\s+/).some(isPossibleReceipt)) {
    const hint = askForOrderNumber;
    return { says: 'This text has no receipt and no order id.', hint, asks: onlyWords };
  }
  return {
    says,
    hint: joinSentences(adviseForm(text), ask),
    asks: orderId === undefined ? onlyWords : onlyOrder,
    nextCommand,
  };
}

function isPossibleReceipt(word: string): boolean {
  return mayBeReceipt(word) || isDemoReceipt(word);
}

function mentionsApple(text: string): boolean {
  return (
    /\b(?:iphone|ipad|ios|app\s?store|itunes)\b/i.test(text) &&
    !/\b(?:android|google|play\s?store|amazon|huawei|appgallery|samsung|galaxy\s?store|xiaomi|getapps)\b/i.test(
      text,
    )
  );
}

function doubtOnlyOrder(orderId: string, ticket: string | undefined): ReceiptDoubt {
  const says = 'This text has an order id, and no receipt.';
  return { ...onlyByReceipt(orderId, ticket), says };
}

function onlyByReceipt(
  orderId: string | undefined,
  ticket: string | undefined,
): Omit<ReceiptDoubt, 'says'> {
  return {
    hint: `${noLookupByOrder} ${askForToken}`,
    hintAtTerminal: orderIdCommands(orderId, ticket),
    asks: onlyOrder,
    nextCommand: orderId && `pvg journal find ${orderId}`,
  };
}

function doubtOfApple(noun: string, ticket: string | undefined, receipt: string): ReceiptDoubt {
  return {
    says: `This is ${noun}, not a receipt of the Android store.`,
    ...nextStepsForIos(ticket, receipt),
  };
}

/** The doubt about an order id that was misread from a picture: it would differ from the order id of the answer. */
export function doubtOrderId(orderId: string | undefined): ReceiptDoubt | undefined {
  const misread = guessMisreadOrderId(orderId ?? '');
  if (misread === undefined) return undefined;
  return doubt(
    `The order id was probably read from a picture: ${misread} is meant.`,
    'Compare it with the picture, and use the right one.',
    { orderId: misread },
  );
}

function doubtMisread(orderId: string, ticket: string | undefined): ReceiptDoubt {
  return {
    says: `This looks like an order id that was read from a picture: probably ${orderId}.`,
    hint: `Compare it with the picture, or ask the player for it as text. ${noLookupByOrder} ${askForToken}`,
    hintAtTerminal: `If you cannot read it, ${replyCommand('need-order-id', ticket)} asks the player for it.`,
    nextCommand: `pvg journal find ${orderId}`,
  };
}

/** Whether a token stands among words that a person wrote, rather than among other parts of a broken receipt. */
function standsAmongWords(text: string): boolean {
  const words = text.trim().split(/\s+/);
  const otherWords = words.filter((word) => !looksLikeToken(word));
  return (
    otherWords.length > 1 && otherWords.length === words.length - 1 && otherWords.every(isPlainWord)
  );
}

/** Whether a text is a few words of a person: then pvg does not suggest `--force`, which would send them. */
function isChatLine(text: string): boolean {
  if (/[\r\n]/.test(text.trim())) return false;
  const words = text.trim().split(/\s+/);
  const isSpoken = (word: string): boolean => isPlainWord(word) && /\p{L}{2}/u.test(word);
  return words.filter(isSpoken).length > 1 && !words.some(mayBeReceipt);
}

const markOfJsonOrSpeech = new RegExp(`["{}${doubleTypographicQuotes}]`);

/** Whether a text is a line of a log, or something among words, rather than one receipt that a program divided by blanks. */
function isMoreThanReceipt(text: string): boolean {
  const words = text.trim().split(/\s+/);
  const isOther = (word: string): boolean =>
    markOfJsonOrSpeech.test(word) || (isPlainWord(word) && /\p{L}{3}/u.test(word));
  return words.length > 2 && words.some(isOther);
}

/** Whether a text is several lines and one has several cells, which a receipt that was broken into lines has not. */
const isTable = (text: string): boolean =>
  text.trim().includes('\n') && /\S[^\S\n]+\S|\|/.test(text);

const markOfCut = 'a mark of a cut or masked text';

type ForeignCharacter = readonly [pattern: RegExp, noun: string, lostReceipt?: 'cut'];
/** Patterns of what a purchase token does not contain, each with its name. The first one that matches is reported. */
const foreignCharacters: readonly ForeignCharacter[] = [
  [/[\r\n]/, 'a line break'],
  [/\s/u, 'white space'],
  [/[*[\]\u2022\u2026]{1,3}|##|\.{2,3}/u, markOfCut, 'cut'],
  [wordForLeftOut, markOfCut, 'cut'],
  [
    // A quotation mark, `%2B` of an address, `=3D` of a mail, `&amp;` of a page, and all that is not printable ASCII.
    /["'`<>\\]|%[0-9A-Fa-f]{2}|=[0-9A-F]{2}|&(?:[A-Za-z]+|#\d+);|[^\x21-\x7E]/u,
    'an unusual character',
  ],
];

function foreignCharactersIn(receipt: string): readonly ForeignCharacter[] {
  if (isPlainText(receipt)) return foreignCharacters;
  const invisible = /\uFEFF|(?!\s)[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/u;
  return [[invisible, 'an invisible character'], ...foreignCharacters];
}

/** The doubt about a receipt on several lines, if nothing certain shows which of them belong to it. */
const brokenOverLines = doubt(
  'The receipt stands on several lines, and it is not certain that all of them belong to it.',
  'Put the receipt on one line, without what stands below it, or copy it again from the game’s server log.',
);

/** A mark between the cells of a table, which no token has. Not at the end, where it ends a sentence, and not in `&amp;`. */
const betweenCells = /(?:[,|\t]|(?<!&(?:[A-Za-z]{1,8}|#\d{1,7}));)(?=[^\s"'])/;

function doubtCells(receipt: string): ReceiptDoubt | undefined {
  const [mark] = betweenCells.exec(receipt) ?? [];
  if (mark === undefined || /[\r\n]/.test(receipt)) return undefined;
  if (findMaskInReceipt(receipt) !== undefined) return doubtWords(receipt, undefined);
  return doubt(
    `The receipt has a mark that stands between the cells of a table (${mark === '\t' ? 'a tab' : mark}).`,
    'This is probably a whole row. Take the receipt alone out of it, from its own cell.',
    { atTerminal: 'Below the names of its columns, `pvg lookup @<file>` reads the row.' },
  );
}

function doubtCharacters(receipt: string): ReceiptDoubt | undefined {
  const doubtOfCells = doubtCells(receipt);
  if (doubtOfCells !== undefined) return doubtOfCells;
  for (const [pattern, noun, lostReceipt] of foreignCharactersIn(receipt)) {
    const match = pattern.exec(receipt);
    if (match === null) continue;
    const [characters] = match;
    if (/^[\r\n]/.test(characters) && looksLikeToken(receipt)) return brokenOverLines;
    // In characters as people count them.
    const position = [...receipt.slice(0, match.index)].length + 1;
    const name = /^[!-~]/.test(characters) ? characters : codePoint(characters);
    return doubt(
      `The receipt has ${noun} (${name}) at character ${position} of ${[...receipt].length}.`,
      'A program may have changed or shortened the receipt, and the store does not confirm a changed one even if the player paid. Copy the receipt again, in one piece, from the game’s server log.',
      { lostReceipt },
    );
  }
  return doubtEnd(receipt);
}

/** In characters: a shorter receipt that ends with a hyphen was probably cut. */
const fewestCharactersOfLongReceipt = 20;

/** The doubt about a mark at the end of a receipt that is not a token: it ends a sentence (`.`), or a cut line (`-`). */
function doubtEnd(receipt: string): ReceiptDoubt | undefined {
  if (hasWholeForm(withoutEmphasis(receipt)?.text ?? '')) {
    return doubt(
      `The receipt has marks of a chat around it (${receipt.charAt(0)}).`,
      'Remove the marks: the store does not confirm a changed receipt even if the player paid.',
    );
  }
  const isShort = receipt.length < fewestCharactersOfLongReceipt;
  const mark = /[.,:;!?)\]}]$/.exec(receipt) ?? (isShort ? /[-_]$/.exec(receipt) : null);
  if (mark === null) return undefined;
  return doubt(
    `The receipt ends with a mark that is probably not of it (${mark[0]}).`,
    'Paste the receipt without the mark, or copy it again, in one piece, from the game’s server log: the store does not confirm a changed receipt even if the player paid.',
  );
}

/** @throws {PvgError} `receipt-doubtful`; `usage` for an empty receipt, even with --force (§2.1: required). */
export function checkReceipt(receipt: string, forced: boolean, ticket?: string): void {
  if (receipt === '') {
    throw new PvgError('usage', 'The receipt is empty.', {
      hint: 'Give the receipt or the store’s purchase JSON itself, `@<file>`, or `-` to paste it. In a command with "$RECEIPT", replace that with the receipt.',
      section: '§2.1',
    });
  }
  if (!forced) refuseDoubted(doubtReceipt(receipt, ticket));
}

/** @throws {PvgError} `receipt-doubtful` */
export function refuseDoubted(receiptDoubt: ReceiptDoubt | undefined): void {
  if (receiptDoubt === undefined) return;
  const { says, ...nextSteps } = receiptDoubt;
  throw new PvgError('receipt-doubtful', says, { ...nextSteps, section: '§2.1' });
}
