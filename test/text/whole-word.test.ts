import { expect, it } from 'vitest';
import { hasWholeWord } from '../../src/text/whole-word.js';

it.each<[text: string, word: string, has: boolean]>([
  ['ask for a refund.', 'refund', true],
  ['refundable, then a refund', 'refund', true],
  ['refundable', 'refund', false],
  ['no_refund', 'refund', false],
  ['the id 330914: wait', '330914', true],
  ['the id 3309145', '330914', false],
  ['возврата', 'возврат', false],
  ['\u{10428}refund', 'refund', false],
  ['\u{1F48E}refund\u{1F48E}', 'refund', true],
  ['aaa aa', 'aa', true],
  ['', 'refund', false],
  ['any', '', false],
])('"%s" has the word "%s": %s', (text, word, has) => {
  expect(hasWholeWord(text, word)).toBe(has);
});
