import type { Context } from '../context.js';
import { entryPlace } from '../support/journal/calls.js';
import { findNearTickets } from '../support/journal/near-tickets.js';
import { offWords } from '../support/journal/places.js';
import type { JournalEntry } from '../support/journal/entry.js';
import { replySituation } from '../support/replies/situations.js';
import { findCase, withShownPeople, type Case, type WantedCase } from '../support/report/case.js';
import {
  readReportForm,
  reportForms,
  type ReportForm,
  buildReport,
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
import { findOrderId } from '../input/pasted/order-ids.js';
import { commandResult, type CommandResult, type View } from '../output/command-result.js';
import { requireFree, writeOutFile, type OutFile } from '../output/out-file.js';
import { toPlainData } from '../text/json/parse.js';
import { didYouMean } from '../text/nearest.js';
import { replyLine, replyPhrase } from '../text/reply-line.js';
import { optionWords, shellLine } from '../text/shell.js';
import type { Registration } from './registration.js';

type ReportOptions = TypedFlags<'case' | 'out', 'last' | 'overwrite'> & {
  readonly form?: keyof typeof printedForms;
};

/** What `--form` may name, with the form of the report that it stands for. */
const printedForms = { markdown: 'md', html: 'html' } as const;

type ReportRequest = ReportOptions & {
  /** The argument: an order id, a fingerprint, or the id of a call. */
  readonly id: string | undefined;
};

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
  request: ReportRequest,
): Promise<CommandResult> {
  const wanted = readWanted(request);
  const file = describeOutFile(request);
  const form = file === undefined ? printedForms[request.form ?? 'markdown'] : file.form;
  if (file) await requireFree(context, file);
  const foundCase = await findCase(context, globals, wanted);
  if (foundCase === undefined) throw await notInJournalError(context, request, wanted);
  const supportCase = await withShownPeople(context, foundCase);
  const report = buildReport(context, supportCase);
  const text = context.secrets.redact(reportForms[form](report));
  if (file) await writeOutFile(context, file, text);
  // The result has the verdict of the report's first answer, for scripts.
  const [firstAnswer] = subjectsBesideOrders(supportCase);
  return commandResult('report', {
    ...(firstAnswer && verdictMembers(firstAnswer.entry)),
    answer: toPlainData(report),
    view: file ? writtenView(file.path, report, supportCase) : { data: text },
    extraMembers: file ? { file: file.path } : {},
  });
}

interface ReportFile extends OutFile {
  readonly form: ReportForm;
}

/** The file of `--out`; undefined if the report goes to standard output. @throws {PvgError} `usage` */
function describeOutFile(request: ReportRequest): ReportFile | undefined {
  const { id, last, case: caseId, out: path, overwrite = false } = request;
  if (path === undefined) return undefined;
  const form = readReportForm('--out', path);
  const idWords = id === undefined ? [] : [id];
  const lastWords = last === true ? ['--last'] : [];
  const subject = [...idWords, ...lastWords, ...optionWords({ '--case': caseId })];
  const words = ['pvg', 'report', ...subject, '--out', path, '--overwrite'];
  return { option: '--out', path, form, overwrite, next: shellLine(words) };
}

function verdictMembers(entry: JournalEntry): Partial<CommandResult> {
  return {
    ...entryPlace(entry),
    verdict: entry.verdict,
    advice: entry.advice ?? 'none',
    anomalies: entry.anomalies,
  };
}

function writtenView(path: string, report: Report, supportCase: Case): View {
  const facts = report.sections.flatMap((section) => {
    if (section.kind !== 'subject' && section.kind !== 'open') return [];
    const label = `${section.subject.kind} ${section.subject.name}`.trim();
    return [{ label, value: section.headline }];
  });
  return {
    headline: `Wrote the report: ${path}`,
    mood: 'good',
    facts,
    notes: ['pvg put no receipt, no token, no secret and no player’s name into it.'],
    nextCommand: commandAfterReport(supportCase),
  };
}

/** The next command after a report: the reply to the player, or the ticket's lines if a reply was printed already. */
function commandAfterReport({ id, subjects, replies }: Case): string {
  const caseWords = optionWords({ '--case': id });
  const canReply = subjects.some(({ entry }) => replySituation(entry).situation !== undefined);
  const needsReply = id !== null && replies.length === 0 && canReply;
  return needsReply
    ? replyLine([], caseWords)
    : shellLine(['pvg', 'journal', 'list', ...caseWords]);
}

/** @throws {PvgError} `usage` if not exactly one thing is named */
function readWanted({ id, case: caseId, last }: ReportRequest): WantedCase {
  const orderId = id === undefined ? undefined : findOrderId(id);
  if (id !== undefined && orderId !== undefined && caseId !== undefined) {
    const replyWords = optionWords({ '--order-id': id, '--case': caseId });
    throw new PvgError('usage', 'The report is about one order or one ticket, not about both.', {
      hint: `An order id alone gives what was found about it, for whichever ticket: \`${replyPhrase([], replyWords)}\` prints the reply for this one.`,
      nextCommand: shellLine(['pvg', 'report', id]),
    });
  }
  const sources = [id, caseId, last].filter((value) => value !== undefined);
  if (sources.length !== 1) {
    throw new PvgError('usage', 'The report needs one ticket, one call or one order id.', {
      hint: 'Use one of `--case <id>`, `--last`, an order id, or the id of a call from `pvg journal find`.',
      nextCommand: 'pvg journal list',
    });
  }
  if (id !== undefined) return { kind: 'name', name: id };
  return caseId === undefined ? { kind: 'last' } : { kind: 'case', name: caseId };
}

function reportLine({ case: ticket, out, form, overwrite }: ReportRequest): string {
  const words = optionWords({ '--case': ticket, '--out': out, '--form': form });
  const overwriteWords = overwrite === true ? ['--overwrite'] : [];
  return shellLine(['pvg', 'report', ...words, ...overwriteWords]);
}

const missingWords: Readonly<Record<WantedCase['kind'], string>> = {
  case: 'nothing about this ticket',
  last: 'no such call',
  name: 'no such call',
};

async function notInJournalError(
  context: Context,
  request: ReportRequest,
  wanted: WantedCase,
): Promise<PvgError> {
  const orderId = wanted.kind === 'name' ? findOrderId(wanted.name) : undefined;
  const askForReceipt = optionWords({ '--for': 'need-receipt', '--order-id': orderId });
  const says = orderId === undefined ? missingWords[wanted.kind] : 'nothing about this order';
  const near = wanted.kind === 'case' ? await findNearTickets(context, wanted.name) : [];
  const sentence = `The journal has ${says}${offWords(context)}.`;
  const lines = near.map((ticket) => reportLine({ ...request, case: ticket }));
  if (lines.length > 0) {
    return new PvgError('not-in-journal', sentence, {
      hintAtTerminal: didYouMean(lines),
      nextCommand: lines.length === 1 ? lines[0] : 'pvg journal list',
    });
  }
  return new PvgError('not-in-journal', sentence, {
    hintAtTerminal:
      'Make the call again with `pvg lookup … --report evidence.html`. To keep a call with a ticket, add `--case <id>` to it.',
    nextCommand: orderId === undefined ? 'pvg journal list' : replyLine([], askForReceipt),
  });
}
