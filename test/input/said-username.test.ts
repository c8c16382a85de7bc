import { describe, expect, it } from 'vitest';
import { findPossibleUsername, findUsername } from '../../src/input/pasted/said-username.js';

describe('the name of a player is read where a mail says it plainly', () => {
  it.each([
    ['a line of its own', 'Hello\nUsername: player-42\nThanks', 'player-42'],
    ['a line of its own, of letters', '> nickname = Dragon', 'Dragon'],
    [
      'a sentence',
      'hi, have I been verified? my username is demo-completed, thanks',
      'demo-completed',
    ],
    ['the end of a sentence', 'My username is dragon99.', 'dragon99'],
    ['quotes', 'my username is “dragon_99”!', 'dragon_99'],
    ['German', 'Mein Benutzername ist drache_7. Danke', 'drache_7'],
    ['Spanish', 'hola, mi usuario es dragon-7 y no funciona', 'dragon-7'],
    ['the name in the game', 'Verified? My name in the game: Dragon', 'Dragon'],
    ['Japanese', '認証について。ユーザー名はdragon99です', 'dragon99'],
    ['Korean', '닉네임: dragon99', 'dragon99'],
    ['Vietnamese', 'Em đã xác minh rồi.\nTên nhân vật: RongVang88', 'RongVang88'],
    ['French', 'Vérification faite. Pseudo : Kévin_du_13', 'Kévin_du_13'],
    ['letters of Korean', '인증했어요\n닉네임: 달빛기사', '달빛기사'],
    ['letters of Russian', 'Ник: Волк-2009', 'Волк-2009'],
    ['letters of Japanese', 'ユーザー名：さくら餅', 'さくら餅'],
    ['quotes of Japanese', 'プレイヤー名は「さくら餅」です。', 'さくら餅'],
    ['Indonesian', 'Nama pemain: RatuPedang_77', 'RatuPedang_77'],
    ['Portuguese', 'Nome do personagem: Dragão-7', 'Dragão-7'],
    ['Spanish, of a character', 'Nombre del personaje: Ñandú_3', 'Ñandú_3'],
    ['Turkish', 'Karakter adı: Şahin_34', 'Şahin_34'],
    ['Thai', 'ชื่อตัวละคร: มังกร_9', 'มังกร_9'],
    ['Chinese', '暱稱：小熊軟糖', '小熊軟糖'],
    ['German, of a character', 'Charaktername: Jäger_1', 'Jäger_1'],
    ['the same name twice', 'Username: a-1\nmy username is a-1', 'a-1'],
  ])('%s', (_what, text, username) => {
    expect(findUsername(text)).toBe(username);
  });

  it.each([
    ['a word of the sentence', 'my username is wrong and the nickname is fine'],
    ['a sentence after the colon', 'Username: see the picture'],
    ['a first name', 'my name is Kim'],
    ['an e-mail address', 'my username is anna1@example.com'],
    ['a name with a blank', 'Nick: Zé da Silva'],
    ['a name at which a sentence ends without a blank', 'ユーザー名：さくら餅です'],
    ['two names', 'my username is a-1, my other username is b-2'],
  ])('and not where it is %s', (_what, text) => {
    expect(findUsername(text)).toBeUndefined();
  });
});

it.each([
  ['[05/03/26 19.25.37] Raka: nama: RakaSatria77', 'RakaSatria77'],
  ['nama: Budi', undefined],
  ['name: dragon99\nname: dragon98', undefined],
])('what may be a name is offered, a first name is not: %s', (text, name) => {
  expect(findPossibleUsername(text)).toBe(name);
});
