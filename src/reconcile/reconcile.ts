import type { Context } from '../context.js';
import type { OpenFile } from '../file-access.js';
import type { LookupKind } from '../service/outcome.js';
import { openInput } from '../tables/files.js';
import { addSentence, wrongInput } from '../tables/refusals.js';
import { readChanges } from './changes.js';
import type { Lists } from './classes.js';
import { readInputs, type ListsRequest } from './inputs.js';
import { Join } from './join.js';
import { Reconciled } from './reconciled.js';
import { reconciledRow, type ReconciledRow } from './row.js';

export interface ReconcileRequest extends ListsRequest {
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
): Promise<Reconciled> {
  const { against } = request;
  // Opened before the long work, so that a missing file is told at once.
  const earlier =
    against === undefined
      ? undefined
      : await openInput(context, against).catch(addSentence('Nothing was written.'));
  try {
    const join = new Join();
    const { files, inputs } = await readInputs(context, request, (file, _table, rows) => {
      for (const row of rows) join.add(file, row);
    });
    const lists: Lists = { inputs, isVoidedPartial: request.isVoidedPartial };
    const rowOf = (number: number) => reconciledRow(join.purchase(number), lists, verdictSays);
    const reconciled = new Reconciled({ join, files, lists, rowOf });
    if (earlier !== undefined) {
      const find = ({ order_id, receipt }: ReconciledRow) => join.find(order_id, receipt);
      reconciled.compareWith(await readEarlier(earlier, request, { find, rowOf }));
    }
    return reconciled;
  } finally {
    await earlier?.close();
  }
}

/** @throws {PvgError} `input-unreadable` */
async function readEarlier(
  earlier: OpenFile,
  { against = '', onNote, isEmptyAllowed }: ReconcileRequest,
  current: Parameters<typeof readChanges>[2],
) {
  const name = `--against ${against}`;
  const changes = await readChanges(earlier, { name, onNote }, current);
  if (changes.rowCount > 0 || isEmptyAllowed) return changes;
  throw wrongInput(
    `${name} has no rows. Nothing was written.`,
    'Give the results of the last run that succeeded. If an empty file is normal, add `--allow-empty`.',
  );
}
