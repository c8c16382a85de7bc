/** The usual names of columns that say whether a row of the game is a grant. */

/** A field for each name, because a table may have several such columns: `status` and `revoked`. */
export type StatusField = `status column ${string}`;

/** `success`: a value says that the row is a grant. `undone`: a value says that the grant failed or was taken back. */
type StatusMeaning = 'success' | 'undone';

/** Words before `status`, as in `grant status`; the empty one is for `status` alone. */
const subjects = [
  '',
  'grant',
  'delivery',
  // `financial status` is a column of the store's sales report: if that is given as the list of grants, pvg asks.
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

/** Names that a column of times may have, too: `granted` is known by its values, `is granted` by its name. */
const timeColumns = new Set(['granted']);

const prefixes = ['is', 'was', 'has'];

function listSuccessNames(): string[] {
  return [
    ...['delivery', 'fulfillment', 'fulfilment'],
    ...subjects.flatMap((subject) => statusNouns.map((noun) => `${subject} ${noun}`.trim())),
    ...successWords.flatMap((word) => [
      ...(timeColumns.has(word) ? [] : [word]),
      ...prefixes.map((prefix) => `${prefix} ${word}`),
    ]),
  ];
}

function listUndoneNames(): string[] {
  return [
    ...undoneNouns,
    ...undoneWords.flatMap((word) => [
      ...[word, `${word} at`],
      ...prefixes.map((prefix) => `${prefix} ${word}`),
    ]),
  ];
}

interface StatusColumn {
  readonly name: string;
  readonly field: StatusField;
  readonly meaning: StatusMeaning;
}

function statusColumn(name: string, meaning: StatusMeaning): StatusColumn {
  return { name, field: `status column ${name}`, meaning };
}

const columns = [
  ...listSuccessNames().map((name) => statusColumn(name, 'success')),
  ...listUndoneNames().map((name) => statusColumn(name, 'undone')),
];

/** What a value of each status column says. */
export const statusMeanings: ReadonlyMap<StatusField, StatusMeaning> = new Map(
  columns.map(({ field, meaning }) => [field, meaning]),
);

/** Each field with its one name, as the matcher of columns takes them. */
export const statusColumns: Readonly<Partial<Record<StatusField, readonly string[]>>> =
  Object.fromEntries(columns.map(({ name, field }) => [field, [name]]));
