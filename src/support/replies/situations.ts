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

/** What the player can be told about: the verdicts of a look-up, and what needs no look-up. */
const withoutLookup = {
  'need-receipt':
    'Only the order id is known. The game’s developers still have to find the receipt.',
  'need-order-id':
    'The order id is missing, or only a picture shows it. The reply asks for it as text.',
  ios: 'It is an iOS purchase, which pvg cannot look up.',
  'service-down': 'The service or the connection failed, so nothing is known yet.',
  refund: 'The player asks about a refund.',
  chargeback: 'The payment was disputed or taken back, and the player asks about it.',
  'paid-twice':
    'The player paid twice, with two order ids. A reply with what was found about each: `--case <id>`.',
  'somebody-else-paid': 'Somebody else paid: a gift, or a member of the family.',
  'other-order': 'The order id that was named belongs to another purchase than the receipt.',
  'need-username':
    'The player’s exact name in the game is not known, so no verification was checked.',
  'verification-completed': 'The player has completed verification.',
  'verification-not-completed': 'No completed verification is known for this username.',
  'verification-not-recorded':
    'The player says that verification is done. The exact name in the game is needed.',
} as const;

export type Situation = LookupKind | keyof typeof withoutLookup;

/** Each with when to use it. */
export const situations: ReadonlyMap<Situation, string> = new Map([
  ...lookupKinds.map((id) => [id, verdictById(id).says] as const),
  ...(Object.entries(withoutLookup) as [Situation, string][]),
]);

/** The key may be the id of a session's verdict. */
const situationNamed = (name: string): Situation | undefined =>
  [...situations.keys()].find((each) => each === name || each === `verification-${name}`);

/** @throws {PvgError} `usage` */
export function readSituation(given: string): Situation {
  const situation = situationNamed(given.trim().toLowerCase());
  if (situation !== undefined) return situation;
  const { message, details } = wrongChoiceError(given, {
    name: '--for',
    choices: [...situations.keys()],
  });
  throw new PvgError('usage', message, { ...details, nextCommand: 'pvg reply --list' });
}

/** The id under which a reply about several purchases is kept. */
export const severalAnswers = 'several-answers';

/** What a player may ask, whatever state the store reports. */
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

interface ReplyWords {
  readonly languages: readonly string[];
  readonly caseId: string | null;
}

/** For whoever sends a reply that fits the state of the purchase: it may not fit the question. */
export function otherRepliesNote({ languages, caseId }: WantedReply): string {
  const beginning = `pvg reply ${languages.join(' ')}`;
  const ticket = shellLine(optionWords({ '--case': caseId }));
  const command = `${beginning} --for <situation> ${ticket}`.trimEnd();
  return `For another question (${questions.join(', ')}): \`${command}\`. All: \`pvg reply --list\`.`;
}

/** Why nobody may tell the player anything from a call, although it got an answer. */
export const noReplyReasons = {
  // What an earlier look-up said is not true any more.
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
  // Another text of the ticket names it.
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

/** The whole receipt is missing. */
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

/** undefined without an order id: that reply says that we have it. */
function needReceiptArgv(
  call: JournalEntry,
  languages: readonly string[],
): ShellWord[] | undefined {
  const [orderId] = ordersOfTicket(call);
  if (orderId === undefined) return undefined;
  const known = languages.length > 0 ? languages : [placeholder(languagePlaceholder)];
  const words = { '--for': 'need-receipt', '--order-id': orderId, '--case': call.case };
  return ['pvg', 'reply', ...known, ...optionWords<ShellWord>(words)];
}

export type NoReplyReason = keyof typeof noReplyReasons;

function otherOrderArgv({ languages, caseId }: ReplyWords): string[] {
  const ticket = optionWords({ '--case': caseId });
  return ['pvg', 'reply', ...languages, '--for', 'other-order', ...ticket];
}

/** What a call lets us tell the player; nothing if it does not say anything, so that an older one may. */
export function replySituation(call: JournalEntry): {
  readonly situation?: Situation | undefined;
  readonly silence?: NoReplyReason;
} {
  const { command, verdict, advice, exit, anomalies } = call;
  if (command === 'batch') return {};
  if (command === 'verify') return call.os === 'ios' ? { situation: 'ios' } : { silence: 'verify' };
  if (isDoubtfulEntry(call)) return { silence: doubtOf(call) };
  if (isOfTestStore(call)) return { silence: 'environment' };
  if (verdict === null) return unanswered.includes(exit) ? { situation: 'service-down' } : {};
  // One of its listed causes is the store's credentials (§7.1): nothing that the player could send helps then.
  if (call.code === 'VERIFICATION_FAILED') return { situation: 'unknown' };
  // A "no" after a "yes" contradicts the contract.
  if (advice === 'check' && verdict.id === 'not-completed') return { situation: 'unknown' };
  // Without anything unusual it is a record of our own verify: the reply tells what is known, and that the delivery is checked.
  if (advice === 'check' && verdict.id === 'paid-and-recorded' && anomalies.length > 0) {
    return { situation: 'unknown' };
  }
  return { situation: situationNamed(verdict.id) };
}

function doubtOf(call: JournalEntry): NoReplyReason {
  const { anomalies, facts } = call;
  if (isAboutOtherOrder({ anomalies })) return 'other-order';
  if (isOfCutReceipt(call)) return 'cut-receipt';
  return facts.some(({ id }) => id === 'open-order') ? 'open-order' : 'check-first';
}

/** 5xx, 429, a lost answer, and a service that was not reached. */
const unanswered: readonly (number | null)[] = [8, 9, 10, 11];

/** The languages of the replies, a text file for each, and what people call them: also by the code of a country. */
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

/** One spelling of a name: without case, accents and spaces. */
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

/** `pt-BR`, `zh_Hans_CN`, `ko_KR.UTF-8`: there is one text for all regions of a language. */
function withoutRegion(name: string): string {
  return /^([a-z]{2})[-_.]/.exec(name)?.[1] ?? name;
}

/** The languages in the order in which they are named; a comma separates, too. @throws {PvgError} `usage` */
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
