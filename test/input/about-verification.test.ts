import { describe, expect, it } from 'vitest';
import { findMentionedPlayer } from '../../src/input/pasted/about-verification.js';

describe('a verification that surely means the player', () => {
  it.each([
    'I already finished the verification and it still asks.',
    'the ID check fails, and my gems are missing',
    'my age verification does not work',
    'I verified my identity',
    'tôi đã hoàn thành xác minh rồi',
    '本人確認は終わりました',
    '认证完了吗？我已完成实名认证',
    '본인인증 했어요',
    'ผมยืนยันตัวตนแล้ว',
    'saya sudah selesai verifikasi',
    'ya hice la verificación',
    'já fiz a verificação',
    'Ich habe die Verifizierung schon gemacht',
    'j’ai terminé la vérification',
    'я прошёл верификацию',
    'kimlik doğrulama yaptım',
  ])('%s', (text) => {
    expect(findMentionedPlayer(text)).toEqual({ username: undefined });
  });

  it('has the name that the text says', () => {
    const text =
      'I finished the verification, username: Kim42, and GPA.3306-4410-7719-58204 is lost';
    expect(findMentionedPlayer(text)).toEqual({ username: 'Kim42' });
  });

  it.each([
    'please verify my purchase',
    'can you verify my payment GPA.3306-4410-7719-58204?',
    'the verification of my receipt failed',
    'I completed the verification of the payment',
    'the purchase was verified',
    'valid check of the order',
    'terminé la verificación del pago',
    'fiz a verificação do pagamento',
    'j’ai terminé la vérification du paiement',
    'я прошёл верификацию платежа',
    '決済の認証を完了しました',
    'hoàn thành xác minh thanh toán',
    '',
  ])('is not meant by: %s', (text) => {
    expect(findMentionedPlayer(text)).toBeUndefined();
  });
});
