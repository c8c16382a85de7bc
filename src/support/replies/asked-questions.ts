import { questions, type Situation } from './situations.js';

/**
 * Words with which players ask what no look-up shows. A text that has one mentions it, which decides nothing: somebody else may
 * have written it, or it may be about another purchase.
 */
type Question = Extract<Situation, 'refund' | 'chargeback' | 'paid-twice' | 'somebody-else-paid'>;

/** A word of letters with blanks around it counts; of these languages, which have no blanks, any part of the text. */
const words: Readonly<Record<Question, readonly string[]>> = {
  refund: [
    ...['refund', 'refunds', 'refunded', 'money back'],
    ...['hoàn tiền', 'trả lại tiền'],
    ...['返金', '払い戻し', '退款', '退钱', '환불', 'คืนเงิน'],
    ...['pengembalian dana', 'uang kembali', 'kembalikan uang'],
    ...['reembolso', 'reembolsar', 'devuelvan el dinero', 'devolución del dinero'],
    ...['estorno', 'dinheiro de volta'],
    ...['Rückerstattung', 'erstatten', 'Erstattung', 'Geld zurück'],
    ...['remboursement', 'rembourser', 'remboursé', 'remboursez'],
    ...['возврат', 'возврата', 'верните деньги', 'вернуть деньги'],
    ...['para iadesi', 'iade', 'paramı geri'],
  ],
  chargeback: [
    ...['chargeback', 'chargebacks', 'charge back', 'charged back'],
    ...['bồi hoàn', 'チャージバック', '拒付', '차지백', 'ปฏิเสธการชำระเงิน', 'tolak bayar'],
    ...['contracargo', 'retrocargo', 'contestação da compra', 'rétrofacturation'],
    ...['Rückbuchung', 'zurückgebucht', 'Rücklastschrift'],
    ...['чарджбэк', 'чарджбек', 'ters ibraz', 'harcama itirazı'],
  ],
  'paid-twice': [
    ...['charged twice', 'paid twice', 'billed twice', 'double charge', 'charged me twice'],
    ...['trừ tiền hai lần', 'trừ tiền 2 lần', 'thanh toán hai lần', 'thanh toán 2 lần'],
    ...['二重請求', '二重課金', '二重決済', '二重払い', '2回請求'],
    ...[
      '扣了两次',
      '付了两次',
      '重复扣款',
      '扣款两次',
      '이중 결제',
      '이중결제',
      '중복 결제',
      '중복결제',
    ],
    ...['ตัดเงินสองครั้ง', 'ตัดเงิน 2 ครั้ง', 'จ่ายเงินสองครั้ง', 'หักเงินสองครั้ง'],
    ...['bayar dua kali', 'ditagih dua kali', 'terpotong dua kali'],
    ...['cobraron dos veces', 'cobrado dos veces', 'pagué dos veces', 'doble cobro', 'cobro doble'],
    ...['cobrado duas vezes', 'cobraram duas vezes', 'paguei duas vezes', 'cobrança duplicada'],
    ...['doppelt abgebucht', 'zweimal abgebucht', 'doppelt bezahlt', 'zweimal bezahlt'],
    ...['payé deux fois', 'débité deux fois', 'prélevé deux fois', 'facturé deux fois'],
    ...['списали дважды', 'дважды списали', 'списали два раза', 'двойное списание'],
    ...['iki kez ödedim', 'iki kez çekildi', 'iki defa çekildi', 'çift ödeme'],
  ],
  'somebody-else-paid': [
    ...['gift', 'gifted', 'my mother paid', 'my mom paid', 'my dad paid', 'my father paid'],
    ...['mua tặng', 'quà tặng', 'プレゼント', 'ギフト', '礼物', '赠送', '代付', '선물', 'ของขวัญ'],
    ...['hadiah', 'kado', 'regalo', 'me regaló', 'de presente', 'presenteou'],
    ...['Geschenk', 'geschenkt', 'verschenkt', 'cadeau', 'подарок', 'подарил', 'подарила'],
    ...['hediye', 'hediye etti'],
  ],
};

/** The questions that a text mentions, in the order of `pvg reply --list`. */
export function questionsIn(text: string): readonly Situation[] {
  const written = text.normalize('NFC').replaceAll(/\s+/g, ' ');
  return questions.filter((question) => patterns.get(question)?.test(written));
}

/** Scripts that write words without blanks. */
const withoutBlanks =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u;

function patternOf(word: string): string {
  return withoutBlanks.test(word) ? word : `(?<![\\p{L}\\p{N}_])${word}(?![\\p{L}\\p{N}_])`;
}

const patterns: ReadonlyMap<Situation, RegExp> = new Map(
  (Object.entries(words) as [Question, readonly string[]][]).map(([question, all]) => [
    question,
    new RegExp(all.map(patternOf).join('|'), 'iu'),
  ]),
);

/** What the text mentions, in words. */
export const questionNames: Readonly<Record<string, string>> = {
  refund: 'a refund',
  chargeback: 'a chargeback',
  'paid-twice': 'two payments',
  'somebody-else-paid': 'a gift, or somebody else who paid',
};
