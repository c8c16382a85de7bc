import { madeOnce } from '../../text/made-once.js';
import { hasWholeWord } from '../../text/whole-word.js';
import { chargebackPhrases } from './questions/chargeback.js';
import { buttonsOfStore, giftCards, wordsOfStore } from './questions/no-question.js';
import { phrasesOfOthers } from './questions/other-languages.js';
import { paidTwicePhrases } from './questions/paid-twice.js';
import { refundPhrases } from './questions/refund.js';
import { somebodyElsePhrases } from './questions/somebody-else.js';
import { questions, type Situation } from './situations.js';

/**
 * Words with which players ask what no look-up shows. A text that has one mentions it, which decides nothing: somebody else may
 * have written it, or it may be about another purchase.
 */
const questionPhrases = {
  refund: refundPhrases,
  chargeback: chargebackPhrases,
  'paid-twice': paidTwicePhrases,
  'somebody-else-paid': somebodyElsePhrases,
} as const;

/** A shorter text may be a question in the words of a button of the store; a longer one is a mail that quotes buttons. */
const fewestLinesOfMail = 4;

/** The questions that a text mentions, in the order of `pvg reply --list`. */
export function questionsIn(text: string): readonly Situation[] {
  if (text === '') return [];
  const lines = inPlainLetters(text).split(/\r?\n/);
  const isMail = lines.length >= fewestLinesOfMail;
  const asked = lines.filter((line) => !isMail || !buttonsOfStore.includes(line.trim()));
  const written = withoutPhrases(asked.join(' ').replaceAll(/\s+/g, ' '));
  return questions.filter((question) =>
    phrasesOf()
      .get(question)
      ?.some((phrase) => mentions(written, phrase)),
  );
}

/** Lower case, with one `i` for the two letters of Turkish, with its dot and without, and one apostrophe. */
function inPlainLetters(text: string): string {
  const lower = text.normalize('NFC').toLowerCase();
  return lower.replaceAll('i\u0307', 'i').replaceAll('\u0131', 'i').replaceAll('\u2019', "'");
}

function withoutPhrases(text: string): string {
  return [...giftCards, ...wordsOfStore].reduce(
    (rest, phrase) => rest.replaceAll(inPlainLetters(phrase), ' '),
    text,
  );
}

/** Scripts that write words without blanks: a phrase counts anywhere. */
const withoutBlanks = madeOnce(
  () => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u,
);

function mentions(text: string, phrase: string): boolean {
  // `includes` comes first: few texts have the phrase, and the pattern of the scripts takes long to compile.
  return text.includes(phrase) && (withoutBlanks().test(phrase) || hasWholeWord(text, phrase));
}

/** The phrases of each question, in plain letters. One pattern of all phrases would take longer to compile than the rest of a look-up takes. */
const phrasesOf = madeOnce(
  (): ReadonlyMap<Situation, readonly string[]> =>
    new Map(
      Object.entries(questionPhrases).map(([question, byLanguage]) => [
        question as keyof typeof questionPhrases,
        [
          ...Object.values(byLanguage).flat(),
          ...(phrasesOfOthers[question as Situation] ?? []),
        ].map(inPlainLetters),
      ]),
    ),
);

/** What the text mentions, in words. */
export const questionNames: Readonly<Record<string, string>> = {
  refund: 'a refund',
  chargeback: 'a chargeback',
  'paid-twice': 'two payments',
  'somebody-else-paid': 'a gift, or somebody else who paid',
};
