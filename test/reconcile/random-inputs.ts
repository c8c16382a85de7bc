import fc from 'fast-check';
import { lookupKinds } from '../../src/service/outcome.js';

/** Inputs of every kind, and every dirt: other names, blanks, NULL, a row twice, ids that are in one input alone. */

/** A file as what stands above its rows, and its rows. */
export interface RandomFile {
  readonly above: string;
  readonly rows: readonly string[];
  /** Makes the text of the file. */
  readonly textOf: (rows: readonly string[]) => string;
}

export interface RandomInputs {
  readonly lookups: RandomFile;
  readonly voided: RandomFile;
  readonly granted: RandomFile;
  /** Further words of the command line. */
  readonly words: readonly string[];
}

export const fileRoles = ['lookups', 'voided', 'granted'] as const;

export const textOf = ({ rows, textOf: text }: RandomFile): string => text(rows);

const lines = (rows: readonly string[]): string => rows.join('\n');
const below =
  (header: string, lineEnd = '\n') =>
  (rows: readonly string[]): string =>
    [header, ...rows].join(lineEnd);

const orderId = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 9 }).map((number) => `GPA.${String(number)}`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...[
        'GPA.1..0',
        'GPA.1..1',
        'GPA.2..0',
        'GPA.3..12',
        'GPA.3..x',
        'gpa.4..0',
        'GPA.5...0',
        '1..0',
      ],
      ...['gpa.1', ' gPa.2', "'GPA.1", '#GPA.2', 'GPA.1 .', 'GPA.1\u20132', 'GPA.1-2'],
    ),
  },
);
const token = fc.integer({ min: 1, max: 9 }).map((number) => `token-${String(number)}`);
const keys = {
  order: fc.option(orderId, { nil: undefined, freq: 3 }),
  receipt: fc.option(token, { nil: undefined, freq: 2 }),
  /** Stands where there is none. */
  dirt: fc.constantFrom('', 'NULL', '\\N', '-', '0', 'n/a', 'N/A', '#NV', 'k.A.', ' -  '),
};

/** A row has its receipt under the name of pvg, or in `input` alone if an older pvg wrote it. */
const lookupLine = fc
  .record({
    ...keys,
    id: fc.constantFrom(...lookupKinds, 'paid-and-recorded', 'a-later-verdict', null),
    at: fc.constantFrom(null, '2026-11-01T10:00:00.000Z', '2026-11-02T10:00:00.000Z'),
    saysOrder: fc.boolean(),
    quantity: fc.constantFrom(1, 1, 3, null),
    code: fc.constantFrom(null, 'PRODUCT_MISMATCH'),
  })
  .map(({ order, receipt, id, at, saysOrder, quantity, code }) => {
    const verdict = id && { id };
    const answer = order === undefined ? null : { order_id: order, transactions: [{ quantity }] };
    const order_id = saysOrder ? (order ?? '0') : null;
    const purchase = { os: 'android', receipt: receipt ?? null, order_id };
    const error = code && { code };
    return {
      today: JSON.stringify({
        at,
        purchase,
        input: { Beleg: receipt ?? '' },
        verdict,
        answer,
        error,
      }),
      older: JSON.stringify({
        at,
        input: { receipt: receipt ?? '-', product_id: 'g' },
        verdict,
        answer,
        error,
      }),
    };
  });

const lookups = fc
  .tuple(fc.array(lookupLine, { minLength: 1, maxLength: 14 }), fc.constantFrom('today', 'older'))
  .map(([all, form]): RandomFile => ({
    above: '',
    rows: all.map((line) => line[form]),
    textOf: lines,
  }));

const voidRow = fc.record({
  ...keys,
  day: fc.constantFrom(
    '2026-11-01',
    '2026-11-03',
    '',
    'soon',
    '1793700000',
    '2026-11-03T10:00:00Z',
  ),
  kind: fc.constantFrom(
    ...['Charged', 'Refund', 'Partial refund', 'Charged back', 'Erstattung', 'charge_back', ''],
    ...['Charge refund', 'Google fee', 'Google fee refund', 'Tax refund', 'Tax'],
    ...['Chargeback reversal', 'Refund declined', 'Full refund'],
  ),
  type: fc.constantFrom('', '', 'Partial', 'Full', 'Teil'),
  quantity: fc.constantFrom('', '', '1', '2', '3', 'x'),
  ms: fc.constantFrom(
    ...['1793700000000', 1793700000000, 1793800000000, '1793700000', '1793700000123'],
    ...['2026-11-03T10:00:00Z', '2026-11-03 10:00:00 UTC', '2026-11-03T17:00:00.5+07:00'],
    ...['2026-02-31T10:00:00Z', '2026-11-03'],
  ),
  isBare: fc.boolean(),
  reason: fc.constantFrom(1, 7),
});

const voidedReport = fc.array(voidRow, { maxLength: 8 }).map((rows): RandomFile => {
  const above =
    'Order Number,Purchase Token,Voided Date,Financial Status,Refund Type,Quantity,Buyer Country';
  return {
    above,
    rows: rows.map(({ order, receipt, dirt, day, kind, type, quantity }) =>
      [
        `"${order ?? dirt}"`,
        receipt ?? dirt,
        day,
        kind,
        type,
        quantity === '' ? '""' : quantity,
        'VN',
      ].join(),
    ),
    textOf: below(above, '\r\n'),
  };
});

const voidedPages = fc
  .tuple(
    fc.array(voidRow, { maxLength: 8 }),
    fc.constantFrom(1, 3),
    fc.constantFrom(0, 2),
    fc.boolean(),
  )
  .map(([rows, pageSize, indent, isWithToken]): RandomFile => {
    const entries = rows.map(({ order, receipt, quantity, ms, reason, isBare }) => ({
      ...(!isBare && { kind: 'androidpublisher#voidedPurchase', voidedSource: 2 }),
      purchaseToken: receipt ?? '',
      ...(order !== undefined && { orderId: order }),
      voidedTimeMillis: ms,
      voidedReason: reason,
      ...(quantity !== '' && { voidedQuantity: quantity }),
    }));
    const pagesOf = (all: readonly string[]): string => {
      const pages: string[] = [];
      for (let at = 0; at === 0 || at < all.length; at += pageSize) {
        const voidedPurchases = all
          .slice(at, at + pageSize)
          .map((each) => JSON.parse(each) as unknown);
        const isLast = at + pageSize >= all.length;
        const tokenPagination = { nextPageToken: isLast ? '' : `to-${String(at)}` };
        const page = isWithToken ? { tokenPagination, voidedPurchases } : { voidedPurchases };
        pages.push(JSON.stringify(page, null, indent));
      }
      return pages.join('\n');
    };
    return { above: '', rows: entries.map((entry) => JSON.stringify(entry)), textOf: pagesOf };
  });

const voidedNotifications = fc
  .array(voidRow, { minLength: 1, maxLength: 8 })
  .map((rows): RandomFile => ({
    above: '',
    rows: rows.map(({ order, receipt, dirt, ms, reason }) =>
      JSON.stringify({
        version: '1.0',
        eventTimeMillis: ms,
        voidedPurchaseNotification: {
          purchaseToken: receipt ?? dirt,
          orderId: order ?? dirt,
          productType: 2,
          refundType: reason === 1 ? 1 : 2,
        },
      }),
    ),
    textOf: lines,
  }));

const grantRow = fc.record({
  ...keys,
  day: fc.constantFrom('2026-11-01', '2026-11-02 12:00', '2026-11-06', '', 'soon'),
  player: fc.constantFrom('p1', 'p2', ''),
  id: fc.constantFrom('1', '2', '3', '', 'NULL', 'n/a', ' - ', '#N/A'),
  status: fc.constantFrom('delivered', 'delivered', 'sent', ' delivered ', 'failed', ''),
  isTurned: fc.boolean(),
});

interface RandomGrants {
  readonly file: RandomFile;
  readonly words: readonly string[];
}

const granted = fc
  .record({
    rows: fc.array(grantRow, { maxLength: 10 }),
    isJson: fc.boolean(),
    delimiter: fc.constantFrom(',', ';', '\t'),
    hasId: fc.boolean(),
    hasStatus: fc.boolean(),
  })
  .map(({ rows, isJson, delimiter, hasId, hasStatus }): RandomGrants => {
    const words = [
      ...(hasId ? ['--map', 'granted.id=Nr'] : []),
      ...(hasStatus ? ['--map', 'granted.status=Stand:delivered,sent'] : []),
    ];
    const cellsOf = ({
      order,
      receipt,
      dirt,
      day,
      player,
      id,
      status,
    }: (typeof rows)[number]): string[] => [
      ...[player, order ?? dirt, receipt ?? dirt, day, id],
      ...(hasStatus ? [status] : []),
    ];
    const header = [
      ...['Player', 'order-id', 'Token', 'Granted', 'Nr'],
      ...(hasStatus ? ['Stand'] : []),
    ];
    if (isJson && rows.length > 0)
      return {
        words,
        file: {
          above: '',
          rows: rows.flatMap((row) => {
            const members = cellsOf(row).map((cell, at) => [header[at], cell] as const);
            const turned = row.isTurned ? [members.toReversed()] : [];
            return [members, ...turned].map((each) => JSON.stringify(Object.fromEntries(each)));
          }),
          textOf: lines,
        },
      };
    const above = header.join(delimiter);
    const texts = rows.map((row) =>
      cellsOf(row).map((cell, at) => (at === 2 ? `"${cell}"` : cell)),
    );
    return {
      words,
      file: { above, rows: texts.map((cells) => cells.join(delimiter)), textOf: below(above) },
    };
  });

/** Repeats some rows of a file, as two exports that overlap do. */
const withRepeats = (file: fc.Arbitrary<RandomFile>): fc.Arbitrary<RandomFile> =>
  fc
    .tuple(file, fc.array(fc.nat({ max: 20 }), { maxLength: 3 }))
    .map(([{ above, rows, textOf }, again]) => ({
      above,
      rows: [...rows, ...again.flatMap((at) => rows[at] ?? [])],
      textOf,
    }));

export const randomInputs: fc.Arbitrary<RandomInputs> = fc
  .record({
    lookups,
    voided: withRepeats(fc.oneof(voidedReport, voidedPages, voidedNotifications)),
    granted,
    isPartial: fc.boolean(),
  })
  .map(({ lookups, voided, granted, isPartial }) => ({
    lookups,
    voided,
    granted: granted.file,
    words: [...granted.words, ...(isPartial ? ['--partial-voided'] : [])],
  }));
