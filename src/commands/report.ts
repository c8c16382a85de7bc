import type { Command } from 'commander';
import type { Context } from '../context.js';
import { sentences } from '../text/sentences.js';
import { PvgError } from '../failure.js';
import { choiceOf, examples, globalOptions, type GlobalOptions, type Given } from '../input/options.js';
import { requireJournal } from '../desk/journal/journal.js';
import { plainData } from '../text/json/parse.js';
import { plainFinished, type Finish, type Finished } from '../output/finished.js';
import { requireFree, writeOutFile, type OutFile } from '../output/out-file.js';
import { counted } from '../text/counted.js';
import { optionWords, shellLine } from '../text/shell.js';
import { journalSetting } from '../profiles/project-file.js';
import { audiences, evidenceFor, type Audience, type Evidence } from '../desk/report/evidence.js';
import { reportFormOf, writeReport, type ReportForm } from '../desk/report/forms.js';
import { selectCase, type Case, type Wanted } from '../desk/report/case.js';
import { fact, looksLikeOrderId } from '../desk/journal/calls.js';

type ReportOptions = Given<'case' | 'out' | 'for', 'last' | 'overwrite'>;

export function registerReport(command: Command, context: Context, finish: Finish): void {
  examples(command, ['pvg report --last', 'pvg report --last --out evidence.html']);
  command
    .argument('[id]', 'an order id (GPA.…), a fingerprint, or the id of a call in the journal')
    .option('--case <id>', 'the ticket: all its purchases and players')
    .option('--last', 'the purchase or player of the newest call')
    .option('--out <file>', 'write a page (.html) or Markdown (.md) instead of Markdown on standard output')
    .option(
      '--for <support|operator>',
      'who reads it (default: support); for the operator it adds the ids of the record',
    )
    .option('--overwrite', 'replace the file of --out')
    .addHelpText(
      'after',
      '\nThe report is made from the journal: one block for each purchase and player, the replies to the player,\n' +
        'and all calls. `pvg lookup … --report <file>` makes one together with the call.\n' +
        'pvg puts no receipt, no token, no secret and no player’s name into it.\n' +
        'To print it, open the page in a browser. Folded parts are printed only if you open them first.',
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
  const found = await findCase(context, globals, wanted);
  const evidence = evidenceFor(context, found, audience);
  const text = writeReport(file?.form ?? 'md', evidence);
  if (file) await writeOutFile(context, file, context.secrets.redact(text));
  const entry = found.subjects[0]?.entry;
  return plainFinished('report', {
    profile: entry?.profile ?? null,
    environment: entry?.environment ?? null,
    interface: entry?.interface ?? null,
    verdict: entry?.verdict ?? null,
    advice: entry?.advice ?? 'none',
    anomalies: entry?.anomalies ?? [],
    answer: plainData({ ...evidence.blocks[0], ...evidence }),
    ...(file && { members: { file: file.path } }),
    view: file ? writtenView(file.path, evidence, found.id) : { headline: '', data: text },
  });
}

function readWanted(id: string | undefined, { case: ticket, last }: ReportOptions): Wanted {
  const wanted: Wanted[] = [
    ...(id === undefined ? [] : [{ by: 'name', name: id } as const]),
    ...(ticket === undefined ? [] : [{ by: 'case', case: ticket } as const]),
    ...(last === true ? [{ by: 'last' } as const] : []),
  ];
  const [only, ...others] = wanted;
  if (only !== undefined && others.length === 0) return only;
  throw new PvgError(
    'usage',
    only === undefined
      ? 'The case or call for the report is missing.'
      : 'The report is named in more than one way.',
    { hint: 'Use one of `--case <id>`, `--last`, an order id, or the id of a call from `pvg journal list`.' },
  );
}

const readAudience = (given = 'support'): Audience => choiceOf('--for', given.toLowerCase(), audiences);

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

async function findCase(context: Context, globals: GlobalOptions, wanted: Wanted): Promise<Case> {
  const journal = await requireJournal(context, globals);
  const found = selectCase(journal, wanted);
  const { calls, incomplete } = journal;
  if (found !== undefined) return { ...found, incomplete };
  if (calls.length === 0) {
    const { off } = await journalSetting(context);
    const state = off === undefined ? 'has no calls yet' : `is off (${off})`;
    throw new PvgError(
      'not-in-journal',
      sentences(incomplete, `The journal ${state}, so there is nothing to report.`),
      {
        hint: 'Make the call again with `pvg lookup … --report evidence.html`. That writes a report even if the journal is off.',
        nextCommand: 'pvg lookup --help',
      },
    );
  }
  throw new PvgError(
    'not-in-journal',
    sentences(
      incomplete,
      `${incomplete === undefined ? 'The journal' : 'The rest of the journal'} has no call ${wantedWords(wanted)}.`,
    ),
    {
      hint: 'The journal has only the calls that it was told about. To put a call into a case, add `--case <id>` to it.',
      nextCommand:
        wanted.by === 'name' && looksLikeOrderId(wanted.name) ? 'pvg help identifiers' : 'pvg journal list',
    },
  );
}

const wantedWords = (wanted: Wanted): string => {
  if (wanted.by === 'case') return 'with this case';
  return wanted.by === 'name' && looksLikeOrderId(wanted.name)
    ? 'with this order id'
    : 'with this id, order id or fingerprint';
};

const writtenView = (path: string, evidence: Evidence, ticket: string | null): Finished['view'] => {
  const { title, blocks, replies, audience } = evidence;
  const [first, ...more] = blocks;
  return {
    headline: `Wrote the report: ${path}`,
    mood: 'good',
    facts: [
      { label: 'About', value: `${title.kind} ${title.name}`.trim() },
      ...fact('Says', more.length > 0 ? null : (first?.headline ?? null)),
      ...blocks.slice(0, more.length > 0 ? mostShown : 0).map(({ subject, headline }) => ({
        label: `${subject.kind} ${subject.name}`.trim(),
        value: headline,
      })),
      ...fact('With', replies.length === 0 ? null : counted(replies.length, 'reply', 'replies')),
      { label: 'For', value: audience === 'operator' ? 'the operator' : 'the ticket' },
    ],
    notes: ['It contains no receipt, no token, no secret and no player’s name.'],
    nextCommand: shellLine(['pvg', 'journal', 'list', ...optionWords({ '--case': ticket })]),
  };
};

const mostShown = 5;
