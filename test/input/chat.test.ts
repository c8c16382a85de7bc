import { describe, expect, it } from 'vitest';
import { fromChat } from '../../src/input/pasted/chat.js';
import { labelTokenAmongWords } from '../../src/input/pasted/among-words.js';
import { findPossibleUsername, findUsername } from '../../src/input/pasted/said-username.js';
import { temporaryFolder } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

/** What Slack and Discord write around a message is no part of it: no name, no value, and no reason to refuse a purchase. */

const token =
  'kdjmlgfchnbaopeikdjmlgfc.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8kdjmlgfchnbaopeikdjm';

describe('the header of a message', () => {
  it.each([
    'Lena — Today at 14:02',
    'Lena — Yesterday at 2:02 PM',
    'Lena — 03/02/2026 2:02 PM',
    'Lena – Heute um 14:02',
    'Krit_1999 — hoje às 14:02',
    'Lena  [2:02 PM]',
    'Lena  2:02 PM',
  ])('"%s" is left out', (header) => {
    expect(fromChat(`${header}\nproduct: gems_100`)).toEqual(['\nproduct: gems_100']);
  });

  it.each([
    'Lena — not today',
    'Lena — today at 14:02 it came',
    'Product ID: gems_100 — 14:02',
    'gems_100 at 14:02',
  ])('"%s" is none', (line) => {
    expect(fromChat(`${line}\nproduct: gems_100`)).toEqual([]);
  });
});

describe('an emoji of Slack', () => {
  it.each([':tada:', ':+1:', ':wave::skin-tone-3:', ':white_check_mark:', ':woman-running:'])(
    '%s is left out of a message',
    (emoji) => {
      expect(fromChat(`product: ${emoji} gems_100 ${emoji}`)).toEqual(['product:  gems_100 ']);
    },
  );

  it.each(['12:30:45', 'a:b:c', 'gems_100:tada:', '"a":b:', 'https://a.example:80:b'])(
    '%s has none',
    (text) => {
      expect(fromChat(`product ${text}`)).toEqual([]);
    },
  );

  it.each([
    ['username: Krit_1999 :tada:', 'Krit_1999'],
    ['username: :tada: Krit_1999', 'Krit_1999'],
    ['username: :tada:', undefined],
    ['The player :white_check_mark: verification is done', undefined],
    ['my username is :krit_7:', undefined],
    ['player: Krit_1999\nplayer — Today at 14:02', 'Krit_1999'],
  ])('"%s" has the username %s', (text, username) => {
    expect(findUsername(text)).toBe(username);
  });

  it('is no name that somebody has to confirm', () => {
    expect(findPossibleUsername('name: :krit_7:')).toBeUndefined();
    expect(findPossibleUsername('name: Krit_7 :tada:')).toBe('Krit_7');
  });
});

describe('a receipt', () => {
  it.each([
    ['beside an emoji', `${token} :tada:`],
    ['below a header of Discord', `Lena — Today at 14:02\n${token}`],
    [
      'between two messages of Discord',
      `Lena — Today at 14:02\n${token}\nMax — Today at 14:05\nthanks :pray:`,
    ],
    ['in a message of Slack', `Lena  [2:02 PM]\nhere :eyes: ${token} :tada:`],
  ])('%s is read whole', (_what, text) => {
    expect(labelTokenAmongWords(text)?.text).toContain(`token: "${token}"`);
  });

  it('with its names in a message of Slack is looked up', async () => {
    const stdin =
      'Lena  [2:02 PM]\nproduct: :gem: gems_100\npackage: com.example.game :tada:\nreceipt: :eyes: demo-recorded';
    const home = temporaryFolder();
    const { asked } = json(await pvg('lookup - -p local --json', { home, stdin }));
    expect(asked).toMatchObject({ product_id: 'gems_100', package: 'com.example.game' });
  });
});
