import { describe, expect, it } from 'vitest';
import type { OfferedPurchase, RunResult, ShownResult } from '../../src/desk/wire.js';
import { readTypedName, explainRefusedName } from '../../src/pages/desk/player-name.js';
import {
  changedForm,
  purchaseDraftName,
  parsePurchaseDraft,
  formatPurchaseDraft,
  emptyForm,
  planLookUpAgain,
  isSameChoice,
  readLookUpEnding,
  lookUpValues,
  findOrderIds,
  problemsBeforeSending,
  sortByChoice,
  formatOutcomeCounts,
  withOrderId,
} from '../../src/pages/desk/purchase-flow.js';

const result: RunResult = {
  command: 'lookup',
  profile: 'local',
  environment: 'dev',
  ok: true,
  exit: 0,
  advice: 'none',
  verdict: { id: 'pending', says: 'Pending.' },
  http: { status: 200 },
  call_id: '20261129T143753Z-994497',
  answer: {},
  error: null,
};
const shown: ShownResult = {
  headline: 'Pending.',
  mood: 'careful',
  warnings: [],
  actor: '',
  not: '',
  next: 'Do this.',
  caveat: '',
  facts: [],
  notes: [],
  reply_doubts: [],
  no_reply: '',
  data: '',
  order_id: '',
  mentioned_player: null,
};
const refusal: RunResult = {
  ...result,
  http: null,
  verdict: null,
  error: { code: 'usage', says: 'It is wrong.' },
};
const ended = (part: Partial<RunResult>) => ({
  result: { ...refusal, ...part },
  shown,
  notes: [],
  replyId: '',
});
const one = { pick: 1, order_id: 'GPA.1', product_id: 'gems_100', receipt: 'sha256:1' };
const place = { language: 'ko', ticket: '' };

describe('the form', () => {
  it.each([
    ['an empty paste', '', 'text'],
    ['a paste of blanks', ' \n ', 'text'],
    ['a paste of more than 1 MB in bytes, not in characters', '한'.repeat(333_334), 'text'],
  ] as const)('is not sent with %s', (_what, text, field) => {
    expect(problemsBeforeSending({ ...emptyForm, text })).toHaveProperty(field);
  });

  it('is sent with 1 MB', () => {
    expect(problemsBeforeSending({ ...emptyForm, text: 'x'.repeat(1_000_000) })).toBeUndefined();
  });

  it('sends the paste as it is, and no empty field', () => {
    const form = { ...emptyForm, text: '  paste\n' };
    expect(lookUpValues(form, place)).toEqual({ purchase: '  paste\n', reply_language: 'ko' });
  });

  it.each([
    ['with an order id', one],
    ['without one', { ...one, order_id: null }],
    ['without any name', { ...one, order_id: null, product_id: null }],
  ])('chooses one of several purchases by its number: %s', (_what, choice) => {
    const values = lookUpValues({ ...emptyForm, text: 'x' }, place, choice);
    expect(values).toEqual({ purchase: 'x', reply_language: 'ko', pick: '1' });
  });

  it('keeps the product that a person typed', () => {
    const form = { ...emptyForm, text: 'x', product: 'typed' };
    expect(lookUpValues(form, place, one)).toMatchObject({ product_id: 'typed' });
  });
});

describe('a look-up', () => {
  it.each<[string, Partial<RunResult>, object]>([
    ['with a verdict is answered', result, { kind: 'answered' }],
    ['that the service refused is answered', { http: { status: 401 } }, { kind: 'answered' }],
    [
      'of several purchases asks which',
      { asks: { choices: [one] } },
      { kind: 'choose', choices: [one] },
    ],
    [
      'of an order id without a receipt was not sent',
      {
        asks: {
          missing: ['--receipt'],
          names: 'order',
          order_id: 'GPA.1',
          situation: 'need-receipt',
        },
      },
      {
        kind: 'refused',
        understood: {
          names: 'order',
          orderId: 'GPA.1',
          situation: 'need-receipt',
          username: '',
          possibleUsername: '',
          code: '',
        },
      },
    ],
    [
      'of a mail about a verification leads to its player',
      {
        asks: { names: 'player', username: 'player-42', situation: 'need-username' },
      },
      {
        kind: 'refused',
        understood: {
          names: 'player',
          orderId: '',
          situation: 'need-username',
          username: 'player-42',
          possibleUsername: '',
          code: '',
        },
      },
    ],
    [
      'of an iOS purchase was not sent, with a number or without one',
      { asks: { situation: 'ios' } },
      {
        kind: 'refused',
        understood: {
          names: undefined,
          orderId: '',
          situation: 'ios',
          username: '',
          possibleUsername: '',
          code: '',
        },
      },
    ],
    [
      'without a product opens its field',
      { asks: { missing: ['--product-id'] } },
      { kind: 'missing', problems: { product: expect.any(String) as string } },
    ],
    [
      'without product and package opens both',
      { asks: { missing: ['--product-id', '--package'] } },
      {
        kind: 'missing',
        problems: {
          product: expect.any(String) as string,
          packageName: expect.any(String) as string,
        },
      },
    ],
    [
      'that was refused for another reason says it below the paste',
      {},
      { kind: 'missing', problems: { text: 'It is wrong. Do this.' } },
    ],
  ])('%s', (_what, part, end) => {
    expect(readLookUpEnding(ended(part))).toEqual(end);
  });
});

it('a refused text names all its orders, the one that pvg read first', () => {
  const text = 'GPA.1111-1111-1111-11111 and GPA.2222-2222-2222-22222, GPA.1111-1111-1111-11111';
  const read = {
    names: 'order',
    situation: 'need-receipt',
    username: '',
    possibleUsername: '',
    code: '',
  } as const;
  expect(findOrderIds(text, { ...read, orderId: 'GPA.2222-2222-2222-22222' })).toEqual([
    'GPA.2222-2222-2222-22222',
    'GPA.1111-1111-1111-11111',
  ]);
  expect(findOrderIds('none', { ...read, orderId: '' })).toEqual([]);
});

describe('a look-up again', () => {
  const bought = { text: 'token: abc', product: 'gems_100', packageName: '' };
  const before = { form: bought };
  const form = { ...emptyForm, text: 'My bank took it back.' };

  it('takes the purchase alone: a new text of the player stays', () => {
    const again = planLookUpAgain({
      form,
      before: parsePurchaseDraft(formatPurchaseDraft(before)),
    });
    expect(again).toEqual({ purchase: before, boxed: form, hasNewText: true });
  });

  it('shows the text again where none stands', () => {
    const again = planLookUpAgain({ form: emptyForm, before });
    expect(again).toEqual({ purchase: before, boxed: bought, hasNewText: false });
  });

  it('is of one purchase of its text, by its fingerprint in either spelling', () => {
    const choice = { pick: 2 } as OfferedPurchase;
    const drafted = parsePurchaseDraft(formatPurchaseDraft({ form: bought, choice }));
    const again = planLookUpAgain({ form: emptyForm, before: drafted });
    expect(again?.purchase.choice?.pick).toBe(2);
    expect(purchaseDraftName('sha256:7c1101d49318')).toBe(purchaseDraftName('7c1101d49318'));
  });

  it('has nothing to ask about if nothing was looked up on this page', () => {
    expect(planLookUpAgain({ form, before: parsePurchaseDraft('') })).toBeUndefined();
  });
});

it('a product that is in the text, and not certain, is offered', () => {
  const error = { code: 'usage', says: 'Missing: --product-id.' };
  const asks = { missing: ['--product-id'], possible_products: ['ayse_kaplan', 'gems_100'] };
  const end = readLookUpEnding(ended({ error, http: null, asks, verdict: null }));
  expect(end).toMatchObject({ problems: { products: ['ayse_kaplan', 'gems_100'] } });
});

it.each([
  ['  RakaSatria77 ', 'RakaSatria77', false],
  ['nama: RakaSatria77', 'RakaSatria77', true],
  ['Raka Satria', 'Raka Satria', false],
])('a typed name is without what copying leaves: %s', (typed, name, hadLabel) => {
  expect(readTypedName(typed)).toEqual({ name, hadLabel });
});

it('a name that looks like a label and a rest is taken whole when it is written again', () => {
  const first = readTypedName('steam:7656');
  expect(first).toEqual({ name: '7656', hadLabel: true });
  const again = readTypedName(' steam:7656', 'steam:7656');
  expect(again).toEqual({ name: 'steam:7656', hadLabel: false });
});

it('why a name was refused names no option of a terminal', () => {
  const error = { code: 'receipt-doubtful', says: '--username has white space.' };
  expect(explainRefusedName(ended({ error }))).not.toMatch(/--/);
});

describe('several answers', () => {
  it('are counted by their verdict', () => {
    const answers = ['pending', 'pending', 'cancelled'].map((id) => ({
      choice: one,
      ended: ended({ verdict: { id, says: '' } }),
    }));
    expect(formatOutcomeCounts(answers, { pending: 'Not paid yet' })).toBe(
      '2 × Not paid yet, 1 × cancelled',
    );
  });

  it('stand in the order of the list, whenever they came', () => {
    const other = { ...one, pick: 2, order_id: null, product_id: 'gems_500' };
    const answered = [other, one].map((choice) => ({ choice, ended: ended({}) }));
    const sorted = sortByChoice(answered, [one, other]);
    expect(sorted.map(({ choice }) => choice)).toEqual([one, other]);
  });

  it('are of the same purchase only if its number is the same', () => {
    expect(isSameChoice(one, { ...one })).toBe(true);
    expect(isSameChoice(one, { ...one, pick: 2 })).toBe(false);
  });
});

describe('a product that was typed beside a text', () => {
  const before = { text: 'token: abc', product: 'gems_100', packageName: 'com.example.game' };

  it.each([
    ['stays while the text is written on', 'token: abc, thanks', true],
    ['stays while the text is shortened', 'token: a', true],
    ['goes with the text', '', false],
    ['is not taken for another text', 'product: coins_5, token: xyz', false],
  ])('%s', (_, text, stays) => {
    const { product, packageName } = changedForm(before, { ...before, text });
    expect([product, packageName]).toEqual(stays ? ['gems_100', 'com.example.game'] : ['', '']);
  });
});

describe('the name of one of several purchases', () => {
  const answered = { ...ended({}), shown: { ...shown, order_id: 'GPA.9' } };

  it.each([
    ['has no order id before its answer', null, undefined, null],
    ['has the order id of its answer', null, answered, 'GPA.9'],
    ['keeps the order id of the text', 'GPA.1', answered, 'GPA.1'],
    ['gets none from an answer without one', null, ended({}), null],
  ])('%s', (_what, orderId, answer, expected) => {
    expect(withOrderId({ ...one, order_id: orderId }, answer).order_id).toBe(expected);
  });
});
