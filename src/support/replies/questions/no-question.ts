/** A way to pay, and no present: the text is read without it. */
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

/** What stands in the store’s own mails, at a button or at the end: it is no question of the player. */
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

/** A line of its own. */
export const buttonsOfStore: readonly string[] = [
  ...['request a refund', 'solicitar un reembolso', 'solicitar reembolso'],
  ...['erstattung beantragen', 'demander un remboursement', 'yêu cầu hoàn tiền'],
];
