import type { Context } from '../../context.js';
import { records } from '../../contract/interfaces.js';
import { sectionWords } from '../../contract/sections.js';
import { PvgError } from '../../failure.js';
import { bannerWords } from '../../output/page.js';
import { mapTexts } from '../../text/map-texts.js';
import { nonEmptyTexts, joinSentences } from '../../text/sentences.js';
import { optionWithValue, shellLine } from '../../text/shell.js';
import { besideTime, type TimeStyle } from '../../text/times.js';
import { caveatOf, sectionsOfVerdict } from '../../wording/verdict.js';
import { adviceLabels, adviceWords, type Fact } from '../../wording/description.js';
import {
  askedFacts,
  callerName,
  matchesTypedName,
  minuteUtc,
  entryOutcome,
  profileWords,
  shownPrint,
  technicalFacts,
  toneOf,
  whenFact,
} from '../journal/calls.js';
import type { JournalEntry, RemarkEntry, ReplyEntry } from '../journal/entry.js';
import { remarkWords, replyWords } from '../journal/table.js';
import { type Case, type CaseSubject } from './case.js';
import { htmlReport } from './html.js';
import { markdownReport } from './markdown.js';
import type {
  FactsSection,
  NamedSubject,
  PastCall,
  Report,
  ReportFact,
  Section,
} from './section.js';

/** By the ending of the file. */
export const reportForms = { html: htmlReport, md: markdownReport } as const;

export type ReportForm = keyof typeof reportForms;

/** @throws {PvgError} `usage` */
export function reportFormOf(option: string, path: string): ReportForm {
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

export function reportOf({ clock, timeZone, version }: Context, supportCase: Case): Report {
  const reading = { nowMs: clock.now(), timeZone };
  const { id, subjects, calls, replies, remarks, elsewhere } = supportCase;
  const entries = subjects.map(({ entry }) => entry);
  const places = entries.map(({ environment, origin }) => ({
    environment,
    demo: origin === 'local',
  }));
  const report: Report = {
    title: id === null ? { kind: 'Report', name: '' } : { kind: 'Ticket', name: id },
    case: id,
    banner: bannerWords(places),
    lead: leadWords(supportCase),
    sections: [
      ...subjects.flatMap((subject) => subjectSections(subject, reading)),
      // pvg prints them; it does not know what was sent.
      ...callsSection('Replies printed for the player', replies.map(pastReply)),
      ...callsSection('Notes, refused pastes and moves', remarks.map(pastRemark)),
      ...callsSection(
        'All calls',
        calls.map((call) => pastCall(call)),
      ),
      ...callsSection(
        'Other calls about the same purchase or player (another ticket, profile or environment)',
        elsewhere.map((call) => pastCall(call, otherTicketWords(call, id))),
      ),
    ],
    footer: [
      `Made by pvg ${version} at ${minuteUtc(new Date(reading.nowMs).toISOString())}.`,
      'pvg put no receipt, no token, no secret and no player’s name into this report. Times come from the clock of the computer that made the calls.',
      ...nonEmptyTexts(contractWords(entries)),
    ],
  };
  return mapTexts(report, withoutAddresses);
}

function leadWords({ id, isPart, incomplete }: Case): string {
  const evidence = 'Evidence for the ticket.';
  if (!isPart || id === null) return joinSentences(evidence, incomplete);
  const command = shellLine(['pvg', 'report', ...optionWithValue('--case', id)]);
  return joinSentences(evidence, `All of this ticket: \`${command}\`.`, incomplete);
}

/** What the verdicts and the errors rest on. */
function contractWords(entries: readonly JournalEntry[]): string | undefined {
  const sections = entries.flatMap(({ verdict, error }) =>
    nonEmptyTexts(...sectionsOfVerdict(verdict?.id), error?.section),
  );
  return sectionWords(sections);
}

/** None without a call. */
function callsSection(title: string, calls: readonly PastCall[]): Section[] {
  return calls.length === 0 ? [] : [{ kind: 'calls', title, calls }];
}

function subjectName({ entry, calls }: CaseSubject): NamedSubject {
  if (records[entry.interface].about === 'player') {
    return { kind: 'Player', name: entry.player ?? '' };
  }
  const orderId = entry.order_id ?? calls.findLast((call) => call.order_id !== null)?.order_id;
  return {
    kind: 'Purchase',
    name: orderId ?? nonEmptyTexts(entry.product, shownPrint(entry.receipt)).join(', '),
  };
}

function subjectSections(subject: CaseSubject, reading: TimeStyle): Section[] {
  const { entry, calls } = subject;
  const { advice, verdict, error, anomalies } = entry;
  const askedAndWhen = [
    { label: 'Call', value: entry.command },
    whenFact(entry),
    ...askedFacts(entry),
  ];
  const unusual = anomalies.map(({ field, says }) => ({ label: field, value: says }));
  const codes = new Set([verdict?.id, error?.code]);
  const sections: Section[] = [
    {
      kind: 'subject',
      subject: subjectName(subject),
      place: profileWords(entry),
      tone: toneOf(entry),
      headline: entryOutcome(entry).says,
      badges: nonEmptyTexts(advice && adviceLabels[advice], ...codes),
      next: nextWords(entry),
      notes: nonEmptyTexts(newerCallWords(entry, calls), caveatOf(verdict?.id)),
    },
    factsSection('What the answer says', entry.facts, reading),
    factsSection('What was asked', askedAndWhen, reading),
    factsSection('Unusual in the answer', unusual, reading),
    { ...factsSection('Technical details', technicalFacts(entry), reading), folded: true },
  ];
  return sections.filter((part) => part.kind !== 'facts' || part.facts.length > 0);
}

function factsSection(title: string, facts: readonly Fact[], reading: TimeStyle): FactsSection {
  const reportFacts = facts.map((fact) => reportFact(fact, reading));
  return { kind: 'facts', title, facts: reportFacts, folded: false };
}

function reportFact({ label, value }: Fact, reading: TimeStyle): ReportFact {
  const besides = besideTime(value, reading);
  return besides ? { label, value, besides } : { label, value };
}

/** Who acts next and how. */
function nextWords({ phase, error, verdict }: JournalEntry): string {
  if (phase === 'sent') {
    return 'Look up the purchase before you do anything else: a look-up changes nothing. A second verify may get HTTP 409.';
  }
  return adviceWords(error, verdict) || 'Make the call again.';
}

function newerCallWords(entry: JournalEntry, calls: readonly JournalEntry[]): string | undefined {
  const newest = calls.at(-1) ?? entry;
  if (newest.id === entry.id) return undefined;
  return `This was the answer at ${minuteUtc(entry.at)}. The newest call is a ${newest.command} of ${minuteUtc(newest.at)}: ${entryOutcome(newest).says}`;
}

/** @param ticketWords of which ticket it is, where that is not the one of the report */
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
  };
}

function otherTicketWords(call: JournalEntry, caseId: string | null): string | undefined {
  if (matchesTypedName(call.case, caseId ?? '')) return undefined;
  return call.case === null ? 'no ticket' : `ticket ${call.case}`;
}

function pastReply(reply: ReplyEntry): PastCall {
  const subject = reply.order_id ?? shownPrint(reply.receipt ?? reply.player);
  return {
    id: reply.id,
    at: minuteUtc(reply.at),
    tone: null,
    says: replyWords(reply),
    facts: nonEmptyTexts(subject, callerName(reply), ...reply.texts.map(onOneLine)),
  };
}

const onOneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .trim();

function pastRemark(remark: RemarkEntry): PastCall {
  return {
    id: remark.id,
    at: minuteUtc(remark.at),
    tone: null,
    says: remarkWords(remark),
    facts: nonEmptyTexts(remark.order_id, callerName(remark)),
  };
}

/** Many people read a ticket, so no e-mail address belongs there; a service or a person may repeat one. */
function withoutAddresses(text: string): string {
  return text.replace(
    /[^\s@<>"'(),:;]{1,64}@[^\s@<>"'(),:;]{1,253}\.[a-z]{2,24}/gi,
    '[e-mail address]',
  );
}
