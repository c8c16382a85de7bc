import type { Context } from '../context.js';
import type { LookupKind } from '../service/outcome.js';
import { mostOfKind } from '../tables/rows-page.js';
import { classIds, type ClassId } from './classes.js';
import { inputsOf, readInputs, requireRows, type Reading } from './inputs.js';
import { Join, type Purchase } from './join.js';
import { judged, rowOf } from './row.js';

export type Reconciled = Awaited<ReturnType<typeof reconcile>>;
export type Summary = Reconciled['summary'];

/** Joins the inputs and gives each purchase its class. @throws {PvgError} before anything is written */
export async function reconcile(
  context: Pick<Context, 'files' | 'stdin' | 'interrupt'>,
  request: Reading,
  verdictSays: (verdict: LookupKind) => string,
) {
  const join = new Join();
  const files = await readInputs(context, request, ({ role }, _table, rows) => {
    for (const row of rows) join.add(role, row);
  });
  const [inputs, { faults }] = [inputsOf(files), join];
  if (!request.allowEmpty) requireRows(inputs, faults);
  const byClass = new Map<ClassId, Purchase[]>(classIds.map((id) => [id, []]));
  let [purchases, toCheck] = [0, 0];
  for (const purchase of join.purchases()) {
    const { id, advice } = judged(purchase, inputs);
    byClass.get(id)?.push(purchase);
    purchases += 1;
    if (advice === 'check') toCheck += 1;
  }
  const counts = Object.fromEntries([...byClass].map(([id, all]) => [id, all.length]));
  const classes = counts as Readonly<Record<ClassId, number>>;
  const made = (purchase: Purchase) => rowOf(purchase, inputs, verdictSays);
  return {
    /** Classes about money first. Each call makes them. */
    *rows() {
      for (const all of byClass.values()) for (const purchase of all) yield made(purchase);
    },
    firstOf: (id: ClassId) => (byClass.get(id) ?? []).slice(0, mostOfKind).map(made),
    // `toCheck`: their advice is `check`.
    summary: { purchases, classes, toCheck, files, inputs, faults },
  };
}
