import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

const receipt =
  '{"productId":"gems_100","packageName":"com.example.game","purchaseToken":"demo-purchased"}';
const orderId = 'GPA.1234-5678-9012-34567';

/** Looks up a text for the ticket, in a home of its own. */
async function homeAfter(...texts: readonly string[]): Promise<string> {
  const home = temporaryFolder();
  for (const stdin of texts) await pvg('lookup --profile local --case T-1 -', { home, stdin });
  return home;
}

interface KeptLine {
  readonly mentions: readonly string[];
  readonly order_id: string | null;
}

/** The newest line of the journal that was made from a text. */
async function newestLine(home: string): Promise<KeptLine | undefined> {
  const listed = json(await pvg('journal list --json', { home })) as {
    answer: { entries: KeptLine[]; remarks: KeptLine[] };
  };
  return [...listed.answer.entries, ...listed.answer.remarks][0];
}

describe('what a text of a ticket says is kept', () => {
  const said = 'I got the item twice! I completed the verification, too.';

  it.each([
    ['with a receipt', `${said}\n${receipt}`],
    ['without one', `${said}\nMy order is ${orderId}.`],
  ])('%s', async (_how, text) => {
    const line = await newestLine(await homeAfter(text));
    expect(line?.mentions).toEqual(['item-twice', 'verification']);
  });

  it('but not as something open if the text is about a player alone, whose check is open anyway', async () => {
    const line = await newestLine(
      await homeAfter('I completed the verification.\nUsername: player-42'),
    );
    expect(line?.mentions).toEqual([]);
  });

  it('and nothing of a text that says nothing', async () => {
    const line = await newestLine(await homeAfter(receipt));
    expect(line?.mentions).toEqual([]);
  });

  it('so that a later reply and the report name the check that is open', async () => {
    const home = await homeAfter(`I completed the verification.\n${receipt}`);
    const checkLine = 'pvg session --username "$PLAYER" --check --case T-1';
    expect((await pvg('reply en --case T-1', { home })).err).toContain(checkLine);
    const open = 'no player was checked';
    expect((await pvg('report --case T-1', { home })).out).toContain(open);
    await pvg('session --profile local --username demo-completed --check --case T-1', { home });
    expect((await pvg('reply en --case T-1 --order-id x', { home })).err).not.toContain(checkLine);
    expect((await pvg('report --case T-1', { home })).out).not.toContain(open);
  });
});

describe('a refund that any text of the ticket mentions', () => {
  const who = 'you, then the game’s developers';
  const mail = 'I want a refund.';

  it.each([
    ['before the look-up', [mail, receipt]],
    ['after it', [receipt, mail]],
  ])('comes before the grant wherever the answer is read: %s', async (_when, texts) => {
    const home = await homeAfter(...texts);
    const found = json(await pvg('journal find T-1 --json', { home })) as {
      answer: { entries: { for_item: string }[]; answers: { who: string }[] };
    };
    const { entries, answers } = found.answer;
    expect(answers.map((answer) => answer.who)).toEqual([who]);
    expect(entries[0]?.for_item).toContain(who);
  });

  it('counts for the look-up itself, whose text does not mention it', async () => {
    const home = await homeAfter(mail);
    const { err, out } = await pvg('lookup --profile local --case T-1 -', { home, stdin: receipt });
    expect(out + err).toContain(who);
  });

  it('does not count for another ticket', async () => {
    const home = await homeAfter(mail);
    const { err, out } = await pvg('lookup --profile local --case T-2 -', { home, stdin: receipt });
    expect(out + err).not.toContain(who);
  });
});

it('a reply that somebody chose without a text is no question of the player', async () => {
  const home = await homeAfter(`Where is my item?\n${receipt}`);
  await pvg('reply en --for refund --case T-1', { home });
  const chosen = (await pvg('report --case T-1', { home })).out;
  await pvg('lookup --profile local --case T-1 -', { home, stdin: 'I want a refund.' });
  const asked = (await pvg('report --case T-1', { home })).out;
  const isAsked = (report: string): boolean => report.includes('The player’s question');
  expect([chosen, asked].map(isAsked)).toEqual([false, true]);
});

it('a note that names the order stands with its purchase and beside its reply', async () => {
  const home = await homeAfter(receipt);
  const order = (await newestLine(home))?.order_id ?? '';
  await pvg(['journal', 'note', '--case', 'T-1', `${order} is in the refund report`], { home });
  await pvg(['journal', 'note', '--case', 'T-1', 'call the player'], { home });
  const { err } = await pvg('reply en --case T-1', { home });
  expect(err).toContain('is in the refund report');
  expect(err).not.toContain('call the player');
  const report = (await pvg('report --case T-1', { home })).out;
  const [verdict] = report.split('### ');
  expect(verdict).toContain('is in the refund report');
});

it('a reply that asks for the order id leaves the product that the text names to the developers', async () => {
  const cut = receipt.slice(0, -8);
  const home = await homeAfter(cut);
  const sectionOf = async (): Promise<string | undefined> =>
    (await pvg('report --case T-1', { home })).out.split('## ')[1];
  const before = await sectionOf();
  await pvg('reply en --for need-order-id --case T-1', { home });
  expect(before).toContain('the game’s developers');
  expect(await sectionOf()).toBe(before);
});

it('a mistyped ticket never leads straight to the reply of another one', async () => {
  const home = await homeAfter(receipt);
  const { out, err } = await pvg('reply en --case t-l', { home });
  expect(out).toBe('');
  expect(err).toMatch(/Next: pvg journal list --case T-1$/m);
});

it('explain-error of a mistyped ticket leads to the near one', async () => {
  const home = await homeAfter(receipt);
  const { err, out } = await pvg('explain-error --case T-l', { home });
  expect(out + err).toMatch(/Next: pvg explain-error --last --case T-1$/m);
  const known = await pvg('explain-error --case T-1', { home });
  expect(known.out + known.err).not.toContain('Next:');
});

it('a reply after a call to the emulator says so', async () => {
  const home = await homeAfter(receipt);
  const { err } = await pvg('reply en --case T-1', { home });
  expect(err).toContain('emulator');
});
