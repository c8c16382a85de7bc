import type { ReplyLanguage } from '../situations.js';

const verbs = ['got', 'received', 'was given', 'gave me', 'have received'];
const items = ['', ' it', ' them', ' the item', ' the items', ' my item', ' my items', ' the gems'];
const others = [
  ' my gems',
  ' the coins',
  ' my coins',
  ' the diamonds',
  ' my diamonds',
  ' the pack',
];
const counts = ['twice', 'two times', '2 times', '2x', 'double'];

/** How players say that the item of one purchase came twice. */
export const itemTwicePhrases: Readonly<Record<ReplyLanguage, readonly string[]>> = {
  en: verbs.flatMap((verb) =>
    [...items, ...others].flatMap((item) => counts.map((count) => `${verb}${item} ${count}`)),
  ),
  vi: ['nhận được hai lần', 'nhận được 2 lần', 'nhận hai lần', 'nhận 2 lần', 'nhận được gấp đôi'],
  ja: ['2回届', '二回届', '二重に届', '二重に付与', '2回付与', '二重付与'],
  zh: ['收到两次', '收到了两次', '收到2次', '收到了2次', '到账两次', '到账了两次', '收到两份'],
  ko: ['두 번 받', '두번 받', '2번 받', '두 번 지급', '두번 지급', '중복 지급'],
  th: ['ได้รับสองครั้ง', 'ได้รับ 2 ครั้ง', 'ได้รับซ้ำ', 'ได้ของสองครั้ง', 'ได้ของ 2 ครั้ง'],
  id: [
    'dapat dua kali',
    'dapat 2 kali',
    'menerima dua kali',
    'menerima 2 kali',
    'diterima dua kali',
  ],
  es: [
    'recibí dos veces',
    'recibí 2 veces',
    'recibido dos veces',
    'llegó dos veces',
    'llegaron dos veces',
  ],
  pt: [
    'recebi duas vezes',
    'recebi 2 vezes',
    'recebi em dobro',
    'chegou duas vezes',
    'chegaram duas vezes',
  ],
  de: [
    'zweimal bekommen',
    'doppelt bekommen',
    'zweimal erhalten',
    'doppelt erhalten',
    'doppelt gutgeschrieben',
  ],
  fr: ['reçu deux fois', 'reçu 2 fois', 'reçus deux fois', 'reçues deux fois', 'reçu en double'],
  ru: [
    'получил дважды',
    'получила дважды',
    'получил два раза',
    'получила два раза',
    'начислили дважды',
  ],
  tr: ['iki kez geldi', 'iki kere geldi', 'iki defa geldi', '2 kez geldi', 'iki kez yüklendi'],
};
