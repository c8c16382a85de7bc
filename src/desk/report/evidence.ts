import type { Context } from '../../context.js';
import { inOrder } from '../../contract/sections.js';
import { bannerWords } from '../../output/page.js';
import { withoutAddresses } from '../../output/redaction/addresses.js';
import { counted } from '../../text/counted.js';
import { mapTexts } from '../../text/map-texts.js';
import { exactLocalTime, isoLocalTime, momentOf, type Moment, type TimeStyle } from '../../text/times.js';
import { callerName } from '../journal/calls.js';
import type { JournalEntry } from '../journal/entry.js';
import { isNamed } from '../journal/line.js';
import type { Remark } from '../journal/remark.js';
import { blockOf, fingerprintText, type Block } from './block.js';
import type { Case } from './case.js';
import { headlineOf, toneOf } from './call-words.js';

/** Who reads the report: a ticket anybody may open, or the operator of the service. */
export const audiences = ['support', 'operator'] as const;
export type Audience = (typeof audiences)[number];

interface EvidenceOptions extends TimeStyle {
  readonly audience: Audience;
  readonly version: string;
}

export const evidenceFor = (
  { clock, timeZone, version }: Context,
  found: Case,
  audience: Audience,
): Evidence => evidenceOf(found, { audience, nowMs: clock.now(), timeZone, version });

/** Everything that a report says, before it has a form: HTML, Markdown and `--json` read this object. */
export type Evidence = Readonly<ReturnType<typeof writtenBy>>;

/** A call of the report's table. */
export type PastCall = ReturnType<typeof pastCall>;

export type Reply = ReturnType<typeof replyOf>;

export const evidenceOf = (found: Case, options: EvidenceOptions): Evidence =>
  mapTexts(writtenBy(found, options), withoutAddresses);

function writtenBy(found: Case, options: EvidenceOptions) {
  const { id, subjects, calls, remarks, others, incomplete = null } = found;
  const blocks = subjects.map((subject) => blockOf(subject, options, options.audience === 'operator'));
  const shown = new Set(blocks.map(({ call }) => call));
  return {
    audience: options.audience,
    case: id,
    title: titleOf(id, blocks),
    banner: bannerWords(blocks),
    incomplete,
    blocks,
    others,
    calls: calls.map((call) => pastCall(call, { id, shown }, options)),
    replies: remarks.map((reply) => replyOf(reply, id, options)),
    made: madeAt(options),
    sections: inOrder(blocks.flatMap(({ sections }) => sections)),
    version: options.version,
  };
}

/** A report about several is named by its case. Kind and name are separate, because the name comes from a stranger. */
function titleOf(ticket: string | null, blocks: readonly Block[]): Block['subject'] {
  const [first, ...others] = blocks;
  if (first !== undefined && others.length === 0) return first.subject;
  return ticket === null ? { kind: contentsOf(blocks), name: '' } : { kind: 'Case', name: ticket };
}

/** `2 purchases and 1 player`. */
export const contentsOf = (blocks: readonly Block[]): string => {
  const players = blocks.filter(({ subject }) => subject.kind === 'Player').length;
  const purchases = blocks.length - players;
  return [
    ...(purchases > 0 || players === 0 ? [counted(purchases, 'purchase')] : []),
    ...(players > 0 ? [counted(players, 'player')] : []),
  ].join(' and ');
};

/** Without an age: it is now. */
const madeAt = ({ nowMs, timeZone }: TimeStyle): Moment => ({
  utc: new Date(nowMs).toISOString(),
  local: exactLocalTime(nowMs, timeZone),
  age: '',
});

function pastCall(
  call: JournalEntry,
  { id, shown }: { readonly id: string | null; readonly shown: ReadonlySet<string> },
  reading: TimeStyle,
) {
  const isOther = id !== null && !isNamed(call.case, id);
  return {
    id: call.id,
    ...when(call.at, reading),
    /** The reader's clock without its name, for a narrow column. */
    clock: clockTime(call.at, reading.timeZone),
    command: call.command,
    says: headlineOf(call),
    tone: toneOf(call),
    verdict: call.verdict?.id ?? null,
    profile: call.profile,
    environment: call.environment,
    product: call.product,
    fingerprint: call.receipt ?? call.player,
    receipt: call.receipt === null ? null : fingerprintText(call.receipt),
    player: call.player === null ? null : fingerprintText(call.player),
    http: call.status,
    by: callerName(call),
    /** Not made for this case. */
    elsewhere: !isOther ? null : call.case === null ? 'made without a case' : `made for case ${call.case}`,
    reported: shown.has(call.id),
  };
}

function when(
  at: string,
  reading: TimeStyle,
): { readonly at: string; readonly local: string | null; readonly age: string } {
  const moment = momentOf(at, reading);
  return { at, local: moment?.local ?? null, age: moment?.age ?? '' };
}

function clockTime(at: string, timeZone: string): string | null {
  const local = momentOf(at, { nowMs: 0, timeZone })?.local ?? null;
  return local === null ? null : isoLocalTime(Date.parse(at), timeZone).replace('T', ' ');
}

/** With the ticket, if it is not the one of the report. */
const authorOf = (remark: Remark, id: string | null): string | null =>
  [
    callerName(remark),
    remark.case !== null && (id === null || !isNamed(remark.case, id)) ? `for ${remark.case}` : null,
  ]
    .filter((part) => part !== null)
    .join(' · ') || null;

const replyOf = (reply: Remark, id: string | null, reading: TimeStyle) => ({
  id: reply.id,
  ...when(reply.at, reading),
  by: authorOf(reply, id),
  situation: reply.situation,
  languages: reply.languages,
  about:
    reply.order_id ??
    ((reply.receipt ?? reply.player) && fingerprintText(reply.receipt ?? reply.player ?? '')),
});
