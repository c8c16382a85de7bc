import type { Context } from '../context.js';
import { entryPlace } from '../support/journal/calls.js';
import { offWords } from '../support/journal/places.js';
import type { JournalEntry } from '../support/journal/entry.js';
import { replySituation } from '../support/replies/situations.js';
import { findCase, withShownPeople, type Case, type WantedCase } from '../support/report/case.js';
import {
  reportFormOf,
  reportForms,
  reportOf,
  subjectsBesideOrders,
} from '../support/report/report.js';
import type { Report } from '../support/report/section.js';
import { PvgError } from '../failure.js';
import { caseOption } from '../input/case-option.js';
import { choiceOption } from '../input/choice-option.js';
import {
  addExamples,
  globalOptions,
  type TypedFlags,
  type GlobalOptions,
} from '../input/options.js';
import { orderIdIn } from '../input/pasted/look-alikes.js';
import { commandResult, type CommandResult, type View } from '../output/command-result.js';
import { requireFree, writeOutFile, type OutFile } from '../output/out-file.js';
import { toPlainData } from '../text/json/parse.js';
import { replyLine, replyPhrase } from '../text/reply-line.js';
import { optionWords, shellLine } from '../text/shell.js';
import type { Registration } from './registration.js';

type ReportOptions = TypedFlags<'case' | 'out', 'last' | 'overwrite'> & {
  readonly form?: keyof typeof printedForms;
};

/** What `--form` names. */
const printedForms = { markdown: 'md', html: 'html' } as const;

type ReportRequest = ReportOptions & { readonly id: string | undefined };

export function register({ command, context, finish }: Registration): void {
  addExamples(
    command,
    ['pvg report --last', 'pvg report --last --out evidence.html'],
    'The examples need a call in the journal, such as a look-up.',
  );
  command
    .argument('[id]', 'an order id (GPA.…), a fingerprint, or the id of a call in the journal')
    .addOption(caseOption('the ticket: all its purchases and players'))
    .option('--last', 'the purchase or player of the newest call')
    .option(
      '--out <file>',
      'write a page (.html) or Markdown (.md) instead of Markdown on standard output',
    )
    .option('--overwrite', 'replace the file of --out')
    .addOption(
      choiceOption(
        '--form <form>',
        'the form on standard output (default: markdown)',
        Object.keys(printedForms),
      ),
    )
    .addHelpText(
      'after',
      '\nThe report is made from the calls of one ticket: each purchase and player, the replies to the player, and all\n' +
        'calls. Calls of other tickets about the same purchase are listed apart.\n' +
        '`pvg lookup … --report <file>` and `pvg session … --report <file>` make one together with the call.\n' +
        'pvg puts no receipt, no token, no secret and no player’s name into it.\n' +
        'To print it, open the page in a browser. Folded parts are printed only if you open them first.',
    )
    .action(async (id: string | undefined, options: ReportOptions) =>
      finish(await runReport(context, globalOptions(command), { id, ...options })),
    );
}

async function runReport(
  context: Context,
  globals: GlobalOptions,
  options: ReportRequest,
): Promise<CommandResult> {
  const { out } = options;
  const wanted = readWanted(options);
  const printedForm = printedForms[options.form ?? 'markdown'];
  const form = out === undefined ? printedForm : reportFormOf('--out', out);
  const file = out === undefined ? undefined : outFile(out, options);
  if (file) await requireFree(context, file);
  const asKept = await findCase(context, globals, wanted);
  if (asKept === undefined) throw notInJournalError(context, wanted);
  const supportCase = await withShownPeople(context, asKept);
  const report = reportOf(context, supportCase);
  const text = context.secrets.redact(reportForms[form](report));
  if (file) await writeOutFile(context, file, text);
  const result = commandResult('report', {
    ...resultOfEntry(subjectsBesideOrders(supportCase)[0]?.entry),
    answer: toPlainData(report),
    view: file ? writtenView(file, report, supportCase) : { data: text },
  });
  return file ? { ...result, extraMembers: { file: file.path } } : result;
}

function outFile(
  path: string,
  { id, last, case: caseId, overwrite = false }: ReportRequest,
): OutFile {
  const words = ['pvg', 'report', id ?? [], last === true ? '--last' : []].flat();
  const caseWords = optionWords({ '--case': caseId });
  const next = shellLine([...words, ...caseWords, '--out', path, '--overwrite']);
  return { option: '--out', path, overwrite, next };
}

function resultOfEntry(entry: JournalEntry | undefined): Partial<CommandResult> {
  if (entry === undefined) return {};
  return {
    ...entryPlace(entry),
    verdict: entry.verdict,
    advice: entry.advice ?? 'none',
    anomalies: entry.anomalies,
  };
}

function writtenView(file: OutFile, report: Report, supportCase: Case): View {
  const facts = report.sections.flatMap((part) => {
    if (part.kind !== 'subject' && part.kind !== 'open') return [];
    const label = `${part.subject.kind} ${part.subject.name}`.trim();
    return [{ label, value: part.headline }];
  });
  return {
    headline: `Wrote the report: ${file.path}`,
    mood: 'good',
    facts,
    notes: ['pvg put no receipt, no token, no secret and no player’s name into it.'],
    nextCommand: nextLineOf(supportCase),
  };
}

/** With the report written, the player waits for a reply; if one was printed, the ticket's lines show what is left. */
function nextLineOf({ id, subjects, replies }: Case): string {
  const ofCase = optionWords({ '--case': id });
  const canReply = subjects.some(({ entry }) => replySituation(entry).situation !== undefined);
  const needsReply = id !== null && replies.length === 0 && canReply;
  return needsReply ? replyLine([], ofCase) : shellLine(['pvg', 'journal', 'list', ...ofCase]);
}

function readWanted({ id, case: caseId, last }: ReportRequest): WantedCase {
  const typed = [id, caseId, last].filter((value) => value !== undefined);
  if (id !== undefined && orderIdIn(id) !== undefined && caseId !== undefined) {
    throw new PvgError('usage', 'The report is about one order or one ticket, not about both.', {
      hint: `An order id alone gives what was found about it, for whichever ticket: \`${replyPhrase([], optionWords({ '--order-id': id, '--case': caseId }))}\` prints the reply for this one.`,
      nextCommand: shellLine(['pvg', 'report', id]),
    });
  }
  if (typed.length !== 1) {
    throw new PvgError('usage', 'The report needs one ticket, one call or one order id.', {
      hint: 'Use one of `--case <id>`, `--last`, an order id, or the id of a call from `pvg journal find`.',
      nextCommand: 'pvg journal list',
    });
  }
  if (id !== undefined) return { kind: 'name', name: id };
  return caseId === undefined ? { kind: 'last' } : { kind: 'case', name: caseId };
}

const missingWords: Readonly<Record<WantedCase['kind'], string>> = {
  case: 'nothing about this ticket',
  last: 'no such call',
  name: 'no such call',
};

function notInJournalError(context: Context, wanted: WantedCase): PvgError {
  const orderId = wanted.kind === 'name' ? orderIdIn(wanted.name) : undefined;
  const askForReceipt = optionWords({ '--for': 'need-receipt', '--order-id': orderId });
  const says = orderId === undefined ? missingWords[wanted.kind] : 'nothing about this order';
  return new PvgError('not-in-journal', `The journal has ${says}${offWords(context)}.`, {
    hintAtTerminal:
      'Make the call again with `pvg lookup … --report evidence.html`. To keep a call with a ticket, add `--case <id>` to it.',
    nextCommand: orderId === undefined ? 'pvg journal list' : replyLine([], askForReceipt),
  });
}
