import type { Fact } from '../../view/words.js';
import type { Table } from '../../output/finished.js';
import { counted } from '../../text/counted.js';
import { listed } from '../../text/listed.js';
import { age, isoLocalTime, type TimeStyle } from '../../text/times.js';
import { callerName, fact, isCalledBy, outcomeOf, shownPrint, whenFact, type Caller } from './calls.js';
import type { JournalEntry } from './entry.js';
import { isRemark, type Kept } from './kept.js';
import { inTime } from './line.js';
import type { Remark } from './remark.js';

/** How a person sees what the journal keeps: calls, and the replies among them. */

export const newestFirst = (calls: readonly JournalEntry[], remarks: readonly Remark[]): Kept[] =>
  inTime([...calls, ...remarks]).reverse();

/** Up to three lines for each, or every value with its name. */
export function keptTable(all: readonly Kept[], style: TimeStyle, account: Caller): Table {
  // With a team's folder it matters who it was.
  const isTeam = all.some((kept) => !isCalledBy(kept, account));
  const caller = (kept: Kept): string[] => (isTeam ? [callerName(kept) ?? ''] : []);
  return {
    head: [
      'when\norder, receipt or player\nid',
      'call',
      `outcome\nprofile, product, case${isTeam ? ', by' : ''}`,
    ],
    rows: all.map((kept) => [
      [timeOf(kept, style), aboutOf(kept), kept.id].filter((word) => word !== ''),
      [kept.command],
      [
        outcomeWord(kept),
        [profileOf(kept), productOf(kept), kept.case, ...caller(kept)]
          .filter((word) => word !== null)
          .join(', '),
      ],
    ]),
    lines: all.map((kept) => [
      ...fact('when', `${timeOf(kept, style)} (${age(Date.parse(kept.at), style.nowMs)})`),
      ...fact(isRemark(kept) ? 'kind' : 'call', kept.command),
      ...fact(isRemark(kept) ? 'text' : 'outcome', outcomeWord(kept)),
      ...fact('profile', profileOf(kept)),
      ...fact('product', productOf(kept)),
      ...fact('order', kept.order_id),
      ...fact('receipt', shownPrint(kept.receipt)),
      ...fact('player', shownPrint(kept.player)),
      ...fact('case', kept.case),
      ...caller(kept).flatMap((name) => fact('by', name)),
      ...fact('id', kept.id),
    ]),
  };
}

const timeOf = ({ at }: Kept, { timeZone }: TimeStyle): string => isoLocalTime(Date.parse(at), timeZone);

const profileOf = (kept: Kept): string | null =>
  kept.profile ?? (kept.environment === null ? null : `(${kept.environment})`);

/** An order id is the only name that a person can compare with a ticket. */
const aboutOf = (kept: Kept): string => kept.order_id ?? kept.receipt ?? kept.player ?? '';

const productOf = (kept: Kept): string | null => (isRemark(kept) ? null : kept.product);

const outcomeWord = (kept: Kept): string => (isRemark(kept) ? remarkWords(kept) : outcomeOf(kept).word);

/** Which reply it was: `pending (ko, en)`. */
export const remarkWords = ({ situation, languages }: Remark): string =>
  `${situation ?? 'reply'} (${languages.join(', ')})`;

export const remarkFacts = (remark: Remark): Fact[] => [
  whenFact(remark),
  ...fact('Case', remark.case),
  ...fact('Situation', remark.situation),
  ...fact('Languages', remark.languages.join(', ')),
  ...fact('Profile', profileOf(remark)),
  ...fact('Receipt', shownPrint(remark.receipt)),
  ...fact('Player', shownPrint(remark.player)),
  ...fact('Order id', remark.order_id),
  ...fact('Call', remark.call),
  ...fact('By', callerName(remark)),
  ...fact('pvg', remark.version),
];

/** `2 calls and 1 reply`. */
export function countsOf(found: readonly Kept[]): string {
  const replies = found.filter(isRemark).length;
  const calls = found.length - replies;
  return listed([
    ...(calls > 0 ? [counted(calls, 'call')] : []),
    ...(replies > 0 ? [counted(replies, 'reply', 'replies')] : []),
  ]);
}

const aboutWords = ({ order_id: orderId, case: caseId }: Remark): string =>
  `${orderId === null ? '' : `, about ${orderId}`}${caseId === null ? '' : `, for ${caseId}`}`;

export const newestReply = (found: readonly Kept[]): string[] =>
  found
    .filter(isRemark)
    .slice(0, 1)
    .map((reply) => `The newest reply: ${remarkWords(reply)}${aboutWords(reply)}.`);
