import { describe, expect, it } from 'vitest';
import { labelTokenAmongWords } from '../../src/input/pasted/among-words.js';
import { readPasted, type Pasted } from '../../src/input/pasted/read.js';

/** The product and the package as people say them, around the receipt or above it. */

const token = 'kdjmlgfchnbaopeikdjmlgfc.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8';

/** As a look-up reads it. */
function readMail(text: string): Pasted {
  return readPasted(labelTokenAmongWords(text)?.text ?? text);
}

describe('the names in a sentence', () => {
  it.each([
    ['English', `the product is gems_500, the package is com.x.y and the token is ${token}`],
    ['English, with a colon', `Hi, product: gems_500 of package: com.x.y here.\nToken: ${token}`],
    [
      'English, in quotes',
      `The product is "gems_500". The package is "com.x.y".\n${token}\nThanks, Mai`,
    ],
    ['English, without a verb', `product gems_500 package com.x.y token ${token}`],
    ['German', `Das Produkt ist gems_500, das Paket ist com.x.y. Der Token lautet ${token}`],
    ['Spanish', `El producto es gems_500, el paquete es com.x.y. Token: ${token} , cópialo`],
    ['French', `Le produit est gems_500 et le paquet est com.x.y. Le jeton est ${token}`],
    ['Portuguese', `O produto é gems_500 e o pacote é com.x.y. O token é ${token} ; copie`],
    ['Indonesian', `Produk adalah gems_500, paket adalah com.x.y. Token ${token}`],
    ['Vietnamese', `Sản phẩm là gems_500, gói là com.x.y. Mã token là ${token}.`],
    ['Russian', `Товар — gems_500, пакет — com.x.y, токен ${token} , скопируй`],
    ['Turkish', `Ürün gems_500, paket com.x.y, jeton ${token} , kopyala`],
    ['Japanese', `商品はgems_500です。パッケージはcom.x.yです。トークンは${token}です。`],
    ['Korean', `상품은 gems_500이고 패키지는 com.x.y입니다. 토큰은 ${token}입니다.`],
    ['Chinese', `商品是gems_500，包名是com.x.y，购买令牌是${token}。`],
  ])('are read: %s', (_, text) => {
    expect(readMail(text)).toMatchObject({
      kind: 'purchase',
      purchase: { receipt: token, productId: 'gems_500', package: 'com.x.y' },
    });
  });

  it.each([
    ['in English', `product realm.gems.1200 package com.x.y token ${token}`],
    ['in Chinese', `被扣款 商品 realm.gems.1200 包名 com.x.y 令牌 ${token}`],
  ])('are read without a verb where points divide them: %s', (_, text) => {
    expect(readMail(text)).toMatchObject({
      kind: 'purchase',
      purchase: { receipt: token, productId: 'realm.gems.1200', package: 'com.x.y' },
    });
  });

  it.each([
    ['two in one sentence', `the product is gems_500 or gems_100\ntoken: ${token}`],
    ['two with a stroke', `the product is gems_500/gems_100\ntoken: ${token}`],
    ['two sentences', `the product is gems_500. The product is gems_100.\ntoken: ${token}`],
    ['a question', `is the product gems_500?\ntoken: ${token}`],
    ['a denial', `the product is not gems_500\ntoken: ${token}`],
    ['a word', `the product is missing, the item two-handed\ntoken: ${token}`],
    ['an order id', `the item is GPA.3312-4410-7719-58204\ntoken: ${token}`],
    ['a version', `the app is v2.1, the item is in it\ntoken: ${token}`],
    ['a version without a verb', `the item v2.1.3 of the product v1.2\ntoken: ${token}`],
  ])('are not guessed: %s', (_, text) => {
    expect(readMail(text)).toMatchObject({
      kind: 'purchase',
      purchase: expect.not.objectContaining({ productId: expect.anything() as unknown }) as unknown,
    });
  });

  it('are not taken for one of two receipts', () => {
    const other = `b${token.slice(1)}`;
    const text = `the product is gems_500\n\ntoken: ${token}\n\ntoken: ${other}`;
    expect(readMail(text)).toMatchObject({
      kind: 'several',
      purchases: [{ receipt: token }, { receipt: other }],
    });
  });

  it('do not replace those of a line of their own', () => {
    expect(readMail(`the item is gems_100\nproduct: gems_500\ntoken: ${token}`)).toMatchObject({
      purchase: { productId: 'gems_500' },
    });
  });
});
