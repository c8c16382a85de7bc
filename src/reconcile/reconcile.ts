import type { Context } from '../context.js';
import type { LookupKind } from '../service/outcome.js';
import { mostOfKind } from '../tables/rows-page.js';
import { classesOf, classIds, meaningOf, type ClassId, type Lists } from './classes.js';
import { readInputs, type ToRead } from './inputs.js';
import { Join } from './join.js';
import type { JoinedPurchase } from './purchase.js';
import { reconciledRow } from './row.js';

export type Reconciled = Awaited<ReturnType<typeof reconcile>>;
export type ReconcileSummary = Reconciled['summary'];

/** Joins the inputs and gives each purchase its class. @throws {PvgError} before anything is written */
export async function reconcile(
  context: Pick<Context, 'files' | 'stdin' | 'interrupt'>,
  request: ToRead,
  verdictSays: (verdict: LookupKind) => string,
) {
  const join = new Join();
  const { files, inputs } = await readInputs(context, request, (file, _table, rows) => {
    for (const row of rows) join.add(file, row);
  });
  const lists: Lists = { inputs, isVoidedPartial: request.isVoidedPartial };
  const byClass = new Map<ClassId, JoinedPurchase[]>(classIds.map((id) => [id, []]));
  let hasGrantedLookup = false;
  let toCheck = 0;
  for (const purchase of join.purchases()) {
    hasGrantedLookup ||= purchase.lookup !== null && purchase.grantCount > 0;
    const [id = 'unresolved'] = classesOf(purchase, lists);
    byClass.get(id)?.push(purchase);
    if (meaningOf(id, lists, purchase).advice === 'check') toCheck += 1;
  }
  const counts = Object.fromEntries([...byClass].map(([id, all]) => [id, all.length]));
  const classes = counts as Readonly<Record<ClassId, number>>;
  const toRow = (purchase: JoinedPurchase) => reconciledRow(purchase, lists, verdictSays);
  return {
    /** Classes about money first. Each call makes them. */
    *rows() {
      for (const all of byClass.values()) for (const purchase of all) yield toRow(purchase);
    },
    firstOf: (id: ClassId) => (byClass.get(id) ?? []).slice(0, mostOfKind).map(toRow),
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

export function sumOf(classes: Readonly<Record<ClassId, number>>, ids: readonly ClassId[]): number {
  return ids.reduce((sum, id) => sum + classes[id], 0);
}
