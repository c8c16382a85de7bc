import type { Context } from '../context.js';
import { demoPurchase } from '../contract/demo-credentials.js';
import { confirmedCalls, productsIn } from '../desk/journal/confirmed.js';
import type { JournalEntry } from '../desk/journal/entry.js';
import type { Known } from '../input/complete-purchase.js';
import { ticketWords, type CallFlags, type GlobalOptions, type TicketFlags } from '../input/options.js';
import type { Desk, PurchaseOptions } from '../input/purchase.js';
import { loud, note } from '../output/present.js';
import { optionWords } from '../text/shell.js';
import { nextLine, type Connection } from './connection.js';

/** What the terminal, the profile and the journal add to a purchase that lacks something. */

export const deskOf = (
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

export function knownAt(context: Context, connection: Connection): Known {
  const { profile, globals } = connection;
  const { name, local, gateway, sources } = profile;
  return {
    package: gateway.package,
    packageSource: sources['gateway.package'] ?? '',
    keepPackage:
      name === null || local
        ? 'To keep the package for next time, set PVG_PACKAGE.'
        : `To keep the package for next time, run \`pvg profile set ${name} --package <name>\`.`,
    products: () => (local ? Promise.resolve([demoPurchase.productId]) : productsAt(context, connection)),
    ask: globals.input && context.prompt.possible ? (question) => context.prompt.text(question) : undefined,
    line: (words) => nextLine(connection, words),
  };
}

/** A gateway may serve several games, each with its own profile. */
async function productsAt(context: Context, { profile, recorder }: Connection): Promise<string[]> {
  if (!recorder.on) return [];
  const { name, environment } = profile;
  const isOwn = (call: JournalEntry): boolean => call.profile === name && call.environment === environment;
  return productsIn(await confirmedCalls(context, isOwn));
}
