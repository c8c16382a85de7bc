import type { Context } from '../context.js';
import { withEarlierVerify, withElsewhere } from '../desk/journal/earlier.js';
import { InputReader } from '../input/bytes.js';
import type { CallFlags, GlobalOptions, TicketFlags } from '../input/options.js';
import { orderIdOf } from '../input/pasted/named.js';
import {
  readOrderId,
  readPurchase,
  type Purchase,
  type PurchaseOptions,
} from '../input/purchase.js';
import { note } from '../output/present.js';
import { askedFrom, namesIn } from '../service/asked.js';
import type { Call } from '../service/call.js';
import { typedWith } from '../text/shell.js';
import { again } from '../view/again.js';
import type { Told } from '../view/tell.js';
import { callService, type Called } from './call.js';
import { completePurchase } from './complete-purchase.js';
import {
  connect,
  typedIn,
  type Connection,
  type CredentialOptions,
  type Earlier,
} from './connection.js';

/** The purchase that a command is about: what was given, what the terminal, the profile and the journal add, and a look-up. */

export type Opened = Awaited<ReturnType<typeof openPurchase>>;

/** The first steps of every command about a purchase. */
export async function openPurchase(
  context: Context,
  globals: GlobalOptions,
  operation: 'verify' | 'lookup',
  options: PurchaseOptions & CredentialOptions & CallFlags & TicketFlags,
  bodyOf: (purchase: Purchase) => Uint8Array,
) {
  const input = new InputReader(context);
  const order = typedWith({ '--order-id': orderIdOf(options.orderId) });
  const given = await readPurchase(input, options, {
    canAsk: globals.input && context.prompt.possible,
    lookupOf: (source) => {
      const names = typedWith({ '--product-id': options.productId, '--package': options.package });
      return again(
        'lookup',
        [...names, ...order, ...typedIn(options, globals, globals.profile)],
        {},
        source,
      );
    },
  });
  const place = { command: operation, interface: 'gateway' } as const;
  const plain = await connect(context, input, place, globals, options);
  const purchase = await completePurchase(context, plain, given);
  const body = bodyOf(purchase);
  const orderId = readOrderId(options.orderId, purchase, options.force === true);
  for (const text of purchase.notes) await note(context, globals, text);
  const connection = { ...plain, typed: [...purchase.typed, ...order, ...plain.typed] };
  const { otherOrderIds } = purchase;
  const asked = { ...askedFrom(body), orderId, otherOrderIds };
  namesIn(asked).forEach((name) => context.receipts.show(name));
  // Of a body that cannot be read, the receipt is unknown.
  context.receipts.add(asked.receipt ?? Buffer.from(body).toString('utf8'));
  return { connection, call: { operation, body, asked } };
}

/** Changes nothing and may be repeated (§4.2). `calls`: the earlier ones about the same receipt. */
export function lookUp(
  context: Context,
  connection: Connection,
  call: Omit<Call, 'operation'>,
  { calls, elsewhere }: Earlier,
): Promise<Called> {
  const also = (told: Told): Told =>
    withEarlierVerify(withElsewhere(told, elsewhere), calls, context);
  return callService(context, connection, { ...call, operation: 'lookup' }, { also });
}
