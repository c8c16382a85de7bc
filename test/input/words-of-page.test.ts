import { describe, expect, it } from 'vitest';
import { showWords } from '../../src/input/pasted/html-page.js';
import { findUnderstoodNames } from '../../src/input/pasted/understood.js';
import { collectReadings } from '../../src/input/pasted/paste-layers.js';
import { questionsIn } from '../../src/support/replies/asked-questions.js';

/** What a player asks is found as the player wrote it, also where a page or a mail encodes it. */

const quotedPrintable = 'Content-Transfer-Encoding: quoted-printable\n\n';

describe('the words of', () => {
  it.each([
    ['a page with German letters', '<p>ich m&ouml;chte mein Geld zur&uuml;ck</p>', 'refund'],
    ['a page with numbers of letters', 'mein Geld zur&#252;ck', 'refund'],
    ['a page with capitals', '<div>MEIN GELD ZUR&Uuml;CK</div>', 'refund'],
    ['a page with words in tags', '<p>I want my <b>money</b><br>back</p>', 'refund'],
    ['a mail’s source', `${quotedPrintable}mein Geld zur=\n=C3=BCck`, 'refund'],
  ])('%s are found', (_what, text, question) => {
    expect(questionsIn(text)).toEqual([]);
    expect(questionsIn(showWords(text))).toEqual([question]);
  });

  it.each([
    ['a plain text', 'I want 100 gems & more &nosuch; =C3=BC'],
    ['a text about an encoding', 'a mail may be quoted-printable: =C3=BC'],
  ])('%s stay as they are', (_what, text) => {
    expect(showWords(text)).toBe(text);
  });
});

it('a name of a mail’s source is no name before it is decoded', () => {
  const { texts } = collectReadings(
    `${quotedPrintable}productId=3Dgems_100 packageName=3Dcom.example.game`,
  );
  expect(texts.some((text) => text.includes('=3D'))).toBe(true);
  const names = { product: 'gems_100', package: 'com.example.game' };
  expect(findUnderstoodNames(texts)).toEqual(names);
});
