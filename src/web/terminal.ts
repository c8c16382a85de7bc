import type { Context } from '../context.js';
import { evenIfQuiet, printNote } from '../output/print-result.js';

/** What the terminal says of a page that pvg serves. */

interface ServedAddress {
  /** The address of the page, with a code that nobody has used. */
  readonly address: string;
  /** A browser was asked to open another address of the page; whether it did, nobody knows. */
  readonly isBrowserAsked: boolean;
}

export function addressLines(
  { env, stdin }: Pick<Context, 'env' | 'stdin'>,
  { address, isBrowserAsked }: ServedAddress,
): string[] {
  const lines = isBrowserAsked
    ? [`The page opens in your browser. If it does not, open it yourself: ${address}`]
    : [`Open this page in your browser: ${address}`];
  if (env['SSH_CONNECTION'] !== undefined) {
    const { port } = new URL(address);
    lines.push(
      `It is on this computer. From yours, first: \`ssh -L ${port}:127.0.0.1:${port} <this computer>\`.`,
    );
  }
  return [...lines, ...newAddressNotes({ stdin })];
}

/** The note about new addresses. Without a terminal there is none, because nobody can press Enter. */
export function newAddressNotes({ stdin }: Pick<Context, 'stdin'>): string[] {
  return stdin.isTerminal
    ? ['Each page address opens once; press Enter for a new one. Ctrl-C ends.']
    : [];
}

/** Withholds the code from now on: a line has shown it once, and an error about a request might repeat it. */
export function withholdCode({ secrets }: Pick<Context, 'secrets'>, address: string): void {
  secrets.add(new URL(address).hash.slice(1));
}

/** At a terminal, each Enter prints one more address. */
export function offerNewAddresses(context: Context, newAddress: () => string): void {
  if (!context.stdin.isTerminal) return;
  const printAddresses = async (): Promise<void> => {
    const lines = context.stdin.chunks()[Symbol.asyncIterator]();
    while ((await lines.next()).done !== true) {
      const address = newAddress();
      await printNote(context, evenIfQuiet, address);
      withholdCode(context, address);
    }
  };
  // Without standard input, or without a reader of the notes, the page goes on.
  printAddresses().catch(() => undefined);
}
