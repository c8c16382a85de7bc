import type { Context } from '../../context.js';
import { interfaceRecords } from '../../contract/interfaces.js';
import { isSameOrder } from '../../contract/order-id.js';
import { sectionWords } from '../../contract/sections.js';
import { PvgError } from '../../failure.js';
import { bannerWords } from '../../output/page.js';
import { counted, joinSentences, joinWithAnd, nonEmptyTexts } from '../../text/sentences.js';
import { mapTexts } from '../../text/visible.js';
import { optionWithValue, shellLine } from '../../text/shell.js';
import { besideTime, type TimeStyle } from '../../text/times.js';
import { caveatOf, sectionsOfVerdict } from '../../wording/verdict.js';
import { adviceLabels, isCheckFirst, type Fact } from '../../wording/description.js';
import {
  askedFacts,
  callerName,
  isAboutSame,
  matchesTypedName,
  minuteUtc,
  entryOutcome,
  profileWords,
  shownPrint,
  technicalFacts,
  toneOf,
  warningsOf,
  whenFact,
} from '../journal/calls.js';
import type { JournalEntry, RemarkEntry, ReplyEntry } from '../journal/entry.js';
import { remarkWords, replyWords } from '../journal/outcome-words.js';
import { listMentioned } from '../replies/money-first.js';
import { severalAnswers } from '../replies/situations.js';
import type { Case } from './case.js';
import { htmlReport } from './html.js';
import { itemWords, type AskedInTicket } from './item-words.js';
import { listOpenOrderAnswers } from './open-refusals.js';
import { listChosenQuestions, buildOpenSections } from './open-points.js';
import { markdownReport } from './markdown.js';
import { ordersBeside, withOrdersBeside } from './open-orders.js';
import type {
  FactsSection,
  NamedSubject,
  PastCall,
  Report,
  ReportFact,
  Section,
  SubjectAnswer,
} from './section.js';
import { subjectNotes } from './subject-notes.js';
import type { CaseAnswer, CaseSubject } from './subjects.js';

/** Makes the text of a report, by the ending of its file name. */
export const reportForms = { html: htmlReport, md: markdownReport } as const;

export type ReportForm = keyof typeof reportForms;

/** @throws {PvgError} `usage` */
export function readReportForm(option: string, path: string): ReportForm {
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  if (ending === 'html' || ending === 'md') return ending;
  throw new PvgError(
    'usage',
    `The file name of ${option} must end in .html (a page) or .md (Markdown).`,
    {
      hint: `Example: \`${option} evidence.html\` or \`${option} evidence.md\`.`,
    },
  );
}

export function buildReport({ clock, timeZone, version }: Context, supportCase: Case): Report {
  const timeStyle = { nowMs: clock.now(), timeZone };
  const { id, calls, replies, remarks } = supportCase;
  const { callsOfOtherCases, repliesOfOtherCases, notesOfOtherCases } = supportCase;
  const subjects = subjectsBesideOrders(supportCase);
  const answers = subjects.flatMap((subject) => [subject, ...subject.answersElsewhere]);
  const entries = answers.map(({ entry }) => entry);
  // The page also shows look-ups that other tickets made of the orders that this one waits for.
  const shownAnswers = [...entries, ...listOpenOrderAnswers(supportCase)];
  const places = shownAnswers.map(({ environment, origin }) => ({
    environment,
    demo: origin === 'local',
  }));
  const asked = {
    hasQuestion: listChosenQuestions(supportCase).length > 0,
    mentioned: listMentioned(supportCase),
  };
  const report: Report = {
    title: id === null ? { kind: 'Report', name: '' } : { kind: 'Ticket', name: id },
    case: id,
    banner: bannerWords(places),
    lead: leadWords(supportCase),
    summary: summaryWords(subjects),
    sections: [
      ...buildOpenSections(supportCase),
      ...subjects.flatMap((subject) => subjectSections(subject, { timeStyle, asked, supportCase })),
      // The title says `printed`: pvg does not know whether a reply was sent.
      ...callsSection('Replies printed for the player', pastReplies(replies)),
      ...callsSection('Notes, refused pastes and moves', remarks.map(pastRemark)),
      ...callsSection(
        'All calls',
        calls.map((call) => pastCall(call)),
      ),
      ...callsSection(
        'Other calls about the same purchase or player (another ticket, profile or environment)',
        callsOfOtherCases.map((call) => callElsewhere(call, id, repliesOfOtherCases)),
      ),
      ...callsSection('Notes of these other tickets', notesOfOtherCases.map(noteOfOtherCase)),
    ],
    footer: [
      `Made by pvg ${version} at ${minuteUtc(new Date(timeStyle.nowMs).toISOString())}.`,
      'pvg put no receipt, no token, no secret and no player’s name into this report; notes stand as people wrote them. Times come from the clock of the computer that made the calls.',
      ...nonEmptyTexts(contractWords(entries)),
    ],
  };
  return mapTexts(report, withoutAddresses);
}

/** The subjects, with a doubt added to each answer if the ticket also names an order that nobody looked up. */
export function subjectsBesideOrders(supportCase: Case): readonly CaseSubject[] {
  const { subjects, isOneSubjectOnly } = supportCase;
  // A part of a ticket does not have the calls about its other purchases.
  if (isOneSubjectOnly) return subjects;
  const addDoubt = (answer: CaseAnswer): CaseAnswer => ({
    ...answer,
    entry: withOrdersBeside(answer.entry, {
      others: ordersBeside(answer.entry, supportCase),
      words: '',
    }),
  });
  return subjects.map((subject) => ({
    ...addDoubt(subject),
    answersElsewhere: subject.answersElsewhere.map(addDoubt),
  }));
}

function leadWords({ id, isOneSubjectOnly, incompleteWords }: Case): string {
  const evidence = 'Evidence for the ticket.';
  if (!isOneSubjectOnly || id === null) return joinSentences(evidence, incompleteWords);
  const command = shellLine(['pvg', 'report', ...optionWithValue('--case', id)]);
  return joinSentences(evidence, `All of this ticket: \`${command}\`.`, incompleteWords);
}

/** Names the sections of the contract that the verdicts and the errors rest on. */
function contractWords(entries: readonly JournalEntry[]): string | undefined {
  const sections = entries.flatMap(({ verdict, error }) =>
    nonEmptyTexts(...sectionsOfVerdict(verdict?.id), error?.section),
  );
  return sectionWords(sections);
}

/** A section with the calls; none if there are no calls. */
function callsSection(title: string, calls: readonly PastCall[]): Section[] {
  return calls.length === 0 ? [] : [{ kind: 'calls', title, calls }];
}

function namedSubject({ entry, calls }: CaseSubject): NamedSubject {
  if (interfaceRecords[entry.interface].about === 'player') {
    return { kind: 'Player', name: shownPrint(entry.player) ?? '' };
  }
  const orderId = entry.order_id ?? calls.findLast((call) => call.order_id !== null)?.order_id;
  return {
    kind: 'Purchase',
    name: orderId ?? nonEmptyTexts(entry.product, shownPrint(entry.receipt)).join(', '),
  };
}

/** For a ticket with several: how many there are, and how many of each outcome. */
function summaryWords(subjects: readonly CaseSubject[]): string | null {
  if (subjects.length < 2) return null;
  const kinds = countsOf(subjects.map((subject) => namedSubject(subject).kind.toLowerCase()));
  const outcomes = countsOf(subjects.map(({ entry }) => entryOutcome(entry).word));
  const subjectCounts = ['purchase', 'player'].flatMap((kind) => {
    const count = kinds.get(kind);
    return count === undefined ? [] : [counted(count, kind)];
  });
  const outcomeCounts = [...outcomes].map(([id, count]) => `${count} × \`${id}\``);
  return `This ticket has ${joinWithAnd(subjectCounts)}: ${outcomeCounts.join(', ')}.`;
}

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

interface SubjectStyle {
  readonly timeStyle: TimeStyle;
  readonly asked: AskedInTicket;
  readonly supportCase: Case;
}

function subjectSections(
  subject: CaseSubject,
  { timeStyle, asked, supportCase }: SubjectStyle,
): Section[] {
  const { entry, answersElsewhere } = subject;
  const describe = (answer: CaseAnswer): SubjectAnswer => answerOf(answer, asked);
  const main = describe(subject);
  const calls = [subject, ...answersElsewhere].flatMap((each) => each.calls);
  const sections: Section[] = [
    {
      kind: 'subject',
      subject: namedSubject(subject),
      ...main,
      notes: [...main.notes, ...subjectNotes(calls, supportCase)],
      also: answersElsewhere.map(describe),
    },
    ...answerFacts(entry, timeStyle, ''),
    ...answersElsewhere.flatMap((other) =>
      answerFacts(other.entry, timeStyle, `, ${profileWords(other.entry)}`),
    ),
  ];
  return sections.filter((part) => part.kind !== 'facts' || part.facts.length > 0);
}

function answerOf({ entry, calls }: CaseAnswer, asked: AskedInTicket): SubjectAnswer {
  const { advice, verdict, error } = entry;
  const codes = new Set([verdict?.id, error?.code]);
  return {
    place: profileWords(entry),
    tone: toneOf(entry),
    headline: entryOutcome(entry).says,
    badges: nonEmptyTexts(advice && adviceLabels[advice], ...codes),
    next: itemWords(entry, asked),
    notes: nonEmptyTexts(...warningsOf(entry), newerCallWords(entry, calls), caveatOf(verdict?.id)),
  };
}

/** @param titleSuffix the profile of the answer, such as `, shop (prod)`; empty for the first answer of a subject */
function answerFacts(
  entry: JournalEntry,
  timeStyle: TimeStyle,
  titleSuffix: string,
): FactsSection[] {
  const askedAndWhen = [
    { label: 'Call', value: entry.command },
    whenFact(entry),
    ...askedFacts(entry),
  ];
  // `other-order` is left out, because the verdict says it already.
  const shownAnomalies = entry.anomalies.filter(({ id }) => id !== 'other-order');
  const unusual = shownAnomalies.map(({ field, says }) => ({ label: field, value: says }));
  // These facts are left out, because they stand as warnings below the verdict.
  const facts = entry.facts.filter((fact) => !isCheckFirst(fact));
  return [
    factsSection(`What the answer says${titleSuffix}`, facts, timeStyle),
    factsSection(`What was asked${titleSuffix}`, askedAndWhen, timeStyle),
    factsSection(`Unusual in the answer${titleSuffix}`, unusual, timeStyle),
    {
      ...factsSection(`Technical details${titleSuffix}`, technicalFacts(entry), timeStyle),
      folded: true,
    },
  ];
}

function factsSection(title: string, facts: readonly Fact[], timeStyle: TimeStyle): FactsSection {
  const reportFacts = facts.map((fact) => reportFact(fact, timeStyle));
  return { kind: 'facts', title, facts: reportFacts, folded: false };
}

function reportFact({ label, value }: Fact, timeStyle: TimeStyle): ReportFact {
  const besides = besideTime(value, timeStyle);
  return besides ? { label, value, besides } : { label, value };
}

function newerCallWords(entry: JournalEntry, calls: readonly JournalEntry[]): string | undefined {
  const newest = calls.at(-1) ?? entry;
  if (newest.id === entry.id) return undefined;
  return `This was the answer at ${minuteUtc(entry.at)}. The newest call is a ${newest.command} of ${minuteUtc(newest.at)}: ${entryOutcome(newest).says}`;
}

/** A call of another case, with the replies that were printed for it. */
function callElsewhere(
  call: JournalEntry,
  caseId: string | null,
  replies: readonly ReplyEntry[],
): PastCall {
  const past = pastCall(call, otherTicketWords(call, caseId));
  const printed = replies.filter((reply) => reply.call === call.id);
  const replyFacts = printed.map((reply) => `reply ${replyWords(reply)}, ${minuteUtc(reply.at)}`);
  return { ...past, facts: [...past.facts, ...replyFacts] };
}

/** @param ticketWords names the ticket of the call, such as `ticket T-7`, if it is not that of the report */
function pastCall(call: JournalEntry, ticketWords?: string): PastCall {
  return {
    id: call.id,
    at: minuteUtc(call.at),
    tone: toneOf(call),
    says: `${call.command}: ${entryOutcome(call).says}`,
    facts: nonEmptyTexts(
      profileWords(call),
      ticketWords,
      call.product,
      shownPrint(call.receipt ?? call.player),
      call.status !== null && `HTTP ${call.status}`,
      callerName(call),
      call.id,
    ),
    texts: [],
  };
}

function otherTicketWords(call: JournalEntry, caseId: string | null): string | undefined {
  if (matchesTypedName(call.case, caseId ?? '')) return undefined;
  return call.case === null ? 'no ticket' : `ticket ${call.case}`;
}

/** The replies, oldest first. Each names the last later reply that takes its place: for one purchase, only the last reply counts. */
function pastReplies(replies: readonly ReplyEntry[]): PastCall[] {
  return replies.map((reply, index) => {
    const later = replies.slice(index + 1).findLast((other) => takesPlaceOf(other, reply));
    return pastReply(reply, later);
  });
}

/**
 * Whether a later reply takes the place of an earlier one, because it is about the same purchase or player, or about the whole
 * ticket. A reply that was chosen with `--for` has no receipt, so its order ids are compared.
 */
function takesPlaceOf(later: ReplyEntry, reply: ReplyEntry): boolean {
  // A reply that was made from a call is about that call alone, also if the call has no receipt, player or order id.
  const isOfWholeTicket = !isAboutOne(later) || later.situation === severalAnswers;
  if (isOfWholeTicket) return later.call === null;
  const { receipt, player, order_ids: orderIds } = reply;
  const isOfLater = (orderId: string): boolean =>
    later.order_ids.some((other) => isSameOrder(other, orderId));
  const isSamePurchase = orderIds.length > 0 && orderIds.every(isOfLater);
  return isSamePurchase || isAboutSame({ receipt, player }, later);
}

/** Whether a reply is about one purchase or one player. */
function isAboutOne({ receipt, player, order_id: orderId }: ReplyEntry): boolean {
  return (receipt ?? player ?? orderId) !== null;
}

function pastReply(reply: ReplyEntry, later: ReplyEntry | undefined): PastCall {
  const subject = reply.order_ids.join(', ') || shownPrint(reply.receipt ?? reply.player);
  const followed = later && `followed by a later reply (${minuteUtc(later.at)})`;
  return {
    id: reply.id,
    at: minuteUtc(reply.at),
    tone: null,
    says: replyWords(reply),
    facts: nonEmptyTexts(followed, subject, callerName(reply)),
    texts: reply.texts,
  };
}

function pastRemark(remark: RemarkEntry): PastCall {
  return {
    id: remark.id,
    at: minuteUtc(remark.at),
    tone: null,
    says: remarkWords(remark),
    facts: nonEmptyTexts(...remark.order_ids, callerName(remark)),
    texts: [],
  };
}

/** Only the beginning of the note is shown, because it was written for another ticket. */
function noteOfOtherCase(note: RemarkEntry): PastCall {
  const past = pastRemark(note);
  const text = note.text ?? '';
  const beginning = text.length > longestNote ? `${text.slice(0, longestNote)}…` : text;
  return {
    ...past,
    says: `note: ${beginning}`,
    facts: [`ticket ${note.case ?? ''}`, ...past.facts],
  };
}

const longestNote = 200;

/**
 * Hides e-mail addresses, because many people read a ticket; a note or an answer of the service may have one. What stands around
 * an address stays: `<maria@example.com>`, `mail:maria@example.com;`.
 */
function withoutAddresses(text: string): string {
  return text.replace(
    /[^\s@<>"'(),:;]{1,64}@[^\s@<>"'(),:;]{1,253}\.[a-z]{2,24}/gi,
    '[e-mail address]',
  );
}
