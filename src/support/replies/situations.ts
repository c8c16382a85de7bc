import { madeOnce } from '../../text/made-once.js';
import { PvgError } from '../../failure.js';
import { wrongChoiceError } from '../../input/choice-option.js';
import { type LookupKind, lookupKinds } from '../../service/outcome.js';
import { didYouMean, nearest } from '../../text/nearest.js';
import { languagePlaceholder } from '../../text/reply-line.js';
import { optionWords, placeholder, shellLine, type ShellWord } from '../../text/shell.js';
import { verdictById } from '../../wording/verdict.js';
import {
  isAboutOtherOrder,
  isDoubtfulEntry,
  isOfCutReceipt,
  isOfTestStore,
  lookupArgv,
  ordersOfTicket,
} from '../journal/calls.js';
import type { JournalEntry } from '../journal/entry.js';
import { nameLanguageWithoutReply } from './other-languages.js';
import { meansTraditionalChinese } from './traditional-chinese.js';

/** The situations for which no look-up is needed. Each has the sentence that says when its reply fits. */
const withoutLookup = {
  'need-receipt':
    'Only the order id is known. The game’s developers still have to find the receipt.',
  'need-order-id':
    'The order id is missing, or only a picture shows it. The reply asks for it as text.',
  ios: 'It is an iOS purchase, which pvg cannot look up.',
  'service-down': 'The service or the connection failed, so nothing is known yet.',
  refund: 'The player asks about a refund.',
  chargeback: 'The player writes about a payment that was, or may be, disputed or taken back.',
  'paid-twice':
    'The player says that they paid twice, with two order ids. A reply with what was found about each: `--case <id>`.',
  'somebody-else-paid':
    'The player says that somebody else paid: a gift, or a member of the family.',
  'other-order': 'The order id that was named belongs to another purchase than the receipt.',
  'need-username':
    'The player’s exact name in the game is not known, so no verification was checked.',
  'verification-completed': 'The player has completed verification.',
  'verification-not-completed': 'No completed verification is known for this username.',
  'verification-not-recorded':
    'The player says that verification is done. The exact name in the game is needed.',
} as const;

/** The id of a reply: the verdict of a look-up, or a situation without a look-up. */
export type Situation = LookupKind | keyof typeof withoutLookup;

/** Every situation, with the sentence that says when its reply fits. */
export const situations: ReadonlyMap<Situation, string> = new Map([
  ...lookupKinds.map((id) => [id, verdictById(id).says] as const),
  ...(Object.entries(withoutLookup) as [Situation, string][]),
]);

/** Whether a reply is about a player, and so about no order. */
export function isAboutPlayer(situation: string): boolean {
  return situation === 'need-username' || situation.startsWith('verification-');
}

/** The situation with this id. A verdict of a session is `verification-…` here: `completed` becomes `verification-completed`. */
const situationNamed = (name: string): Situation | undefined =>
  [...situations.keys()].find((each) => each === name || each === `verification-${name}`);

/** @throws {PvgError} `usage` */
export function readSituation(typed: string): Situation {
  const situation = situationNamed(typed.trim().toLowerCase());
  if (situation !== undefined) return situation;
  const { message, details } = wrongChoiceError(typed, {
    name: '--for',
    choices: [...situations.keys()],
  });
  throw new PvgError('usage', message, { ...details, nextCommand: 'pvg reply --list' });
}

/** Stands in the place of a situation for a reply about several purchases. */
export const severalAnswers = 'several-answers';

/** The situations in which a player asks something that no look-up answers. */
export const questions: readonly Situation[] = [
  'refund',
  'chargeback',
  'paid-twice',
  'somebody-else-paid',
];

/** A reply in some languages, kept with a ticket. */
export interface WantedReply {
  readonly languages: readonly ReplyLanguage[];
  readonly caseId: string | null;
}

/** What the command line of a proposed reply needs. Its languages may come from an older reply, so they are any words. */
interface ReplyWords {
  readonly languages: readonly string[];
  readonly caseId: string | null;
}

/** Says how to print another reply: the one for the state of the purchase may not answer the player’s question. */
export function otherRepliesNote({ languages, caseId }: WantedReply): string {
  const beginning = `pvg reply ${languages.join(' ')}`;
  const ticket = shellLine(optionWords({ '--case': caseId }));
  const command = `${beginning} --for <situation> ${ticket}`.trimEnd();
  return `For another question (${questions.join(', ')}): \`${command}\`. All: \`pvg reply --list\`.`;
}

/** Why there is no reply about a call, although it got an answer. `next` makes the command that comes next. */
export const noReplyReasons = {
  // The verify may have changed what an earlier look-up said.
  verify: {
    says: 'There is no reply for the player yet: the newest call is a verify.',
    hint: 'Look up the purchase again. The answer then shows what the verify changed.',
    hintAtTerminal: '',
    next: lookupArgv,
  },
  // The store of the test environment does not know what players really bought.
  environment: {
    says: 'There is no reply for the player: a look-up on dev says nothing about a real purchase.',
    hint: 'Look up the purchase with a profile of prod.',
    hintAtTerminal: '',
    next: prodLookupArgv,
  },
  'cut-receipt': {
    says: 'There is no reply for the player yet: the whole receipt is missing.',
    hint: 'Ask the game’s developers for it, and look it up.',
    hintAtTerminal: '',
    next: wholeReceiptArgv,
  },
  'other-order': {
    says: 'There is no reply about this answer: it is about another order than the ticket.',
    hint: 'Compare the order id with the ticket. If it is right, the reply for another order asks the player which purchase is meant.',
    hintAtTerminal: '',
    next: ({ case: caseId }: JournalEntry, { languages }: NextCommandFacts) =>
      otherOrderArgv({ languages, caseId }),
  },
  // Another text of the ticket names an order that nobody looked up.
  'open-order': {
    says: 'There is no reply about this answer yet: the ticket also names another order.',
    hint: 'If nobody knows which order the player asks about, the reply for another order asks the player.',
    hintAtTerminal: '',
    next: ({ case: caseId }: JournalEntry, { languages }: NextCommandFacts) =>
      otherOrderArgv({ languages, caseId }),
  },
  'check-first': {
    says: 'There is no reply for the player yet: first check what was looked up.',
    hint: 'Compare the product id, the package, the receipt and the order id with the ticket, then look up the purchase again. If all are right, choose the reply.',
    hintAtTerminal: '`--for <situation>` chooses it.',
    next: ({ id }: JournalEntry) => ['pvg', 'journal', 'show', id],
  },
} as const;

/** What the next command depends on, besides the call. */
export interface NextCommandFacts {
  readonly languages: readonly string[];
  /** The profile for real purchases; undefined if there is none, or if a person has to choose. */
  readonly prodProfile?: string | undefined;
}

/** The command to go on with if the whole receipt is missing: the reply that says so, or the look-up with the whole receipt. */
function wholeReceiptArgv(call: JournalEntry, { languages }: NextCommandFacts): ShellWord[] {
  return needReceiptArgv(call, languages) ?? lookupArgv(call);
}

function prodLookupArgv(
  call: JournalEntry,
  { languages, prodProfile }: NextCommandFacts,
): ShellWord[] {
  if (prodProfile !== undefined) return lookupArgv({ ...call, profile: prodProfile });
  return needReceiptArgv(call, languages) ?? ['pvg', 'profile', 'list'];
}

/** The command for the reply `need-receipt`; undefined without an order id, because that reply says that we have one. */
function needReceiptArgv(
  call: JournalEntry,
  languages: readonly string[],
): ShellWord[] | undefined {
  const [orderId] = ordersOfTicket(call);
  if (orderId === undefined) return undefined;
  const languageWords = languages.length > 0 ? languages : [placeholder(languagePlaceholder)];
  const words = { '--for': 'need-receipt', '--order-id': orderId, '--case': call.case };
  return ['pvg', 'reply', ...languageWords, ...optionWords<ShellWord>(words)];
}

export type NoReplyReason = keyof typeof noReplyReasons;

function otherOrderArgv({ languages, caseId }: ReplyWords): string[] {
  const ticket = optionWords({ '--case': caseId });
  return ['pvg', 'reply', ...languages, '--for', 'other-order', ...ticket];
}

/**
 * Which reply a call leads to: a situation, or a reason for `silence`. A call that says nothing at all has neither, so that an
 * older call is used.
 */
export function replySituation(call: JournalEntry): {
  readonly situation?: Situation | undefined;
  /** Why the player gets no reply about this call. */
  readonly silence?: NoReplyReason;
} {
  const { command, verdict, advice, exit, anomalies } = call;
  if (command === 'batch') return {};
  if (command === 'verify') return call.os === 'ios' ? { situation: 'ios' } : { silence: 'verify' };
  if (isDoubtfulEntry(call)) return { silence: doubtReason(call) };
  if (isOfTestStore(call)) return { silence: 'environment' };
  if (verdict === null) return unansweredExits.includes(exit) ? { situation: 'service-down' } : {};
  // One of the causes of this code is the store's credentials (§7.1). Then nothing that the player sends helps.
  if (call.code === 'VERIFICATION_FAILED') return { situation: 'unknown' };
  // `check` here means that an earlier answer was a yes, and a no after a yes contradicts the contract.
  if (advice === 'check' && verdict.id === 'not-completed') return { situation: 'unknown' };
  // With anomalies the answer itself is doubtful. Without them, `check` only comes from a verify of our own, and the usual reply fits.
  if (advice === 'check' && verdict.id === 'paid-and-recorded' && anomalies.length > 0) {
    return { situation: 'unknown' };
  }
  return { situation: situationNamed(verdict.id) };
}

function doubtReason(call: JournalEntry): NoReplyReason {
  const { anomalies, facts } = call;
  if (isAboutOtherOrder({ anomalies })) return 'other-order';
  if (isOfCutReceipt(call)) return 'cut-receipt';
  return facts.some(({ id }) => id === 'open-order') ? 'open-order' : 'check-first';
}

/** Exit statuses of a call without an answer about the purchase: 5xx, 429, a lost answer, a service that was not reached. */
const unansweredExits: readonly (number | null)[] = [8, 9, 10, 11];

/** The languages of the replies. `also`: other names that people type, such as the code of a country. */
const languages = {
  en: { name: 'English', also: [] },
  vi: { name: 'Vietnamese', also: ['Tiếng Việt', 'Việt', 'vn'] },
  ja: { name: 'Japanese', also: ['日本語', 'jp'] },
  zh: {
    name: 'Chinese (simplified)',
    also: ['中文', '简体中文', '汉语', 'Chinese', 'Mandarin', 'cn'],
  },
  ko: { name: 'Korean', also: ['한국어', 'kr'] },
  th: { name: 'Thai', also: ['ไทย', 'ภาษาไทย'] },
  id: { name: 'Indonesian', also: ['Bahasa Indonesia', 'Bahasa', 'Indonesia'] },
  es: { name: 'Spanish', also: ['Español', 'Castellano'] },
  pt: { name: 'Portuguese (Brazil)', also: ['Português', 'Portuguese', 'br'] },
  de: { name: 'German', also: ['Deutsch'] },
  fr: { name: 'French', also: ['Français'] },
  ru: { name: 'Russian', also: ['Русский'] },
  tr: { name: 'Turkish', also: ['Türkçe'] },
} as const satisfies Record<string, { readonly name: string; readonly also: readonly string[] }>;

export type ReplyLanguage = keyof typeof languages;

export const replyLanguages = Object.keys(languages) as readonly ReplyLanguage[];

export function languageName(language: ReplyLanguage): string {
  return languages[language].name;
}

/** A name in one spelling, so that names can be compared: in small letters, without accents, with single spaces. */
function plainName(name: string): string {
  const withoutAccents = name.normalize('NFKD').replace(/\p{M}/gu, '');
  return withoutAccents.replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

const languageByName = madeOnce(
  (): ReadonlyMap<string, ReplyLanguage> =>
    new Map(
      replyLanguages.flatMap((code) => {
        const { name, also } = languages[code];
        return [code, name, ...also].map((spelling) => [plainName(spelling), code] as const);
      }),
    ),
);

/** `pt` for `pt-BR`, `zh` for `zh_Hans_CN`, `ko` for `ko_KR.UTF-8`, because all regions of a language have one text. */
function withoutRegion(name: string): string {
  return /^([a-z]{2})[-_.]/.exec(name)?.[1] ?? name;
}

/** Reads languages in the order in which they are named: `ko en` or `ko,en`. @param place the option or argument, for the error @throws {PvgError} `usage` */
export function readLanguages(place: string, words: readonly string[]): ReplyLanguage[] {
  const names = words.flatMap((word) => word.split(','));
  return [...new Set(names.map((name) => readReplyLanguage(place, plainName(name))))];
}

function noReplyInError(place: string, language: string): PvgError {
  return new PvgError('usage', `${place}: there is no reply in ${language}.`, {
    hint: `The languages are: ${replyLanguages.join(', ')}.`,
    nextCommand: 'pvg reply --list',
  });
}

function noTraditionalError(place: string): PvgError {
  return new PvgError('usage', `${place}: there is no reply in traditional Chinese.`, {
    hint: `\`zh\` is simplified Chinese: choose it only if the player reads that. The languages are: ${replyLanguages.join(', ')}.`,
    nextCommand: 'pvg reply --list',
  });
}

function readReplyLanguage(place: string, name: string): ReplyLanguage {
  const language = languageByName().get(withoutRegion(name));
  const isTraditional = meansTraditionalChinese(name);
  if (language !== undefined && !isTraditional) return language;
  if (isTraditional) throw noTraditionalError(place);
  const other = nameLanguageWithoutReply(withoutRegion(name));
  if (other !== undefined) throw noReplyInError(place, other);
  const suggestion = didYouMean(nearest(name, [...languageByName().keys()]));
  throw new PvgError('usage', `${place} must be one of: ${replyLanguages.join(', ')}.`, {
    hint:
      suggestion ??
      'Write a code, the English name or the language’s own name: `ko`, `korean` or `한국어`.',
    nextCommand: 'pvg reply --list',
  });
}
