import { Option, type Command } from 'commander';
import { looksLikeToken } from '../contract/purchase-token.js';
import { PvgError } from '../failure.js';
import { withoutTicketMark } from '../text/ticket-mark.js';
import { hasUnsafe } from '../text/visible.js';
import { isEmailAddress } from './pasted/look-alikes.js';
import { findOrderId } from './pasted/order-ids.js';

/** `--case`: the ticket of a call. */

export function addCaseOption(command: Command): Command {
  return command.addOption(
    caseOption('the ticket: written to the journal, found with `pvg journal find`'),
  );
}

/** `--case`, wherever it is: a receipt in it is refused before any message can repeat it. */
export function caseOption(says: string): Option {
  return new Option('--case <id>', says).argParser((typed) => {
    refuseReceiptAsCase(typed);
    // A case with white space around it stays as it is here, because `refuseLeftovers` (hidden.ts) refuses it in the commands
    // that have `--force`. In the others, `readCase` removes the white space.
    return typed === typed.trim() ? withoutTicketMark(typed) : typed;
  });
}

const longestCase = 100;

/** @throws {PvgError} `usage` */
export function readCase(typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined;
  // `caseOption` has done this for the command line. Here it holds for every caller.
  refuseReceiptAsCase(typed);
  const caseId = withoutTicketMark(typed);
  if (caseId !== '' && !isTooLong(caseId) && !hasUnsafe(caseId)) return caseId;
  throw wrongCaseError();
}

/** A warning about a ticket that is an e-mail address, which is likely that of the player; undefined for any other. */
export function warningOfCase(caseId: string | undefined): string | undefined {
  if (caseId === undefined || !isEmailAddress(caseId)) return undefined;
  return '--case is an e-mail address, which journal and report then show to everybody: use the number of the ticket.';
}

function isTooLong(caseId: string): boolean {
  return [...caseId].length > longestCase;
}

function wrongCaseError(): PvgError {
  return new PvgError('usage', `--case must be printable text of 1 to ${longestCase} characters.`, {
    hint: 'Use the number of the ticket: `--case TICKET-4711`.',
  });
}

/** Refuses a ticket that is the receipt of this call, whatever its form. @throws {PvgError} `usage` */
export function refuseReceiptOfCallAsCase(
  typedCase: string | undefined,
  ...receipts: readonly (string | undefined)[]
): void {
  const caseId = typedCase?.trim() ?? '';
  // An order id may name a ticket. As a receipt it is refused elsewhere.
  if (caseId === '' || findOrderId(caseId) !== undefined) return;
  if (!receipts.some((receipt) => receipt?.trim() === caseId)) return;
  throw receiptAsCaseError('--case is the receipt of this call. A ticket is shown to everybody.');
}

function receiptAsCaseError(says: string): PvgError {
  return new PvgError('usage', says, {
    hint: 'Use the number of the ticket: `--case TICKET-4711`. The receipt goes into `--receipt`.',
  });
}

/**
 * Refuses a ticket with a receipt in it, because journal, report and next command show the ticket to everybody. A ticket that
 * is too long, as most receipts are, is refused in the same way before any message can repeat it.
 */
function refuseReceiptAsCase(typed: string): void {
  if (isTooLong(typed.trim())) throw wrongCaseError();
  if (!typed.split(/[^\w.~+-]/).some(looksLikeToken)) return;
  throw receiptAsCaseError('--case looks like a receipt. A ticket is shown to everybody.');
}
