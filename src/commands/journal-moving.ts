import type { Command } from 'commander';
import { onFileError, type Context } from '../context.js';
import { PvgError } from '../failure.js';
import { importJournal, requireJournal } from '../desk/journal/journal.js';
import { printJournal } from '../desk/journal/kept.js';
import { InputReader, utf8 } from '../input/bytes.js';
import { examples, globalOptions, type GlobalOptions, type Given } from '../input/options.js';
import { plainFinished, type Finish, type Finished } from '../output/finished.js';
import { writeOutFile } from '../output/out-file.js';
import { counted } from '../text/counted.js';
import { shellLine } from '../text/shell.js';

/** The journal on its way to another computer. */

type ExportOptions = Given<'out', 'all' | 'overwrite'>;

export function registerMoving(command: Command, context: Context, finish: Finish): void {
  const exporting = command
    .command('export')
    .description('print the journal as NDJSON: one line for each call, note and reply');
  examples(exporting, ['pvg journal export --out journal.ndjson', 'pvg journal export --all']);
  exporting
    .option('--out <file>', 'write a new file (0600) instead of standard output')
    .option('--all', 'also what other computers wrote into the team’s folder')
    .option('--overwrite', 'replace the file given with --out')
    .action(async (options: ExportOptions) =>
      finish(await runExport(context, globalOptions(exporting), options)),
    );

  const importing = command
    .command('import <file>')
    .description(
      'add the calls that `export` wrote and this computer does not have (- reads standard input)',
    );
  examples(importing, ['pvg journal import journal.ndjson', 'pvg journal export | pvg journal import -']);
  importing
    .addHelpText('after', '\nEach call keeps the names of the user and the computer that made it.')
    .action(async (file: string) => finish(await runImport(context, file)));
}

async function runExport(
  context: Context,
  globals: GlobalOptions,
  { out, all = false, overwrite = false }: ExportOptions,
): Promise<Finished> {
  if (overwrite && out === undefined) {
    throw new PvgError('usage', '--overwrite needs --out.', {
      hint: 'Choose the file to write with `--out <file>`.',
    });
  }
  const journal = await requireJournal(context, globals);
  const kept = all ? journal : journal.local;
  const data = printJournal(kept.lines);
  const lines = data.split('\n').length - 1;
  const answer = { lines, file: out ?? null };
  if (out === undefined) return plainFinished('journal export', { answer, view: { headline: '', data } });
  await writeOutFile(context, { option: '--out', path: out, overwrite }, data);
  return plainFinished('journal export', {
    answer,
    view: {
      headline: `Wrote ${counted(lines, 'line')}: ${out}`,
      mood: 'good',
      notes: [
        'The file shows who bought what. It contains no receipt, no token and no secret.',
        `On the other computer, run \`${shellLine(['pvg', 'journal', 'import', out])}\`.`,
      ],
      nextCommand: 'pvg journal import --help',
    },
  });
}

async function runImport(context: Context, file: string): Promise<Finished> {
  const input = new InputReader(context);
  const from = file === '-' ? 'standard input' : file;
  const bytes = file === '-' ? await input.stdin('journal import') : await input.file('journal import', file);
  const text = utf8('journal import', bytes).replace(/^\uFEFF/, '');
  const { added, known, refused } = await importJournal(context, text).catch(
    onFileError(({ code, path }) => {
      throw new PvgError('configuration-unwritable', `The journal could not be written (${code}: ${path}).`, {
        hint: 'Nothing was added. `pvg doctor` checks the folder.',
        nextCommand: 'pvg doctor',
      });
    }),
  );
  if (added + known === 0) {
    throw new PvgError('input-unreadable', `There is no line of a journal in ${from}. Nothing was added.`, {
      hint: 'Use a file that `pvg journal export` wrote.',
      nextCommand: 'pvg journal export --help',
    });
  }
  return plainFinished('journal import', {
    answer: { added, known, refused },
    view: {
      headline:
        added === 0
          ? 'The journal has all of these lines already.'
          : `Added ${counted(added, 'line')} to the journal.`,
      mood: 'good',
      notes: [
        ...(added > 0 && known > 0 ? [`The journal had ${counted(known, 'line')} already.`] : []),
        ...(refused > 0 ? [`Skipped ${counted(refused, 'line')} that no journal has.`] : []),
      ],
      nextCommand: 'pvg journal list',
    },
  });
}
