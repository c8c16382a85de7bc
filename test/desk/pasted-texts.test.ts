import { describe, expect, it } from 'vitest';
import { keyOf, runTool, startDesk } from '../helpers/desk.js';
import type { JournalAnswer } from '../../src/desk/wire.js';

/** What the page gets for a text of a player. */

async function openDesk() {
  const desk = await startDesk();
  const key = await keyOf(desk);
  return (tool: string, values: object) => runTool(desk, key, { tool, values });
}

describe('the page knows whose verification a text mentions', () => {
  const verified = 'I finished the identity verification, and it still says unverified.';

  it.each([
    [
      'beside an order id',
      `order GPA.3300-1111-2222-33333. ${verified}\nusername: Raka99`,
      'Raka99',
    ],
    ['without a name', `order GPA.3300-1111-2222-33333. ${verified}`, ''],
    [
      'beside a purchase',
      `${verified} {"purchaseToken":"demo-pending","productId":"gems_100","packageName":"com.example.game"}`,
      '',
    ],
    ['not at all', 'order GPA.3300-1111-2222-33333', null],
  ])('%s', async (_what, purchase, player) => {
    const run = await openDesk();
    const { shown } = await run('lookup_purchase', { purchase });
    expect(shown.mentioned_player).toBe(player);
  });
});

describe('who acts on a refused text', () => {
  it.each([
    ['an error that is final', 'The game says ITEM_ALREADY_OWNED.'],
    ['an error of the service', 'The game says DUPLICATE_TRANSACTION.'],
    ['an error after which the server tries again', 'The game says VERIFIER_ERROR.'],
    ['nothing', 'Where are my gems?'],
    ['an order', 'Where is GPA.1234-5678-9012-34567?'],
  ])('is the same on the card and beside it: %s', async (_what, purchase) => {
    const run = await openDesk();
    const { shown } = await run('lookup_purchase', { purchase, ticket: 'T-1' });
    const { result } = await run('find_calls', { what: 'T-1' });
    const [remark] = (result.answer as JournalAnswer).remarks;
    expect(remark?.action).toMatchObject({ who: shown.actor, not: shown.not });
    const code = remark?.text?.match(/[A-Z]+_[A-Z_]+/)?.[0] ?? '';
    expect(remark?.action.next).toContain(code);
  });

  it('is not the support for an error of a call that the game’s server made', async () => {
    const run = await openDesk();
    const { shown } = await run('lookup_purchase', { purchase: 'The game says VERIFIER_ERROR.' });
    const missing = await run('lookup_purchase', {
      purchase: 'The game says DUPLICATE_TRANSACTION',
    });
    expect(shown.actor).toBe(missing.shown.actor);
  });
});

describe('the page says what helps', () => {
  it.each([
    [
      'the source of a mail',
      'MIME-Version: 1.0\nContent-Type: text/plain\n\ngems_100 purchaseToken:',
    ],
    ['a receipt that is cut', '{"purchaseToken":"abcdefgh…","productId":"gems_100"}'],
    ['an error of Google', '{"error":{"code":404,"message":"not found"}}'],
  ])('as the terminal does: %s', async (_what, purchase) => {
    const run = await openDesk();
    const { shown, result } = await run('lookup_purchase', { purchase });
    expect(result.asks?.missing).toEqual(['--receipt']);
    // The JSON has the hint behind who acts, and the commands for a terminal behind it.
    expect((result.error as { readonly hint?: string }).hint).toContain(` ${shown.next}`);
  });
});

it('an answer has the order id, which the text may lack', async () => {
  const run = await openDesk();
  const values = { purchase: 'demo-purchased', product_id: 'gems_100' };
  const { shown, result } = await run('lookup_purchase', values);
  expect(shown.order_id).toMatch(/^GPA\./);
  expect(result.answer).toMatchObject({ order_id: shown.order_id });
});

it('a text without a receipt that says that an item came twice has that beside its reply, without a ticket, too', async () => {
  const purchase = 'I got the item twice! My order is GPA.1234-5678-9012-34567.';
  const run = await openDesk();
  const notesOf = async (text: string): Promise<readonly string[]> =>
    (await run('lookup_purchase', { purchase: text })).shown.notes;
  expect(await notesOf(purchase)).toHaveLength(1);
  expect(await notesOf('My order is GPA.1234-5678-9012-34567.')).toEqual([]);
});
