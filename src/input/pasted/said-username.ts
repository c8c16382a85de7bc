import { saying } from './foreign-labels.js';

/** The name of a player in the game, as a mail says it: `Username: dragon99`, `mein Benutzername ist dragon_99`. */

/** By language. A first name is not a name in the game, so `my name` is not among them. */
const labels = [
  ...[String.raw`user[ _-]?(?:name|id)`, String.raw`player[ _-]?(?:name|id)?`],
  ...['nick(?:name)?', '(?:my )?name in (?:the )?game', 'in-?game name', 'game name'],
  ...['(?:benutzer|nutzer|spieler)name', 'name im spiel'],
  ...['(?:nombre de )?usuario', '(?:mi )?nombre en el juego'],
  ...[String.raw`nom d['’]utilisateur`, '(?:mon )?nom dans le jeu', 'pseudo'],
  ...['nome de usuário', '(?:meu )?nome no jogo', 'nama pengguna', 'nama (?:saya )?di game'],
  ...['имя пользователя', 'ник(?:нейм)?', 'имя в игре', 'kullanıcı adı[mn]?', 'oyundaki adım'],
  ...[
    'tên người dùng',
    'tên trong game',
    'ユーザー名',
    'プレイヤー名',
    '用户名',
    '用戶名',
    '角色名',
  ],
  ...['사용자 이름', '닉네임', 'ชื่อผู้ใช้', 'ชื่อในเกม'],
].join('|');

const beginning = String.raw`(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{M}\d_.-])`;
const sign = String.raw`[ \t]*[:=\uFF1A][ \t]*`;
const said = String.raw`[ \t]+(?:${saying.apart.join('|')})[ \t]+|[ \t]*(?:${saying.attached.join('|')})[ \t]*`;
const quote = String.raw`["'\x60\u201C\u201D\u201E\u00AB\u00BB\u300C\u300D]?`;
const name = String.raw`[\w#-](?:[\w.#-]{0,62}[\w#-])`;
const labelledName = new RegExp(
  `${beginning}(?:${labels})(${sign}|${said})${quote}(${name})${quote}(?=([^\\n]*))`,
  'giu',
);

/** The only name that the text says, or undefined. */
export function usernameIn(text: string): string | undefined {
  const names = [...text.matchAll(labelledName)].flatMap(([, verb = '', found = '', rest = '']) =>
    isPlain(verb.trim(), found, rest) ? [found] : [],
  );
  const [username, ...others] = new Set(names);
  return others.length === 0 ? username : undefined;
}

/** `My username is wrong` says no name, and after a colon a whole sentence may stand. */
function isPlain(verb: string, found: string, rest: string): boolean {
  const isAfterSign = /^[:=\uFF1A]$/.test(verb);
  if (isAfterSign && /^[\s.,;!。、]*$/u.test(rest)) return true;
  return /[\d_#]|\w-\w/.test(found) && !/^[@\p{Script=Latin}\p{Script=Cyrillic}]/u.test(rest);
}
