import type { Context } from '../context.js';
import type { JournalEntry } from '../desk/journal/entry.js';
import { withOwnVerify } from '../desk/journal/own-verify.js';
import { judgeLookup } from '../gateway/judge-lookup.js';
import { askedFrom, type Asked } from '../gateway/request.js';
import { InputReader } from '../input/bytes.js';
import { ticketWords, type CallFlags, type GlobalOptions, type TicketFlags } from '../input/options.js';
import { readOrderId } from '../input/order-id.js';
import { readPurchase, type Desk, type Purchase, type PurchaseOptions } from '../input/purchase.js';
import { loud, note } from '../output/present.js';
import { optionWords } from '../text/shell.js';
import { callService, type JudgedCall } from './call.js';
import { completePurchase } from './complete-purchase.js';
import { connect, requestsOf, type Connection, type CredentialOptions } from './connection.js';

/** The purchase that a command is about: what was given, what the terminal, the profile and the journal add, and a look-up. */

/** The first steps of every command about a purchase. */
export async function openPurchase(
  context: Context,
  globals: GlobalOptions,
  command: 'verify' | 'lookup',
  options: PurchaseOptions & CredentialOptions & CallFlags & TicketFlags,
  bodyOf: (purchase: Purchase) => Uint8Array,
) {
  const input = new InputReader(context);
  const given = await readPurchase(input, options, deskOf(context, globals, options));
  const connection = await connect(context, input, { command, interface: 'gateway' }, globals, options);
  const purchase = await completePurchase({ context, connection }, given);
  const body = bodyOf(purchase);
  const { orderId, notes } = readOrderId(options.orderId, purchase, options.force === true);
  for (const text of [...purchase.notes, ...notes]) await note(context, globals, text);
  const build = requestsOf(connection, command, body);
  const words = [...purchase.words, ...optionWords({ '--order-id': options.orderId?.trim() })];
  return { purchase, body, connection, build, asked: { ...askedFrom(body), words, orderId } };
}

/** Changes nothing and may be repeated (§4.2). `earlier`: the calls from here about the same receipt. */
export const lookUp = (
  context: Context,
  connection: Connection,
  body: Uint8Array,
  asked: Asked,
  earlier: readonly JournalEntry[] = [],
): Promise<JudgedCall> =>
  callService(context, connection, {
    operation: 'lookup',
    body,
    asked,
    repeatable: true,
    judge: (exchange, redact) =>
      withOwnVerify(judgeLookup(exchange, { ...asked, redact }), earlier, context.account),
  });

const deskOf = (
  context: Context,
  { input, profile }: GlobalOptions,
  options: PurchaseOptions & CallFlags & TicketFlags,
): Desk => ({
  paste: context.stdin.isTerminal ? (says) => note(context, loud, says) : undefined,
  ask: input && context.prompt.possible,
  windows: context.env['OS'] === 'Windows_NT',
  typed: [
    ...optionWords({
      '--product-id': options.productId,
      '--package': options.package,
      '--order-id': options.orderId,
      '--profile': profile,
      '--case': options.case,
    }),
    ...ticketWords(options, false),
  ],
});
