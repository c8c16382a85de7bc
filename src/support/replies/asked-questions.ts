import { madeOnce } from '../../text/made-once.js';
import { hasWholeWord } from '../../text/whole-word.js';
import { chargebackPhrases } from './questions/chargeback.js';
import { itemTwicePhrases } from './questions/item-twice.js';
import { buttonsOfStore, giftCards, wordsOfStore } from './questions/no-question.js';
import { phrasesOfOthers } from './questions/other-languages.js';
import { paidTwicePhrases } from './questions/paid-twice.js';
import { refundPhrases } from './questions/refund.js';
import { somebodyElsePhrases } from './questions/somebody-else.js';
import { questions, type Situation } from './situations.js';

/**
 * Words with which players ask what no look-up shows, such as a refund. A text with such a word mentions the question. That
 * decides nothing: somebody else may have written it, or it may be about another purchase.
 */
const questionPhrases = {
  refund: refundPhrases,
  chargeback: chargebackPhrases,
  'paid-twice': paidTwicePhrases,
  'somebody-else-paid': somebodyElsePhrases,
} as const;

/** From this many lines on, a text is taken for a mail of the store, and a line such as `request a refund` for a button in it. */
const fewestLinesOfMail = 4;

/** The questions that a text mentions, in the order of `pvg reply --list`. */
export function questionsIn(text: string): readonly Situation[] {
  if (text === '') return [];
  const lines = inPlainLetters(text).split(/\r?\n/);
  const isMail = lines.length >= fewestLinesOfMail;
  const linesOfPlayer = lines.filter((line) => !isMail || !buttonsOfStore.includes(line.trim()));
  const searchedText = withoutPhrases(linesOfPlayer.join(' ').replaceAll(/\s+/g, ' '));
  return questions.filter((question) =>
    phrasesOf()
      .get(question)
      ?.some((phrase) => mentions(searchedText, phrase)),
  );
}

/** The text in lower case. Turkish `i` with and without a dot become one letter, and a curly apostrophe becomes a straight one. */
function inPlainLetters(text: string): string {
  const lower = text.normalize('NFC').toLowerCase();
  return lower.replaceAll('i\u0307', 'i').replaceAll('\u0131', 'i').replaceAll('\u2019', "'");
}

/** The text without phrases that are no question, such as `gift card`. */
function withoutPhrases(text: string): string {
  return [...giftCards, ...wordsOfStore].reduce(
    (rest, phrase) => rest.replaceAll(inPlainLetters(phrase), ' '),
    text,
  );
}

/** Scripts that write words without blanks. A phrase in them counts anywhere, not only as a whole word. */
const scriptsWithoutBlanks = madeOnce(
  () => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u,
);

function mentions(text: string, phrase: string): boolean {
  // `includes` comes first: few texts have the phrase, and the pattern of the scripts takes long to compile.
  return (
    text.includes(phrase) && (scriptsWithoutBlanks().test(phrase) || hasWholeWord(text, phrase))
  );
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

/** Whether a text says that the item of one purchase came twice. No reply fits that, so it is not among the questions. */
export function saysItemTwice(text: string): boolean {
  if (text === '') return false;
  const searchedText = inPlainLetters(text).replaceAll(/\s+/g, ' ');
  return twicePhrases().some((phrase) => mentions(searchedText, phrase));
}

const twicePhrases = madeOnce(() => Object.values(itemTwicePhrases).flat().map(inPlainLetters));

/** The words for each question, after `the text mentions`. */
export const questionNames: Readonly<Record<string, string>> = {
  refund: 'a refund',
  chargeback: 'a chargeback',
  'paid-twice': 'two payments',
  'somebody-else-paid': 'a gift, or somebody else who paid',
};
