import type { Context } from '../context.js';
import type { LookupKind } from '../service/outcome.js';
import { mostOfKind } from '../tables/rows-page.js';
import { classesOf, classIds, meaningOf, type ClassId, type Lists } from './classes.js';
import { readInputs, type ToRead } from './inputs.js';
import { Join } from './join.js';
import { NumberColumn } from './number-column.js';
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
  const numbersByClass = new Map(classIds.map((id) => [id, new NumberColumn()]));
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
  return {
    /** Classes about money first. Each call makes them. */
    *rows() {
      for (const id of classIds) for (const number of numbersOf(id)) yield rowOf(number);
    },
    firstOf: (id: ClassId) => Array.from(numbersOf(id, mostOfKind), rowOf),
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
