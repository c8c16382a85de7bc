import type { Context } from '../context.js';
import { onPvgError, PvgError } from '../failure.js';
import type { GlobalOptions } from '../input/options.js';
import { writeOutFile } from '../output/out-file.js';
import { replyLine } from '../text/reply-line.js';
import { joinSentences } from '../text/sentences.js';
import { optionWords } from '../text/shell.js';
import type { RemarkEntry } from './journal/entry.js';
import type { NamedOrder } from './journal/order-answers.js';
import { replySituation } from './replies/situations.js';
import type { Replies } from './replies/texts.js';
import { simplifiedNote } from './replies/traditional-chinese.js';
import { type Case, findCase, withShownPeople } from './report/case.js';
import { buildReport, type ReportForm, reportForms } from './report/report.js';
import { repeatNotes } from './ticket-report.js';
import type { Ticket } from './ticket.js';

/** What a ticket gets if nothing was looked up for it: the command for a reply, and the report of what is kept. */

/** A look-up or a check that was refused before it was sent. */
export interface Refusal {
  readonly caseId: string | undefined;
  /** The orders that were typed or pasted, with what somebody found out about them. */
  readonly orders: readonly NamedOrder[];
  /** The id of the situation whose reply fits. */
  readonly situation: string;
  /** The situation and the product as the line in the journal has them, also if the line is not kept. The situation is null if the text has a receipt. */
  readonly named: Pick<RemarkEntry, 'situation' | 'product'>;
  /** Its line in the journal; undefined if it is not kept. */
  readonly kept: RemarkEntry | undefined;
}

interface RefusedLookup {
  readonly ticket: Ticket;
  readonly globals: GlobalOptions;
  readonly failure: PvgError;
  readonly refusal: Refusal;
}

/** Adds to a refusal what `--reply` and `--report` asked for. There is no verdict, so the reply is another one, and the report shows what is kept. */
export async function addTicketToRefusal(
  context: Context,
  { ticket: { replies, report }, globals, failure, refusal }: RefusedLookup,
): Promise<PvgError> {
  const replied =
    replies === undefined
      ? failure
      : withScriptNote(context, leadToReply(failure, replies, refusal), replies);
  if (report === undefined) return replied;
  const { nextCommand = '' } = replied.details;
  const isRepeated = leadsTo(replied, 'lookup') || leadsTo(replied, 'session');
  if (isRepeated && nextCommand.includes(' --report ')) {
    // Without `--overwrite` an existing file would already have been refused, so there is none, and the next command needs no `--overwrite`.
    const next = report.overwrite ? nextCommand : nextCommand.replace(' --overwrite', '');
    return withDetails(replied, {
      sentence: 'No report was written: the command below writes it.',
      nextCommand: next,
    });
  }
  const { kept } = refusal;
  if (kept === undefined) return withDetails(replied, { sentence: noReportWords });
  const page = await makePageWithRefusal(context, { globals, kept, form: report.form });
  const reportSentence = await writeOutFile(context, report, context.secrets.redact(page))
    .then(() => joinSentences(`Wrote the report: ${report.path}.`, ...repeatNotes(report)))
    .catch(onPvgError(({ message }) => message));
  return withDetails(replied, { sentence: reportSentence });
}

const noReportWords =
  'No report was written, because nothing was looked up. `pvg report --case <id> --out <file>` writes what the journal has of a ticket.';

/**
 * Makes a reply the next command if an order of the paste is known. A refusal that leads to another look-up keeps that, unless
 * one of its orders has an answer already. If no order is known, a sentence names the reply.
 */
function leadToReply(
  failure: PvgError,
  replies: Replies,
  { caseId, orders, situation }: Refusal,
): PvgError {
  if (leadsTo(failure, 'reply')) return failure;
  const hasNext = failure.details.nextCommand !== undefined;
  const answered = orders.find(
    ({ answer }) => answer !== undefined && replySituation(answer).situation !== undefined,
  );
  const source = answered ? { '--order-id': answered.orderId } : { '--for': situation };
  const replyWords = optionWords({ ...source, '--case': caseId });
  const reply = replyLine([...replies.keys()], replyWords);
  const isOrderKnown = !hasNext && orders.length > 0;
  if (leadsTo(failure, 'journal') || answered !== undefined || isOrderKnown) {
    return withDetails(failure, { nextCommand: reply });
  }
  if (hasNext) return failure;
  const sentence = `No reply was made, because nothing was looked up. If the receipt is missing, use \`${reply}\`.`;
  return withDetails(failure, { sentence });
}

/** Adds the note that a reply in Chinese is in simplified characters, if the player writes traditional ones. */
function withScriptNote(context: Context, failure: PvgError, replies: Replies): PvgError {
  const { isTraditionalChinese: isTraditional } = context;
  const sentence = simplifiedNote({ languages: [...replies.keys()], isTraditional });
  return sentence === undefined ? failure : withDetails(failure, { sentence });
}

function leadsTo({ details: { nextCommand = '' } }: PvgError, command: string): boolean {
  return nextCommand.startsWith(`pvg ${command} `);
}

interface AddedDetails {
  readonly sentence?: string;
  readonly nextCommand?: string | undefined;
}

function withDetails(
  { code, message, details }: PvgError,
  { sentence = '', nextCommand = details.nextCommand }: AddedDetails,
): PvgError {
  const hintAtTerminal = joinSentences(details.hintAtTerminal, sentence) || undefined;
  return new PvgError(code, message, { ...details, hintAtTerminal, nextCommand });
}

interface RefusalPage {
  readonly globals: GlobalOptions;
  readonly kept: RemarkEntry;
  readonly form: ReportForm;
}

/** Makes the report that `pvg report --case` would write with the line of the refusal. That line is only written to the journal later. */
async function makePageWithRefusal(
  context: Context,
  { globals, kept, form }: RefusalPage,
): Promise<string> {
  const wanted = { kind: 'case', name: kept.case ?? '' } as const;
  const earlier = await findCase(context, globals, wanted);
  const supportCase = earlier ?? emptyCase(kept.case);
  const withRefusal = { ...supportCase, remarks: [...supportCase.remarks, kept] };
  return reportForms[form](buildReport(context, await withShownPeople(context, withRefusal)));
}

const emptyCase = (id: string | null): Case => ({
  id,
  subjects: [],
  calls: [],
  replies: [],
  remarks: [],
  callsOfOtherCases: [],
  orderAnswers: [],
  repliesOfOtherCases: [],
  notesOfOtherCases: [],
  isOneSubjectOnly: false,
  incompleteWords: undefined,
});
