/** Whether a text has the word (or words) with no letter or digit directly before or after it: not `refund` in `refundable`. */
export function hasWholeWord(text: string, word: string): boolean {
  if (word === '') return false;
  let start = text.indexOf(word);
  while (start !== -1) {
    const end = start + word.length;
    // Two UTF-16 units, because one letter may have two.
    const before = text.slice(Math.max(0, start - 2), start);
    const after = text.slice(end, end + 2);
    if (!endsInLetter(before) && !beginsWithLetter(after)) return true;
    start = text.indexOf(word, end);
  }
  return false;
}

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);
const endsInLetter = (text: string): boolean =>
  isAscii(text) ? /\w$/.test(text) : /[\p{L}\p{N}_]$/u.test(text);
const beginsWithLetter = (text: string): boolean =>
  isAscii(text) ? /^\w/.test(text) : /^[\p{L}\p{N}_]/u.test(text);
