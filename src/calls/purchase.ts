import type { Context } from '../context.js';
import { onPvgError, PvgError } from '../failure.js';
import { InputReader } from '../input/bytes.js';
import type { CallFlags, TicketFlags } from '../input/call-options.js';
import { refuseReceiptOfCallAsCase } from '../input/case-option.js';
import type { GlobalOptions } from '../input/options.js';
import { normalizeOrderId } from '../input/pasted/order-ids.js';
import { showWords } from '../input/pasted/html-page.js';
import { mayBeName } from '../input/pasted/plain-words.js';
import { sayFoundNames } from '../input/pasted/understood.js';
import type { FoundPurchase, FurtherPurchase, LookupLine } from '../input/pasted-purchase.js';
import { type GivenPurchase, type Purchase, readOrderId, readPurchase } from '../input/purchase.js';
import type { PurchaseOptions } from '../input/purchase-options.js';
import { doubtOwnName, refuseDoubted } from '../input/receipt.js';
import { printNote } from '../output/print-result.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import type { Subject } from '../service/outcome.js';
import type { ServiceCall } from '../service/send-call.js';
import { namesIn, readSubject } from '../service/subject.js';
import {
  addConfirmedElsewhere,
  addCutDoubt,
  withEarlierVerify,
} from '../support/journal/earlier-calls.js';
import { addDoubtOfTicket } from '../support/journal/cut-doubt.js';
import { addOrderConfirmed } from '../support/journal/order-answers.js';
import { findMentionedPlayer } from '../input/pasted/about-verification.js';
import { questionsIn, saysItemTwice } from '../support/replies/asked-questions.js';
import { isInTraditionalChinese } from '../support/replies/traditional-chinese.js';
import { joinSentences, nonEmptyTexts } from '../text/sentences.js';
import { collectTypedOptions, placeholder, type TypedOptions } from '../text/shell.js';
import { checkFirst, type Description } from '../wording/description.js';
import { commandLineFor, hasOption, lookupLineOf, withOverwrite } from '../wording/next-command.js';
import { askedPurchase } from './asked-purchase.js';
import { incompletePurchaseError, sayMissingProduct } from './incomplete-purchase.js';
import { callService, type CompletedCall } from './call-service.js';
import {
  callOrigin,
  type Connection,
  connectionOptions,
  type CredentialOptions,
  type EarlierCalls,
  openConnection,
} from './connection.js';
import { otherPackageNotes, purchaseDifferences } from './purchase-differences.js';
import { refuseKnownSecrets, refuseSecrets, secretNote, withSecretNote } from './pasted-secret.js';
import { type CompleteRefusal, refusalKept } from './refusal.js';
import { withPastedCode } from './words-alone.js';

/** The purchase of a command: reads it, completes it from the profile and the terminal, and looks it up with the doubts that the journal adds. */

export type PurchaseCallOptions = PurchaseOptions & CredentialOptions & CallFlags & TicketFlags;

interface PurchaseCallInput {
  readonly operation: 'verify' | 'lookup';
  readonly globals: GlobalOptions;
  readonly options: PurchaseCallOptions;
  readonly buildBody: (purchase: Purchase) => Uint8Array;
  /** Adds to a refusal what else was asked for, such as a report. */
  readonly completeRefusal?: CompleteRefusal;
}

export interface PurchaseCall {
  readonly connection: Connection;
  readonly call: ServiceCall;
  /** The other purchases in the same text. */
  readonly further: readonly FurtherPurchase[];
  /** The note about what was left out of the text: the answer of a look-up shows it. For any other call it was printed already. */
  readonly leftOutNote: string | undefined;
}

/** The first steps of every command about a purchase. */
export async function preparePurchaseCall(
  context: Context,
  call: PurchaseCallInput,
): Promise<PurchaseCall> {
  const input = new InputReader(context);
  const readTyped = (): (string | undefined)[] => [input.lastText, call.options.receipt];
  const { globals, options, completeRefusal: complete } = call;
  const lineWithoutOrder = (): string => makeLineWithoutOrder(globals, options);
  const refused = { about: 'purchase', globals, options, readTyped, complete } as const;
  const { receipt, case: ticket } = call.options;
  await refuseKnownSecrets(context, { receipt, ticket });
  refuseReceiptOfCallAsCase(options.case, options.purchase, options.receipt);
  // Each of the three handlers below throws: the first what must not be kept, the second the explained refusal, and the third keeps
  // it with its ticket.
  return readPurchaseCall(context, input, call)
    .finally(() => {
      // Only a look-up leads to a reply, which depends on the questions and the language of the text.
      if (call.operation !== 'lookup') return;
      const words = showWords(input.lastText);
      context.questions = questionsIn(words);
      context.saysItemTwice = saysItemTwice(words);
      context.mentionedPlayer = findMentionedPlayer(words);
      context.isTraditionalChinese = isInTraditionalChinese(input.lastText);
    })
    .catch((error: unknown) => {
      // The ticket may be the same text. That is refused before `refusalKept` would keep a receipt as the ticket.
      refuseReceiptOfCallAsCase(options.case, input.lastText);
      refuseSecrets(context, { receipt: input.lastText });
      throw error;
    })
    .catch(
      onPvgError((failure): never => {
        const explained = withPastedCode(failure, input.lastText, options.case?.trim());
        throw withSecretNote(context, explained, input.lastText);
      }),
    )
    .catch(refusalKept(context, { ...refused, lineWithoutOrder }));
}

async function readPurchaseCall(
  context: Context,
  input: InputReader,
  { operation, globals, options, buildBody }: PurchaseCallInput,
): Promise<PurchaseCall> {
  const typedOrderId = normalizeOrderId(options.orderId);
  const typedOrder = collectTypedOptions({ '--order-id': typedOrderId });
  const canAsk = globals.input && context.prompt.possible;
  const lookupLine = { canAsk, ...makeLookupLines(globals, options, typedOrderId) };
  // With `--body`, `given` is the body as it came; otherwise it has what the text and the options name.
  const given = await readPurchase(input, options, lookupLine);
  const receipt = 'body' in given ? readSubject(given.body).receipt : given.found.receipt;
  // The ticket may be the receipt that was found in the text.
  refuseReceiptOfCallAsCase(options.case, receipt);
  const opened = await openConnection(context, {
    command: operation,
    interface: 'gateway',
    input,
    globals,
    options,
  });
  // Checked again, because the secrets of the chosen profile and of the options are known only now.
  refuseSecrets(context, { receipt, ticket: options.case });
  const hasResult = operation === 'lookup' && !opened.options.dryRun;
  const purchase = await completePurchase(context, opened, given);
  // The view of a look-up asks about another package itself (`addGameDoubt`); any other output needs the note.
  const isSaidInView = hasResult && !globals.json && !globals.raw && globals.query === undefined;
  const otherPackage = isSaidInView ? [] : otherPackageNotes(purchase, opened.profile);
  const notes = nonEmptyTexts(...purchase.notes, secretNote(context, input.lastText));
  const body = buildBody(purchase);
  const orderId = readOrderId(options.orderId, purchase, options.force === true);
  for (const text of [...notes, ...otherPackage]) await printNote(context, globals, text);
  const typedOptions: TypedOptions = [...purchase.typed, ...typedOrder, ...opened.typedOptions];
  const { otherOrderIds, unassignedOrderIds, unreadOrder, isOneOfSeveral } = purchase;
  const { further = [], leftOut: leftOutNote } = purchase;
  const isOrderChosen = options.orderId !== undefined;
  const ordersOfText = { otherOrderIds, unassignedOrderIds, isOneOfSeveral, unreadOrder };
  const orders = { orderId, isOrderChosen, ...ordersOfText };
  const subject = { ...readSubject(body), ...orders };
  namesIn(subject).forEach((name) => context.receipts.allowName(name));
  // If a body cannot be read, its receipt is not known, so the whole body is withheld.
  context.receipts.add(subject.receipt ?? Buffer.from(body).toString('utf8'));
  context.asked = askedPurchase(subject);
  if (leftOutNote !== undefined && !hasResult) await printNote(context, globals, leftOutNote);
  return {
    connection: { ...opened, typedOptions },
    call: { operation, body, subject },
    further,
    leftOutNote,
  };
}

/** Makes the command lines of the look-ups to which a refusal or an answer leads. */
function makeLookupLines(
  globals: GlobalOptions,
  options: PurchaseCallOptions,
  orderId: string | undefined,
): Omit<LookupLine, 'canAsk'> {
  return {
    lookupLineFor: (source, chosen) => {
      const names = collectTypedOptions({
        '--product-id': options.productId,
        '--package': options.package,
      });
      const otherOptions = connectionOptions(options, globals, globals.profile);
      // The same command with a purchase chosen writes the report of the ticket again, so it needs `--overwrite`.
      const isRepeated = chosen !== undefined && options.case !== undefined;
      const overwrite = isRepeated ? withOverwrite(otherOptions) : otherOptions;
      return lookupLineOf(
        source,
        [...names, ...collectTypedOptions({ '--order-id': orderId }), ...overwrite],
        chosen,
      );
    },
    // `--product-id` and `--order-id` were typed for the chosen purchase, so they are left out here.
    furtherLineFor: (source, chosen) => {
      const packageOption = collectTypedOptions({ '--package': options.package });
      const otherOptions = withOverwrite(connectionOptions(options, globals, globals.profile));
      return lookupLineOf(source, [...packageOption, ...otherOptions], chosen);
    },
    lineWithOptions: (typed) => {
      const names = collectTypedOptions({
        '--product-id': options.productId,
        '--package': options.package,
        '--order-id': orderId,
      });
      const otherOptions = connectionOptions(options, globals, globals.profile);
      return commandLineFor('lookup', [...names, ...otherOptions], typed);
    },
  };
}

/** The typed look-up without its order id. A text that was typed or pasted is pasted again. */
function makeLineWithoutOrder(globals: GlobalOptions, options: PurchaseCallOptions): string {
  const { purchase, purchaseJson } = options;
  const source = purchase ?? purchaseJson ?? '';
  const { lookupLineFor } = makeLookupLines(globals, options, undefined);
  return lookupLineFor(source.startsWith('@') ? source : '-');
}

interface LookupRequest {
  readonly connection: Connection;
  readonly call: Omit<ServiceCall, 'operation'>;
  /** The earlier calls about the same receipt. */
  readonly earlier: EarlierCalls;
}

/** Looks a purchase up. A look-up changes nothing and may be repeated (§4.2). */
export function lookUp(
  context: Context,
  { connection, call, earlier }: LookupRequest,
): Promise<CompletedCall> {
  return callService(context, {
    connection,
    call: { ...call, operation: 'lookup' },
    addHistory: async (description) => {
      const withGame = addGameDoubt(description, connection.profile, call.subject);
      const withElsewhere = addConfirmedElsewhere(withGame, earlier.elsewhere);
      const withVerify = withEarlierVerify(withElsewhere, earlier.calls, earlier.reader);
      const { subject } = call;
      const { origin } = callOrigin(connection);
      const withOrder = await addOrderConfirmed(context, withVerify, { subject, origin });
      return addLengthDoubt(context, connection, { description: withOrder, subject });
    },
  });
}

/** Adds a doubt if the package of the purchase is not that of the profile: then it is probably a purchase of another game. */
function addGameDoubt(
  description: Description,
  { package: profilePackage, name }: ResolvedProfile,
  { package: askedPackage }: Subject,
): Description {
  const { verdict, error, facts, advice } = description;
  if (!profilePackage || !askedPackage || askedPackage === profilePackage) return description;
  const source = name === null ? 'PVG_PACKAGE' : `profile ${name}`;
  const doubt = `Is this a purchase of this game? Its package is ${askedPackage}, and ${source} has ${profilePackage}.`;
  // Without a verdict there is nothing to doubt, so it is only a fact.
  if (verdict === null) {
    return { ...description, facts: [{ label: 'Package', value: doubt }, ...facts] };
  }
  return {
    ...description,
    facts: [checkFirst(doubt), ...facts],
    advice: advice === 'none' ? 'check' : advice,
    verdict: { ...verdict, ...otherGame },
    error: error && { ...error, who: otherGame.who, not: otherGame.not },
  };
}

const otherGame = {
  who: 'you',
  not: 'Do not act on this answer before you have checked which game the purchase is of.',
  next: 'Compare the package with the game of the ticket. If it is another game, look up the purchase with the profile of that game.',
} as const;

interface DescribedPurchase {
  readonly description: Description;
  readonly subject: Subject;
}

/** Adds the doubt that the receipt is cut. Without a journal neither the lengths of other receipts nor the ticket are known. */
export async function addLengthDoubt(
  context: Context,
  connection: Connection,
  { description, subject }: DescribedPurchase,
): Promise<Description> {
  if (!connection.journal.isOn) return description;
  const { origin } = callOrigin(connection);
  const withLength = await addCutDoubt(context, description, { subject, origin });
  return addDoubtOfTicket(context, withLength, { subject, caseId: connection.caseId });
}

/**
 * Completes a purchase from the profile and, at a terminal, by asking the user.
 * @throws {PvgError} 2, before anything is sent: it names every missing option at once
 */
async function completePurchase(
  { prompt }: Context,
  connection: Connection,
  given: GivenPurchase,
): Promise<Purchase> {
  if ('body' in given) return given;
  const { options, found } = given;
  const { profile, globals } = connection;
  const { os: platform = 'android', force: isForced = false } = options;
  const { receipt } = found;
  const isAndroid = platform === 'android';
  /** Asks the user; undefined if nobody can be asked. */
  const ask = async (question: string): Promise<string | undefined> =>
    globals.input && prompt.possible ? prompt.ask(question) : undefined;

  let packageName = options.package ?? found.package;
  if (isAndroid) packageName ??= profile.package ?? (await ask('Android package: '));
  const productId = options.productId ?? found.productId ?? (await ask('Product id: '));
  if (receipt !== undefined && !isForced) {
    refuseDoubted(doubtOwnName(receipt, [productId], packageName));
  }
  if (isAndroid && !isForced && mayBeName(receipt ?? '')) {
    requireYesToName(
      await ask('The receipt looks like a name, not like a receipt. Send it? [y/N] '),
    );
  }
  const typed: TypedOptions = [
    ...collectTypedOptions({
      '--os': isAndroid ? undefined : 'ios',
      '--product-id': productId || undefined,
      '--package': packageName || undefined,
    }),
    ...(found.typed ?? []),
    // Without `--force`, the next command may refuse this receipt.
    ...(isForced ? [['--force'] as const] : []),
  ];
  const missing = collectTypedOptions({
    '--product-id': productId ? undefined : placeholder('PRODUCT_ID'),
    '--package': isAndroid && !packageName ? placeholder('PACKAGE') : undefined,
    '--receipt': receipt === undefined ? placeholder('RECEIPT') : undefined,
  });
  if (receipt === undefined || !productId || missing.length > 0) {
    const isOfText = (options.purchase ?? options.purchaseJson) !== undefined;
    const namedNote = isOfText && receipt !== undefined ? sayFoundNames({ ...found, receipt }) : '';
    const isAsked = hasOption(missing, '--product-id');
    const hint = isAsked ? sayMissingProduct(found, isOfText) : undefined;
    const lookup = isAndroid && connection.command === 'verify' ? lookupFirst : undefined;
    const question = joinSentences(hint, lookup);
    const typedHere = [...typed, ...connection.typedOptions];
    throw incompletePurchaseError({ missing, typed: typedHere, hint: question, namedNote, found });
  }
  const packageField = packageName === undefined ? {} : { package: packageName };
  return {
    fields: { platform, receipt, productId, ...packageField },
    ...ordersOf(found),
    further: found.further ?? [],
    notes: [...(found.notes ?? []), ...purchaseDifferences(options, found)],
    typed,
  };
}

/** The order ids and the note of the text. A member that was not found is left out. */
function ordersOf(found: Partial<FoundPurchase>): Partial<FoundPurchase> {
  const { orderId, otherOrderIds, isOneOfSeveral = false, unreadOrder, leftOut } = found;
  const { unassignedOrderIds = [] } = found;
  const note = leftOut === undefined ? {} : { leftOut };
  const order = orderId === undefined ? note : { ...note, orderId };
  const orders =
    otherOrderIds === undefined
      ? order
      : { ...order, otherOrderIds, unassignedOrderIds, isOneOfSeveral };
  return unreadOrder === undefined ? orders : { ...orders, unreadOrder };
}

/** Goes on with a receipt that looks like a name if the answer is yes, or if nobody could be asked. @throws {PvgError} `receipt-doubtful` */
function requireYesToName(answer: string | undefined): void {
  if (answer === undefined || /^y(?:es)?$/i.test(answer)) return;
  throw new PvgError('receipt-doubtful', 'The receipt looks like a name. Nothing was sent.', {
    hint: 'Ask the game’s developers for the receipt.',
    hintAtTerminal: 'To send it anyway, add `--force`.',
    section: '§2.1',
  });
}

/** Says why a refused verify leads to a look-up. */
const lookupFirst = 'A verify records the purchase, so the command below looks it up first.';
