import type { Context } from '../context.js';
import type { LookupKind } from '../service/outcome.js';
import { classIds, type ClassId, type Inputs } from './classes.js';
import { inputsOf, readInputs, requireRows, type Reading, type ReadFile } from './inputs.js';
import { Join, type Fault, type Purchase } from './join.js';
import { judged, rowOf, type Row } from './row.js';

export interface Reconciled {
  /** Classes about money first. Each call makes them. */
  readonly rows: () => Iterable<Row>;
  readonly summary: Summary;
}

export interface Summary {
  readonly purchases: number;
  readonly classes: Readonly<Record<ClassId, number>>;
  /** Purchases whose advice is `check`. */
  readonly toCheck: number;
  readonly files: readonly ReadFile[];
  readonly inputs: Inputs;
  readonly faults: readonly Fault[];
}

/** Joins the inputs and gives each purchase its class. @throws {PvgError} before anything is written */
export async function reconcile(
  context: Pick<Context, 'files' | 'stdin' | 'interrupt'>,
  request: Reading,
  verdictSays: (verdict: LookupKind) => string,
): Promise<Reconciled> {
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
  const classes = Object.fromEntries([...byClass].map(([id, all]) => [id, all.length]));
  return {
    *rows() {
      for (const all of byClass.values())
        for (const purchase of all) yield rowOf(purchase, inputs, verdictSays);
    },
    summary: { purchases, classes: classes as Summary['classes'], toCheck, files, inputs, faults },
  };
}
