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
  whenFact,
} from '../journal/calls.js';
import type { JournalEntry, ReplyEntry } from '../journal/entry.js';
import { replyWords } from '../journal/table.js';
import { toneOf, type Case, type CaseSubject } from './case.js';
import { htmlReport } from './html.js';
import { markdownReport } from './markdown.js';
import type { ReportFact, Named, PastCall, Report, Section } from './section.js';

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

export function reportOf({ clock, timeZone, version }: Context, found: Case): Report {
  const reading = { nowMs: clock.now(), timeZone };
  const { id, subjects, isPart } = found;
  const entries = subjects.map(({ entry }) => entry);
  const sections = entries.flatMap(({ verdict, error }) =>
    nonEmptyTexts(...sectionsOfVerdict(verdict?.id), error?.section),
  );
  const report: Report = {
    title: id === null ? { kind: 'Report', name: '' } : { kind: 'Ticket', name: id },
    case: id,
    banner: bannerWords(
      entries.map(({ environment, origin }) => ({ environment, demo: origin === 'local' })),
    ),
    lead: joinSentences(
      'Evidence for the ticket.',
      isPart &&
        id !== null &&
        `All of this ticket: \`${shellLine(['pvg', 'report', ...optionWithValue('--case', id)])}\`.`,
      found.incomplete,
    ),
    sections: [
      ...subjects.flatMap((subject) => sectionsOf(subject, reading)),
      // pvg prints them; it does not know what was sent.
      ...listOf('Replies printed for the player', found.replies, pastReply),
      ...listOf('All calls', found.calls, (call) => pastCall(call)),
      ...listOf(
        'Other calls about the same purchase or player (another ticket, profile or environment)',
        found.elsewhere,
        (call) => pastCall(call, id),
      ),
    ],
    footer: [
      `Made by pvg ${version} at ${minuteUtc(new Date(reading.nowMs).toISOString())}.`,
      'pvg put no receipt, no token, no secret and no player’s name into this report. Times come from the clock of the computer that made the calls.',
      // What the verdicts and the errors rest on.
      ...nonEmptyTexts(sectionWords(sections)),
    ],
  };
  return mapTexts(report, withoutAddresses);
}

/** None without a call. */
const listOf = <Item>(
  title: string,
  items: readonly Item[],
  past: (item: Item) => PastCall,
): Section[] => (items.length === 0 ? [] : [{ kind: 'calls', title, calls: items.map(past) }]);

function namedBy({ entry, calls }: CaseSubject): Named {
  if (records[entry.interface].about === 'player') {
    return { kind: 'Player', name: entry.player ?? '' };
  }
  const orderId = entry.order_id ?? calls.findLast((call) => call.order_id !== null)?.order_id;
  return {
    kind: 'Purchase',
    name: orderId ?? nonEmptyTexts(entry.product, shownPrint(entry.receipt)).join(', '),
  };
}

function sectionsOf({ entry, calls }: CaseSubject, reading: TimeStyle): Section[] {
  const { advice, verdict, error } = entry;
  const part = (title: string, facts: readonly Fact[], folded = false): Section[] =>
    facts.length === 0 ? [] : [{ kind: 'facts', title, facts: facts.map(lineIn(reading)), folded }];
  return [
    {
      ...({
        kind: 'subject',
        subject: namedBy({ entry, calls }),
        place: profileWords(entry),
      } as const),
      ...{ tone: toneOf(entry), headline: entryOutcome(entry).says },
      badges: nonEmptyTexts(advice && adviceLabels[advice], ...new Set([verdict?.id, error?.code])),
      next: nextOf(entry),
      notes: [...newerThan(entry, calls), ...nonEmptyTexts(caveatOf(verdict?.id))],
    },
    ...part('What the answer says', entry.facts),
    ...part('What was asked', [
      { label: 'Call', value: entry.command },
      whenFact(entry),
      ...askedFacts(entry),
    ]),
    ...part(
      'Unusual in the answer',
      entry.anomalies.map(({ field, says }) => ({ label: field, value: says })),
    ),
    ...part('Technical details', technicalFacts(entry), true),
  ];
}

const lineIn =
  (reading: TimeStyle) =>
  ({ label, value }: Fact): ReportFact => {
    const besides = besideTime(value, reading);
    return { label, value, ...(besides && { besides }) };
  };

/** Who acts next and how. */
const nextOf = ({ phase, error, verdict }: JournalEntry): string =>
  phase === 'sent'
    ? 'Look up the purchase before you do anything else: a look-up changes nothing. A second verify may get HTTP 409.'
    : adviceWords(error, verdict) || 'Make the call again.';

const newerThan = (entry: JournalEntry, calls: readonly JournalEntry[]): string[] => {
  const newest = calls.at(-1) ?? entry;
  const says = `This was the answer at ${minuteUtc(entry.at)}. The newest call is a ${newest.command} of ${minuteUtc(newest.at)}: ${entryOutcome(newest).says}`;
  return newest.id === entry.id ? [] : [says];
};

/** @param id the case of the report, for a call that is not of it */
const pastCall = (call: JournalEntry, id?: string | null): PastCall => ({
  ...{ id: call.id, at: minuteUtc(call.at) },
  tone: toneOf(call),
  says: `${call.command}: ${entryOutcome(call).says}`,
  facts: nonEmptyTexts(
    profileWords(call),
    id !== undefined &&
      !matchesTypedName(call.case, id ?? '') &&
      (call.case === null ? 'no ticket' : `ticket ${call.case}`),
    call.product,
    shownPrint(call.receipt ?? call.player),
    call.status !== null && `HTTP ${call.status}`,
    callerName(call),
    call.id,
  ),
});

const pastReply = (reply: ReplyEntry): PastCall => ({
  ...{ id: reply.id, at: minuteUtc(reply.at) },
  tone: null,
  says: replyWords(reply),
  facts: nonEmptyTexts(
    reply.order_id ?? shownPrint(reply.receipt ?? reply.player),
    callerName(reply),
  ),
});

/** Many people read a ticket, so no e-mail address belongs there; a service or a person may repeat one. */
const withoutAddresses = (text: string): string =>
  text.replace(/[^\s@<>"'(),:;]{1,64}@[^\s@<>"'(),:;]{1,253}\.[a-z]{2,24}/gi, '[e-mail address]');
