import type { Situation } from '../situations.js';

/** Players also write in languages that no reply is in: Italian, Polish, Dutch, Ukrainian, Arabic. */
export const phrasesOfOthers: Partial<Record<Situation, readonly string[]>> = {
  refund: [
    ...[
      'rimborso',
      'rimborsare',
      'rimborsarmi',
      'rimborsato',
      'rimborsata',
      'rimborsati',
      'rivoglio i soldi',
      'indietro i soldi',
    ],
    ...['soldi indietro', 'comprato per sbaglio', 'acquistato per errore'],
    ...[
      'zwrot pieniędzy',
      'zwrotu pieniędzy',
      'zwrot środków',
      'zwrotu środków',
      'zwróćcie pieniądze',
    ],
    ...['oddajcie pieniądze', 'kupiłem przez przypadek', 'kupiłam przez przypadek'],
    ...['geld terug', 'terugbetaling', 'terugbetalen', 'terugbetaald', 'per ongeluk gekocht'],
    ...[
      'повернення коштів',
      'поверніть гроші',
      'повернути гроші',
      'повернули гроші',
      'випадково купив',
      'випадково купила',
    ],
    ...['استرداد المال', 'استرداد الأموال', 'استرجاع المال', 'استرجاع الأموال', 'إرجاع المال'],
  ],
  chargeback: [
    ...['contestato l’addebito', 'contestato il pagamento'],
    ...['obciążenie zwrotne', 'reklamacja w banku', 'teruggeboekt'],
    ...['оскаржив платіж', 'оскаржила платіж'],
  ],
  'paid-twice': [
    ...[
      'pagato due volte',
      'addebitato due volte',
      'addebitati due volte',
      'doppio addebito',
      'comprato due volte',
    ],
    ...[
      'zapłaciłem dwa razy',
      'zapłaciłam dwa razy',
      'pobrano dwa razy',
      'pobrano dwukrotnie',
      'kupiłem dwa razy',
      'kupiłam dwa razy',
    ],
    ...[
      'twee keer betaald',
      'dubbel betaald',
      'twee keer afgeschreven',
      'dubbel afgeschreven',
      'twee keer gekocht',
      'dubbel gekocht',
    ],
    ...[
      'заплатив двічі',
      'заплатила двічі',
      'зняли двічі',
      'списали двічі',
      'купив двічі',
      'купила двічі',
    ],
    ...['دفعت مرتين', 'خصم مرتين', 'تم الخصم مرتين'],
  ],
  'somebody-else-paid': [
    ...['ha pagato mia madre', 'ha pagato mio padre', 'mia madre ha pagato'],
    ...['mio padre ha pagato', 'w prezencie', 'prezent', 'mama zapłaciła', 'tata zapłacił'],
    ...['mijn moeder heeft betaald', 'mijn vader heeft betaald'],
    ...['подарунок', 'подарував', 'подарувала', 'هدية'],
  ],
};
