import type { Command } from 'commander';
import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import { noChoice, examples, globalOptions, type GlobalOptions } from '../input/options.js';
import { readCalls } from '../desk/journal/journal.js';
import { plainData } from '../text/json/plain-data.js';
import { plainFinished, type Finish, type Finished } from '../output/finished.js';
import { requireFree, writeOutFile, type OutFile } from '../output/out-file.js';
import { note } from '../output/present.js';
import { optionWords, shellLine } from '../text/shell.js';
import { journalSetting } from '../profiles/project-file.js';
import { audiences, evidenceFor, type Audience, type Evidence } from '../desk/report/evidence.js';
import { reportFormOf, writeReport, type ReportForm } from '../desk/report/forms.js';
import { selectCalls, type Selection, type Wanted } from '../desk/journal/calls.js';

interface ReportOptions {
  readonly case?: string;
  readonly last?: boolean;
  readonly out?: string;
  readonly for?: string;
  readonly overwrite?: boolean;
}

export function registerReport(command: Command, context: Context, finish: Finish): void {
  examples(command, ['pvg report --last', 'pvg report --last --out evidence.html']);
  command
    .argument('[id]', 'the id of a call in the journal')
    .option('--case <id>', 'the newest call of this ticket; the report lists its other calls')
    .option('--last', 'the newest call')
    .option('--out <file>', 'write a page (.html) or Markdown (.md) instead of Markdown on standard output')
    .option(
      '--for <support|operator>',
      'who reads it (default: support); for the operator it adds the ids of the record',
    )
    .option('--overwrite', 'replace the file of --out')
    .addHelpText(
      'after',
      '\nThe report is made from the journal. `pvg lookup … --report <file>` makes one together with the call.\n' +
        'It contains no receipt, no token, no secret and no player’s name.',
    )
    .action(async (id: string | undefined, options: ReportOptions) =>
      finish(await runReport(context, globalOptions(command), id, options)),
    );
}

async function runReport(
  context: Context,
  globals: GlobalOptions,
  id: string | undefined,
  options: ReportOptions,
): Promise<Finished> {
  const wanted = readWanted(id, options);
  const audience = readAudience(options.for);
  const file = readOut(options, reportWords(id, options));
  if (file) await requireFree(context, file);
  const { entry, history } = await findCalls(context, globals, wanted);
  const evidence = evidenceFor(context, { entry, history }, audience);
  const text = writeReport(file?.form ?? 'md', evidence);
  if (file) await writeOutFile(context, file, context.secrets.redact(text));
  return plainFinished('report', {
    profile: entry.profile,
    environment: entry.environment,
    interface: entry.interface,
    verdict: entry.verdict,
    advice: entry.advice ?? 'none',
    anomalies: entry.anomalies,
    answer: plainData(evidence),
    ...(file && { members: { file: file.path } }),
    view: file ? writtenView(file.path, evidence, entry.case) : { headline: '', data: text },
  });
}

function readWanted(id: string | undefined, { case: ticket, last }: ReportOptions): Wanted {
  const wanted: Wanted[] = [
    ...(id === undefined ? [] : [{ by: 'id', id } as const]),
    ...(ticket === undefined ? [] : [{ by: 'case', case: ticket } as const]),
    ...(last === true ? [{ by: 'last' } as const] : []),
  ];
  const [only, ...others] = wanted;
  if (only !== undefined && others.length === 0) return only;
  throw new PvgError(
    'usage',
    only === undefined
      ? 'The call for the report is missing.'
      : 'The call for the report is named in more than one way.',
    { hint: 'Use one of `--last`, `--case <id>`, or the id of a call from `pvg journal list`.' },
  );
}

function readAudience(given: string | undefined): Audience {
  const audience = audiences.find((each) => each === (given ?? 'support').toLowerCase());
  if (audience === undefined) throw noChoice('--for', given ?? '', audiences);
  return audience;
}

interface ReportFile extends OutFile {
  readonly form: ReportForm;
}

const reportWords = (
  id: string | undefined,
  { case: ticket, last, for: audience }: ReportOptions,
): string[] => [
  'pvg',
  'report',
  ...(id === undefined ? [] : [id]),
  ...optionWords({ '--case': ticket }),
  ...(last === true ? ['--last'] : []),
  ...optionWords({ '--for': audience }),
];

function readOut(
  { out, overwrite = false }: ReportOptions,
  words: readonly string[],
): ReportFile | undefined {
  if (out !== undefined) {
    const next = {
      taken: shellLine([...words, '--out', out, '--overwrite']),
      unwritable: shellLine(words),
    };
    return { option: '--out', path: out, overwrite, form: reportFormOf('--out', out), next };
  }
  if (!overwrite) return undefined;
  throw new PvgError('usage', '--overwrite works only with --out.', {
    hint: 'Choose the file to write: `--out evidence.html`.',
  });
}

async function findCalls(context: Context, globals: GlobalOptions, wanted: Wanted): Promise<Selection> {
  const { calls, own } = await readCalls(context, (text) => note(context, globals, text));
  const found = selectCalls(calls, wanted, own);
  if (found !== undefined) return found;
  if (calls.length === 0) {
    const { off } = await journalSetting(context);
    const state = off === undefined ? 'has no calls yet' : `is off (${off})`;
    throw new PvgError('not-in-journal', `The journal ${state}, so there is nothing to report.`, {
      hint: 'Make the call again with `pvg lookup … --report evidence.html`. That writes a report even if the journal is off.',
      nextCommand: 'pvg lookup --help',
    });
  }
  throw new PvgError(
    'not-in-journal',
    wanted.by === 'case'
      ? 'The journal has no call with this case.'
      : 'The journal has no call with this id. For a ticket, use `--case`.',
    {
      hint: 'The journal has only calls from this computer and this state folder. To put a call into a case, add `--case <id>` to it.',
      nextCommand: 'pvg journal list',
    },
  );
}

const writtenView = (
  path: string,
  { subject, headline, audience }: Evidence,
  ticket: string | null,
): Finished['view'] => ({
  headline: `Wrote the report: ${path}`,
  mood: 'good',
  facts: [
    { label: 'About', value: `${subject.kind} ${subject.name}`.trim() },
    { label: 'Says', value: headline },
    { label: 'For', value: audience === 'operator' ? 'the operator' : 'the ticket' },
  ],
  notes: ['It contains no receipt, no token, no secret and no player’s name.'],
  nextCommand: shellLine(['pvg', 'journal', 'list', ...optionWords({ '--case': ticket })]),
});
