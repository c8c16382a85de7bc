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

/** What a ticket gets where nothing was looked up: the way to another reply, and the page of what is kept. */

/** A look-up or a check that was refused before it was sent. */
export interface Refusal {
  readonly caseId: string | undefined;
  /** The orders that were typed or pasted, with what somebody found out about them. */
  readonly orders: readonly NamedOrder[];
  /** The reply that fits, by the id of a situation. */
  readonly situation: string;
  /** What its line in the journal says of it. */
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

/** Nothing was looked up, so there is no verdict to reply with: the way to another reply, and the page of what is kept. */
export async function addTicketToRefusal(
  context: Context,
  { ticket: { replies, report }, globals, failure, refusal }: RefusedLookup,
): Promise<PvgError> {
  const replied =
    replies === undefined
      ? failure
      : withScript(context, leadToReply(failure, replies, refusal), replies);
  if (report === undefined) return replied;
  const { nextCommand = '' } = replied.details;
  const isRepeated = leadsTo(replied, 'lookup') || leadsTo(replied, 'session');
  if (isRepeated && nextCommand.includes(' --report ')) {
    // Without `--overwrite` the command would have been refused before, if there were a file.
    const next = report.overwrite ? nextCommand : nextCommand.replace(' --overwrite', '');
    return withDetails(replied, {
      sentence: 'No report was written: the command below writes it.',
      nextCommand: next,
    });
  }
  const { kept } = refusal;
  if (kept === undefined) return withDetails(replied, { sentence: noReportWords });
  const page = await pageOfRefusal(context, { globals, kept, form: report.form });
  const written = await writeOutFile(context, report, context.secrets.redact(page))
    .then(() => joinSentences(`Wrote the report: ${report.path}.`, ...repeatNotes(report)))
    .catch(onPvgError(({ message }) => message));
  return withDetails(replied, { sentence: written });
}

const noReportWords =
  'No report was written, because nothing was looked up. `pvg report --case <id> --out <file>` writes what the journal has of a ticket.';

/** Where the refusal has no other look-up to make, a reply in the language that was asked for comes next. */
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

function withScript(context: Context, failure: PvgError, replies: Replies): PvgError {
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

/** What `pvg report --case` writes once the line of the refusal is in the journal. */
async function pageOfRefusal(
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
