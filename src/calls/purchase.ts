import type { Context } from '../context.js';
import { withEarlierVerify, addConfirmedElsewhere } from '../support/journal/earlier-verifies.js';
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
import { readSubject, namesIn } from '../service/subject.js';
import type { ServiceCall } from '../service/send-call.js';
import { collectTypedOptions } from '../text/shell.js';
import { commandLineFor } from '../wording/next-command.js';
import type { Description } from '../wording/describe.js';
import { callService, type CompletedCall } from './call-service.js';
import { completePurchase } from './complete-purchase.js';
import {
  openConnection,
  connectionOptions,
  type Connection,
  type CredentialOptions,
  type EarlierCalls,
} from './connection.js';

/** The purchase that a command is about: what was given, what the terminal, the profile and the journal add, and a look-up. */

export type PurchaseCall = Awaited<ReturnType<typeof preparePurchaseCall>>;

/** The first steps of every command about a purchase. */
export async function preparePurchaseCall(
  context: Context,
  globals: GlobalOptions,
  operation: 'verify' | 'lookup',
  options: PurchaseOptions & CredentialOptions & CallFlags & TicketFlags,
  bodyOf: (purchase: Purchase) => Uint8Array,
) {
  const input = new InputReader(context);
  const order = collectTypedOptions({ '--order-id': orderIdOf(options.orderId) });
  const given = await readPurchase(input, options, {
    canAsk: globals.input && context.prompt.possible,
    lookupOf: (source) => {
      const names = collectTypedOptions({
        '--product-id': options.productId,
        '--package': options.package,
      });
      return commandLineFor(
        'lookup',
        [...names, ...order, ...connectionOptions(options, globals, globals.profile)],
        {},
        source,
      );
    },
  });
  const place = { command: operation, interface: 'gateway' } as const;
  const plain = await openConnection(context, input, place, globals, options);
  const purchase = await completePurchase(context, plain, given);
  const body = bodyOf(purchase);
  const orderId = readOrderId(options.orderId, purchase, options.force === true);
  for (const text of purchase.notes) await printNote(context, globals, text);
  const connection = { ...plain, typed: [...purchase.typed, ...order, ...plain.typed] };
  const { otherOrderIds } = purchase;
  const subject = { ...readSubject(body), orderId, otherOrderIds };
  namesIn(subject).forEach((name) => context.receipts.show(name));
  // Of a body that cannot be read, the receipt is unknown.
  context.receipts.add(subject.receipt ?? Buffer.from(body).toString('utf8'));
  return { connection, call: { operation, body, subject } };
}

/** Changes nothing and may be repeated (§4.2). `calls`: the earlier ones about the same receipt. */
export function lookUp(
  context: Context,
  connection: Connection,
  call: Omit<ServiceCall, 'operation'>,
  { calls, elsewhere }: EarlierCalls,
): Promise<CompletedCall> {
  const also = (description: Description): Description =>
    withEarlierVerify(addConfirmedElsewhere(description, elsewhere), calls, context);
  return callService(context, connection, { ...call, operation: 'lookup' }, { also });
}
