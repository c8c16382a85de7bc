import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { replyLanguages } from '../../src/support/replies/situations.js';
import { parseReplies } from '../../src/support/replies/texts.js';
import { temporaryFolder } from '../helpers/context.js';
import { demo } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

/**
 * The state of a purchase says nothing about what the player asked. Whoever gets a reply for a state is shown the replies
 * for the questions, and no reply says that we have an order number which nobody could read.
 */

const shipped = join(import.meta.dirname, '..', '..', 'src', 'shipped', 'replies');
const textOf = (language: string, name: string): string =>
  parseReplies(readFileSync(join(shipped, `${language}.txt`), 'utf8')).get(name) ?? 'none';

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

const questions = ['refund', 'chargeback', 'paid-twice', 'somebody-else-paid'];

/** The command of the note for other questions, in the form in which it is printed. */
const commandIn = (text: string): string | undefined =>
  /`(pvg reply [a-z ]+ --for <situation>[^`]*)`/.exec(text)?.[1];

describe('the other replies', () => {
  it.each(['demo-recorded', 'demo-never-received', 'demo-pending', 'demo-canceled', 'unknown-one'])(
    'stand beside the reply about %s, each as a command that works',
    async (receipt) => {
      const line = `lookup ${demo(receipt)} --reply vi,en --case T-1`;
      const { out, err } = await pvg(line, { home, columns: 400 });
      const command = commandIn(out + err);
      expect(command).toBe('pvg reply vi en --for <situation> --case T-1');
      for (const situation of questions) {
        expect(out + err).toContain(situation);
        const words = command?.replace('<situation>', situation).split(' ').slice(1) ?? [];
        const { status, out: text } = await pvg(words, { home });
        const hasNumber = situation === 'somebody-else-paid' && receipt !== 'unknown-one';
        const name = hasNumber ? `${situation}-with-number` : situation;
        const texts = ['vi', 'en'].map((language) => textOf(language, name));
        const expected = `${texts.join('\n\n')}\n`;
        const withoutNumber = text.replaceAll(/GPA\.[\d-]+/g, '{order}');
        expect({ status, text: withoutNumber }).toEqual({ status: 0, text: expected });
      }
    },
  );

  it('are named by `pvg reply` on standard error only, and not for a situation that was chosen', async () => {
    await pvg(`lookup ${demo('demo-recorded')} --case T-1`, { home });
    const { out, err } = await pvg('reply ko --case T-1', { home });
    expect(commandIn(err)).toBe('pvg reply ko --for <situation> --case T-1');
    expect(out).toBe(`${textOf('ko', 'paid-and-recorded')}\n`);
    const chosen = await pvg('reply ko --for chargeback --case T-1', { home });
    expect(commandIn(chosen.err)).toBeUndefined();
  });

  it('are not in JSON, and not beside a reply about a player', async () => {
    const asJson = await pvg(`lookup ${demo('demo-recorded')} --reply en --json`, { home });
    expect(commandIn(asJson.out)).toBeUndefined();
    const player = await pvg('session demo-completed -p local --check --reply en', { home });
    expect(commandIn(player.out + player.err)).toBeUndefined();
  });
});

describe('an answer about another order', () => {
  const line = `lookup ${demo('demo-recorded')} --order-id GPA.9999-8888-7777-66666 --case T-1`;

  it('offers the reply for that, in the languages that were asked for', async () => {
    const { out, err } = await pvg(`${line} --reply vi`, { home, columns: 400 });
    expect(out + err).toContain('`pvg reply vi --for other-order --case T-1`');
    const { reply } = json(await pvg(`${line} --reply vi --json`, { home })) as { reply: unknown };
    expect(reply).toBeNull();
  });

  it('leads `pvg reply` to it, too', async () => {
    await pvg(line, { home });
    const { status, out, err } = await pvg('reply en --case T-1', { home });
    expect({ status, out }).toEqual({ status: 2, out: '' });
    const next = 'pvg reply en --for other-order --case T-1';
    expect(err).toContain(`Next: ${next}\n`);
    expect((await pvg(next.slice('pvg '.length), { home })).out).toBe(
      `${textOf('en', 'other-order')}\n`,
    );
  });
});

describe('an order number that nobody could read', () => {
  it.each([
    ['read from a picture', '6PA.3312-441O-7719-58204', 'GPA.3312-4410-7719-58204'],
    ['a part of one', 'GPA.3312-4410', null],
    ['none', 'tom@mail.example', null],
  ])('%s: the player is asked for it as text', async (_what, pasted, orderId) => {
    const refused = await pvg(`lookup ${pasted} -p local --case T-1`, { home });
    expect(refused.status).toBe(2);
    const { answer } = json(await pvg('journal find T-1 --json', { home }));
    expect(answer).toMatchObject({ remarks: [{ command: 'refusal', order_id: orderId }] });
    const { err } = await pvg('reply en --case T-1', { home });
    const next = 'pvg reply en --for need-order-id --case T-1';
    expect(err).toContain(`Next: ${next}\n`);
    const { status, out } = await pvg(next.slice('pvg '.length), { home });
    expect({ status, out }).toEqual({ status: 0, out: `${textOf('en', 'need-order-id')}\n` });
  });

  it('read from a picture: the refusal leads to the reply in the language asked for', async () => {
    const line = 'lookup 6PA.3312-441O-7719-58204 -p local --case T-1 --reply es';
    const { err } = await pvg(line, { home });
    expect(err).toContain('Next: pvg reply es --for need-order-id --case T-1\n');
  });

  it('read from a picture: the refusal itself names the reply', async () => {
    const { err } = await pvg('lookup 6PA.3312-441O-7719-58204 -p local --case T-1', { home });
    expect(err).toContain('--for need-order-id --case T-1');
  });

  it.each(replyLanguages)('in %s at most two sentences ask for it', (language) => {
    const text = textOf(language, 'need-order-id').slice(textOf(language, 'greeting').length);
    expect(text.replace(/[.。]$/u, '')).not.toMatch(/[.。](?:\s|$)|。/u);
  });
});

/** What would say that a payment may not be complete, in the words of the replies for `pending` and `cancelled`. */
const notComplete =
  /pending|cancel|ausstehend|storniert|pendiente|pendente|attente|annul|tertunda|batal|保留|キャンセル|대기|취소|ожида|отмен|รอดำเนินการ|ยกเลิก|bekle|iptal|chờ|hủy|处理中|取消/i;

it.each(replyLanguages)('in %s the text about two payments doubts neither', (language) => {
  expect(textOf(language, 'cancelled')).toMatch(notComplete);
  expect(textOf(language, 'paid-twice')).not.toMatch(notComplete);
});

describe('a paste that cannot be looked up', () => {
  const others = ['somebody-else-paid'];

  it.each([
    ['a gift', 'my mom paid for order GPA.3344-9017-2265-41190', ['somebody-else-paid']],
    ['a dispute', 'I disputed the charge for GPA.3344-9017-2265-41190', ['chargeback']],
    ['a card, de', 'Meine Mutter hat mit ihrer Karte bezahlt GPA.3344-9017-2265-41190', others],
    ['a card, ja', '母のカードで支払いました GPA.3344-9017-2265-41190', others],
    ['a card, tr', 'Annem kendi kartıyla ödedi GPA.3344-9017-2265-41190', others],
    ['a card, pt', 'a mãe pagou com o cartão dela GPA.3344-9017-2265-41190', others],
    ['their own card', 'Ich habe mit meiner Karte bezahlt GPA.3344-9017-2265-41190', []],
    ['two questions', 'paid twice, refund GPA.3344-9017-2265-41190', ['refund', 'paid-twice']],
    ['nothing of it', 'where is GPA.3344-9017-2265-41190?', []],
  ])('leads to the replies for what the text mentions: %s', async (_what, stdin, mentioned) => {
    const { err } = await pvg('lookup - --case T-1 --reply pt', { home, stdin, columns: 400 });
    for (const situation of questions) {
      const command = `pvg reply pt --for ${situation} --case T-1`;
      expect(err.includes(command)).toBe(mentioned.includes(situation));
    }
  });
});

describe('a look-up of a text that mentions a question', () => {
  const paste =
    '{"packageName":"com.example.game","productId":"gems_100","purchaseToken":"demo-recorded"}';
  const nextOf = (text: string): string | undefined => /Next: (pvg .*)\n/.exec(text)?.[1];
  const lookUp = async (words: string, options = ''): Promise<string> => {
    const stdin = `${words}\n${paste}`;
    const { out, err } = await pvg(`lookup - -p local --case T-1 ${options}`, {
      ...{ home, stdin, columns: 400 },
    });
    return nextOf(out + err) ?? '';
  };

  it.each([
    ['I want a refund', 'refund'],
    ['I disputed the charge with my bank', 'chargeback'],
  ])('leads to the reply for it: %s', async (words, question) => {
    const next = await lookUp(words, '--reply vi');
    expect(next).toBe(`pvg reply vi --for ${question} --case T-1`);
    const { status, out } = await pvg(next.split(' ').slice(1), { home });
    expect([status, out]).toEqual([0, `${textOf('vi', question)}\n`]);
  });

  it('to no reply that the ticket has already', async () => {
    const words = 'I want a refund';
    await pvg((await lookUp(words, '--reply vi')).slice('pvg '.length), { home });
    expect(await lookUp(words, '--reply vi')).toMatch(/^pvg report --case T-1 /);
    const both = await lookUp(`${words}, I was charged twice`, '--reply vi');
    expect(both).toBe('pvg reply vi --for paid-twice --case T-1');
  });

  it('and without a question to the page', async () => {
    expect(await lookUp('Where are my gems?')).toMatch(/^pvg report --case T-1 /);
  });
});
