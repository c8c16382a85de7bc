import type { Format } from './format.js';
import { noChoice, number } from '../input/options.js';
import { readMap } from './columns.js';
import { csv } from './csv.js';
import { formats } from './formats.js';
import { wrongUsage } from './refusal.js';
import type { RowSettings } from './row.js';
import { readShard, type Shard } from './shard.js';

type Text =
  | 'out'
  | 'format'
  | 'concurrency'
  | 'rate'
  | 'shard'
  | 'productId'
  | 'package'
  | 'report'
  | 'summary'
  | 'delimiter';
type Switch = 'resume' | 'overwrite' | 'force' | 'dedupe' | 'allowEmpty' | 'excel';

/** The options as the user typed them. */
export type BatchOptions = Readonly<
  Partial<Record<Text, string> & Record<Switch, boolean> & { map: readonly string[] }>
>;

export interface BatchPlan {
  readonly out: string | undefined;
  readonly format: Format;
  readonly existing: 'refuse' | 'resume' | 'replace';
  readonly concurrency: number;
  readonly concurrencyGiven: boolean;
  /** For this shard alone. */
  readonly perSecond: number | undefined;
  readonly shard: Shard | undefined;
  readonly rows: RowSettings;
  readonly report: string | undefined;
  readonly summary: string | undefined;
  /** Look up equal purchases only once. */
  readonly dedupe: boolean;
  readonly excel: boolean;
}

const defaultConcurrency = 4;
const atOnce = { least: 1, most: 1_024, whole: true };
const perSecond = { over: 0, most: 1_000_000 };

/** @throws {PvgError} `usage` */
export function readPlan(
  options: BatchOptions,
  env: Readonly<Record<string, string | undefined>>,
  { json }: { readonly json: boolean },
): BatchPlan {
  const format = outputFormat(options, json);
  const { out, report, summary, resume = false, overwrite = false, force = false } = options;
  const { dedupe = false, allowEmpty = false, excel = false } = options;
  if (resume && overwrite)
    throw wrongUsage('--resume and --overwrite cannot be used together.', 'Use one of them.');
  if (resume && out === undefined)
    throw wrongUsage(
      '--resume needs --out: it continues from that file.',
      'Example: `pvg batch purchases.csv --out results.ndjson --resume`.',
    );
  if (out === '')
    throw wrongUsage(
      '--out is empty. It needs a file name.',
      'Check whether a shell variable is not set. Without --out the rows go to standard output.',
    );
  if (report !== undefined && !/\.html?$/i.test(report))
    throw wrongUsage('--report needs a file name that ends in .html.', 'Example: `--report summary.html`.');
  const shard = options.shard === undefined ? undefined : readShard(options.shard, env);
  const rate = options.rate === undefined ? undefined : number('--rate', options.rate, 10, perSecond);
  return {
    out,
    format,
    existing: resume ? 'resume' : overwrite ? 'replace' : 'refuse',
    concurrency: number('--concurrency', options.concurrency, defaultConcurrency, atOnce),
    concurrencyGiven: options.concurrency !== undefined,
    perSecond: rate === undefined ? undefined : rate / (shard?.count ?? 1),
    shard,
    rows: {
      map: readMap(options.map ?? []),
      ofAll: {
        ...(options.productId !== undefined && { product_id: options.productId }),
        ...(options.package !== undefined && { package: options.package }),
      },
      force,
      allowEmpty,
      delimiter: options.delimiter === undefined ? undefined : readDelimiter(options.delimiter),
    },
    report,
    summary,
    dedupe,
    excel,
  };
}

function readDelimiter(typed: string): string {
  const character = typed === '\\t' || typed.toLowerCase() === 'tab' ? '\t' : typed;
  if (character.length === 1 && !/["\r\n\s]/.test(character.replace('\t', ''))) return character;
  throw wrongUsage(
    '--delimiter needs one character: the one between two cells.',
    'Example: `--delimiter ";"`; `--delimiter tab` for tabs.',
  );
}

function outputFormat({ format: typed, out = '', excel = false }: BatchOptions, json: boolean): Format {
  const chosen = formats.find(({ id }) => id === typed?.toLowerCase());
  if (typed !== undefined && chosen === undefined)
    throw noChoice(
      '--format',
      typed,
      formats.map(({ id }) => id),
    );
  const byEnding = formats.find(({ ending }) => out.toLowerCase().endsWith(ending));
  const found = chosen ?? byEnding ?? (excel ? csv : formats[0]);
  if (excel && found !== csv)
    throw wrongUsage('--excel needs CSV output.', 'Remove `--excel`, or add `--format csv`.');
  if (json && out === '' && !found.isJson)
    throw wrongUsage(
      `--json and --format ${found.id} cannot be used together without --out.`,
      `Remove both options: ${formats[0].name} rows are already JSON.`,
    );
  return found;
}
