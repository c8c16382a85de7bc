import { PvgError } from '../failure.js';
import { noChoice, number } from '../input/options.js';
import { readMap } from './columns.js';
import type { RowSettings } from './row.js';
import { readShard, type Shard } from './shard.js';

/** As they were typed. */
export interface BatchOptions {
  readonly out?: string;
  readonly format?: string;
  readonly concurrency?: string;
  readonly rate?: string;
  readonly resume?: boolean;
  readonly overwrite?: boolean;
  readonly ordered?: boolean;
  readonly shard?: string;
  readonly map?: readonly string[];
  readonly productId?: string;
  readonly package?: string;
  readonly force?: boolean;
  readonly report?: string;
}

export interface BatchPlan {
  readonly out: string | undefined;
  readonly format: 'ndjson' | 'csv';
  readonly existing: 'refuse' | 'resume' | 'replace';
  readonly ordered: boolean;
  readonly concurrency: number;
  readonly concurrencyGiven: boolean;
  /** Of this shard. */
  readonly perSecond: number | undefined;
  readonly shard: Shard | undefined;
  readonly rows: RowSettings;
  readonly report: string | undefined;
}

const formats = ['ndjson', 'csv'] as const;
const defaultConcurrency = 4;
const mostAtOnce = 1_024;

/** @throws {PvgError} `usage` */
export function readPlan(
  options: BatchOptions,
  env: Readonly<Record<string, string | undefined>>,
  { json }: { readonly json: boolean },
): BatchPlan {
  const format = formatOf(options, json);
  if (options.resume === true && options.overwrite === true)
    throw new PvgError('usage', '--resume and --overwrite exclude each other.', {
      hint: 'Give one of them.',
    });
  if (options.resume === true && options.out === undefined) {
    throw new PvgError('usage', '--resume needs --out: the output is what it goes on from.', {
      hint: 'Example: `pvg batch purchases.csv --out results.ndjson --resume`.',
    });
  }
  if (options.out === '') {
    throw new PvgError('usage', '--out is empty: it takes the name of a file.', {
      hint: 'A variable that is not set leaves it empty. Without --out the rows go to standard output.',
    });
  }
  if (options.report !== undefined && !/\.html?$/i.test(options.report)) {
    throw new PvgError('usage', '--report takes a file that ends in .html.', {
      hint: 'Example: `--report summary.html`.',
    });
  }
  const shard = options.shard === undefined ? undefined : readShard(options.shard, env);
  const rate =
    options.rate === undefined ? undefined : number('--rate', options.rate, 10, { over: 0, most: 1_000_000 });
  return {
    out: options.out,
    format,
    existing: options.resume === true ? 'resume' : options.overwrite === true ? 'replace' : 'refuse',
    ordered: options.ordered === true,
    concurrency: number('--concurrency', options.concurrency, defaultConcurrency, {
      least: 1,
      most: mostAtOnce,
      whole: true,
    }),
    concurrencyGiven: options.concurrency !== undefined,
    perSecond: rate === undefined ? undefined : rate / (shard?.count ?? 1),
    shard,
    rows: {
      map: readMap(options.map ?? []),
      ofAll: {
        ...(options.productId !== undefined && { product_id: options.productId }),
        ...(options.package !== undefined && { package: options.package }),
      },
      force: options.force === true,
    },
    report: options.report,
  };
}

function formatOf({ format, out }: BatchOptions, json: boolean): BatchPlan['format'] {
  const chosen = format?.toLowerCase();
  const known = formats.find((each) => each === chosen);
  if (format !== undefined && known === undefined) throw noChoice('--format', format, formats);
  const found = known ?? (out !== undefined && /\.csv$/i.test(out) ? 'csv' : 'ndjson');
  if (json && out === undefined && found === 'csv') {
    throw new PvgError('usage', '--json and --format csv exclude each other on standard output.', {
      hint: 'Rows of NDJSON are JSON already: leave both out.',
    });
  }
  return found;
}
