import type { Context } from '../context.js';
import type { OpenFile } from '../file-access.js';
import type { LookupKind } from '../service/outcome.js';
import { openInput } from '../tables/files.js';
import { addSentence, wrongInput } from '../tables/refusals.js';
import { readChanges, type Changes, type CurrentPurchases } from './changes.js';
import type { InputFacts } from './classes.js';
import { ClassifiedPurchases } from './classified-purchases.js';
import { readInputs, type InputsRequest } from './inputs.js';
import { PurchaseJoiner } from './join.js';
import { buildReconciledRow } from './row.js';

export interface ReconcileRequest extends InputsRequest {
  /** The file with the results of an earlier run. */
  readonly against?: string | undefined;
  /** An empty list is accepted. */
  readonly isEmptyAllowed: boolean;
}

type InputContext = Pick<Context, 'files' | 'stdin' | 'interrupt'>;
/** What people are told about the verdict of a look-up. */
type VerdictSays = (verdict: LookupKind) => string;

/** Joins the inputs and gives each purchase its class. @throws {PvgError} before anything is written */
export async function reconcile(
  context: InputContext,
  request: ReconcileRequest,
  verdictSays: VerdictSays,
): Promise<ClassifiedPurchases> {
  const { against, isVoidedPartial } = request;
  // Opened before the long work, so that a missing file is told at once.
  const earlier =
    against === undefined
      ? undefined
      : await openInput(context, against).catch(addSentence('Nothing was written.'));
  try {
    const joiner = new PurchaseJoiner();
    const { files, rowCounts, target } = await readInputs(context, request, (file, rows) => {
      for (const row of rows) joiner.add(file, row);
    });
    const inputFacts: InputFacts = { rowCounts, isVoidedPartial };
    const current: CurrentPurchases = {
      find: ({ order_id, receipt }) => joiner.find(order_id, receipt),
      rowOf: (number) => buildReconciledRow(joiner.purchase(number), inputFacts, verdictSays),
    };
    // Before the comparison: the constructor joins the purchases, and only then can one be found by its receipt.
    const classified = new ClassifiedPurchases({
      joiner,
      files,
      target,
      inputFacts,
      rowOf: current.rowOf,
    });
    if (earlier !== undefined) {
      classified.compareWith(await readEarlier(earlier, request, current));
    }
    return classified;
  } finally {
    await earlier?.close();
  }
}

/** @throws {PvgError} `input-unreadable` */
async function readEarlier(
  earlier: OpenFile,
  { against = '', onNote, isEmptyAllowed }: ReconcileRequest,
  current: CurrentPurchases,
): Promise<Changes> {
  const name = `--against ${against}`;
  const changes = await readChanges(earlier, { name, onNote }, current);
  if (changes.rowCount > 0 || isEmptyAllowed) return changes;
  throw wrongInput(
    `${name} has no rows. Nothing was written.`,
    'Give the results of the last run that succeeded. If an empty file is normal, add `--allow-empty`.',
  );
}
