import type { Context } from '../context.js';
import type { GlobalOptions } from '../input/options.js';
import type { OrderIdGiven } from '../input/receipt.js';
import { plainFinished, type Finished, type View } from '../output/finished.js';
import { counted } from '../text/counted.js';
import { optionWords, shellLine } from '../text/shell.js';
import {
  callerName,
  callJson,
  fact,
  findCalls,
  outcomeOf,
  pageName,
  profileFact,
  whenFact,
} from './journal/calls.js';
import type { JournalEntry } from './journal/entry.js';
import { requireJournal } from './journal/journal.js';

/** A ticket that has only the order id: what the journal knows about it, and a message that asks for the receipt. */

interface AskedFor {
  readonly orderId?: string | undefined;
  readonly package?: string | undefined;
  readonly product?: string | undefined;
  readonly case?: string | undefined;
}

/** The newest first. */
const callsOf = async (
  context: Context,
  globals: GlobalOptions,
  orderId: string,
): Promise<{ readonly calls: readonly JournalEntry[]; readonly incomplete: string | undefined }> => {
  const { calls, incomplete } = await requireJournal(context, globals);
  return { calls: findCalls(calls, orderId).reverse(), incomplete };
};

/** Ends in the status of the failure: an order id cannot be looked up, whatever the journal has. */
export async function foundByOrderId(
  context: Context,
  globals: GlobalOptions,
  { orderId, code, exit, message, details }: OrderIdGiven,
  caseId: string | undefined,
): Promise<Finished> {
  const { calls, incomplete } = await callsOf(context, globals, orderId);
  const [newest] = calls;
  const ask = shellLine([
    ...['pvg', 'lookup', orderId, '--ask', 'developers'],
    ...optionWords({ '--case': caseId }),
  ]);
  const hint = details.hint ?? '';
  const none: View = {
    headline: message,
    mood: 'bad',
    notes: [
      incomplete === undefined
        ? 'The journal of earlier calls has no call for it.'
        : `${incomplete} The rest of the journal has no call for it.`,
      hint,
      `The command below prints a message for them. A reply for the player: \`${replyLine(orderId, caseId)}\`.`,
    ],
    nextCommand: ask,
  };
  return plainFinished('lookup', {
    exit,
    answer: { order_id: orderId, entries: calls.map(callJson) },
    error: { code, says: message, hint, section: details.section ?? null },
    ...(newest && {
      profile: newest.profile,
      environment: newest.environment,
      interface: newest.interface,
    }),
    view: newest === undefined ? none : viewOf(newest, calls.length, { ask, case: caseId }),
  });
}

/** With everything by which it is found again. */
const replyLine = (orderId: string, caseId: string | undefined): string =>
  shellLine([
    ...['pvg', 'reply', 'en', '--for', 'need-receipt'],
    ...optionWords({ '--order-id': orderId, '--case': caseId }),
  ]);

function viewOf(
  call: JournalEntry,
  count: number,
  { ask, case: caseId }: { readonly ask: string; readonly case: string | undefined },
): View {
  const { word, says } = outcomeOf(call);
  const show = shellLine(['pvg', 'journal', 'show', call.id]);
  // A failed call has nothing to report about the purchase.
  const found = call.exit === 0 ? call.order_id : null;
  return {
    headline: `The journal has ${counted(count, 'call')} for this order id${count === 1 ? '' : '. The newest'}: ${says}`,
    mood: 'careful',
    facts: [
      whenFact(call),
      ...fact('By', callerName(call)),
      profileFact(call),
      ...fact('Product', call.product),
      { label: 'Call', value: call.command },
      { label: 'Outcome', value: word },
      ...fact('Case', call.case),
      { label: 'Journal id', value: call.id },
    ],
    notes: [
      'This is what an earlier call showed, and pvg sent nothing now. An order id cannot be looked up at the gateway.',
      `A new look-up needs the receipt. \`${ask}\` prints a message that asks for it.`,
      ...(found !== null
        ? [`\`${show}\` shows the call. The command below writes a page for the ticket.`]
        : []),
    ],
    nextCommand:
      found !== null ? shellLine(['pvg', 'report', found, '--out', pageName(caseId ?? call.case)]) : show,
  };
}

/** A message in English, ready to send; the journal adds what it knows. */
export async function askDevelopers(
  context: Context,
  globals: GlobalOptions,
  given: AskedFor,
): Promise<Finished> {
  const { orderId, case: caseId } = given;
  const [known] = orderId === undefined ? [] : (await callsOf(context, globals, orderId)).calls;
  const packageName = given.package ?? known?.package ?? undefined;
  const product = given.product ?? known?.product ?? undefined;
  const text = messageFor({ orderId, package: packageName, product, case: caseId });
  return plainFinished('lookup', {
    answer: {
      order_id: orderId ?? null,
      package: packageName ?? null,
      product_id: product ?? null,
      message: text,
    },
    view: {
      headline: '',
      data: text,
      notes: [
        'Send this message to the game’s developers. pvg sent nothing.',
        ...(orderId === undefined ? [] : [`A reply for the player: \`${replyLine(orderId, caseId)}\`.`]),
      ],
    },
  });
}

const messageFor = ({ orderId, package: packageName, product, case: caseId }: AskedFor): string =>
  [
    'Hello,',
    '',
    'a player asks about a purchase, and we need its receipt to look it up.',
    'This is what we have:',
    '',
    `  Order id: ${orderId ?? 'not known'}`,
    ...(packageName === undefined ? [] : [`  Android package: ${packageName}`]),
    ...(product === undefined ? [] : [`  Product: ${product}`]),
    ...(caseId === undefined ? [] : [`  Our ticket: ${caseId}`]),
    '',
    'Please send us one of these from the game server’s log:',
    '  - the complete purchase JSON of the store, with orderId, packageName,',
    '    productId and purchaseToken, or',
    '  - the complete purchase token (purchaseToken) with its product id.',
    '',
    'Please attach it as a text file: mail and chat programs change such long',
    'texts. If your server never received this purchase, please tell us that.',
    '',
    'Thank you!',
    '',
  ].join('\n');
