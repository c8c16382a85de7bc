import type { Context } from '../context.js';
import type { FailureCode, PvgError } from '../failure.js';
import type { InputReader } from '../input/bytes.js';
import { readCase, type GlobalOptions } from '../input/options.js';
import { appleOrderIdIn, orderIdIn } from '../input/pasted/look-alikes.js';
import { openJournal } from './connection.js';

/** A paste that was refused stays with its ticket: why, and the order id in it; nothing else of the paste. */

interface RefusedPaste {
  readonly input: InputReader;
  readonly failure: PvgError;
  readonly globals: GlobalOptions;
  readonly options: {
    readonly case?: string | undefined;
    readonly orderId?: string | undefined;
    readonly dryRun?: boolean | undefined;
  };
}

const codesOfPastes: readonly FailureCode[] = [
  'usage',
  'receipt-doubtful',
  'input-unreadable',
  'not-shown',
];

export async function keepRefusal(
  context: Context,
  { input, failure, globals, options }: RefusedPaste,
): Promise<void> {
  const isAboutPaste = codesOfPastes.includes(failure.code);
  if (options.case === undefined || options.dryRun === true || !isAboutPaste) return;
  // A case that cannot be read may be the reason of the refusal.
  const caseId = readCase(options.case);
  if (caseId === undefined) return;
  const orderId = orderIdIn(options.orderId ?? '') ?? orderIdInPaste(input);
  const { profile, environment } = context.place ?? { profile: null, environment: null };
  const journal = await openJournal(context, globals, caseId);
  journal.keepRemark({
    command: 'refusal',
    case: caseId,
    profile,
    environment,
    order_id: orderId ?? null,
    text: failure.message,
    code: failure.code,
  });
}

function orderIdInPaste({ lastRead }: InputReader): string | undefined {
  const text = Buffer.from(lastRead ?? []).toString('utf8');
  return orderIdIn(text) ?? appleOrderIdIn(text);
}
