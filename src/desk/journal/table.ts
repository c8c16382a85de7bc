import type { Table } from '../../output/finished.js';
import { isoLocalTime, type TimeStyle } from '../../text/times.js';
import type { Fact } from '../../view/words.js';
import {
  callerName,
  fact,
  isCalledBy,
  isInFuture,
  outcomeOf,
  shownPrint,
  whenFact,
  type Caller,
} from './calls.js';
import { isReply, type Kept, type ReplyEntry } from './entry.js';

/** Up to three lines for each, so that it fits 80 columns. */
export function keptTable(all: readonly Kept[], style: TimeStyle, account: Caller): Table {
  // With a team's folder it matters who it was.
  const isTeam = all.some((kept) => !isCalledBy(kept, account));
  const some = (...words: readonly (string | null)[]): string[] =>
    words.filter((word) => word !== null && word !== '') as string[];
  return {
    head: [
      'when\norder, receipt or player\nid',
      'call',
      `outcome\nprofile, product, case${isTeam ? ', by' : ''}`,
    ],
    rows: all.map((kept) => [
      some(timeOf(kept, style), kept.order_id ?? shownPrint(kept.receipt ?? kept.player), kept.id),
      [kept.command],
      [
        isReply(kept) ? replyWords(kept) : outcomeOf(kept).word,
        some(
          kept.profile ?? (kept.environment && `(${kept.environment})`),
          isReply(kept) ? null : kept.product,
          kept.case,
          isTeam ? callerName(kept) : null,
        ).join(', '),
      ],
    ]),
  };
}

const timeOf = (kept: Kept, { timeZone, nowMs }: TimeStyle): string =>
  `${isoLocalTime(Date.parse(kept.at), timeZone)}${isInFuture(kept, nowMs) ? ' (in the future)' : ''}`;

/** Which reply it was: `pending (ko, en)`. */
export const replyWords = ({ situation, languages }: ReplyEntry): string =>
  `${situation ?? 'reply'} (${languages.join(', ')})`;

export const replyFacts = (reply: ReplyEntry): Fact[] => [
  whenFact(reply),
  ...fact('Case', reply.case),
  ...fact('Situation', reply.situation),
  ...fact('Languages', reply.languages.join(', ')),
  ...fact('Profile', reply.profile),
  ...fact('Receipt', shownPrint(reply.receipt)),
  ...fact('Player', shownPrint(reply.player)),
  ...fact('Order id', reply.order_id),
  ...fact('Call id', reply.call),
  ...fact('By', callerName(reply)),
  ...fact('pvg', reply.version),
];
