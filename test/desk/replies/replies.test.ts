import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lookupVerdicts } from '../../../src/gateway/verdict.js';
import { parseReplies, replyLanguages, type ReplyLanguage } from '../../../src/desk/ticket.js';

const folder = join(import.meta.dirname, '..', '..', '..', 'src', 'desk', 'replies');
const textOf = (language: string): string => readFileSync(join(folder, `${language}.txt`), 'utf8');

/** Words that would promise an item or money, excuse, blame, or name a time. */
const neverSaid: Record<ReplyLanguage, RegExp> = {
  en: /\b(refund|compensat|reimburs|guarantee|promise|will (receive|get|be)|grant|deliver(ed)? (it|your)|sorry|your (fault|mistake)|fraud|today|tomorrow|soon|hours?|days?|week)/i,
  vi: /(hoàn tiền|bồi thường|đảm bảo|cam kết|hứa|sẽ (nhận|được)|lỗi của bạn|gian lận|hôm nay|ngày mai|giờ|tuần)/i,
  ja: /(返金|補償|保証|約束|付与|お届け|お客様の(ミス|過失)|不正|本日|明日|時間以内|日以内|週間)/,
  zh: /(退款|赔偿|补偿|保证|承诺|补发|发放|您的(错误|过失)|欺诈|今天|明天|小时|工作日)/,
  ko: /(환불|보상|보장|약속|지급|귀하의 (잘못|실수)|부정|오늘|내일|시간 (내|이내)|일 이내)/,
  th: /(คืนเงิน|ชดเชย|รับประกัน|สัญญา|จะได้รับ|ความผิดของคุณ|ทุจริต|วันนี้|พรุ่งนี้|ชั่วโมง|สัปดาห์)/,
  id: /(pengembalian dana|refund|kompensasi|jamin|janji|akan (menerima|mendapat|dikirim)|kesalahan Anda|penipuan|hari ini|besok|\bjam\b|minggu)/i,
  es: /(reembols|devoluci|compensa|garantiz|promet|recibirá|le entregaremos|su culpa|fraude|\bhoy\b|mañana|horas|días|semana)/i,
  pt: /(reembols|estorno|devolu|compensa|garanti|promet|receberá|entregaremos|sua culpa|fraude|\bhoje\b|amanhã|horas|dias\b|semana)/i,
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
    const replies = parseReplies(textOf(language));

    it('has one for every verdict, and for nothing else', () => {
      expect([...replies.keys()].sort()).toEqual(Object.keys(lookupVerdicts).sort());
      expect(new Set(replies.values()).size).toBe(replies.size);
    });

    it.each([...replies])('%s: neutral, one paragraph, ready to be copied', (_, text) => {
      expect(text).toMatch(/^\S.{20,}\S$/u);
      // A digit would be a date, a sum or a code; the service’s own words are nobody’s but ours.
      expect(text).not.toMatch(/[\p{Nd}`<>{}[\]*_#]/u);
      expect(text).not.toMatch(/verify|receipt|token|gateway|§/i);
      expect(text).not.toMatch(neverSaid[language]);
    });

    it.each([...replies])('%s: two or three sentences', (_, text) => {
      // Thai has no full stop: a space ends a clause.
      if (language === 'th') return;
      const sentences = text.split(/[.。](?:\s|$)|。/u).filter((sentence) => sentence.trim() !== '');
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
