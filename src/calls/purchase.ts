import type { Context } from '../context.js';
import { addConfirmedElsewhere, withEarlierVerify } from '../support/journal/earlier-verifies.js';
import { InputReader } from '../input/bytes.js';
import type { CallFlags, GlobalOptions, TicketFlags } from '../input/options.js';
import { orderIdOf } from '../input/pasted/look-alikes.js';
import {
  readOrderId,
  readPurchase,
  type Purchase,
  type PurchaseOptions,
} from '../input/purchase.js';
import { printNote } from '../output/print-result.js';
import type { ServiceCall } from '../service/send-call.js';
import { namesIn, readSubject } from '../service/subject.js';
import { collectTypedOptions, type TypedOptions } from '../text/shell.js';
import { lookupLineOf } from '../wording/next-command.js';
import { callService, type CompletedCall } from './call-service.js';
import { completePurchase } from './complete-purchase.js';
import {
  connectionOptions,
  openConnection,
  type Connection,
  type CredentialOptions,
  type EarlierCalls,
} from './connection.js';

/** The purchase that a command is about: what was given, what the terminal, the profile and the journal add, and a look-up. */

export type PurchaseCallOptions = PurchaseOptions & CredentialOptions & CallFlags & TicketFlags;

interface PurchaseCallInput {
  readonly operation: 'verify' | 'lookup';
  readonly globals: GlobalOptions;
  readonly options: PurchaseCallOptions;
  readonly buildBody: (purchase: Purchase) => Uint8Array;
}

export interface PurchaseCall {
  readonly connection: Connection;
  readonly call: ServiceCall;
}

/** The first steps of every command about a purchase. */
export async function preparePurchaseCall(
  context: Context,
  { operation, globals, options, buildBody }: PurchaseCallInput,
): Promise<PurchaseCall> {
  const input = new InputReader(context);
  const typedOrder = collectTypedOptions({ '--order-id': orderIdOf(options.orderId) });
  const given = await readPurchase(input, options, {
    canAsk: globals.input && context.prompt.possible,
    lookupOf: (source) =>
      lookupLineOf(source, [
        ...collectTypedOptions({
          '--product-id': options.productId,
          '--package': options.package,
        }),
        ...typedOrder,
        ...connectionOptions(options, globals, globals.profile),
      ]),
  });
  const opened = await openConnection(context, {
    command: operation,
    interface: 'gateway',
    input,
    globals,
    options,
  });
  const purchase = await completePurchase(context, opened, given);
  const body = buildBody(purchase);
  const orderId = readOrderId(options.orderId, purchase, options.force === true);
  for (const text of purchase.notes) await printNote(context, globals, text);
  const typedOptions: TypedOptions = [...purchase.typed, ...typedOrder, ...opened.typedOptions];
  const { otherOrderIds } = purchase;
  const subject = { ...readSubject(body), orderId, otherOrderIds };
  namesIn(subject).forEach((name) => context.receipts.show(name));
  // The receipt in a body that cannot be read is unknown.
  context.receipts.add(subject.receipt ?? Buffer.from(body).toString('utf8'));
  return { connection: { ...opened, typedOptions }, call: { operation, body, subject } };
}

interface LookupRequest {
  readonly connection: Connection;
  readonly call: Omit<ServiceCall, 'operation'>;
  /** The earlier calls about the same receipt. */
  readonly earlier: EarlierCalls;
}

/** Changes nothing and may be repeated (§4.2). */
export function lookUp(
  context: Context,
  { connection, call, earlier }: LookupRequest,
): Promise<CompletedCall> {
  return callService(context, {
    connection,
    call: { ...call, operation: 'lookup' },
    addHistory: (description) => {
      const placed = addConfirmedElsewhere(description, earlier.elsewhere);
      return withEarlierVerify(placed, earlier.calls, context);
    },
  });
}
