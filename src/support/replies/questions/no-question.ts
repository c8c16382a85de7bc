/** Gift cards are a way to pay, and no gift: these phrases are removed from a text before it is searched for questions. */
export const giftCards: readonly string[] = [
  ...['gift card', 'gift cards', 'giftcard', 'giftcards', 'gift code', 'gift codes'],
  ...[
    'thẻ quà tặng',
    'ギフトカード',
    'ギフト券',
    'ギフトコード',
    '礼物卡',
    '禮物卡',
    '선물카드',
    '선물 카드',
  ],
  ...['บัตรของขวัญ', 'kartu hadiah', 'tarjeta de regalo', 'tarjetas de regalo', 'código de regalo'],
  ...[
    'cartão de presente',
    'carte cadeau',
    'cartes cadeaux',
    'chèque cadeau',
    'hediye kartı',
    'hediye kodu',
  ],
];

/** Phrases of the store’s own mails, which are no question of the player: they are removed, too. */
export const wordsOfStore: readonly string[] = [
  ...[
    'refund policy',
    'refund policies',
    'manage request a refund',
    'report a problem request a refund',
  ],
  ...['política de reembolso', 'políticas de reembolso', 'política de reembolsos'],
  ...['richtlinien für erstattungen', 'politique de remboursement', 'kebijakan pengembalian dana'],
  ...[
    'chính sách hoàn tiền',
    '払い戻しポリシー',
    '返金ポリシー',
    '退款政策',
    '환불 정책',
    'нормы возврата',
  ],
];

/** The buttons of the store’s mails: a line of a mail that has only such a phrase is removed. */
export const buttonsOfStore: readonly string[] = [
  ...['request a refund', 'solicitar un reembolso', 'solicitar reembolso'],
  ...['erstattung beantragen', 'demander un remboursement', 'yêu cầu hoàn tiền'],
];
