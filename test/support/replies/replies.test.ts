import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ReplyLanguage, replyLanguages } from '../../../src/support/replies/situations.js';
import { parseReplies, replyTextNames } from '../../../src/support/replies/texts.js';

const folder = join(import.meta.dirname, '..', '..', '..', 'src', 'shipped', 'replies');
const textOf = (language: string): string => readFileSync(join(folder, `${language}.txt`), 'utf8');

/** Only the player who asks for a refund reads of one. */
const ofRefunds =
  /refund|hoàn tiền|返金|退款|환불|คืนเงิน|pengembalian dana|reembols|devoluci|estorno|devolu[cç]|erstatt|rembours|возврат|iadeler/i;

/** Words that would promise an item or money, excuse, blame, or name a time. */
const neverSaid: Record<ReplyLanguage, RegExp> = {
  en: /\b(compensat|reimburs|guarantee|promise|will (receive|get|be)|grant|deliver(ed)? (it|your)|sorry|your (fault|mistake)|fraud|today|tomorrow|soon|hours?|days?|week)/i,
  vi: /(bồi thường|đảm bảo|cam kết|hứa|sẽ (nhận|được)|lỗi của bạn|gian lận|hôm nay|ngày mai|giờ|tuần)/i,
  ja: /(補償|保証|約束|付与|お届け|お客様の(ミス|過失)|不正|本日|明日|時間以内|日以内|週間)/,
  zh: /(赔偿|补偿|保证|承诺|补发|发放|您的(错误|过失)|欺诈|今天|明天|小时|工作日)/,
  ko: /(보상|보장|약속|지급|귀하의 (잘못|실수)|부정|오늘|내일|시간 (내|이내)|일 이내)/,
  th: /(ชดเชย|รับประกัน|สัญญา|จะได้รับ|ความผิดของคุณ|ทุจริต|วันนี้|พรุ่งนี้|ชั่วโมง|สัปดาห์)/,
  id: /(kompensasi|jamin|janji|akan (menerima|mendapat|dikirim)|kesalahan Anda|penipuan|hari ini|besok|\bjam\b|minggu)/i,
  es: /(compensa|garantiz|promet|recibirá|le entregaremos|su culpa|fraude|\bhoy\b|mañana|horas|días|semana)/i,
  pt: /(compensa|garanti|promet|receberá|entregaremos|sua culpa|fraude|\bhoje\b|amanhã|horas|dias\b|semana)/i,
  de: /(entschädig|garantier|versprech|Sie (erhalten|bekommen)|Ihre Schuld|Ihr Fehler|Betrug|heute|morgen|Stunde|\bTage?\b|Woche)/i,
  fr: /(compens|garanti|promet|vous recevrez|votre (faute|erreur)|fraude|aujourd|demain|\bheures?\b|\bjours?\b|semaine)/i,
  ru: /(компенс|гарант|обеща|вы получите|ваша (вина|ошибка)|мошен|сегодня|завтра|часов|дней|недел)/i,
  tr: /(tazmin|garanti|söz ver|alacaksınız|sizin (hatanız|suçunuz)|dolandır|bugün|yarın|saat|\bgün\b|hafta)/i,
};

describe('the replies to the player', () => {
  it('are there in every language, and in no other', () => {
    expect(
      readdirSync(folder)
        .filter((name) => name.endsWith('.txt'))
        .sort(),
    ).toEqual(replyLanguages.map((each) => `${each}.txt`).sort());
  });

  describe.each(replyLanguages)('%s', (language) => {
    const texts = parseReplies(textOf(language));
    const greeting = texts.get('greeting') ?? 'none';
    /** What is sent as it stands. */
    const replies = [...texts].filter(
      ([name]) => !['greeting', 'several-answers', 'each-purchase'].includes(name),
    );

    it('has one for every situation, and for nothing else', () => {
      expect([...texts.keys()].sort()).toEqual([...replyTextNames].sort());
      expect(new Set(texts.values()).size).toBe(texts.size);
    });

    it.each([...texts].filter(([name]) => !['greeting', 'each-purchase'].includes(name)))(
      '%s: begins with the greeting, and says more',
      (_, text) => {
        expect(text.startsWith(greeting)).toBe(true);
        expect(text.slice(greeting.length).trim()).toMatch(/^\S.{6,}/u);
        expect(text).not.toMatch(neverSaid[language]);
      },
    );

    it.each(replies)('%s: neutral, one paragraph, ready to be copied', (situation, text) => {
      expect(text).toMatch(/^\S.{20,}\S$/u);
      // A digit would be a date, a sum or a code; the service’s own words are nobody’s but ours.
      // The only mark is the place of an order number, in the texts that have one.
      const isNumbered = situation.endsWith('-with-number') && situation !== 'ios-with-number';
      expect(text.split('{order}')).toHaveLength(isNumbered ? 2 : 1);
      expect(text.replace('{order}', '')).not.toMatch(/[\p{Nd}`<>{}[\]*_#]/u);
      expect(text).not.toMatch(/verify|receipt|token|gateway|§/i);
      expect(text).not.toMatch(neverSaid[language]);
      expect(ofRefunds.test(text)).toBe(situation === 'refund');
    });

    it.each(replies)('%s: two or three sentences', (_, text) => {
      // Thai has no full stop: a space ends a clause.
      if (language === 'th') return;
      const sentences = text
        .split(/[.。](?:\s|$)|。/u)
        .filter((sentence) => sentence.trim() !== '');
      expect(sentences.length).toBeGreaterThanOrEqual(2);
      expect(sentences.length).toBeLessThanOrEqual(3);
    });
  });

  it('may be changed by hand: comments, a byte order mark, CR LF and blank lines are no text', () => {
    const text =
      '\uFEFF# who changed it\r\n\r\n[pending]\r\n\r\nOne line.\r\nAnother.\r\n\r\n# a note\r\n[unknown]\r\n';
    expect([...parseReplies(text)]).toEqual([
      ['pending', 'One line.\nAnother.'],
      ['unknown', ''],
    ]);
  });
});
