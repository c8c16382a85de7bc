import type { Context } from '../context.js';
import { isSameOrder } from '../contract/order-id.js';
import { FileError } from '../file-access.js';
import { type FailureCode, onPvgError, PvgError } from '../failure.js';
import { readCase } from '../input/case-option.js';
import type { GlobalOptions, TypedFlags } from '../input/options.js';
import { findAppleNumber } from '../input/pasted/look-alikes.js';
import { buildIosReply } from '../input/pasted/apple.js';
import { createSecrets } from '../output/redaction.js';
import type { JournalEntry } from '../support/journal/entry.js';
import {
  namedOrdersWords,
  readNamedOrders,
  type NamedOrder,
} from '../support/journal/order-answers.js';
import { earlierOfOrder, earlierWords } from '../support/journal/other-ticket.js';
import { lookupWords } from '../support/replies/own-ticket.js';
import { questionNotes } from '../support/replies/question-notes.js';
import { readLanguages, replySituation, type Situation } from '../support/replies/situations.js';
import { nextLanguages, readTicketLines } from '../support/replies/ticket-lines.js';
import type { TicketLines } from '../support/replies/ticket-lines.js';
import type { Refusal } from '../support/ticket-refusal.js';
import { keptName } from '../support/journal/writer.js';
import { joinSentences, joinWithAnd, nonEmptyTexts } from '../text/sentences.js';
import { replyLine, replyOptions, replyPhrase } from '../text/reply-line.js';
import { optionWords, placeholder, shellLine } from '../text/shell.js';
import { optionNouns } from '../wording/option-nouns.js';
import { commandLineFor, withOverwrite } from '../wording/next-command.js';
import { connectionOptions, openJournal, type ConnectOptions } from './connection.js';
import { withActor } from './refusal-actor.js';
import { readTypedOrders, type TypedOrder } from './typed-orders.js';
import { withReplyToUnknownOrder } from './unknown-order.js';
import { withReplyToWords } from './words-alone.js';

/** A paste that was refused stays with its ticket: why, and the order ids in it; nothing else of the paste. */

interface RefusedPaste {
  readonly about: 'purchase' | 'player';
  readonly globals: GlobalOptions;
  readonly options: ConnectOptions & TypedFlags<'orderId' | 'productId' | 'package' | 'body'>;
  /** What was pasted or typed; the reason may repeat a part of it. */
  readonly typed: () => readonly (string | undefined)[];
  readonly complete?: CompleteRefusal | undefined;
}

/** Adds to a refusal what else was asked for, such as a report. */
export type CompleteRefusal = (failure: PvgError, refusal: Refusal) => Promise<PvgError>;

/** A wrong option is no paste, so `usage` counts only where it is thrown as one. */
const codesOfPastes: readonly FailureCode[] = ['receipt-doubtful', 'input-unreadable', 'not-shown'];

function isAboutPaste({ code, cause, details }: PvgError): boolean {
  // A file that cannot be read has nothing that was pasted.
  if (cause instanceof FileError) return false;
  return details.isRefusedPaste === true || codesOfPastes.includes(code);
}

/** For the end of a promise: keeps why it failed, and fails as before. */
export function refusalKept(
  context: Context,
  refused: RefusedPaste,
): (error: unknown) => Promise<never> {
  return onPvgError(async (failure): Promise<never> => {
    if (refused.options.dryRun === true || !isAboutPaste(failure)) throw failure;
    const asKept = await keepRefusal(context, failure, refused);
    const refusal = { ...asKept, orders: await findAnswers(context, failure, asKept) };
    const ticket = await readTicketLines(context, refusal.caseId);
    const typed = readLanguages('--reply', refused.options.reply ?? []);
    const languages = nextLanguages(typed, ticket);
    const numbered = withEarlierNumber(failure, refusal, ticket);
    const inLanguages = withLanguages(numbered, languages);
    const earlier = await earlierOfOrders(context, refusal);
    const answered = withAnswers(inLanguages, { refusal, languages, earlier });
    const known = withEarlierLookup(context, answered, { refusal, ticket, languages });
    const connected = withConnection(known, refused);
    const { questions = [] } = context;
    const { caseId } = refusal;
    const answering = withReplyToWords(connected, { caseId, languages });
    const found = withHintAtTerminal(answering, questionNotes(questions, caseId, languages));
    const led = await withReplyToUnknownOrder(context, found, { refusal, languages });
    const completed = (await refused.complete?.(led, refusal)) ?? led;
    const replied = withReplyThatFits(completed, refusal, refused.about);
    throw refused.options.body === undefined ? withActor(replied, refusal) : replied;
  });
}

async function keepRefusal(
  context: Context,
  failure: PvgError,
  { about, globals, options, typed: readTyped }: RefusedPaste,
): Promise<Refusal> {
  const typed = readTyped().filter((text) => text !== undefined);
  const typedOrders = readTypedOrders(nonEmptyTexts(options.orderId, ...typed));
  const orderIds = typedOrders.map(({ orderId }) => orderId);
  const { asks, understood } = failure.details;
  const situation = asks?.situation ?? situationOfRefusal(about, typedOrders[0]);
  const named = {
    situation: hasReceipt(about, asks) ? null : situation,
    product: keptName(options.productId ?? understood?.product),
  };
  // A case that cannot be read may be the reason of the refusal.
  const caseId = readCase(options.case);
  const orders = orderIds.map((orderId) => ({ orderId, answer: undefined }));
  const isKeepable = caseId !== undefined && hasText(failure, typed, options);
  if (!isKeepable) return { caseId, orders, situation, named, kept: undefined };
  const { profile, environment } = context.callTarget ?? { profile: null, environment: null };
  const journal = await openJournal(context, globals, caseId);
  const withheld = createSecrets(typed, orderIds);
  const remark = journal.keepRemark({
    command: 'refusal',
    case: caseId,
    profile,
    environment,
    order_id: orderIds[0] ?? null,
    order_ids: orderIds,
    text: redactBetween(keptReason(failure), orderIds, withheld.redact),
    code: failure.code,
    ...named,
    package: keptName(options.package ?? understood?.package),
    receipt_problem: hasDamagedReceipt(about, failure, situation) ? 'damaged' : null,
    questions: context.questions ?? [],
    receipts: (asks?.choices ?? []).map(({ receipt }) => receipt.replace(/^sha256:/, '')),
  });
  return { caseId, orders, situation, named, kept: journal.isOn ? remark : undefined };
}

/** Whether anything was pasted or named: a command without all of it was only left unfinished. */
function hasText(
  { details }: PvgError,
  typed: readonly string[],
  { orderId, productId, package: packageName, body }: RefusedPaste['options'],
): boolean {
  if (details.isRefusedPaste !== true) return true;
  return nonEmptyTexts(...typed, orderId, productId, packageName, body).length > 0;
}

/** Why it was refused, for whoever reads the ticket at the page: without the names of options. */
function keptReason({ message, details }: PvgError): string {
  if (details.isRefusedPaste !== true) return message;
  const missing = details.asks?.missing ?? [];
  return `Missing: ${missing.map((option) => optionNouns.get(option) ?? option).join(', ')}.`;
}

/** The names stand in the entry anyway: what is around one in the paste must not take it along. */
function redactBetween(
  text: string,
  names: readonly string[],
  redact: (part: string) => string,
): string {
  const [name, ...others] = names;
  if (name === undefined) return redact(text);
  return text
    .split(name)
    .map((part) => redactBetween(part, others, redact))
    .join(name);
}

/** The number of Apple that was pasted before for the same ticket stays in the command: nobody asks for it again. */
function withEarlierNumber(
  failure: PvgError,
  { situation, orders, caseId }: Refusal,
  { remarks }: TicketLines,
): PvgError {
  const { code, message, details } = failure;
  if (situation !== 'ios' || orders.length > 0 || details.nextCommand === undefined) {
    return failure;
  }
  const numbers = remarks.map((remark) => findAppleNumber(remark.order_id ?? ''));
  const number = numbers.findLast((each) => each !== undefined);
  if (number === undefined) return failure;
  return new PvgError(code, message, { ...details, ...buildIosReply(caseId, number) });
}

interface KnownTicket {
  readonly refusal: Refusal;
  readonly ticket: TicketLines;
  readonly languages: readonly string[];
}

/** What was pasted names nothing, and the ticket has an answer already: nobody asks the player again. */
function withEarlierLookup(
  context: Context,
  failure: PvgError,
  { refusal: { situation, orders, caseId }, ticket, languages }: KnownTicket,
): PvgError {
  const lookups = ticket.calls.filter(({ command }) => command === 'lookup');
  const earlier = lookups.findLast(({ verdict }) => verdict !== null);
  const { code, message, details } = failure;
  if (earlier === undefined || details.asks?.choices !== undefined) return failure;
  if (namesOnlyOthers(orders, earlier)) {
    const other = `This ticket has another order so far: ${lookupWords(earlier, context)}.`;
    return new PvgError(code, message, { ...details, hint: joinSentences(details.hint, other) });
  }
  const isUnnamed = situation === 'need-order-id' && orders.length === 0;
  if (!isUnnamed) return failure;
  const words = `This ticket: ${lookupWords(earlier, context)}.`;
  const next = canTell(earlier)
    ? replyLine(languages, optionWords({ '--case': caseId }))
    : undefined;
  return new PvgError(code, message, {
    ...details,
    hint: joinSentences(details.hint, words),
    nextCommand: details.nextCommand ?? next,
  });
}

function namesOnlyOthers(
  orders: readonly NamedOrder[],
  { order_id: known }: JournalEntry,
): boolean {
  if (orders.length === 0 || known === null) return false;
  return orders.every(({ orderId }) => !isSameOrder(orderId, known));
}

/** Whoever refused it did not know them. */
function withLanguages(failure: PvgError, languages: readonly string[]): PvgError {
  const { code, message, details } = failure;
  if (languages.length === 0) return failure;
  const { nextCommand, hint, hintAtTerminal } = details;
  const inPhrase = (text: string | undefined): string | undefined =>
    text?.replaceAll(replyPhrase([], []), replyPhrase(languages, []));
  return new PvgError(code, message, {
    ...details,
    hint: inPhrase(hint),
    hintAtTerminal: inPhrase(hintAtTerminal),
    nextCommand: nextCommand?.replace(replyLine([], []), replyLine(languages, [])),
  });
}

function withHintAtTerminal(failure: PvgError, sentences: readonly string[]): PvgError {
  const { code, message, details } = failure;
  if (sentences.length === 0) return failure;
  const hintAtTerminal = joinSentences(details.hintAtTerminal, ...sentences);
  return new PvgError(code, message, { ...details, hintAtTerminal });
}

/** An order id alone is not looked up again if somebody looked it up with its receipt. */
async function findAnswers(
  context: Context,
  { details }: PvgError,
  { situation, orders, caseId }: Refusal,
): Promise<readonly NamedOrder[]> {
  const isOfOrders = situation === 'need-receipt' && details.asks?.choices === undefined;
  if (!isOfOrders) return orders;
  return readNamedOrders(
    context,
    orders.map(({ orderId }) => orderId),
    caseId,
  );
}

/** The check of the player whom the paste is about goes to the same service, for the same ticket. */
function withConnection(failure: PvgError, { globals, options }: RefusedPaste): PvgError {
  const { code, message, details } = failure;
  const { asks } = details;
  if (asks?.names !== 'player') return failure;
  const typedOptions = connectionOptions(options, globals, globals.profile);
  // The address and the files are those of the gateway, and the check asks the other interface.
  const kept = typedOptions.filter(([option]) => optionsOfBothInterfaces.includes(option));
  return new PvgError(code, message, {
    ...details,
    nextCommand: commandLineFor('session', withOverwrite(kept), {
      '--username': asks.username ?? placeholder('PLAYER'),
      '--check': undefined,
    }),
  });
}

const optionsOfBothInterfaces = [
  '--profile',
  '--clock-offset',
  '--case',
  '--reply',
  '--report',
  '--overwrite',
];

/** The complaint may have come before, for another ticket. */
async function earlierOfOrders(
  context: Context,
  { orders, caseId }: Refusal,
): Promise<readonly string[]> {
  // One reply may have been about several of them.
  const ordersByWords = new Map<string, string[]>();
  for (const { orderId, answer } of orders) {
    const known = answer && (await earlierOfOrder(context, { orderId, answer, caseId }));
    if (known === undefined) continue;
    ordersByWords.set(known, [...(ordersByWords.get(known) ?? []), orderId]);
  }
  const namesOf = (orderIds: readonly string[]): string =>
    orders.length === 1 ? 'this order' : joinWithAnd(orderIds);
  return [...ordersByWords].map(([known, orderIds]) => earlierWords(namesOf(orderIds), known));
}

interface AnsweredPaste {
  readonly refusal: Refusal;
  readonly languages: readonly string[];
  /** What was done about its orders for other tickets. */
  readonly earlier: readonly string[];
}

/** What is known about each order of the paste, and the reply about those that were looked up. */
function withAnswers(
  failure: PvgError,
  { refusal: { orders, caseId, named }, languages, earlier }: AnsweredPaste,
): PvgError {
  const answered = orders.filter(({ answer }) => answer !== undefined);
  const [first] = answered;
  const { code, message, details } = failure;
  if (first === undefined) {
    const isKnown = orders.some(({ mistaken, doubted }) => (mistaken ?? doubted) !== undefined);
    if (!isKnown) return failure;
    const hint = joinSentences(namedOrdersWords(orders), details.hint);
    return new PvgError(code, message, { ...details, hint });
  }
  const withReply = answered.filter(({ answer }) => answer && canTell(answer));
  const replies = withReply.map(({ orderId }) => {
    const words = optionWords({ '--order-id': orderId, '--case': caseId });
    const reply = replyPhrase(languages, words);
    return `\`${reply}\` prints the reply that fits ${orders.length === 1 ? 'it' : orderId}.`;
  });
  const others = replyPhrase(languages, replyOptions('need-receipt', caseId));
  const hasOthers = answered.length < orders.length;
  // The look-up of the text itself comes next: it has the receipt.
  if (named.situation === null) {
    const hint = joinSentences(details.hint, namedOrdersWords(orders), ...earlier);
    const hintAtTerminal = joinSentences(details.hintAtTerminal, ...replies);
    return new PvgError(code, message, { ...details, hint, hintAtTerminal });
  }
  return new PvgError(code, message, {
    ...details,
    hint: joinSentences(
      details.secretNote,
      details.namedNote,
      namedOrdersWords(orders),
      ...earlier,
    ),
    hintAtTerminal: joinSentences(
      ...replies,
      hasOthers && `For what was not looked up: \`${others}\`.`,
    ),
    nextCommand: shellLine(['pvg', 'journal', 'find', first.orderId]),
  });
}

/** Whether there is a reply about it. */
function canTell(answer: JournalEntry): boolean {
  return replySituation(answer).situation !== undefined;
}

/** One of several purchases has to be chosen, or a name is missing beside the receipt: nobody asks the player for it. */
function hasReceipt(about: RefusedPaste['about'], asks: PvgError['details']['asks']): boolean {
  if (about === 'player') return false;
  return asks?.choices !== undefined || asks?.missing?.includes('--receipt') === false;
}

/** Something was pasted as the receipt and is no whole one. A text without any receipt is told by what it names. */
function hasDamagedReceipt(
  about: RefusedPaste['about'],
  { details: { asks, isRefusedPaste = false } }: PvgError,
  situation: string,
): boolean {
  const isReceiptWanted = situation === 'need-receipt' || situation === 'need-order-id';
  const isKnownOtherwise =
    isRefusedPaste || asks?.names !== undefined || asks?.choices !== undefined;
  return about === 'purchase' && isReceiptWanted && !isKnownOtherwise;
}

/** For a page and for scripts: the order id that the paste has, and the reply that fits. */
function withReplyThatFits(
  failure: PvgError,
  { orders, situation }: Refusal,
  about: RefusedPaste['about'],
): PvgError {
  const { code, message, details } = failure;
  const wanted = about === 'purchase' ? '--receipt' : '--username';
  const { asks = { missing: [wanted] } } = details;
  // A choice among several purchases, or the product alone, goes on without a reply.
  const isAnotherWanted = asks.missing?.includes(wanted) === false;
  if (asks.choices !== undefined || isAnotherWanted) return failure;
  const [first] = orders;
  const known = first === undefined ? {} : { order_id: first.orderId };
  return new PvgError(code, message, { ...details, asks: { situation, ...asks, ...known } });
}

/** The reply must not say that we have an order number if the paste had none, or one that was only read from a picture. */
function situationOfRefusal(
  about: RefusedPaste['about'],
  order: TypedOrder | undefined,
): Situation {
  if (about === 'player') return 'need-username';
  if (order === undefined || order.isGuessed) return 'need-order-id';
  // An order of Apple cannot be looked up at all; with any other the receipt is still missing.
  return findAppleNumber(order.orderId) === undefined ? 'need-receipt' : 'ios';
}
