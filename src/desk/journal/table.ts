import type { Table } from '../../output/finished.js';
import { isoTime, localTime, type TimeStyle } from '../../text/times.js';
import type { Fact } from '../../view/words.js';
import { callerName, fact, isCalledBy, outcomeOf, shownPrint, whenFact, type Caller } from './calls.js';
import { isReply, type Kept, type ReplyEntry } from './entry.js';

/** Up to three lines for each, or every value with its name. */
export function keptTable(all: readonly Kept[], style: TimeStyle, account: Caller): Table {
  // With a team's folder it matters who it was.
  const isTeam = all.some((kept) => !isCalledBy(kept, account));
  const valuesOf = (kept: Kept): Fact[] => [
    ...fact('when', timeOf(kept, style)),
    ...fact('call', kept.command),
    ...fact('outcome', isReply(kept) ? replyWords(kept) : outcomeOf(kept).word),
    ...fact('about', kept.order_id ?? shownPrint(kept.receipt ?? kept.player)),
    ...fact('profile', kept.profile ?? (kept.environment && `(${kept.environment})`)),
    ...fact('product', isReply(kept) ? null : kept.product),
    ...fact('ticket', kept.case),
    ...fact('by', isTeam ? callerName(kept) : null),
    ...fact('id', kept.id),
  ];
  const pick = (values: readonly Fact[], ...labels: readonly string[]): string[] =>
    values.filter(({ label }) => labels.includes(label)).map(({ value }) => value);
  const lines = all.map(valuesOf);
  return {
    head: [
      'when\norder, receipt or player\nid',
      'call',
      `outcome\nprofile, product, ticket${isTeam ? ', by' : ''}`,
    ],
    rows: lines.map((values) => [
      pick(values, 'when', 'about', 'id'),
      pick(values, 'call'),
      [...pick(values, 'outcome'), pick(values, 'profile', 'product', 'ticket', 'by').join(', ')],
    ]),
    lines,
  };
}

function timeOf(kept: Kept, { timeZone, nowMs }: TimeStyle): string {
  const atMs = Date.parse(kept.at);
  // The clock is wrong, or that of the computer that wrote it.
  const isInFuture = atMs > nowMs + 60_000;
  const utc = isoTime(atMs - (atMs % 1000));
  return `${localTime(atMs, timeZone) ?? utc}${isInFuture ? ' (in the future)' : ''}`;
}

/** Which reply it was: `pending (ko, en)`. */
export const replyWords = ({ situation, languages }: ReplyEntry): string =>
  `${situation ?? 'reply'} (${languages.join(', ')})`;

export const replyFacts = (reply: ReplyEntry): Fact[] => [
  whenFact(reply),
  ...fact('Ticket', reply.case),
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
