import { describe, expect, it } from 'vitest';
import { keyOf, runTool, startDesk } from '../helpers/desk.js';
import { mapTexts } from '../../src/text/visible.js';

/** A person at the page has fields and buttons: no option, and no command, is anything that they can type there. */

const json = (token: string, product = 'gems_100', order = ''): string =>
  JSON.stringify({
    ...(order === '' ? {} : { orderId: order }),
    productId: product,
    packageName: 'com.example.game',
    purchaseToken: token,
  });
const pending = json('demo-pending');
const otherProduct = json('demo-purchased', 'gems_500');

const lookUps: readonly (readonly [what: string, values: Readonly<Record<string, string>>])[] = [
  ['a pending purchase', { purchase: pending }],
  ['a pending purchase again, after a reply', { purchase: pending }],
  ['a paid purchase', { purchase: json('demo-purchased') }],
  ['a recorded purchase', { purchase: json('demo-recorded') }],
  ['a purchase with an error', { purchase: json('demo-recorded-error') }],
  ['no verify on record', { purchase: json('demo-never-received') }],
  ['a store that is down', { purchase: json('demo-store-down') }],
  ['another product than the store has', { purchase: otherProduct }],
  ['another order than the mail names', { purchase: `order GPA.3312-4410-7719-58204 ${pending}` }],
  ['several purchases', { purchase: `${pending}\n\n${otherProduct}` }],
  [
    'one of several',
    { purchase: `${pending}\n\n${json('demo-purchased', 'gems_500', 'GPA.1111-2222-3333-44444')}` },
  ],
  ['a misread order id beside it', { purchase: pending, order_id: '6PA.3312-441O-7719-58204' }],
  ['no receipt', { purchase: '{"productId":"gems_100","packageName":"com.example.game"}' }],
  ['a product that is a receipt', { purchase: 'demo-pending', product_id: 'x'.repeat(150) }],
  ['a package in brackets', { purchase: pending, package: '<com.example.game>' }],
  ['an order id', { purchase: 'GPA.1234-5678-9012-34567' }],
  ['an order id from a picture', { purchase: '6PA.3312-441O-7719-58204' }],
  ['a mail with an order id', { purchase: 'Hello, my order is GPA.1234-5678-9012-34567, thanks' }],
  ['a mail with nothing', { purchase: 'Hello, where are my gems?' }],
  ['a mail about a verification', { purchase: 'I did the verification.\nUsername: player-42' }],
  ['an e-mail address', { purchase: 'anna@example.com' }],
  ['a receipt that is cut', { purchase: json('abcdefghijklmnop…') }],
  ['a receipt that is masked', { purchase: json('abcdefgh*****') }],
  ['a part of the JSON', { purchase: '{"productId":"gems_100","purchaseToken":"demo-pen' }],
  ['a receipt on several lines', { purchase: `${'a'.repeat(60)}\n\n${'b'.repeat(60)}` }],
  ['an iOS purchase', { purchase: '{"signedTransactionInfo":"eyJhbGciOiJFUzI1NiJ9.e30.c2ln"}' }],
  ['a mail from Apple', { purchase: 'Apple App Store, order id MK4TL2N9QX, 4.99' }],
  ['a test product', { purchase: json('abc.def', 'android.test.purchased') }],
  ['an error of Google', { purchase: '{"error":{"code":404,"message":"not found"}}' }],
];

const others: readonly (readonly [what: string, tool: string, values: object])[] = [
  ['a player who is not verified', 'check_player', { username: 'player-1' }],
  ['a player who is verified', 'check_player', { username: 'demo-completed' }],
  ['a player by an e-mail address', 'check_player', { username: 'anna@example.com' }],
  ['a player by a receipt', 'check_player', { username: 'x'.repeat(150) }],
  ['an explanation of foreign JSON', 'explain_text', { text: '{"colour":"red"}' }],
  ['an explanation of a word', 'explain_text', { text: 'hello there' }],
  ['an explanation of an unknown code', 'explain_text', { text: 'DUPLICATE_TRANSACTON' }],
  ['a report without a call', 'report', { ticket: 'T-none' }],
  ['a reply without a call', 'reply_text', { language: 'en', ticket: 'T-none' }],
  ['a reply about all', 'reply_text', { language: 'en', ticket: 'T-1' }],
  ['a reply about a refusal', 'reply_text', { language: 'en', ticket: 'T-refused' }],
];

const typedAtTerminal =
  /(?<![\w-])--[a-z]|\bpvg (?:lookup|session|reply|report|journal|explain-error|doctor|profile|help)\b|<[a-z]+>|`@/;

/** What a person reads at the page. */
function textsOf({ shown, notes }: Awaited<ReturnType<typeof runTool>>): readonly string[] {
  const texts: string[] = [...notes];
  // A report is a text for the ticket.
  mapTexts({ ...shown, data: '' }, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

describe('the page of pvg desk says what a person can do there', () => {
  it.each([
    ...lookUps.map(([name, values]) => [name, 'lookup_purchase', values] as const),
    ...others,
  ])('about %s', async (_name, tool, values) => {
    const desk = await startDesk();
    const key = await keyOf(desk);
    if (tool !== 'lookup_purchase') await prepareTickets(desk, key);
    const place = { reply_language: 'en', ticket: 'T-1' };
    const isCall = ['lookup_purchase', 'check_player'].includes(tool);
    const filled = isCall ? { ...values, ...place } : values;
    const texts = textsOf(await runTool(desk, key, { tool, values: filled }));
    expect(texts.filter((text) => typedAtTerminal.test(text))).toEqual([]);
  });
});

async function prepareTickets(
  desk: Awaited<ReturnType<typeof startDesk>>,
  key: string,
): Promise<void> {
  const lookUp = (purchase: string, ticket: string) =>
    runTool(desk, key, { tool: 'lookup_purchase', values: { purchase, ticket } });
  await lookUp(pending, 'T-1');
  await lookUp(otherProduct, 'T-1');
  await lookUp('Hello, where are my gems?', 'T-refused');
}
