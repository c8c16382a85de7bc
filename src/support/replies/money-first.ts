import { joinSentences, joinWithAnd, nonEmptyTexts } from '../../text/sentences.js';
import type { Verdict } from '../../wording/description.js';
import { isVerdict, verdictById } from '../../wording/verdict.js';
import {
  isReply,
  type JournalEntry,
  type KeptEntry,
  type RemarkEntry,
  type ReplyEntry,
} from '../journal/entry.js';
import { questionNames } from './asked-questions.js';
import { questions } from './situations.js';

/** The questions about money that was, or may be, returned. A look-up does not show that (§1.1, §6), so an item of such an order is not granted at once. */
export const questionsOfMoney: readonly string[] = ['refund', 'chargeback'];

/** The verdicts after which the item may be granted. */
const verdictsBeforeGrant: readonly string[] = [
  'paid-never-received',
  'paid-and-recorded',
  'paid-recorded-with-error',
];

/** Whether a verdict leads to a grant. Not if other words have taken the place of its own, such as those for a wrong receipt. */
export function leadsToGrant({ id, next }: Pick<Verdict, 'id' | 'next'>): boolean {
  return isVerdict(id) && verdictsBeforeGrant.includes(id) && next.endsWith(verdictById(id).next);
}

/** What mentions the question: the text of a call, or any text or reply of its ticket. */
type Place = 'The text' | 'This ticket';

/** The sentences that come before the grant, if such a question is mentioned; undefined if none is. */
export function askReportsFirst(
  mentioned: readonly string[],
  place: Place = 'The text',
): string | undefined {
  const asked = questions.filter(
    (each) => questionsOfMoney.includes(each) && mentioned.includes(each),
  );
  if (asked.length === 0) return undefined;
  const names = joinWithAnd(asked.map((each) => questionNames[each] ?? each));
  return `${place} mentions ${names}: first ask whoever gets the store’s own reports whether the order is in them. Until then, do not grant.`;
}

/** The verdict with these sentences before what it says to do, and with those who get the reports before whoever acts on it. */
export function withReportsFirst<Words extends Pick<Verdict, 'id' | 'next' | 'who'>>(
  verdict: Words,
  mentioned: readonly string[],
  place: Place = 'The text',
): Words {
  const ask = askReportsFirst(mentioned, place);
  if (ask === undefined || !leadsToGrant(verdict)) return verdict;
  const { who = '', next } = verdict;
  return {
    ...verdict,
    who: `you, then ${who}`,
    next: joinSentences(ask, next),
  };
}

interface LinesWithQuestions {
  readonly calls: readonly Pick<JournalEntry, 'questions'>[];
  readonly remarks: readonly Pick<RemarkEntry, 'questions'>[];
  readonly replies: readonly Pick<ReplyEntry, 'situation'>[];
}

/** The questions that a text of these lines mentions, or that a reply answers. */
export function listMentioned({ calls, remarks, replies }: LinesWithQuestions): readonly string[] {
  const inTexts = [...calls, ...remarks].flatMap(({ questions: mentioned }) => mentioned);
  return [...inTexts, ...replies.flatMap(({ situation }) => situation ?? [])];
}

/**
 * Gives each call the verdict that holds beside all texts and replies of its ticket: a later one counts, too.
 *
 * @param lines of any tickets
 */
export function withTicketMentions(
  lines: readonly KeptEntry[],
): (call: JournalEntry) => JournalEntry {
  const mentionedByTicket = new Map<string, readonly string[]>();
  for (const line of lines) {
    const mentioned = isReply(line) ? nonEmptyTexts(line.situation) : line.questions;
    const ticket = ticketOf(line);
    mentionedByTicket.set(ticket, [...(mentionedByTicket.get(ticket) ?? []), ...mentioned]);
  }
  return (call) => {
    if (call.verdict === null) return call;
    const ticket = ticketOf(call);
    const verdict =
      ticket === ''
        ? withReportsFirst(call.verdict, call.questions)
        : withReportsFirst(call.verdict, mentionedByTicket.get(ticket) ?? [], 'This ticket');
    return { ...call, verdict };
  };
}

function ticketOf({ case: ticket }: KeptEntry): string {
  return ticket?.toLowerCase() ?? '';
}
