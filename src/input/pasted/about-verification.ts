/** Recognizes a mail about the verification of a player, which has no purchase in it. */

/** Words for verification, in the languages of the replies. */
const verificationWords: readonly RegExp[] = [
  // English, German, Spanish, Portuguese, Indonesian, French
  /verif|v[ée]rif/iu,
  // Vietnamese, Japanese, Chinese, Korean
  /xác (?:minh|thực)|認証|验证|驗證|認證|인증/iu,
  // Russian, Turkish, Thai
  /верифи|doğrula|ยืนยันตัวตน/iu,
];

/** Words of a mail about a purchase. In such a mail, `verified` may mean the purchase instead of the player. */
const purchaseWords: readonly RegExp[] = [
  /purchas|bought|\bbuy|\bpa(?:id|y|yment)\b|\border|receipt|refund/iu,
  // German, Spanish and Portuguese, French
  /kauf|bezahl|compr|pag[uoa]|achat|achet|pay[ée]/iu,
  // Vietnamese, Indonesian, Turkish, Russian
  /mua|thanh toán|\bbeli|satın|ödeme|купи|оплат|покуп/iu,
  // Japanese, Chinese, Korean
  /購入|課金|購買|购买|支付|充值|구매|결제/u,
];

/** Whether a text speaks of a verification, and of no purchase. */
export function isAboutVerification(text: string): boolean {
  const hasWord = (words: readonly RegExp[]): boolean => words.some((word) => word.test(text));
  return hasWord(verificationWords) && !hasWord(purchaseWords);
}
