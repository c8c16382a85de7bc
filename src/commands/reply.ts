import { openJournal } from '../calls/connection.js';
import { refuseSecrets } from '../calls/pasted-secret.js';
import type { Context } from '../context.js';
import { matchesTypedName } from '../support/journal/calls.js';
import type { JournalEntry } from '../support/journal/entry.js';
import { callsForLaterVerify } from '../support/journal/journal.js';
import { describeEarlierOfOrder, earlierWords } from '../support/journal/other-ticket.js';
import type { ReplySubject } from '../support/journal/writer.js';
import { readAndroidOrder } from '../support/replies/apple-number.js';
import { findCalls, newerFailureNote, withVerifies } from '../support/replies/replied-calls.js';
import {
  partsOfCase,
  situationOfSubject,
  listSubjects,
  type AnsweredSubject,
} from '../support/replies/case-subjects.js';
import {
  languageName,
  questions,
  readLanguages,
  readSituation,
  severalAnswers,
  replyLanguages,
  type Situation,
  situations,
  type WantedReply,
} from '../support/replies/situations.js';
import {
  repliedAbout,
  replyResult,
  withCopy,
  withOtherPurchases,
  type DraftedReply,
} from '../support/replies/reply-result.js';
import {
  readReplies,
  repliesFor,
  repliesForAll,
  replyText,
  type Replies,
} from '../support/replies/texts.js';
import { findContradiction, findReplyPlayer } from '../support/replies/chosen-reply.js';
import {
  lookupOfMissing,
  onePaymentNote,
  withOpenPurchases,
  withUnreadNote,
} from '../support/replies/beside-reply.js';
import {
  earlierReplyNote,
  readTicketLines,
  type TicketLines,
} from '../support/replies/ticket-lines.js';
import {
  itemTwiceOfTicket,
  openVerificationNote,
  withReplyDoubts,
} from '../support/replies/mentions.js';
import { openQuestionNotes } from '../support/replies/question-notes.js';
import { throwIfBothNamed } from '../support/replies/named-both.js';
import { openRequestNote } from '../support/replies/open-request.js';
import {
  leftOutNote,
  missingOrderNote,
  ordersOfReply,
  repliesAboutOrders,
  withOrderAbove,
  withOrderOfSeveral,
} from '../support/replies/reply-orders.js';
import { notesOnOrders } from '../support/report/subject-notes.js';
import { readOrdersBeside, withOrdersBeside } from '../support/report/open-orders.js';
import { replyAbout } from '../support/ticket-reply.js';
import { PvgError } from '../failure.js';
import { findProdProfile } from '../profiles/prod-profile.js';
import { caseOption, readCase } from '../input/case-option.js';
import {
  addExamples,
  globalOptions,
  type TypedFlags,
  type GlobalOptions,
} from '../input/options.js';
import {
  commandResult,
  withNotes,
  withNotesAtTerminal,
  type CommandResult,
} from '../output/command-result.js';
import { isAmong } from '../text/is-among.js';
import { joinWithAnd, nonEmptyTexts } from '../text/sentences.js';
import { replyLine } from '../text/reply-line.js';
import { shellLine } from '../text/shell.js';
import type { Registration } from './registration.js';

type ReplyOptions = TypedFlags<'case' | 'for' | 'orderId', 'last' | 'list' | 'copy'>;

export function register({ command, context, finish }: Registration): void {
  addExamples(
    command,
    ['pvg reply en --for need-receipt', 'pvg reply ko en --last', 'pvg reply --list'],
    'The example with `--last` needs a call in the journal, such as a look-up.',
  );
  command
    .argument('[language...]', `one or more: ${replyLanguages.join(', ')}`)
    .option('--last', 'about the newest call in the journal')
    .addOption(
      caseOption(
        'about this ticket, one reply for all its purchases; with --for: keeps the reply with this ticket',
      ),
    )
    .option('--for <situation>', `without a call: ${[...situations.keys()].join(', ')}`)
    .option(
      '--order-id <id>',
      'about this order, for whichever ticket it was looked up; with --for need-receipt: of which the receipt is missing; with --for ios: the number from Apple that the player gave; with a question, such as --for refund: the order that the player asks about',
    )
    .option('--copy', 'put the text on the clipboard, too')
    .option('--list', 'list the situations and the languages')
    .addHelpText(
      'after',
      '\nStandard output has the text for the player and nothing else; `--copy` puts it on the clipboard.\n' +
        'A language can also be written as `korean`, `한국어` or `ko-KR`. Nothing is sent.\n' +
        'The journal keeps which reply was given. With --profile: only calls of that profile.',
    )
    .action(async (words: readonly string[], options: ReplyOptions) => {
      const globals = globalOptions(command);
      const result =
        options.list === true
          ? listReplies(readLanguages('<language>', words))
          : runReply(context, globals, { words, ...options });
      await finish(result);
    });
}

async function runReply(
  context: Context,
  globals: GlobalOptions,
  options: ReplyOptions & { readonly words: readonly string[] },
): Promise<CommandResult> {
  if (options.words.length === 0) {
    throw new PvgError('usage', '`pvg reply` needs a language.', {
      hint: `It has: ${replyLanguages.join(', ')}.`,
      nextCommand: 'pvg reply --list',
    });
  }
  const languages = readLanguages('<language>', options.words);
  const caseId = readCase(options.case);
  const situation = options.for === undefined ? undefined : readSituation(options.for);
  requireOneSource(languages, options, situation);
  const texts = await readReplies(context, languages);
  const ticket = await readTicketLines(context, caseId);
  const request = { texts, caseId, orderId: options.orderId, ticket };
  const drafted =
    situation === undefined
      ? await draftFromJournal(context, globals, request)
      : await draftFor(context, situation, request);
  const earlier = await earlierOfReply(context, drafted, options);
  const journal = await openJournal(context, globals, caseId);
  refuseSecrets(context, { ticket: caseId });
  journal.keepReply(drafted.about, drafted);
  const printed = await replyResult(context, drafted, languages);
  const replyToPrint = {
    drafted,
    languages,
    caseId: caseId ?? null,
    orderId: options.orderId,
    isChosen: situation !== undefined,
  };
  const withTicketNotes =
    options.last === true
      ? await withTicketOfLast(context, printed, drafted)
      : withNotesBeside(context, printed, { ...replyToPrint, ticket });
  const result = withNotes(withTicketNotes, ...nonEmptyTexts(earlier, drafted.newerFailure));
  return options.copy === true ? withCopy(context, result, replyText(drafted.replies)) : result;
}

/** A note about earlier work on the typed order. */
async function earlierOfReply(
  context: Context,
  { situation, subjects }: DraftedReply,
  { orderId, case: typedCase }: ReplyOptions,
): Promise<string | undefined> {
  const answer = subjects[0]?.call;
  if (orderId === undefined || answer === undefined) return undefined;
  const caseId = readCase(typedCase);
  const sentences = await describeEarlierOfOrder(context, { orderId, answer, caseId, situation });
  return sentences && earlierWords('this order', sentences);
}

/** Adds notes about the ticket of the newest call, which nobody typed with `--last`. */
async function withTicketOfLast(
  context: Context,
  printed: CommandResult,
  drafted: DraftedReply,
): Promise<CommandResult> {
  const ticket = await readTicketLines(context, drafted.about.case ?? undefined);
  const result = withOtherPurchases(printed, drafted, ticket);
  return withUnreadNote(result, ticket, repliedAbout(drafted));
}

interface ReplyToPrint extends WantedReply {
  readonly drafted: DraftedReply;
  /** Whether somebody named the situation with `--for`. */
  readonly isChosen: boolean;
  /** The order id that somebody typed. */
  readonly orderId: string | undefined;
  readonly ticket: TicketLines;
}

function withNotesBeside(
  context: Context,
  printed: CommandResult,
  { drafted, languages, caseId, isChosen, orderId, ticket }: ReplyToPrint,
): CommandResult {
  const about = repliedAbout(drafted);
  // A chosen situation needs no note about whether it fits.
  const comparedReply = isChosen ? { ...about, situation: undefined } : about;
  const notesOnTicket = nonEmptyTexts(
    earlierReplyNote(ticket.replies, comparedReply, context),
    leftOutNote(drafted.leftOut ?? [], { languages, caseId, replies: ticket.replies }),
  );
  const noted = withNotes(
    printed,
    ...nonEmptyTexts(
      isChosen && findContradiction(ticket, drafted.situation),
      isChosen && openRequestNote(ticket, drafted.situation),
      missingOrderNote({ ...about, languages, caseId }),
      onePaymentNote(ticket, about),
    ),
    ...notesOnTicket,
  );
  const withDoubts = withReplyDoubts(
    noted,
    ...nonEmptyTexts(itemTwiceOfTicket(ticket)),
    ...notesOnOrders(ticket.remarks, about.orderIds),
  );
  const withUnread = withUnreadNote(withDoubts, ticket, about);
  const nextCommand = isChosen ? undefined : lookupOfMissing(ticket, caseId);
  const withNext =
    nextCommand === undefined
      ? withUnread
      : { ...withUnread, view: { ...withUnread.view, nextCommand } };
  const wanted = { languages, caseId };
  const notesOnQuestions = openQuestionNotes(ticket, drafted.situation, wanted);
  const verification = openVerificationNote(ticket, caseId ?? undefined);
  const complete = withNotesAtTerminal(
    withNext,
    ...notesOnQuestions,
    ...nonEmptyTexts(verification),
  );
  const isQuestion = isAmong(questions, drafted.situation);
  if (!isQuestion) return complete;
  return withOpenPurchases(complete, ticket, { ...wanted, situation: drafted.situation, orderId });
}

/** What both kinds of reply are made from: one for a typed situation, and one from the calls of the journal. */
interface ReplySource {
  readonly texts: Replies;
  readonly caseId: string | undefined;
  readonly orderId: string | undefined;
  readonly ticket: TicketLines;
}

/** The reply for a situation that was named with `--for`. */
async function draftFor(
  context: Context,
  situation: Situation,
  { texts, caseId, orderId, ticket }: ReplySource,
): Promise<DraftedReply> {
  const languages = [...texts.keys()];
  const typedOrders = { orderId, caseId, ticket, languages };
  const { orderIds, leftOut } = await ordersOfReply(context, situation, typedOrders);
  const replies = repliesAboutOrders(texts, situation, orderIds);
  return {
    situation,
    replies: orderId === undefined ? replies : withOrderAbove(replies, situation, orderIds),
    about: {
      case: caseId ?? null,
      order_id: orderIds[0] ?? null,
      order_ids: orderIds,
      player: findReplyPlayer(ticket, situation),
    },
    subjects: [],
    leftOut,
  };
}

/** A reply about the newest call, or about all purchases of a ticket. */
async function draftFromJournal(
  context: Context,
  globals: GlobalOptions,
  { texts, caseId, orderId, ticket }: ReplySource,
): Promise<DraftedReply> {
  const order = orderId === undefined ? undefined : readAndroidOrder(orderId, [...texts.keys()]);
  const wanted = { caseId, orderId: order, languages: [...texts.keys()], replies: ticket.replies };
  const calls = await findCalls(context, globals, wanted);
  const newerFailure = newerFailureNote(calls);
  const found = listSubjects(calls.telling);
  const lookups = found.map(({ call }) => call).filter(({ command }) => command === 'lookup');
  const callsOnPurchases = await callsForLaterVerify(context, lookups);
  const prodProfile = await findProdProfile(context);
  const facts = { isOneOfSeveral: found.length > 1, languages: wanted.languages, prodProfile };
  const ticketOfLast = found[0]?.call.case ?? undefined;
  // A typed order is the only one that the reply is about, whatever else the ticket names.
  const isOrderTyped = order !== undefined;
  const isTicketRead = isOrderTyped || caseId !== undefined;
  const ticketLines = isTicketRead ? ticket : await readTicketLines(context, ticketOfLast);
  const subjects: AnsweredSubject[] = [];
  for (const { call, ...names } of found) {
    const verified = withVerifies(context, call, callsOnPurchases);
    const callOfTicket = isOrderTyped
      ? verified
      : withOrdersBeside(verified, await readOrdersBeside(context, verified, ticketLines));
    await throwIfBothNamed(context, callOfTicket, { ...facts, caseId: caseId ?? null });
    const subject = { ...names, call: callOfTicket };
    subjects.push({ ...subject, situation: situationOfSubject(subject, facts) });
  }
  const [first, ...others] = subjects;
  if (first !== undefined && others.length === 0) {
    const { call, situation } = first;
    const about = aboutForTicket(call, caseId);
    const answeredOrder = order ?? first.orderId;
    const replies = withOrderOfSeveral(repliesFor(texts, situation), answeredOrder, ticketLines);
    return { situation, subjects, about, replies, newerFailure };
  }
  // Several subjects come from a ticket only, so there is a `caseId`. The reply is kept with all its orders, so that each of them
  // finds it later.
  const orderIds = nonEmptyTexts(...subjects.map(({ orderId: each }) => each));
  return {
    situation: severalAnswers,
    subjects,
    newerFailure,
    about: { case: caseId ?? null, order_id: orderIds[0] ?? null, order_ids: orderIds },
    replies: repliesForAll(texts, partsOfCase(subjects, caseId ?? '')),
  };
}

/** What a reply is about. If the call is of another ticket than the typed one, the reply is kept with the typed one. */
function aboutForTicket(call: JournalEntry, caseId: string | undefined): ReplySubject {
  const about = replyAbout(call);
  const isOfTicket = caseId === undefined || matchesTypedName(call.case, caseId);
  return isOfTicket ? about : { ...about, call: null, case: caseId };
}

/** The situations that `--for` may name together with `--order-id`. */
const situationsWithOrder: readonly Situation[] = ['ios', 'need-receipt', ...questions];

/** @throws {PvgError} `usage` */
function requireOneSource(
  languages: readonly string[],
  { last = false, case: caseId, orderId }: ReplyOptions,
  situation: Situation | undefined,
): void {
  const canHaveOrder = situation === undefined || situationsWithOrder.includes(situation);
  if (orderId !== undefined && (last || !canHaveOrder)) {
    const says = `\`--order-id\` goes alone, with \`--case\`, or with \`--for\` and one of ${joinWithAnd(situationsWithOrder)}.`;
    throw new PvgError('usage', says, {
      hint: 'Alone, or with a ticket, it is the order that somebody looked up. With `--for ios` it is the number from Apple, with `--for need-receipt` the order of which the receipt is missing, and with a question the order that the player asks about.',
      nextCommand: 'pvg reply --list',
    });
  }
  // A ticket or an order alone names the call that the reply is made from.
  const isOfCall = last || (caseId ?? orderId) !== undefined;
  const hasSource = isOfCall || situation !== undefined;
  const isLastWithOther = last && (caseId ?? situation) !== undefined;
  if (hasSource && !isLastWithOther) return;
  const source = situation ? ['--for', situation] : ['--last'];
  throw new PvgError('usage', 'The reply needs one call or one situation.', {
    hint: 'Use `--case <id>` for the newest call of a ticket, `--last` for the newest call of all, or `--for <situation>`.',
    nextCommand: shellLine(['pvg', 'reply', ...languages, ...source]),
  });
}

function listReplies(typedLanguages: readonly string[]): CommandResult {
  const languages = replyLanguages.map((code) => ({ code, name: languageName(code) }));
  const languageWords = languages.map(({ code, name }) => `${code} ${name}`).join(', ');
  return commandResult('reply', {
    answer: {
      situations: [...situations].map(([id, says]) => ({ id, says })),
      languages,
    },
    view: {
      table: { head: ['Situation', 'When'], rows: [...situations] },
      notes: [`Languages: ${languageWords}.`],
      nextCommand: replyLine(typedLanguages, ['--for', 'need-receipt']),
    },
  });
}
