import type { ReplyLanguage } from '../situations.js';

/** Relatives who may pay for a player, as players call them. Each list of a language is combined with verbs below. */
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
  'a mãe',
  'o pai',
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
const trFamily = ['annem', 'babam', 'ablam', 'abim', 'kardeşim', 'eşim'];
/** Each before `のカードで`: with the card of the mother, of the father. */
const jaFamily = ['母', '父', '親', 'お母さん', 'お父さん', '姉', '兄', '妻', '夫'];
/** Each has the particle of the subject, so that the relative is the one who pays. `아버지가` also finds `할아버지가`, which ends in it. */
const koFamily = [
  '엄마가',
  '어머니가',
  '아빠가',
  '아버지가',
  '할머니가',
  '누나가',
  '형이',
  '언니가',
  '오빠가',
];

/** Each relative with each verb: `my mother paid`, `my mother bought it`. */
function familyThat(family: readonly string[], ...verbs: readonly string[]): readonly string[] {
  return family.flatMap((who) => verbs.map((verb) => `${who} ${verb}`));
}

/** How players say that somebody else paid. */
export const somebodyElsePhrases: Readonly<Record<ReplyLanguage, readonly string[]>> = {
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
    ...jaFamily.map((who) => `${who}のカードで`),
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
  pt: [
    'de presente',
    'presenteou',
    ...familyThat(ptFamily, 'pagou', 'comprou'),
    ...['cartão da minha mãe', 'cartão do meu pai', 'cartão da mãe', 'cartão do pai'],
  ],
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
      'hat mit ihrer Karte',
      'hat mit seiner Karte',
      'hat mit der Karte',
    ),
    ...['Karte meiner Mutter', 'Karte meines Vaters', 'Karte meiner Eltern'],
  ],
  fr: [
    'cadeau',
    ...familyThat(frFamily, 'a payé', 'qui a payé', 'a acheté', 'm’a acheté', 'l’a payé'),
  ],
  ru: [
    'подарок',
    'подарил',
    'подарила',
    'мама заплатила',
    'мама купила',
    'папа заплатил',
    'папа купил',
    'подарили',
    'мама оплатила',
    'папа оплатил',
    'бабушка купила',
    'бабушка оплатила',
    'брат купил',
    'сестра купила',
  ],
  tr: [
    'hediye',
    ...familyThat(trFamily, 'ödedi', 'aldı', 'kartıyla', 'kendi kartıyla'),
    ...['annemin kartıyla', 'babamın kartıyla', 'annemin kartından', 'babamın kartından'],
  ],
};
