import type { Context } from '../context.js';
import type { LookupKind } from '../service/outcome.js';
import { classIds, type ClassId, type Inputs } from './classes.js';
import { readInputs, requireRows, type InputFile, type Reading } from './inputs.js';
import { Join, type Purchase } from './join.js';
import { spanOf } from './moments.js';
import { roleIds, roles, type RoleId } from './roles.js';
import { adviceOf, classOf, rowOf, type Row } from './row.js';

export interface Reconciled {
  /** Classes about money first. Each call makes them. */
  readonly rows: () => Iterable<Row>;
  readonly summary: Summary;
}

/** Rows of an input with a fault: how many, and the line of the first. */
export interface Faulty {
  readonly count: number;
  readonly line: number | null;
}

export interface Summary {
  readonly purchases: number;
  readonly classes: Readonly<Record<ClassId, number>>;
  /** Purchases whose advice is `check`. */
  readonly toCheck: number;
  readonly inputs: Inputs;
  /** Rows that have neither an order id nor a receipt. */
  readonly skipped: readonly ({ readonly role: RoleId } & Faulty)[];
  /** Rows with a date that pvg cannot read; the first one. */
  readonly undated: readonly ({ readonly role: RoleId; readonly text: string } & Faulty)[];
  /** Grants that count for two purchases. */
  readonly contradictory: Faulty;
  /** Files without rows, of inputs that have others. */
  readonly empty: readonly InputFile[];
}

/** Joins the inputs and gives each purchase its class. @throws {PvgError} before anything is written */
export async function reconcile(
  context: Pick<Context, 'files' | 'stdin' | 'interrupt'>,
  request: Reading,
  verdictSays: (verdict: LookupKind) => string,
): Promise<Reconciled> {
  const join = new Join();
  const undated = new Map<RoleId, { text: string; count: number; readonly line: number }>();
  const { inputs, empty } = await readInputs(context, request, ({ role }, _table, rows) => {
    const { time } = roles[role];
    for (const row of rows) {
      join.add(role, row);
      const text = time && row.values[time];
      if (text === undefined || spanOf(text) !== undefined) continue;
      const known = undated.get(role);
      if (known) known.count += 1;
      else undated.set(role, { text: shownText(text), count: 1, line: row.line });
    }
    return true;
  });
  if (!request.allowEmpty) requireRows(inputs, join.skipped);
  const byClass = new Map<ClassId, Purchase[]>(classIds.map((id) => [id, []]));
  let [purchases, toCheck] = [0, 0];
  for (const purchase of join.purchases()) {
    byClass.get(classOf(purchase))?.push(purchase);
    purchases += 1;
    if (adviceOf(purchase, inputs) === 'check') toCheck += 1;
  }
  const byRole = <Each>(all: ReadonlyMap<RoleId, Each>): ({ readonly role: RoleId } & Each)[] =>
    roleIds.flatMap((role) => {
      const each = all.get(role);
      return each ? [{ role, ...each }] : [];
    });
  return {
    *rows() {
      for (const some of byClass.values())
        for (const purchase of some) yield rowOf(purchase, inputs, verdictSays);
    },
    summary: {
      ...{ purchases, toCheck, inputs, empty, contradictory: join.contradictory },
      classes: Object.fromEntries([...byClass].map(([id, each]) => [id, each.length])) as Summary['classes'],
      ...{ skipped: byRole(join.skipped), undated: byRole(undated) },
    },
  };
}

/** A long one may be a receipt in the wrong column. */
const shownText = (text: string): string =>
  text.length <= longestShown ? text : `a text of ${text.length} characters`;

const longestShown = 40;
