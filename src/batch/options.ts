import { readNumber, readOptionalNumber } from '../input/number-option.js';
import type { TypedFlags } from '../input/options.js';
import type { LookupKind } from '../service/outcome.js';
import { readMap } from '../tables/columns.js';
import { wrongUsage } from '../tables/refusals.js';
import { formatByName } from '../tables/row-format.js';
import { rowFields, type RowSettings } from './row.js';
import { readShard } from './shard.js';

/** The options as the user typed them. */
export interface BatchOptions extends TypedFlags<
  TextFlag,
  'resume' | 'overwrite' | 'force' | 'allowEmpty' | 'excel'
> {
  readonly format?: Format;
  readonly map?: readonly string[];
  readonly merge?: readonly string[];
  readonly again?: readonly LookupKind[];
}

type TextFlag =
  | 'out'
  | 'report'
  | 'summary'
  | 'failed'
  | 'delimiter'
  | 'concurrency'
  | 'rate'
  | 'shard'
  | 'patience'
  | 'productId'
  | 'package';

/** The forms of the results. */
export const formats = ['ndjson', 'csv'] as const;
type Format = (typeof formats)[number];

export type BatchPlan = Readonly<ReturnType<typeof readPlan>>;

export const defaultConcurrency = 4;

/** How long a run waits for the end of an outage. */
export const defaultPatienceS = 900;
const patienceRule = { usual: defaultPatienceS, min: 0, max: 7 * 86_400 };

/** @throws {PvgError} `usage` */
export function readPlan(options: BatchOptions) {
  const { out, report, summary, failed } = options;
  const { force = false, allowEmpty = false, excel = false } = options;
  const format = formatOf(options);
  if (report !== undefined && !/\.html?$/i.test(report)) {
    throw wrongUsage(
      '--report needs a file name that ends in .html.',
      'Example: `--report summary.html`.',
    );
  }
  const shard = options.shard === undefined ? undefined : readShard(options.shard);
  const rateRule = { usual: 10, above: 0, max: 1_000_000 };
  const rate = readOptionalNumber('--rate', options.rate, rateRule);
  const map = readMap(options.map ?? [], rowFields);
  const valuesForAllRows: RowSettings['valuesForAllRows'] = {
    product_id: options.productId,
    package: options.package,
  };
  const concurrencyRule = {
    usual: defaultConcurrency,
    min: 1,
    max: 1_024,
    isWhole: true,
  };
  return {
    out,
    format,
    report,
    summary,
    failed,
    parts: options.merge ?? [],
    again: new Set<string>(options.again ?? []),
    excel,
    allowEmpty,
    shard,
    map,
    existing: actionOnExistingFiles(options),
    concurrency: readNumber('--concurrency', options.concurrency, concurrencyRule),
    patienceMs: 1000 * readNumber('--patience', options.patience, patienceRule),
    // Each shard takes an equal share of --rate.
    perSecond: rate === undefined ? undefined : rate / (shard?.count ?? 1),
    // Whoever mapped the column of order ids says that they are the store’s, so their form is not checked.
    rowSettings: { valuesForAllRows, force, takesAnyOrder: map.has('order_id') },
    delimiter: options.delimiter === undefined ? undefined : delimiterOf(options.delimiter),
  };
}

/** With both options a run resumes, so that no result is lost. */
function actionOnExistingFiles({ resume = false, overwrite = false }: BatchOptions) {
  if (resume) return 'resume' as const;
  return overwrite ? ('replace' as const) : ('refuse' as const);
}

function delimiterOf(text: string): string {
  const character = text === '\\t' || text.toLowerCase() === 'tab' ? '\t' : text;
  if (/^[^"\r\n ]$/.test(character)) return character;
  throw wrongUsage(
    '--delimiter needs one character: the one between two cells. A quotation mark or a blank cannot be it.',
    'Example: `--delimiter ";"`; `--delimiter tab` for tabs.',
  );
}

function formatOf({ format: chosenFormat, out, excel = false }: BatchOptions): Format {
  const formatOfFile = formatByName(out);
  if (chosenFormat === 'ndjson' && formatOfFile === 'csv') {
    throw wrongUsage(
      '--out names a CSV, and --format says ndjson. Nothing was sent.',
      'Leave out `--format ndjson`, or choose a name that ends in .ndjson.',
    );
  }
  const format = chosenFormat ?? (excel && out === undefined ? 'csv' : formatOfFile);
  if (excel && format !== 'csv') {
    throw wrongUsage('--excel needs CSV output.', 'Remove `--excel`, or add `--format csv`.');
  }
  return format;
}
