import { findUsername } from './said-username.js';

/** Recognizes a text about the verification of a player, with or without a purchase in it. */

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

/**
 * What only the verification of a player is called, and how players say that they did it. A verification of a purchase, a
 * payment or a receipt is never meant.
 */
const verificationsOfPlayer: readonly RegExp[] = [
  /\b(?:identity|age|id|real[- ]?name) (?:verification|check)\b|\bverif(?:y|ied) my (?:identity|age|id)\b/i,
  /\b(?:finished|did|done|completed|passed) (?:(?:the|my|your) )?verification\b(?! (?:of|for|on)\b)/i,
  // Vietnamese, Thai, Indonesian
  /xác (?:minh|thực) (?:danh tính|(?:độ )?tuổi)|(?:hoàn thành|hoàn tất) xác (?:minh|thực)(?! (?:giao|thanh|đơn|mua))/iu,
  /ยืนยันตัวตน|ยืนยันอายุ/u,
  /verifikasi (?:identitas|usia|umur)|(?:menyelesaikan|selesai) verifikasi(?! (?:pem|trans|pes))/i,
  // Japanese, Chinese, Korean
  /本人(?:確認|認証)|年齢(?:確認|認証)|(?<!の)認証を(?:完了|済ませ)/u,
  /(?:实名|身份|年龄)(?:认证|验证)|(?:實名|身份|年齡)(?:認證|驗證)|完成(?:了)?(?:验证|驗證)/u,
  /(?:본인|실명|성인|나이) ?인증|신원 ?확인/u,
  // Spanish, Portuguese, French
  /verificación de (?:mi )?(?:la )?(?:identidad|edad)|(?:complet|termin)é la verificación(?! del? )|hice la verificación(?! del? )/iu,
  /verificação d[ea] (?:minha )?(?:identidade|idade)|(?:fiz|completei|concluí|terminei) a verificação(?! d[aeo] )/iu,
  /vérification (?:d['’]|de l['’]|de mon )(?:identité|âge)|(?:terminé|fait|complété|effectué) la vérification(?! d)/iu,
  // German, Russian, Turkish
  /identitätsprüfung|alters(?:prüfung|verifi)|(?:die|meine) (?:verifizierung|verifikation) (?:schon |bereits )?(?:abgeschlossen|gemacht|erledigt)/iu,
  /верификаци[юия] (?:личности|возраста)|подтвердила? (?:личность|возраст)|(?:прош[её]л|прошла|завершила?) верификацию(?! (?:покупки|платежа|оплаты|заказа))/iu,
  /(?:kimlik|yaş) doğrulama|doğrulamayı (?:tamamladım|yaptım|bitirdim)/iu,
];

/** A player whose verification a text mentions beside a purchase. */
interface MentionedPlayer {
  /** The name in the game, if the text says one for sure. */
  readonly username: string | undefined;
}

/** Finds a mentioned verification that surely means the player; undefined without one. */
export function findMentionedPlayer(text: string): MentionedPlayer | undefined {
  const plain = text.normalize('NFC').replaceAll(/\s+/g, ' ');
  const isMentioned = verificationsOfPlayer.some((words) => words.test(plain));
  return isMentioned ? { username: findUsername(text) } : undefined;
}
