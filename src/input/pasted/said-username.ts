import { madeOnce } from '../../text/made-once.js';
import { withoutChatMarks } from './chat.js';
import { copulas } from './foreign-labels.js';
import { quotationMarks } from './quotation-marks.js';

/** The name of a player in the game, as a mail says it: `Username: dragon99`, `mein Benutzername ist dragon_99`. */

/**
 * What people call their name in the game: in English, German, Spanish, French, Portuguese, Indonesian, Russian, Turkish,
 * Vietnamese, Japanese, Chinese, Korean and Thai. `my name` is left out, because it may be a first name.
 */
const labelPattern = [
  ...[String.raw`user[ _-]?(?:name|id)`, String.raw`player[ _-]?(?:name|id)?`],
  ...['nick(?:[ -]?name)?', '(?:my )?name in (?:the )?game', 'in-?game name', 'game name'],
  ...['character(?: name)?', 'gamertag'],
  ...['(?:benutzer|nutzer|spieler|charakter)name', 'name im spiel'],
  ...['(?:nombre de )?usuario', '(?:mi )?nombre en el juego', 'nombre de(?:l)? jugador', 'apodo'],
  ...[String.raw`nom d['’]utilisateur`, '(?:mon )?nom dans le jeu', 'pseudo(?:nyme)?'],
  ...['nom d[eu] (?:joueur|personnage)', 'nombre de(?:l)? personaje'],
  ...['nome de usuário', '(?:meu )?nome no jogo', 'nome d[eo] (?:jogador|personagem)', 'apelido'],
  ...['nama pengguna', 'nama (?:saya )?di game', 'nama (?:pemain|karakter)'],
  ...['имя пользователя', 'ник(?:нейм)?', 'имя в игре', 'имя (?:игрока|персонажа)'],
  ...['kullanıcı adı[mn]?', 'oyundaki adım', '(?:oyuncu|karakter) adı[mn]?', 'takma adı[mn]?'],
  ...['tên người (?:dùng|chơi)', 'tên (?:trong game|ingame|nhân vật)', 'biệt danh'],
  ...['ユーザー名', 'プレイヤー名', 'ニックネーム', 'キャラ(?:クター)?名'],
  ...['用户名', '用戶名', '使用者名稱', '角色名[称稱]?', '玩家名[称稱]?', '昵称', '暱稱'],
  ...['사용자 ?이름', '닉네임', '플레이어 ?(?:이름|명)', '캐릭터 ?(?:이름|명)'],
  ...['ชื่อผู้(?:ใช้|เล่น)', 'ชื่อในเกม', 'ชื่อตัวละคร'],
].join('|');

const labelStart = String.raw`(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{M}\d_.-])`;
const signPattern = String.raw`[ \t]*[:=\uFF1A][ \t]*`;
const copulaPattern = [
  String.raw`[ \t]+(?:${copulas.betweenBlanks.join('|')})[ \t]+`,
  String.raw`[ \t]*(?:${copulas.attached.join('|')})[ \t]*`,
].join('|');
const quotePattern = `[${quotationMarks}]`;
/** Two to 64 characters, without a point at the end: that ends the sentence. */
const namePattern = String.raw`[\w#-][\w.#-]{0,62}[\w#-]`;
/** A name that may have letters of any script: only a sign or quotation marks show where it begins and ends. */
const nameOfLettersPattern = String.raw`[\p{L}\p{N}_#-][\p{L}\p{M}\p{N}_.#-]{0,62}[\p{L}\p{M}\p{N}_#-]`;
const restOfLinePattern = String.raw`(?=([^\n]*))`;
/** A label, what stands between, and the name: `username: x`, `username is "x"`, `username is dragon99`. */
const forms = madeOnce(() =>
  [
    `(${signPattern})${quotePattern}?(${nameOfLettersPattern})${quotePattern}?${restOfLinePattern}`,
    `(${signPattern}|${copulaPattern})${quotePattern}(${nameOfLettersPattern})${quotePattern}${restOfLinePattern}`,
    `(${copulaPattern})${quotePattern}?(${namePattern})${quotePattern}?${restOfLinePattern}`,
  ].map((form) => new RegExp(`${labelStart}(?:${labelPattern})${form}`, 'giu')),
);

/** The only username that a text says; undefined if it says none or several. */
export function findUsername(text: string): string | undefined {
  const plain = withoutChatMarks(text);
  const matches = forms().flatMap((form) => [...plain.matchAll(form)]);
  const names = matches.flatMap(([, signOrVerb = '', username = '', after = '']) =>
    isCertainName(signOrVerb.trim(), username, after) ? [username] : [],
  );
  const [username, ...others] = new Set(names);
  return others.length === 0 ? username : undefined;
}

/** `Name: dragon_99`: it may be the name of the person or that of the character. */
const nameAlone = [
  ...['name', 'nama', 'nombre', 'nome', 'nom', 'имя', 'isim', 'tên', 'ชื่อ'],
  ...['名前', '名字', '이름'],
].join('|');
const nameLine = madeOnce(
  () =>
    new RegExp(
      `${labelStart}(?:${nameAlone})${signPattern}${quotePattern}?(${nameOfLettersPattern})${quotePattern}?[ \\t]*$`,
      'gimu',
    ),
);

/** What may be the username, for a person to confirm. It has a digit or a mark, which a first name has not. */
export function findPossibleUsername(text: string): string | undefined {
  const names = [...withoutChatMarks(text).matchAll(nameLine())].map(
    ([, username = '']) => username,
  );
  const [possible, ...others] = new Set(names.filter((each) => /[\d_#]/.test(each)));
  return others.length === 0 ? possible : undefined;
}

/** Whether a word is certainly a username. In `My username is wrong` it is not, and after a colon a sentence may stand. */
function isCertainName(signOrVerb: string, username: string, after: string): boolean {
  const isAfterSign = /^[:=\uFF1A]$/.test(signOrVerb);
  // `ユーザー名：太郎です`
  if (isAfterSign && endOfSentence.test(username)) return false;
  // `Username: dragon.`
  if (isAfterSign && /^[\s.,;!。、）)]*$/u.test(after)) return true;
  // `ユーザー名は「太郎」です`
  if (/^(?:です|だよ|입니다|이에요|예요)/u.test(after) && /[^\x20-\x7E]/.test(username)) {
    return true;
  }
  // `my username is dragon_99`, but not `my username is 2nd@example.com`.
  return /[\d_#]|\w-\w/.test(username) && !/^[@\p{Script=Latin}\p{Script=Cyrillic}]/u.test(after);
}

/** The polite end of a sentence, such as `です`: without a blank in front, it may belong to the name. */
const endOfSentence = /(?:です|だよ|입니다|이에요|예요|ครับ|ค่ะ)$/u;
