import type { Context } from '../context.js';
import { onPvgError, type FailureCode, type PvgError } from '../failure.js';
import { readCase, type GlobalOptions } from '../input/options.js';
import { appleOrderIdIn, orderIdIn } from '../input/pasted/look-alikes.js';
import { createSecrets } from '../output/redaction.js';
import { openJournal } from './connection.js';

/** A paste that was refused stays with its ticket: why, and the order id in it; nothing else of the paste. */

interface RefusedPaste {
  readonly globals: GlobalOptions;
  readonly options: {
    readonly case?: string | undefined;
    readonly orderId?: string | undefined;
    readonly dryRun?: boolean | undefined;
  };
  /** What was pasted or typed; the reason may repeat a part of it. */
  readonly typed: () => readonly (string | undefined)[];
}

const codesOfPastes: readonly FailureCode[] = [
  'usage',
  'receipt-doubtful',
  'input-unreadable',
  'not-shown',
];

/** For the end of a promise: keeps why it failed, and fails as before. */
export function refusalKept(
  context: Context,
  refused: RefusedPaste,
): (error: unknown) => Promise<never> {
  return onPvgError(async (failure): Promise<never> => {
    await keepRefusal(context, failure, refused);
    throw failure;
  });
}

async function keepRefusal(
  context: Context,
  failure: PvgError,
  { globals, options, typed: readTyped }: RefusedPaste,
): Promise<void> {
  const isAboutPaste = codesOfPastes.includes(failure.code);
  if (options.case === undefined || options.dryRun === true || !isAboutPaste) return;
  // A case that cannot be read may be the reason of the refusal.
  const caseId = readCase(options.case);
  if (caseId === undefined) return;
  const typed = readTyped().filter((text) => text !== undefined);
  const orderId = [options.orderId ?? '', ...typed].map(orderIdInPaste).find(Boolean);
  const { profile, environment } = context.place ?? { profile: null, environment: null };
  const journal = await openJournal(context, globals, caseId);
  const withheld = createSecrets(typed, orderId === undefined ? [] : [orderId]);
  journal.keepRemark({
    command: 'refusal',
    case: caseId,
    profile,
    environment,
    order_id: orderId ?? null,
    text: withheld.redact(failure.message),
    code: failure.code,
  });
}

function orderIdInPaste(text: string): string | undefined {
  return orderIdIn(text) ?? appleOrderIdIn(text);
}
