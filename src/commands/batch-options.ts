import { type Command, Help, type Option } from 'commander';
import { defaultConcurrency, defaultPatienceS, formats } from '../batch/options.js';
import { addCallOptions } from '../input/call-options.js';
import { choiceListOption, choiceOption } from '../input/choice-option.js';
import { appendValue } from '../input/options.js';
import { lookupKinds } from '../service/outcome.js';

/** The options of `batch` and of its calls, and what help says of them. */
export function addBatchOptions(command: Command): Command {
  addRowOptions(command);
  command.configureHelp({
    visibleOptions: (shown) => new Help().visibleOptions(shown).filter(isBatchOption),
  });
  return addCallOptions(command, [])
    .option(
      '--client-secret-file <path|->',
      'file with the client secret, instead of the profile’s',
    )
    .addHelpText('after', helpBelowOptions.join('\n'));
}

/** What help says below the options: first of the run, then of its files. */
const helpBelowOptions: readonly string[] = [
  '',
  'A batch only looks purchases up; it changes nothing at the service. pvg has no bulk verify, by policy: a verify',
  'RECORDS the purchase. The game’s own verify would then get 409, and the game must not grant. pvg cannot undo that.',
  '',
  'To continue a run that was killed or that failed, run the same command with --resume: it looks up what has no answer',
  'yet. A row is known by its purchase, so rows may be corrected, inserted and put in another order before that. Equal',
  'purchases are looked up once; every row gets its line.',
  '',
  'No row fails because the service is away: the run asks now and then, and ends with 20 after --patience seconds (15',
  'minutes by default), or if the service asks to wait for more than an hour; --resume continues it. If no answer ever',
  'came, it ends with 11 after 5 seconds. 429 and 503 make it slower.',
  '',
  'Status 20: some rows failed or were refused, and --resume may help. Status 21: some rows cannot be read, and all',
  'others have an answer; fix these rows, then use --resume. Status 4: the first purchases all got 401, 403 or the code',
  'UNAUTHORIZED. A second run on the same output ends with 2.',
  '',
  '--json prints one object at the end: on standard output with --out, otherwise on standard error. In a job, use',
  '--quiet and --summary, and read that file. It is written however the run ends, and one of an earlier run is removed',
  'before the first look-up.',
  '',
  'The file of --failed has the rows that failed in this run, in the order of the input; without such a row there is no',
  'file. Rows that a run did not reach before it ended have not failed: --resume looks them up. As with --summary, one',
  'that exists needs --overwrite or --resume, and is removed before the first look-up. JSON that cannot be read comes last.',
  '',
  '--merge joins the results of parts: --merge part-1.ndjson --merge part-2.ndjson. It sends nothing and needs no profile.',
  'Status 2, and nothing is written, if a row of the input has no line in a part, or a purchase is in two parts; 20 or',
  '21 if rows failed there: then look them up in the joined file with --resume. Add --force if the parts ran with it.',
];

const againWords =
  'with --resume: also look up again what has this verdict, and replace its line; repeatable, or with commas';

function addRowOptions(command: Command): void {
  command
    .argument(
      '<file|->',
      'CSV or JSON (.csv, .ndjson, .json), also gzipped or zipped; other columns are copied to the output',
    )
    .option(
      '--out <file>',
      'file for the rows (default: standard output); --resume continues from it',
    )
    .addOption(
      choiceOption(
        '--format <format>',
        'of the rows (default: by the ending of --out, else ndjson)',
        formats,
      ),
    )
    .option('--resume', 'continue from what is in --out; rows that failed are tried again')
    .addOption(choiceListOption('--again <verdict>', againWords, lookupKinds))
    .option('--overwrite', 'replace existing files')
    .option(
      '--concurrency <n>',
      `begin with n look-ups at a time, and never use more (default: ${defaultConcurrency})`,
    )
    .option(
      '--rate <per second>',
      'most look-ups per second, for all shards together: each takes its share',
    )
    .option(
      '--patience <seconds>',
      `how long to wait for the end of an outage, or for a single row with 503 (default: ${defaultPatienceS}); what Retry-After asks for does not count`,
    )
    .option('--shard <i/n>', 'only part i of n, chosen by receipt')
    .option(
      '--merge <part>',
      'send nothing; join the results of parts in --out, in the order of the input; repeatable',
      appendValue,
    )
    .option(
      '--map <field=column>',
      'the column of receipt, product_id, package, order_id or os; in NDJSON also a path: payload.token; repeatable',
      appendValue,
    )
    .option('--product-id <id>', 'product id for rows without one')
    .option('--package <name>', 'package name for rows without one (default: the profile’s)')
    .option(
      '--delimiter <char>',
      'the character between the cells of a CSV (default: found in its first line); tab for tabs',
    )
    .option(
      '--force',
      'send receipts that do not look like receipts, also from columns that look swapped',
    )
    .option('--allow-empty', 'accept an input without rows: status 0');
  addFileOptions(command);
}

function addFileOptions(command: Command): void {
  command
    .option('--excel', 'write CSV for Excel: with a byte order mark and the delimiter of the input')
    .option(
      '--summary <file>',
      'also write the closing object to a file: counts, seconds, whether --resume helps',
    )
    .option(
      '--failed <file>',
      'also write the rows that failed, in the form of the input: an input for another batch',
    )
    .option('--report <file.html>', 'also write the summary as an HTML page');
}

/** A batch has many bodies: `--raw` has no single one to print. */
const isBatchOption = ({ long }: Option): boolean => long !== '--raw';
