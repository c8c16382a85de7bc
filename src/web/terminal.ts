import type { Context } from '../context.js';
import { evenIfQuiet, printNote } from '../output/print-result.js';

/** What the terminal says of a page that pvg serves. */

interface ServedAddress {
  /** With its code. */
  readonly address: string;
  readonly isOpen: boolean;
}

export function addressLines(
  { env, stdin }: Pick<Context, 'env' | 'stdin'>,
  { address, isOpen }: ServedAddress,
): string[] {
  const lines = isOpen
    ? ['The page is open in your browser.']
    : [`Open this page in your browser: ${address}`];
  if (env['SSH_CONNECTION'] !== undefined) {
    const { port } = new URL(address);
    lines.push(
      `It is on this computer. From yours, first: \`ssh -L ${port}:127.0.0.1:${port} <this computer>\`.`,
    );
  }
  if (stdin.isTerminal) {
    lines.push('Each address works once. Enter prints another, Ctrl-C ends.');
  }
  return lines;
}

/** At a terminal, each Enter prints one more address. */
export function offerNewAddresses(context: Context, newAddress: () => string): void {
  if (!context.stdin.isTerminal) return;
  const printAddresses = async (): Promise<void> => {
    const lines = context.stdin.chunks()[Symbol.asyncIterator]();
    while ((await lines.next()).done !== true) {
      await printNote(context, evenIfQuiet, newAddress());
    }
  };
  // Without standard input, or without a reader of the notes, the page goes on.
  printAddresses().catch(() => undefined);
}
