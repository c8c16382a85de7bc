import { madeOnce } from '../../text/made-once.js';
import { isPlainText } from '../../text/visible.js';

/** Replies in Chinese are in simplified characters. Players in Taiwan and Hong Kong read and write traditional ones. */

/** @param name in small letters, without accents */
export function meansTraditionalChinese(name: string): boolean {
  return languageTags.test(name) || spellings.has(name);
}

/** `zh-hant`, `zh_tw`, `zh-hk.utf-8`. */
const languageTags = /^zh[-_](?:hant|tw|hk|mo)(?![a-z])/;

const spellings: ReadonlySet<string> = new Set([
  'chinese (traditional)',
  'traditional chinese',
  'cantonese',
  '繁體中文',
  '繁体中文',
  '正體中文',
  '繁中',
  'tw',
  'hk',
]);

/** Characters that are usual in tickets about purchases, and that simplified Chinese does not have. */
const traditionalOnly = new Set(
  '們這個會說還沒來時過為對買賣錢單號戶訂請問應該總點開關無與從發現實際經處間題幫麼嗎謝幣遊戲儲寶鑽帳購費價紅億萬歲聯聽覺讓進遠運選項領顯驗認證貨資質贈車較輸辦連遲適郵釋銀鎖鏈錯錄鐘長門閃階隨險難電靈頁頭類風飛館馬國體學動務業產機樣種給統計誰誤課談讀護變麗當嚴區協參雙員歡氣決減測滿獲東條極標檢權歷',
);

/** A text with this many of the characters is in traditional Chinese. One character alone may belong to a name. */
const fewestTraditional = 2;

/** The letters of Japanese and Korean. Both languages also use the characters above, so a text with such letters is not Chinese. */
const lettersOfJapaneseAndKorean = madeOnce(
  () => /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u,
);

export function isInTraditionalChinese(text: string): boolean {
  if (isPlainText(text) || lettersOfJapaneseAndKorean().test(text)) return false;
  const found = [...text].filter((character) => traditionalOnly.has(character));
  return found.length >= fewestTraditional;
}

interface WrittenReply {
  /** The languages in which the reply is printed. */
  readonly languages: readonly string[];
  /** The text of the ticket is in traditional characters. */
  readonly isTraditional: boolean | undefined;
}

/** Says that the reply is in simplified Chinese, although the text of the ticket is in traditional Chinese; undefined for any other reply or text. */
export function simplifiedNote({ languages, isTraditional }: WrittenReply): string | undefined {
  if (isTraditional !== true || !languages.includes('zh')) return undefined;
  return 'The text of the ticket is in traditional Chinese. The reply (zh) is in simplified Chinese: pvg has no traditional one.';
}
