import type { Command } from 'commander';
import { recorderOf } from '../calls/connection.js';
import type { Context } from '../context.js';
import { lookupOf } from '../desk/explain/last-failure.js';
import { outcomeOf, pageName, profileFact } from '../desk/journal/calls.js';
import { minuteUtc } from '../desk/journal/earlier.js';
import type { JournalEntry } from '../desk/journal/entry.js';
import { requireJournal } from '../desk/journal/journal.js';
import { isNamed } from '../desk/journal/line.js';
import { remarksAbout, type Remark } from '../desk/journal/remark.js';
import { keepReply, type GivenReply } from '../desk/replies/give.js';
import {
  languageName,
  readLanguages,
  replyLanguages,
  type ReplyLanguage,
} from '../desk/replies/languages.js';
import {
  isSilence,
  productIn,
  readSituation,
  silences,
  situations,
  tellable,
  type Silence,
  type Situation,
} from '../desk/replies/situations.js';
import { readReplies, repliesFor, textOf, type Reply } from '../desk/replies/texts.js';
import { sentences } from '../text/sentences.js';
import { looksLikeToken } from '../contract/purchase-token.js';
import { PvgError } from '../failure.js';
import { examples, globalOptions, readCase, type GlobalOptions, type Given } from '../input/options.js';
import { plainFinished, type Finish, type Finished } from '../output/finished.js';
import { journalSetting } from '../profiles/project-file.js';
import { placeholder, shellLine, type Word } from '../text/shell.js';
import { age } from '../text/times.js';

type ReplyOptions = Given<'case' | 'for' | 'orderId', 'last' | 'list'>;

export function registerReply(command: Command, context: Context, finish: Finish): void {
  examples(command, ['pvg reply en --for need-receipt', 'pvg reply ko en --last', 'pvg reply --list']);
  command
    .argument('[language...]', `one or more: ${replyLanguages.join(', ')}`)
    .option('--last', 'about the newest call in the journal')
    .option(
      '--case <id>',
      'about the newest call of this ticket; with --for: keeps the reply with this ticket',
    )
    .option('--for <situation>', `without a call: ${[...situations.keys()].join(', ')}`)
    .option(
      '--order-id <id>',
      'with --for: keeps the reply with this order, so that `pvg journal find` finds it',
    )
    .option('--list', 'list the situations and the languages')
    .addHelpText(
      'after',
      '\nStandard output has the text for the player and nothing else: `pvg reply ko --last | pbcopy`.\n' +
        'A language can also be written as `korean`, `한국어` or `ko-KR`. Nothing is sent.\n' +
        'The journal keeps which reply was given. With --profile: only calls of that profile.',
    )
    .action(async (words: readonly string[], options: ReplyOptions) => {
      const globals = globalOptions(command);
      await finish(options.list === true ? listed() : await runReply(context, globals, words, options));
    });
}

async function runReply(
  context: Context,
  globals: GlobalOptions,
  words: readonly string[],
  options: ReplyOptions,
): Promise<Finished> {
  if (words.length === 0) {
    throw new PvgError('usage', '`pvg reply` needs a language.', {
      hint: `It has: ${replyLanguages.join(', ')}.`,
      nextCommand: 'pvg reply --list',
    });
  }
  const languages = readLanguages('<language>', words);
  const { situation, caseId, orderId } = readSource(options, languages);
  const found: Found =
    situation === undefined
      ? await findCall(context, globals, caseId, orderId, languages)
      : { situation, call: undefined, case: caseId ?? null, orderId, notes: [] };
  const given = repliesFor(await readReplies(context, languages), found.situation);
  if (given.length < languages.length) {
    throw new PvgError('configuration-unreadable', `A file has no reply for ${found.situation}.`, {
      hint: `Write the text below a line [${found.situation}] in each file, or install pvg again.`,
    });
  }
  const reply = { ...found, languages };
  const kept = await keepReply(await recorderOf(context, globals, caseId), reply);
  const underWhich = kept?.call === null ? (kept.case ?? kept.order_id) : undefined;
  return replyFinished(context, reply, given, [
    ...(typeof underWhich === 'string'
      ? [`The journal keeps it: \`${shellLine(['pvg', 'journal', 'find', underWhich])}\`.`]
      : []),
    ...found.notes,
  ]);
}

/** A situation that was named, or whose newest call shows one: of a case, or of all calls. */
function readSource(
  { last = false, case: ticket, for: named, orderId: given }: ReplyOptions,
  languages: readonly ReplyLanguage[],
): {
  readonly situation?: Situation;
  readonly caseId: string | undefined;
  readonly orderId?: string | undefined;
} {
  const caseId = readCase(ticket);
  const orderId = readOrderId(given);
  if (orderId !== undefined && named === undefined && caseId === undefined) {
    throw new PvgError('usage', '--order-id works only with --for or --case.', {
      hint: 'Add the ticket, or the situation.',
      nextCommand: shellLine(['pvg', 'journal', 'find', orderId]),
    });
  }
  if (last && (caseId ?? named) !== undefined) {
    throw new PvgError('usage', '--last cannot be used together with --case or --for.', {
      hint: '`--last` is about the newest call of all, `--case` about the newest call of a ticket.',
    });
  }
  if (named !== undefined) return { situation: readSituation(named), caseId, orderId };
  if (last || caseId !== undefined) return { caseId, orderId };
  throw new PvgError('usage', 'The reply needs a call or a situation.', {
    hint: 'Use `--case <id>` for the newest call of a ticket, `--last` for the newest call of all, or `--for <situation>`.',
    nextCommand: shellLine(['pvg', 'reply', ...languages, '--last']),
  });
}

/** It is written into the journal, so it must not be a receipt. */
function readOrderId(given: string | undefined): string | undefined {
  const orderId = given?.trim();
  if (orderId === undefined || (/^[\w.-]{1,64}$/.test(orderId) && !looksLikeToken(orderId))) return orderId;
  throw new PvgError('usage', '--order-id must be an order id of the store.', {
    hint: 'It is in the player’s e-mail from the store: `--order-id GPA.1234-5678-9012-34567`.',
  });
}

interface Found extends Omit<GivenReply, 'languages'> {
  readonly notes: readonly string[];
}

async function findCall(
  context: Context,
  globals: GlobalOptions,
  wanted: string | undefined,
  orderId: string | undefined,
  languages: readonly ReplyLanguage[],
): Promise<Found> {
  const { calls, own, remarks } = await requireJournal(context, globals);
  const { profile } = globals;
  // The last call is one of this computer's, a case may be a team's.
  const candidates = (wanted === undefined ? own : calls).filter(
    (call) =>
      (wanted === undefined || isNamed(call.case, wanted)) &&
      (orderId === undefined || isNamed(call.order_id, orderId)) &&
      (profile === undefined || call.profile === profile),
  );
  const subjects = [...new Set(candidates.filter((each) => tellable(each) !== undefined).map(subjectOf))];
  if (wanted !== undefined && subjects.length > 1) throw several(wanted, candidates, languages);
  const call = candidates.findLast((each) => tellable(each) !== undefined);
  const told = call && tellable(call);
  if (call === undefined || told === undefined)
    throw await nothingFound(context, candidates, { wanted, profile, isEmpty: calls.length === 0 });
  if (isSilence(told)) throw noReply(told, call);
  return {
    situation: told,
    call,
    case: call.case,
    notes: [outcomeOf(call).says, ...placeNote(call), ...earlierNote(remarks, call)],
  };
}

interface Sought {
  readonly wanted: string | undefined;
  readonly profile: string | undefined;
  /** The journal has no calls at all. */
  readonly isEmpty: boolean;
}

async function nothingFound(
  context: Context,
  candidates: readonly JournalEntry[],
  { wanted, profile, isEmpty }: Sought,
): Promise<PvgError> {
  const hint = 'A reply with `--for <situation>` needs no call. `pvg reply --list` shows the situations.';
  const newest = candidates.at(-1);
  if (newest !== undefined) {
    return new PvgError('no-reply', 'None of these calls says anything about a purchase or a player.', {
      hint,
      nextCommand: shellLine(['pvg', 'journal', 'show', newest.id]),
    });
  }
  if (!isEmpty) {
    const by = [
      ...(wanted === undefined ? [] : ['this case']),
      ...(profile === undefined ? [] : ['this profile']),
      ...((wanted ?? profile) ? [] : ['this computer in it']),
    ];
    return new PvgError('not-in-journal', `The journal has no call with ${by.join(' and ')}.`, {
      hint,
      nextCommand: 'pvg journal list',
    });
  }
  const { off } = await journalSetting(context);
  const state = off === undefined ? 'has no calls yet' : `is off (${off})`;
  return new PvgError('not-in-journal', `The journal ${state}, so there is no call to reply to.`, {
    hint,
    nextCommand: 'pvg reply --list',
  });
}

/** The product that was bought is the one to look up. */
const noReply = (silence: Silence, call: JournalEntry): PvgError =>
  new PvgError('no-reply', silences[silence].says, {
    hint: sentences(call.facts.find(({ id }) => id === 'check-first')?.value, silences[silence].hint),
    nextCommand: shellLine(wayOn(silence, call)),
  });

function wayOn(silence: Silence, call: JournalEntry): Word[] {
  if (silence === 'environment') return ['pvg', 'profile', 'list'];
  const bought = productIn(call);
  // Without a product in the answer, the same look-up again would go wrong again.
  if (silence === 'check-first' && bought === undefined) return ['pvg', 'journal', 'show', call.id];
  const again = lookupOf({ ...call, product: bought ?? call.product });
  // The answer was about another order: the next one is compared with the ticket's, too.
  const isOfOtherOrder = silence === 'check-first' && call.exit === 0 && bought === call.product;
  return isOfOtherOrder ? [...again, '--order-id', placeholder('ORDER_ID')] : again;
}

const placeNote = ({ environment }: JournalEntry): string[] =>
  environment === 'prod' ? [] : ['That call was on dev, so it says nothing about prod.'];

const subjectOf = ({ receipt, player, id }: JournalEntry): string => receipt ?? player ?? id;

/** Whoever pipes the text into a mail must not get that of another purchase. */
function several(
  wanted: string,
  calls: readonly JournalEntry[],
  languages: readonly ReplyLanguage[],
): PvgError {
  const orders = [...new Set(calls.flatMap(({ order_id: orderId }) => orderId ?? []))];
  const [newest] = orders.slice(-1);
  return new PvgError(
    'usage',
    `${wanted} has several purchases or players, so the reply needs one of them.`,
    {
      hint:
        newest === undefined
          ? 'Choose the situation: `--for <situation>`.'
          : `Choose one with \`--order-id\`: ${orders.slice(-9).join(', ')}.`,
      nextCommand:
        newest === undefined
          ? 'pvg reply --list'
          : shellLine(['pvg', 'reply', ...languages, '--case', wanted, '--order-id', newest]),
    },
  );
}

function earlierNote(remarks: readonly Remark[], call: JournalEntry): string[] {
  const earlier = remarksAbout(remarks, [call]).findLast(({ command }) => command === 'reply');
  if (earlier === undefined) return [];
  const { at, situation, languages, user } = earlier;
  const who = user === null ? '' : ` by ${user}`;
  return [`An earlier reply: ${minuteUtc(at)}${who}, ${situation ?? ''} (${languages.join(', ')}).`];
}

function replyFinished(
  context: Context,
  { situation, call, languages }: GivenReply & { readonly languages: readonly ReplyLanguage[] },
  given: readonly Reply[],
  notes: readonly string[],
): Finished {
  const names = languages.map(languageName).join(', then ');
  return plainFinished('reply', {
    ...(call && { profile: call.profile, environment: call.environment, interface: call.interface }),
    callId: call?.id ?? null,
    answer: {
      situation,
      texts: Object.fromEntries(given.map(({ language, text }) => [language, text])),
      call: call?.id ?? null,
    },
    view: {
      headline: '',
      data: `${textOf(given)}\n`,
      notes: [
        // On a terminal both are below each other.
        ...(context.stdout.isTerminal ? [''] : []),
        `Reply for ${situation} in ${names}${call ? `, ${fromCall(context, call)}` : ''}.`,
        ...notes,
      ],
      ...(call && { nextCommand: shellLine(nextOf(situation, call)) }),
    },
  });
}

function fromCall({ clock }: Context, call: JournalEntry): string {
  const what = call.command === 'lookup' ? 'look-up' : 'session call';
  const order = call.order_id === null ? '' : ` of ${call.order_id}`;
  const when = `${minuteUtc(call.at)} (${age(Date.parse(call.at), clock.now())})`;
  return `from the ${what}${order} on ${when} with ${profileFact(call).value}`;
}

/** The player was told that it is checked again, or the ticket needs its proof. */
const nextOf = (situation: Situation, call: JournalEntry): Word[] =>
  situation === 'service-down' && call.command === 'lookup'
    ? lookupOf(call)
    : ['pvg', 'report', call.id, '--out', pageName(call.case)];

const listed = (): Finished =>
  plainFinished('reply', {
    answer: {
      situations: [...situations].map(([id, says]) => ({ id, says })),
      languages: replyLanguages.map((code) => ({ code, name: languageName(code) })),
    },
    view: {
      headline: '',
      table: { head: ['situation', 'when'], rows: [...situations] },
      notes: [`Languages: ${replyLanguages.map((code) => `${code} ${languageName(code)}`).join(', ')}.`],
      nextCommand: 'pvg reply en --for need-receipt',
    },
  });
