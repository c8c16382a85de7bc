import { type Context, FileError } from '../context.js';
import { type FailureCode, onPvgError, PvgError } from '../failure.js';
import { type GlobalOptions, readCase } from '../input/options.js';
import {
  appleNumberOf,
  appleOrderIdIn,
  misreadOrderId,
  orderIdIn,
} from '../input/pasted/look-alikes.js';
import { replyForIos } from '../input/pasted/apple.js';
import { createSecrets } from '../output/redaction.js';
import { answerSentence, answersAboutOrder } from '../support/journal/order-answers.js';
import type { JournalEntry } from '../support/journal/entry.js';
import type { Situation } from '../support/replies/situations.js';
import { readTicketLines } from '../support/replies/ticket-lines.js';
import type { Refusal } from '../support/ticket.js';
import { keptName } from '../support/journal/writer.js';
import { joinSentences, nonEmptyTexts } from '../text/sentences.js';
import { optionWords, shellLine } from '../text/shell.js';
import { optionNouns } from '../wording/option-nouns.js';
import { openJournal } from './connection.js';

/** A paste that was refused stays with its ticket: why, and the order id in it; nothing else of the paste. */

interface RefusedPaste {
  readonly about: 'purchase' | 'player';
  readonly globals: GlobalOptions;
  readonly options: {
    readonly case?: string | undefined;
    readonly orderId?: string | undefined;
    readonly productId?: string | undefined;
    readonly package?: string | undefined;
    readonly dryRun?: boolean | undefined;
  };
  /** What was pasted or typed; the reason may repeat a part of it. */
  readonly typed: () => readonly (string | undefined)[];
  readonly complete?: CompleteRefusal | undefined;
}

/** The same refusal, with what else was asked for, such as a report. */
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
    const refusal = await keepRefusal(context, failure, refused);
    const numbered = await withEarlierNumber(context, failure, refusal);
    const answer = await findAnswer(context, failure, refusal);
    const found = answer === undefined ? numbered : withAnswer(numbered, refusal, answer);
    const isAnswered = answer !== undefined;
    const completed = (await refused.complete?.(found, { ...refusal, isAnswered })) ?? found;
    throw withReplyThatFits(completed, refusal, refused.about);
  });
}

async function keepRefusal(
  context: Context,
  failure: PvgError,
  { about, globals, options, typed: readTyped }: RefusedPaste,
): Promise<Refusal> {
  const typed = readTyped().filter((text) => text !== undefined);
  const named = [options.orderId ?? '', ...typed].map(orderIn).find((order) => order !== undefined);
  const orderId = named?.orderId;
  const { asks, understood } = failure.details;
  const situation = asks?.situation ?? situationOfRefusal(about, named);
  // A case that cannot be read may be the reason of the refusal.
  const caseId = readCase(options.case);
  if (caseId === undefined) {
    return { caseId, orderId, situation, isAnswered: false, kept: undefined };
  }
  const { profile, environment } = context.place ?? { profile: null, environment: null };
  const journal = await openJournal(context, globals, caseId);
  const orderIds = orderIdsOfChoices(failure);
  const withheld = createSecrets(typed, [...orderIds, ...nonEmptyTexts(orderId)]);
  const remark = journal.keepRemark({
    command: 'refusal',
    case: caseId,
    profile,
    environment,
    order_id: orderId ?? null,
    text: withheld.redact(joinSentences(keptReason(failure), orderIds.join(', '))),
    code: failure.code,
    situation: hasReceipt(about, asks) ? null : situation,
    product: keptName(options.productId ?? understood?.product),
    package: keptName(options.package ?? understood?.package),
  });
  return { caseId, orderId, situation, isAnswered: false, kept: journal.isOn ? remark : undefined };
}

/** Why it was refused, for whoever reads the ticket at the page: without the names of options. */
function keptReason({ message, details }: PvgError): string {
  if (details.isRefusedPaste !== true) return message;
  const missing = details.asks?.missing ?? [];
  return `Missing: ${missing.map((option) => optionNouns.get(option) ?? option).join(', ')}.`;
}

/** The number of Apple that was pasted before for the same ticket stays in the command: nobody asks for it again. */
async function withEarlierNumber(
  context: Context,
  failure: PvgError,
  { situation, orderId, caseId, kept }: Refusal,
): Promise<PvgError> {
  const { code, message, details } = failure;
  if (situation !== 'ios' || orderId !== undefined || details.nextCommand === undefined) {
    return failure;
  }
  if (caseId === undefined || kept === undefined) return failure;
  const { remarks } = await readTicketLines(context, caseId);
  const numbers = remarks.map((remark) => appleNumberOf(remark.order_id ?? ''));
  const number = numbers.findLast((each) => each !== undefined);
  if (number === undefined) return failure;
  return new PvgError(code, message, { ...details, nextCommand: replyForIos(caseId, number) });
}

/** An order id alone is not looked up again if somebody looked it up with its receipt. */
async function findAnswer(
  context: Context,
  { details }: PvgError,
  { situation, orderId }: Refusal,
): Promise<JournalEntry | undefined> {
  const isOfOrder = situation === 'need-receipt' && details.asks?.choices === undefined;
  if (!isOfOrder || orderId === undefined) return undefined;
  return (await answersAboutOrder(context, orderId)).at(-1);
}

function withAnswer(
  { code, message, details }: PvgError,
  { orderId = '', caseId }: Refusal,
  answer: JournalEntry,
): PvgError {
  const options = optionWords({ '--order-id': orderId, '--case': caseId });
  const reply = `pvg reply <language> ${shellLine(options)}`;
  return new PvgError(code, message, {
    ...details,
    hint: answerSentence(answer),
    hintAtTerminal: `\`${reply}\` prints the reply that fits it.`,
    nextCommand: shellLine(['pvg', 'journal', 'find', orderId]),
  });
}

/** One of several purchases has to be chosen, or a name is missing beside the receipt: nobody asks the player for it. */
function hasReceipt(about: RefusedPaste['about'], asks: PvgError['details']['asks']): boolean {
  if (about === 'player') return false;
  return asks?.choices !== undefined || asks?.missing?.includes('--receipt') === false;
}

const mostOrderIds = 10;

/** All that the text names: whoever reads the ticket later looks for each of them. */
function orderIdsOfChoices({ details }: PvgError): readonly string[] {
  const ids = (details.asks?.choices ?? []).map(({ order_id }) => order_id ?? '');
  return nonEmptyTexts(...ids).slice(0, mostOrderIds);
}

/** For a page and for scripts: the order id that the paste has, and the reply that fits. */
function withReplyThatFits(
  failure: PvgError,
  { orderId, situation }: Refusal,
  about: RefusedPaste['about'],
): PvgError {
  const { code, message, details } = failure;
  const wanted = about === 'purchase' ? '--receipt' : '--username';
  const { asks = { missing: [wanted] } } = details;
  // A choice among several purchases, or the product alone, goes on without a reply.
  const isAnotherWanted = asks.missing?.includes(wanted) === false;
  if (asks.choices !== undefined || isAnotherWanted) return failure;
  const known = orderId === undefined ? {} : { order_id: orderId };
  return new PvgError(code, message, { ...details, asks: { situation, ...asks, ...known } });
}

interface NamedOrder {
  readonly orderId: string;
  /** It was read from a picture, and corrected. */
  readonly isGuessed: boolean;
}

function orderIn(text: string): NamedOrder | undefined {
  const whole = orderIdIn(text);
  if (whole !== undefined) return { orderId: whole, isGuessed: false };
  const guessed = misreadOrderId(text);
  if (guessed !== undefined) return { orderId: guessed, isGuessed: true };
  const ofApple = appleOrderIdIn(text) ?? appleNumberOf(text);
  return ofApple === undefined ? undefined : { orderId: ofApple, isGuessed: false };
}

/** The reply must not say that we have an order number if the paste had none, or one that was only read from a picture. */
function situationOfRefusal(
  about: RefusedPaste['about'],
  order: NamedOrder | undefined,
): Situation {
  if (about === 'player') return 'need-username';
  if (order === undefined || order.isGuessed) return 'need-order-id';
  // An order of Apple cannot be looked up at all; with any other the receipt is still missing.
  return appleNumberOf(order.orderId) === undefined ? 'need-receipt' : 'ios';
}
