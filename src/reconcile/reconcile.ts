import type { Context, OpenFile } from '../context.js';
import type { LookupKind } from '../service/outcome.js';
import { openInput } from '../tables/files.js';
import { addSentence, wrongInput } from '../tables/refusals.js';
import { mostOfKind } from '../tables/rows-page.js';
import { readChanges, type ChangedRow, type Changes } from './changes.js';
import { classesOf, classIds, meaningOf, type ClassId, type Lists } from './classes.js';
import { readInputs, type ListsRequest } from './inputs.js';
import { Join } from './join.js';
import { NumberColumn } from './number-column.js';
import { reconciledRow, type ReconciledRow } from './row.js';

export type Reconciled = Awaited<ReturnType<typeof reconcile>>;
export type ReconcileSummary = Reconciled['summary'];

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
) {
  const { against } = request;
  if (against === undefined) return joinInputs(context, request, verdictSays);
  // Opened before the long work, so that a missing file is told at once.
  const earlier = await openInput(context, against).catch(addSentence('Nothing was written.'));
  try {
    const reconciled = await joinInputs(context, request, verdictSays);
    await reconciled.compare(earlier, request);
    return reconciled;
  } finally {
    await earlier.close();
  }
}

/** Reads the inputs and joins them. Purchases are kept by their numbers in the join, because a million rows would not fit. */
async function joinInputs(context: InputContext, request: ListsRequest, verdictSays: VerdictSays) {
  const join = new Join();
  const { files, inputs } = await readInputs(context, request, (file, _table, rows) => {
    for (const row of rows) join.add(file, row);
  });
  const lists: Lists = { inputs, isVoidedPartial: request.isVoidedPartial };
  const numbersByClass = new Map(classIds.map((id) => [id, new NumberColumn()]));
  // If no grant has a look-up, the two lists probably do not belong together.
  let hasGrantedLookup = false;
  let toCheck = 0;
  for (const [number, purchase] of join.purchases()) {
    hasGrantedLookup ||= purchase.lookup !== null && purchase.grantCount > 0;
    const [id = 'unresolved'] = classesOf(purchase, lists);
    numbersByClass.get(id)?.push(number);
    if (meaningOf(id, lists, purchase).advice === 'check') toCheck += 1;
  }
  const counts = Object.fromEntries([...numbersByClass].map(([id, all]) => [id, all.length]));
  const classes = counts as Readonly<Record<ClassId, number>>;
  const rowOf = (number: number) => reconciledRow(join.purchase(number), lists, verdictSays);
  const numbersOf = (id: ClassId, end = Infinity): Iterable<number> =>
    numbersByClass.get(id)?.slice(0, end) ?? [];
  let changes: Changes | null = null;
  const shownRow = (number: number): ReconciledRow | ChangedRow => {
    const row = rowOf(number);
    return changes === null ? row : { ...row, change: changes.changeOf(number) };
  };
  return {
    /** Compares the purchases with the results of an earlier run. @throws {PvgError} `input-unreadable` */
    async compare(earlier: OpenFile, { against = '', onNote, isEmptyAllowed }: ReconcileRequest) {
      const name = `--against ${against}`;
      const find = ({ order_id, receipt }: ReconciledRow) => join.find(order_id, receipt);
      const found = await readChanges(earlier, { name, onNote }, { find, rowOf });
      if (found.rowCount === 0 && !isEmptyAllowed) throw noEarlierRows(name);
      changes = found;
    },
    /** Classes about money first, then purchases that are gone. Each call makes the rows again. */
    *rows() {
      for (const id of classIds) for (const number of numbersOf(id)) yield shownRow(number);
      if (changes !== null) yield* changes.goneRows();
    },
    /** As many rows of a class, or of the gone ones, as a page shows. */
    firstOf: (id: ClassId) => Array.from(numbersOf(id, mostOfKind), shownRow),
    firstGone: () => [...(changes?.goneRows(mostOfKind) ?? [])],
    /** How many purchases changed in which way; null if nothing was compared. */
    get changes() {
      return changes?.counts(sumOf(classes, classIds)) ?? null;
    },
    hasGrantedLookup,
    summary: {
      purchases: sumOf(classes, classIds),
      classes,
      /** Purchases that somebody must check. */
      toCheck,
      files,
      lists,
      faults: join.faults,
    },
  };
}

function noEarlierRows(name: string) {
  return wrongInput(
    `${name} has no rows. Nothing was written.`,
    'Give the results of the last run that succeeded. If an empty file is normal, add `--allow-empty`.',
  );
}

export function sumOf(classes: Readonly<Record<ClassId, number>>, ids: readonly ClassId[]): number {
  return ids.reduce((sum, id) => sum + classes[id], 0);
}
