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
import { describeEarlierOfOrder, earlierWords } from '../support/journal/other-ticket.js';
import { describeLookup } from '../support/replies/own-ticket.js';
import { itemTwiceNote, listMentions } from '../support/replies/mentions.js';
import { questionNotes } from '../support/replies/question-notes.js';
import { readLanguages, replySituation } from '../support/replies/situations.js';
import {
  nextLanguages,
  readTicketLines,
  type TicketLines,
} from '../support/replies/ticket-lines.js';
import type { Refusal } from '../support/ticket-refusal.js';
import { textMembers, withheldIfToken } from '../support/journal/writer.js';
import { joinLines, joinSentences, joinWithAnd, nonEmptyTexts } from '../text/sentences.js';
import { replyLine, replyOptions, replyPhrase } from '../text/reply-line.js';
import { optionWords, shellLine } from '../text/shell.js';
import { openJournal, type ConnectOptions } from './connection.js';
import { hasText, keptReason, redactBetween } from './kept-reason.js';
import { findOrderDifference, withOrderDifference } from './order-in-doubt.js';
import { addPlayerCheck, mentionedPlayerNotes } from './player-check.js';
import { withActor } from './refusal-actor.js';
import { readTypedOrders, situationOfRefusal } from './typed-orders.js';
import { withReplyToOrder } from './unknown-order.js';
import { withOnePlaceholder, withReplyToLostReceipt, withReplyToWords } from './words-alone.js';

/** Keeps a refused paste with its ticket: the reason, the order ids, and the names that were understood; nothing else of the paste. Then completes the refusal with what the journal knows. */

interface RefusedPaste {
  readonly about: 'purchase' | 'player';
  readonly globals: GlobalOptions;
  readonly options: ConnectOptions & TypedFlags<'orderId' | 'productId' | 'package' | 'body'>;
  /** Returns what was pasted or typed: the reason may repeat a part of it, which is withheld in the journal. */
  readonly readTyped: () => readonly (string | undefined)[];
  readonly complete?: CompleteRefusal | undefined;
  /** Makes the typed command without `--order-id`. */
  readonly lineWithoutOrder?: () => string;
}

/** Adds to a refusal what else was asked for, such as a report. */
export type CompleteRefusal = (failure: PvgError, refusal: Refusal) => Promise<PvgError>;

/** The codes that always mean a refused paste. `usage` is not among them: such an error means one only if it is marked with `isRefusedPaste`. */
const codesOfPastes: readonly FailureCode[] = ['receipt-doubtful', 'input-unreadable', 'not-shown'];

function isAboutPaste({ code, cause, details }: PvgError): boolean {
  // If a file could not be read, nothing was pasted.
  if (cause instanceof FileError) return false;
  return details.isRefusedPaste ?? codesOfPastes.includes(code);
}

/** Makes a handler for `.catch`. It keeps a refused paste with its ticket, and throws the completed refusal. Any other error is thrown as it came. */
export function refusalKept(
  context: Context,
  refused: RefusedPaste,
): (error: unknown) => Promise<never> {
  return onPvgError(async (failure): Promise<never> => {
    if (refused.options.dryRun === true || !isAboutPaste(failure)) throw failure;
    await refuseOrderInDoubt(context, failure, refused);
    const keptRefusal = await keepRefusal(context, failure, refused);
    const refusal = {
      ...keptRefusal,
      orders: await readOrderAnswers(context, failure, keptRefusal),
    };
    const ticket = await readTicketLines(context, refusal.caseId);
    const typedLanguages = readLanguages('--reply', refused.options.reply ?? []);
    const languages = nextLanguages(typedLanguages, ticket);
    const known = { refusal, ticket, languages };
    const earlier = await describeEarlierOfOrders(context, refusal);
    // The order counts: each step sees, and may replace, the hints and the next command of the steps before it.
    const withAppleNumber = addEarlierAppleNumber(failure, refusal, ticket);
    const withLanguages = fillInLanguages(withAppleNumber, languages);
    const withAnswers = addKnownAnswers(withLanguages, { refusal, languages, earlier });
    const withLookup = addEarlierLookup(context, withAnswers, known);
    const withCheck = addPlayerCheck(withLookup, refused);
    const { caseId } = refusal;
    const withLostReply = withReplyToLostReceipt(withCheck, { caseId, languages, refusal });
    const withWordsReply = withReplyToWords(withLostReply, { caseId, languages });
    const notes = questionNotes(context.questions ?? [], caseId, languages);
    const playerNotes = mentionedPlayerNotes(context, { ...refused, ticket, failure });
    const allNotes = nonEmptyTexts(...notes, itemTwiceNote(listMentions(context)), ...playerNotes);
    const withQuestions = addHintAtTerminal(withWordsReply, allNotes);
    const withOrderReply = await withReplyToOrder(context, withQuestions, known);
    const withTicket = (await refused.complete?.(withOrderReply, refusal)) ?? withOrderReply;
    const withMembers = addAskedMembers(withOnePlaceholder(withTicket), refusal, refused.about);
    // Somebody who gives a `--body` writes a program and has no ticket, so nobody is named who acts next.
    throw refused.options.body === undefined ? withActor(withMembers, refusal) : withMembers;
  });
}

/** @throws {PvgError} the completed refusal, if the text names another order than `--order-id` */
async function refuseOrderInDoubt(
  context: Context,
  failure: PvgError,
  refused: RefusedPaste,
): Promise<void> {
  const { options, readTyped, lineWithoutOrder, complete } = refused;
  // If a purchase has to be chosen, one of them may have the typed order.
  if (lineWithoutOrder === undefined || failure.details.asks?.choices !== undefined) return;
  const difference = findOrderDifference(options.orderId, nonEmptyTexts(...readTyped()));
  if (difference === undefined) return;
  const doubtfulOrder = withOrderDifference(failure, difference, lineWithoutOrder());
  const refusal = await keepRefusal(context, doubtfulOrder, { ...refused, isOrderInDoubt: true });
  throw withActor((await complete?.(doubtfulOrder, refusal)) ?? doubtfulOrder, refusal);
}

async function keepRefusal(
  context: Context,
  failure: PvgError,
  refused: RefusedPaste & { readonly isOrderInDoubt?: boolean },
): Promise<Refusal> {
  const { about, globals, options, readTyped, isOrderInDoubt = false } = refused;
  const typed = readTyped().filter((text) => text !== undefined);
  // A number that may be mistyped is not kept, and no reply follows: the ticket gets only the orders of the text.
  const typedOrderId = isOrderInDoubt ? undefined : options.orderId;
  const typedOrders = readTypedOrders(nonEmptyTexts(typedOrderId, ...typed));
  const orderIds = typedOrders.map(({ orderId }) => orderId);
  const { asks, understood } = failure.details;
  const fittingSituation = asks?.situation ?? situationOfRefusal(about, typedOrders[0]);
  const hasNoReply = isOrderInDoubt || hasReceipt(about, asks);
  // null: the journal proposes no reply, because the text has a receipt or the order number is in doubt.
  const journalSituation = hasNoReply ? null : fittingSituation;
  const named = {
    situation: journalSituation,
    product: withheldIfToken(options.productId ?? understood?.product),
  };
  // A wrong case may be why the paste was refused. Reading it throws the same error, which is then the refusal.
  const caseId = readCase(options.case);
  const orders = orderIds.map((orderId) => ({ orderId, answer: undefined }));
  const isKeepable = caseId !== undefined && hasText(failure, typed, options);
  const refusal = { caseId, orders, situation: fittingSituation, named };
  if (!isKeepable) return { ...refusal, kept: undefined };
  // Most pastes are refused before the profile is read. Then its name is known only as it was typed.
  const typedProfile = withheldIfToken(globals.profile);
  const { profile, environment } = context.callTarget ?? {
    profile: typedProfile,
    environment: null,
  };
  const journal = await openJournal(context, globals, caseId);
  const shownNames = [...orderIds, ...nonEmptyTexts(asks?.code)];
  const withheld = createSecrets(typed, shownNames);
  const remark = journal.keepRemark({
    command: 'refusal',
    case: caseId,
    profile,
    environment,
    order_id: orderIds[0] ?? null,
    order_ids: orderIds,
    text: redactBetween(keptReason(failure), shownNames, withheld.redact),
    code: failure.code,
    ...named,
    package: withheldIfToken(options.package ?? understood?.package),
    receipt_problem: hasDamagedReceipt(about, failure, fittingSituation) ? 'damaged' : null,
    ...textMembers(context, { isAboutPlayer: asks?.names === 'player' }),
    // The journal has fingerprints without `sha256:`.
    receipts: (asks?.choices ?? []).map(({ receipt }) => receipt.replace(/^sha256:/, '')),
  });
  return { ...refusal, kept: journal.isOn ? remark : undefined };
}

/** Adds an Apple number that was pasted earlier for the same ticket to the proposed reply, so that it does not ask for the number again. */
function addEarlierAppleNumber(
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

/** Adds the ticket’s earlier look-up: if the paste names nothing, a reply about that look-up comes next; if it names other orders, that is said. */
function addEarlierLookup(
  context: Context,
  failure: PvgError,
  { refusal: { situation, orders, caseId, kept }, ticket, languages }: KnownTicket,
): PvgError {
  const lookups = ticket.calls.filter(({ command }) => command === 'lookup');
  const earlier = lookups.findLast(({ verdict }) => verdict !== null);
  const { code, message, details } = failure;
  if (earlier === undefined || details.asks?.choices !== undefined) return failure;
  if (namesOnlyOtherOrders(orders, earlier)) {
    const other = `This ticket has another order so far: ${describeLookup(earlier, context)}.`;
    return new PvgError(code, message, { ...details, hint: joinSentences(details.hint, other) });
  }
  const isUnnamed = situation === 'need-order-id' && orders.length === 0;
  if (!isUnnamed) return failure;
  const words = `This ticket: ${describeLookup(earlier, context)}.`;
  // A damaged receipt may be of another purchase than the earlier look-up, so a reply about that does not come next.
  const isDamaged = kept?.receipt_problem === 'damaged';
  const next =
    canReplyFrom(earlier) && !isDamaged
      ? replyLine(languages, optionWords({ '--case': caseId }))
      : undefined;
  return new PvgError(code, message, {
    ...details,
    hint: joinSentences(details.hint, words),
    nextCommand: details.nextCommand ?? next,
  });
}

function namesOnlyOtherOrders(
  orders: readonly NamedOrder[],
  { order_id: earlierOrderId }: JournalEntry,
): boolean {
  if (orders.length === 0 || earlierOrderId === null) return false;
  return orders.every(({ orderId }) => !isSameOrder(orderId, earlierOrderId));
}

/** Fills the ticket’s languages into the proposed replies: the code that refused the paste did not know them. */
function fillInLanguages(failure: PvgError, languages: readonly string[]): PvgError {
  const { code, message, details } = failure;
  if (languages.length === 0) return failure;
  const { nextCommand, hint, hintAtTerminal } = details;
  // Without languages, both functions make a command with a placeholder, which is replaced here.
  const inPhrase = (text: string | undefined): string | undefined =>
    text?.replaceAll(replyPhrase([], []), replyPhrase(languages, []));
  return new PvgError(code, message, {
    ...details,
    hint: inPhrase(hint),
    hintAtTerminal: inPhrase(hintAtTerminal),
    nextCommand: nextCommand?.replace(replyLine([], []), replyLine(languages, [])),
  });
}

function addHintAtTerminal(failure: PvgError, sentences: readonly string[]): PvgError {
  const { code, message, details } = failure;
  if (sentences.length === 0) return failure;
  const hintAtTerminal = joinLines(details.hintAtTerminal, ...sentences);
  return new PvgError(code, message, { ...details, hintAtTerminal });
}

/** Reads what is known about the orders of a paste without a receipt: somebody may have looked them up with it. */
async function readOrderAnswers(
  context: Context,
  { details }: PvgError,
  { situation, orders, caseId }: Refusal,
): Promise<readonly NamedOrder[]> {
  const lacksOnlyReceipt = situation === 'need-receipt' && details.asks?.choices === undefined;
  // Any other paste is looked up itself, or has no order that could be.
  if (!lacksOnlyReceipt) return orders;
  return readNamedOrders(
    context,
    orders.map(({ orderId }) => orderId),
    caseId,
  );
}

/** Says for each order what was done about it for other tickets. Orders with the same words share one sentence. */
async function describeEarlierOfOrders(
  context: Context,
  { orders, caseId, named }: Refusal,
): Promise<readonly string[]> {
  // One earlier reply may have been about several orders, so its words are the same for each of them.
  const ordersByWords = new Map<string, string[]>();
  for (const { orderId, answer } of orders) {
    // The purchases of a text with receipts are looked up themselves, and that look-up names the other tickets.
    if (answer === undefined && named.situation === null) continue;
    const words = await describeEarlierOfOrder(context, { orderId, answer, caseId });
    if (words === undefined) continue;
    ordersByWords.set(words, [...(ordersByWords.get(words) ?? []), orderId]);
  }
  const namesOf = (orderIds: readonly string[]): string =>
    orders.length === 1 ? 'this order' : joinWithAnd(orderIds);
  return [...ordersByWords].map(([words, orderIds]) => earlierWords(namesOf(orderIds), words));
}

interface AnsweredPaste {
  readonly refusal: Refusal;
  readonly languages: readonly string[];
  /** Sentences about what was done for other tickets with the same orders. */
  readonly earlier: readonly string[];
}

/** Adds what is known about each order of the paste, and the replies about those that were looked up. */
function addKnownAnswers(
  failure: PvgError,
  { refusal: { orders, caseId, named }, languages, earlier }: AnsweredPaste,
): PvgError {
  const answered = orders.filter(({ answer }) => answer !== undefined);
  const [first] = answered;
  const { code, message, details } = failure;
  if (first === undefined) {
    const hasDoubtfulLookup = orders.some(
      ({ mistaken, doubted }) => (mistaken ?? doubted) !== undefined,
    );
    const doubtful = hasDoubtfulLookup && namedOrdersWords(orders);
    const hint = joinSentences(doubtful, details.hint, ...earlier) || undefined;
    return new PvgError(code, message, { ...details, hint });
  }
  const withReply = answered.filter(({ answer }) => answer && canReplyFrom(answer));
  // Without a ticket it is not known for whom a reply would be, so the earlier answer is shown first.
  const [fitting] = withReply.flatMap(({ orderId }) =>
    caseId === undefined
      ? []
      : replyLine(languages, optionWords({ '--order-id': orderId, '--case': caseId })),
  );
  const replies = withReply.map(({ orderId }) => {
    const words = optionWords({ '--order-id': orderId, '--case': caseId });
    const reply = replyPhrase(languages, words);
    return `\`${reply}\` prints the reply that fits ${orders.length === 1 ? 'it' : orderId}.`;
  });
  const needReceiptReply = replyPhrase(languages, replyOptions('need-receipt', caseId));
  const hasUnanswered = answered.length < orders.length;
  // The text has a receipt (`situation` is null), so its own look-up stays the next command.
  if (named.situation === null) {
    const hint = joinSentences(details.hint, namedOrdersWords(orders), ...earlier);
    const hintAtTerminal = joinLines(details.hintAtTerminal, ...replies);
    return new PvgError(code, message, { ...details, hint, hintAtTerminal });
  }
  return new PvgError(code, message, {
    ...details,
    hint: joinSentences(details.namedNote, namedOrdersWords(orders), ...earlier),
    hintAtTerminal: joinLines(
      ...replies,
      hasUnanswered && `For what was not looked up: \`${needReceiptReply}\`.`,
    ),
    nextCommand: fitting ?? shellLine(['pvg', 'journal', 'find', first.orderId]),
  });
}

/** Whether an answer leads to a reply. */
function canReplyFrom(answer: JournalEntry): boolean {
  return replySituation(answer).situation !== undefined;
}

/** Whether the paste has a receipt, so that no reply asks the player for one: one of several purchases has to be chosen, or only a name is missing. */
function hasReceipt(about: RefusedPaste['about'], asks: PvgError['details']['asks']): boolean {
  if (about === 'player') return false;
  return asks?.choices !== undefined || lacksOthersThan('--receipt', asks);
}

/** Whether the missing options are known, and this one is not among them: then the paste has it. */
function lacksOthersThan(option: string, asks: PvgError['details']['asks']): boolean {
  return asks?.missing !== undefined && !asks.missing.includes(option);
}

/** Whether what was pasted as the receipt is not a whole receipt. For a text without any receipt, the refusal says what it names instead. */
function hasDamagedReceipt(
  about: RefusedPaste['about'],
  { details: { asks, lostReceipt, isRefusedPaste = false } }: PvgError,
  situation: string,
): boolean {
  if (about === 'player') return false;
  // A command that was left unfinished lacks something. Nothing of it is damaged.
  if (isRefusedPaste || lostReceipt === 'none') return false;
  // The text was read: it has no receipt, or several whole ones.
  if (asks?.names !== undefined || asks?.choices !== undefined) return false;
  return situation === 'need-receipt' || situation === 'need-order-id';
}

/** Adds members for the desk page and for scripts: the order id of the paste, and the situation whose reply fits. */
function addAskedMembers(
  failure: PvgError,
  { orders, situation }: Refusal,
  about: RefusedPaste['about'],
): PvgError {
  const { code, message, details } = failure;
  const mainOption = about === 'purchase' ? '--receipt' : '--username';
  const { asks = { missing: [mainOption] } } = details;
  // If a purchase has to be chosen, or only the product is missing, no reply is needed.
  if (asks.choices !== undefined || lacksOthersThan(mainOption, asks)) return failure;
  const [first] = orders;
  const orderMember = first === undefined ? {} : { order_id: first.orderId };
  return new PvgError(code, message, { ...details, asks: { situation, ...asks, ...orderMember } });
}
