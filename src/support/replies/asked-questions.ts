import { madeOnce } from '../../text/made-once.js';
import { hasWholeWord } from '../../text/whole-word.js';
import { questions, type ReplyLanguage, type Situation } from './situations.js';

/**
 * Words with which players ask what no look-up shows. A text that has one mentions it, which decides nothing: somebody else may
 * have written it, or it may be about another purchase.
 */
type Question = Extract<Situation, 'refund' | 'chargeback' | 'paid-twice' | 'somebody-else-paid'>;

/** Whoever else may pay, as players call them. */
const enFamily = [
  'my mother',
  'my mom',
  'my mum',
  'my dad',
  'my father',
  'my grandma',
  'my grandmother',
  'my grandpa',
  'my sister',
  'my brother',
  'my aunt',
  'my uncle',
  'my wife',
  'my husband',
];
const deFamily = [
  'meine Mutter',
  'meine Mama',
  'mein Vater',
  'mein Papa',
  'meine Oma',
  'mein Opa',
  'meine Schwester',
  'mein Bruder',
  'meine Frau',
  'mein Mann',
];
const frFamily = [
  'ma mère',
  'ma maman',
  'mon père',
  'mon papa',
  'ma grand-mère',
  'mon grand-père',
  'ma sœur',
  'mon frère',
  'ma femme',
  'mon mari',
];
const esFamily = [
  'mi madre',
  'mi mamá',
  'mi padre',
  'mi papá',
  'mi abuela',
  'mi abuelo',
  'mi hermana',
  'mi hermano',
  'mi tía',
  'mi tío',
  'mi esposa',
  'mi esposo',
];
const ptFamily = [
  'minha mãe',
  'meu pai',
  'minha avó',
  'meu avô',
  'minha irmã',
  'meu irmão',
  'minha tia',
  'meu tio',
  'minha esposa',
  'meu marido',
];
const koFamily = [
  '엄마가',
  '어머니가',
  '아빠가',
  '아버지가',
  '할머니가',
  '할아버지가',
  '누나가',
  '형이',
  '언니가',
  '오빠가',
];

/** Each of them with each verb. */
function familyThat(family: readonly string[], ...verbs: readonly string[]): readonly string[] {
  return family.flatMap((who) => verbs.map((verb) => `${who} ${verb}`));
}

const phrases: Readonly<Record<Question, Readonly<Record<ReplyLanguage, readonly string[]>>>> = {
  refund: {
    en: ['refund', 'refunds', 'refunded', 'money back'],
    vi: ['hoàn tiền', 'trả lại tiền'],
    ja: ['返金', '払い戻し'],
    zh: ['退款', '退钱'],
    ko: ['환불'],
    th: ['ขอเงินคืน', 'คืนเงิน'],
    id: ['pengembalian dana', 'uang kembali', 'kembalikan uang'],
    es: ['reembolso', 'reembolsar', 'devuelvan el dinero', 'devolución del dinero'],
    pt: ['reembolso', 'estorno', 'dinheiro de volta'],
    de: ['Rückerstattung', 'erstatten', 'Erstattung', 'Geld zurück'],
    fr: ['remboursement', 'rembourser', 'remboursé', 'remboursez'],
    ru: ['возврат', 'возврата', 'верните деньги', 'вернуть деньги'],
    tr: ['para iadesi', 'iade', 'paramı geri'],
  },
  chargeback: {
    en: [
      'disputed the charge',
      'disputed the payment',
      'dispute the charge',
      'dispute the payment',
      'payment dispute',
      'bank dispute',
      'paypal dispute',
      'took the payment back',
      'took the money back',
      'reversed the charge',
      'reversed the payment',
      'payment was reversed',
      'chargeback',
      'chargebacks',
      'charge back',
      'charged back',
    ],
    vi: ['bồi hoàn'],
    ja: ['チャージバック'],
    zh: ['拒付'],
    ko: ['차지백'],
    th: ['ปฏิเสธการชำระเงิน'],
    id: ['tolak bayar'],
    es: [
      'disputa con mi banco',
      'disputa en mi banco',
      'disputa con el banco',
      'contracargo',
      'retrocargo',
    ],
    pt: ['contestação da compra'],
    de: [
      'Zahlung zurückgeholt',
      'PayPal zurückgeholt',
      'bei PayPal einen Fall',
      'Rückbuchung',
      'zurückgebucht',
      'Rücklastschrift',
    ],
    fr: ['opposition auprès de ma banque', 'opposition auprès de la banque', 'rétrofacturation'],
    ru: [
      'оспорил платёж',
      'оспорил платеж',
      'оспорила платёж',
      'оспорила платеж',
      'чарджбэк',
      'чарджбек',
    ],
    tr: ['ters ibraz', 'harcama itirazı'],
  },
  'paid-twice': {
    en: [
      'charged 2 times',
      'charged two times',
      'paid two times',
      'debited twice',
      'money two times',
      'charged twice',
      'paid twice',
      'billed twice',
      'double charge',
      'charged me twice',
    ],
    vi: ['trừ tiền hai lần', 'trừ tiền 2 lần', 'thanh toán hai lần', 'thanh toán 2 lần'],
    ja: [
      '二重に請求',
      '二重に課金',
      '二重に支払',
      '二重請求',
      '二重課金',
      '二重決済',
      '二重払い',
      '2回請求',
    ],
    zh: ['扣了两次', '付了两次', '重复扣款', '扣款两次'],
    ko: ['두 번 결제', '두번 결제', '이중 결제', '이중결제', '중복 결제', '중복결제'],
    th: ['ตัดเงินสองครั้ง', 'ตัดเงิน 2 ครั้ง', 'จ่ายเงินสองครั้ง', 'หักเงินสองครั้ง'],
    id: ['bayar dua kali', 'ditagih dua kali', 'terpotong dua kali'],
    es: [
      'cobraron dos veces',
      'cobrado dos veces',
      'pagué dos veces',
      'doble cobro',
      'cobro doble',
    ],
    pt: ['cobrado duas vezes', 'cobraram duas vezes', 'paguei duas vezes', 'cobrança duplicada'],
    de: [
      'doppelt belastet',
      '2x gekauft',
      '2x bezahlt',
      '2x abgebucht',
      '2 mal gekauft',
      '2 mal abgebucht',
      '2 mal bezahlt',
      'zweimal gekauft',
      'doppelt abgebucht',
      'zweimal abgebucht',
      'doppelt bezahlt',
      'zweimal bezahlt',
    ],
    fr: [
      'débité 2 fois',
      'prélevé 2 fois',
      'payé 2 fois',
      'payé deux fois',
      'débité deux fois',
      'prélevé deux fois',
      'facturé deux fois',
    ],
    ru: [
      'заплатил два раза',
      'заплатила два раза',
      'заплатил дважды',
      'заплатила дважды',
      'списали дважды',
      'дважды списали',
      'списали два раза',
      'двойное списание',
    ],
    tr: [
      'iki kere para çekildi',
      'iki kere çekildi',
      'iki kere ödedim',
      'iki kez ödedim',
      'iki kez çekildi',
      'iki defa çekildi',
      'çift ödeme',
    ],
  },
  'somebody-else-paid': {
    en: [
      ...['gift', 'gifted', 'bought it for me', 'bought this for me', 'bought them for me'],
      ...familyThat(enFamily, 'paid', 'bought it', 'bought this', 'bought me'),
    ],
    vi: ['mua tặng', 'quà tặng', 'mẹ em trả tiền', 'mẹ em mua', 'bố em mua', 'ba em mua'],
    ja: [
      '父のスマホで払',
      '母のスマホで払',
      'お父さんのスマホで払',
      'お母さんのスマホで払',
      'プレゼント',
      'ギフト',
      '母が払',
      '母が購入',
      '父が払',
      '父が購入',
      '親が払',
      '親が購入',
    ],
    zh: ['礼物', '赠送', '代付', '给我买', '帮我买', '替我付', '帮我付', '妈妈付', '爸爸付'],
    ko: ['선물', ...familyThat(koFamily, '결제', '샀', '사주', '사 주', '구매')],
    th: ['ของขวัญ', 'แม่จ่าย', 'แม่ซื้อ', 'พ่อจ่าย', 'พ่อซื้อ', 'ซื้อให้'],
    id: ['hadiah', 'kado', 'ibu saya membayar', 'ibu saya yang bayar', 'dibelikan', 'dibayarkan'],
    es: [
      'regalo',
      'me regaló',
      ...familyThat(esFamily, 'pagó', 'lo pagó', 'compró', 'lo compró', 'me lo compró'),
    ],
    pt: ['de presente', 'presenteou', ...familyThat(ptFamily, 'pagou', 'comprou')],
    de: [
      'Geschenk',
      'geschenkt',
      'verschenkt',
      ...familyThat(
        deFamily,
        'hat bezahlt',
        'hat es bezahlt',
        'hat gezahlt',
        'hat es gekauft',
        'hat das gekauft',
      ),
    ],
    fr: [
      'c’est mon père qui a payé',
      "c'est mon père qui a payé",
      'c’est ma mère qui a payé',
      "c'est ma mère qui a payé",
      'cadeau',
      ...familyThat(
        frFamily,
        'a payé',
        'a acheté',
        'm’a acheté',
        "m'a acheté",
        'l’a payé',
        "l'a payé",
      ),
    ],
    ru: [
      'подарок',
      'подарил',
      'подарила',
      'мама заплатила',
      'мама купила',
      'папа заплатил',
      'папа купил',
    ],
    tr: ['hediye', 'hediye etti', 'annem ödedi', 'annem aldı', 'babam ödedi', 'babam aldı'],
  },
};

/** The questions that a text mentions, in the order of `pvg reply --list`. */
export function questionsIn(text: string): readonly Situation[] {
  if (text === '') return [];
  const written = text.normalize('NFC').replaceAll(/\s+/g, ' ').toLowerCase();
  return questions.filter((question) =>
    phrasesOf()
      .get(question)
      ?.some((phrase) => mentions(written, phrase)),
  );
}

/** Scripts that write words without blanks: a phrase counts anywhere. */
const withoutBlanks = madeOnce(
  () => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u,
);

function mentions(text: string, phrase: string): boolean {
  // Few texts have it, and the scripts take long to compile.
  return text.includes(phrase) && (withoutBlanks().test(phrase) || hasWholeWord(text, phrase));
}

/** In lower case. One pattern of all phrases would take longer to compile than the rest of a look-up takes. */
const phrasesOf = madeOnce(
  (): ReadonlyMap<Situation, readonly string[]> =>
    new Map(
      Object.entries(phrases).map(([question, byLanguage]) => [
        question as Question,
        Object.values(byLanguage)
          .flat()
          .map((phrase) => phrase.toLowerCase()),
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
