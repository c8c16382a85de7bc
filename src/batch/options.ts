import { noChoice } from '../input/choice.js';
import { number } from '../input/call-options.js';
import { readMap } from './columns.js';
import { formats, type Format } from './formats.js';
import { wrongUsage } from './refusal.js';
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
  readonly format: Format;
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
    throw wrongUsage('--resume and --overwrite exclude each other.', 'Give one of them.');
  if (options.resume === true && options.out === undefined)
    throw wrongUsage(
      '--resume needs --out: the output is what it goes on from.',
      'Example: `pvg batch purchases.csv --out results.ndjson --resume`.',
    );
  if (options.out === '')
    throw wrongUsage(
      '--out is empty: it takes the name of a file.',
      'A variable that is not set leaves it empty. Without --out the rows go to standard output.',
    );
  if (options.report !== undefined && !/\.html?$/i.test(options.report))
    throw wrongUsage('--report takes a file that ends in .html.', 'Example: `--report summary.html`.');
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

function formatOf({ format: typed, out = '' }: BatchOptions, json: boolean): Format {
  const chosen = formats.find(({ id }) => id === typed?.toLowerCase());
  if (typed !== undefined && chosen === undefined)
    throw noChoice(
      '--format',
      typed,
      formats.map(({ id }) => id),
    );
  const found = chosen ?? formats.find(({ ending }) => out.toLowerCase().endsWith(ending)) ?? formats[0];
  if (json && out === '' && !found.isJson)
    throw wrongUsage(
      `--json and --format ${found.id} exclude each other on standard output.`,
      `Rows of ${formats[0].name} are JSON already: leave both out.`,
    );
  return found;
}
