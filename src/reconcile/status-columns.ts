/** The usual names of columns that say whether a row of the game is a grant. */

/** A field for each name, because a table may have several such columns: `status` and `revoked`. */
export type StatusField = `status column ${string}`;

/** `success`: a value says that the row is a grant. `undone`: a value says that the grant failed or was taken back. */
type StatusMeaning = 'success' | 'undone';

/** What stands before `status`; the empty one is for `status` alone. */
const subjects = [
  '',
  'grant',
  'delivery',
  // The store's sales report has it, and that is not a list of grants.
  'financial',
  'deliver',
  'reward',
  'order',
  'item',
  'request',
  'process',
  'fulfillment',
  'fulfilment',
  'transaction',
  'response',
  'return',
];
const statusNouns = ['status', 'state', 'result', 'outcome', 'status code', 'result code'];

const successWords = [
  'granted',
  'delivered',
  'fulfilled',
  'success',
  'successful',
  'succeeded',
  'ok',
  'completed',
  'complete',
  'done',
  'credited',
  'processed',
];

const undoneWords = [
  'failed',
  'error',
  'errored',
  'revoked',
  'rolled back',
  'rollback',
  'deleted',
  'removed',
  'refunded',
  'cancelled',
  'canceled',
  'reverted',
  'reversed',
  'rejected',
  'voided',
  'undone',
  'charged back',
  'clawed back',
];

const undoneNouns = [
  'failure',
  'error code',
  'error message',
  'error reason',
  'fail reason',
  'failure reason',
  'failed reason',
  'fail code',
  'failure code',
  'last error',
];

/** `granted` may also hold a time: then its values show it. */
const timeColumns = new Set(['granted']);

function* namesWith(meaning: StatusMeaning): Generator<string> {
  if (meaning === 'success') {
    yield* ['delivery', 'fulfillment', 'fulfilment'];
    for (const subject of subjects) {
      for (const noun of statusNouns) yield `${subject} ${noun}`.trim();
    }
    for (const word of successWords) {
      if (!timeColumns.has(word)) yield word;
      for (const prefix of ['is', 'was', 'has']) yield `${prefix} ${word}`;
    }
    return;
  }
  yield* undoneNouns;
  for (const word of undoneWords) {
    yield* [word, `${word} at`];
    for (const prefix of ['is', 'was', 'has']) yield `${prefix} ${word}`;
  }
}

const columns = (['success', 'undone'] as const).flatMap((meaning) =>
  [...namesWith(meaning)].map((name) => {
    const field: StatusField = `status column ${name}`;
    return { name, field, meaning };
  }),
);

/** What a value of each status column says. */
export const statusMeanings: ReadonlyMap<StatusField, StatusMeaning> = new Map(
  columns.map(({ field, meaning }) => [field, meaning]),
);

/** For the matcher of columns: each field with its name. */
export const statusColumns: Readonly<Partial<Record<StatusField, readonly string[]>>> =
  Object.fromEntries(columns.map(({ name, field }) => [field, [name]]));
