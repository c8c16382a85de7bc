import { describe, expect, it } from 'vitest';
import { questionNames, questionsIn } from '../../src/support/replies/asked-questions.js';
import { chargebackPhrases } from '../../src/support/replies/questions/chargeback.js';
import { phrasesOfOthers } from '../../src/support/replies/questions/other-languages.js';
import { paidTwicePhrases } from '../../src/support/replies/questions/paid-twice.js';
import { refundPhrases } from '../../src/support/replies/questions/refund.js';
import { somebodyElsePhrases } from '../../src/support/replies/questions/somebody-else.js';
import { questions } from '../../src/support/replies/situations.js';
import { hasWholeWord } from '../../src/text/whole-word.js';

describe('the questions that a text mentions', () => {
  it.each([
    ['Please refund me', ['refund']],
    ['die Bank hat es zurückgebucht (Chargeback)', ['chargeback']],
    ['Die Rückbuchung war ein Fehler, ich will eine Rückerstattung', ['refund', 'chargeback']],
    ['返金してください', ['refund']],
    ['ตัดเงินสองครั้ง ขอคืนเงิน', ['refund', 'paid-twice']],
    ['이중 결제 되었어요, 환불', ['refund', 'paid-twice']],
    ['me cobraron dos veces', ['paid-twice']],
    ['I was charged\n  twice', ['paid-twice']],
    ['mẹ em mua tặng em', ['somebody-else-paid']],
    ['это подарок', ['somebody-else-paid']],
    ['ma mère a payé avec son compte', ['somebody-else-paid']],
    ['meine Mutter hat bezahlt', ['somebody-else-paid']],
    ['妈妈用她的手机给我买了100宝石', ['somebody-else-paid']],
    ['엄마가 결제했어요', ['somebody-else-paid']],
    ['mi abuela lo pagó', ['somebody-else-paid']],
    ['my mom bought it for me', ['somebody-else-paid']],
    ['ich hab 2x gekauft', ['paid-twice']],
    ['hab 2x die 100 edelsteine gekauft, 2 mal abgebucht', ['paid-twice']],
    ['二重に請求されました', ['paid-twice']],
    ['he disputed the charge w/ his bank', ['chargeback']],
    ['PayPal Dispute opened, the payment was reversed by PayPal', ['chargeback']],
    ['abrí una disputa con mi banco', ['chargeback']],
    ['a cliente contestou a compra no cartão', ['chargeback']],
    ['j’ai contesté l’achat auprès de ma banque', ['chargeback']],
    ['Bankama başvurdum, ödemeye itiraz ettim', ['chargeback']],
    ['я оспорил платёж в банке', ['chargeback']],
    ['Ich wurde doppelt belastet', ['paid-twice']],
    ['두 번 결제됐어요', ['paid-twice']],
    ['c’est mon père qui a payé', ['somebody-else-paid']],
    ['お父さんのスマホで払いました', ['somebody-else-paid']],
    ['MY DAD PAID', ['somebody-else-paid']],
    ['отдайте деньги за VIP, я случайно нажал', ['refund']],
    ['me pueden devolver el dinero? lo compré sin querer', ['refund']],
    ['ich habe es aus Versehen gekauft, bitte zurückerstatten', ['refund']],
    ['可以退錢嗎', ['refund']],
    ['間違えて購入しました', ['refund']],
    ['Ich habe den Betrag zurückbuchen lassen', ['chargeback']],
    ['disputé el cargo con la tarjeta', ['chargeback']],
    ['с карты сняли дважды', ['paid-twice']],
    ['被扣款，扣了兩次', ['paid-twice']],
    ['ho pagato due volte, rivoglio i soldi', ['refund', 'paid-twice']],
    ['Proszę o zwrot pieniędzy', ['refund']],
    ['أريد استرداد المال', ['refund']],
    ['dubbel afgeschreven, ik wil mijn geld terug', ['refund', 'paid-twice']],
    ['request a refund', ['refund']],
    ['quiero mi plata', ['refund']],
    ['devuélvanme la plata', ['refund']],
    ['otherwise I will charge it back', ['chargeback']],
    ['Google me reembolsó la segunda', ['refund']],
    ['me lo reembolsaron', ['refund']],
    ['está reembolsada', ['refund']],
    ['Una ya me la devolvieron', ['refund']],
    ['Me devolvieron el dinero de una', ['refund']],
    ['Compré dos veces', ['paid-twice']],
    ['O Google reembolsou a segunda, comprei duas vezes', ['refund', 'paid-twice']],
    ['Google a rendu mon argent, je l’ai acheté deux fois', ['refund', 'paid-twice']],
    ['ich habe mein Geld zurückbekommen, es war doppelt gekauft', ['refund', 'paid-twice']],
    ['мне вернули деньги, я купил дважды', ['refund', 'paid-twice']],
    ['I bought it twice and got reimbursed', ['refund', 'paid-twice']],
    ['geri ödendi, iki kez satın aldım', ['refund', 'paid-twice']],
    ['uangnya dikembalikan, saya beli dua kali', ['refund', 'paid-twice']],
    ['2回購入してしまいました', ['paid-twice']],
    ['我买了两次', ['paid-twice']],
    ['두 번 샀어요', ['paid-twice']],
    ['em mua hai lần', ['paid-twice']],
    ['PARA İADESİ İSTİYORUM', ['refund']],
    ['İki kez satın aldım', ['paid-twice']],
    ["c'est mon père qui a payé", ['somebody-else-paid']],
    ['C’est ma mère qui a payé', ['somebody-else-paid']],
    ['ซื้อสองครั้ง', ['paid-twice']],
    ['comprato due volte, una rimborsata', ['refund', 'paid-twice']],
    ['Reinicié el juego dos veces y no me devolvieron la llamada', []],
    ['my mom says that I paid', []],
    ['I paid with a Google Play gift card', []],
    ['pagué con una tarjeta de regalo', []],
    ['ギフトカードで払いました', []],
    ['a gift from my aunt, paid with a gift card', ['somebody-else-paid']],
    ['Google Play\n$9.99\nVISA-1234\nManage  Request a refund', []],
    ['Google Play\nOrder total\n$9.99\nRequest a refund\n', []],
    ['See our refund policy. It is not there, I want a refund', ['refund']],
    ['Where are my gems?', []],
    ['{"productId":"gift_box","packageName":"com.refund2.game"}', []],
    ['refundable gifts', []],
  ])('are those of plain words: %s', (text, found) => {
    expect(questionsIn(text)).toEqual(found);
  });

  it('have a name each', () => {
    expect(Object.keys(questionNames)).toEqual([...questions]);
  });
});

describe('a phrase that another one of its question contains is noise', () => {
  const plain = (phrase: string): string =>
    phrase.normalize('NFC').toLowerCase().replaceAll('\u0131', 'i').replaceAll('\u2019', "'");
  const withoutBlanks =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u;
  const contains = (longer: string, phrase: string): boolean =>
    longer.includes(phrase) && (withoutBlanks.test(phrase) || hasWholeWord(longer, phrase));

  it.each([
    ['refund', refundPhrases],
    ['chargeback', chargebackPhrases],
    ['paid-twice', paidTwicePhrases],
    ['somebody-else-paid', somebodyElsePhrases],
  ] as const)('%s has none', (question, byLanguage) => {
    const ofOthers = phrasesOfOthers[question] ?? [];
    const lists = [...Object.values(byLanguage), ofOthers].map((list) => list.map(plain));
    const phrases = new Set(lists.flat());
    const isNoise = (phrase: string): boolean =>
      [...phrases].some((other) => other !== phrase && contains(phrase, other));
    expect([...phrases].filter(isNoise)).toEqual([]);
    // Two languages may share a word; one list has it once.
    for (const list of lists) expect(new Set(list).size).toBe(list.length);
  });
});

it.each(['ma maman', 'mon grand-père', 'ma femme', 'mon mari'])(
  'c’est %s qui a payé: somebody else paid',
  (who) => {
    expect(questionsIn(`c’est ${who} qui a payé`)).toEqual(['somebody-else-paid']);
  },
);

it.each([
  ['할아버지가 결제했어요', 'somebody-else-paid'],
  ['我购买了两次', 'paid-twice'],
  ['กดซื้อผิด', 'refund'],
  ['paramı iade edin', 'refund'],
  ["Google a rendu l'argent", 'refund'],
  ["ma mère l'a payé", 'somebody-else-paid'],
  ['es un regalo', 'somebody-else-paid'],
])('%s is found by the phrase in it', (text, question) => {
  expect(questionsIn(text)).toEqual([question]);
});
