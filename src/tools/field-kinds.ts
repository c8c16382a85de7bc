import * as z from 'zod';

/** What a caller may give as a field of a tool. */

/** For whoever called the tool: the words of the schema library speak of its own types. */
const missingOrNoText = ({ input }: { readonly input?: unknown }): string =>
  input === undefined ? 'is missing, or empty' : 'must be a text';

const text = z.string({ error: missingOrNoText });
const pastedText = text.min(1).max(1_000_000);
const countSays = 'must be a number from 1 to 9999';
const countText = text.regex(/^[1-9]\d{0,3}$/, countSays);
const countNumber = z.int(countSays).min(1, countSays).max(9_999, countSays);
const count = z.union([countText, countNumber], { error: countSays });
const textOf = (mostCharacters: number): z.ZodString =>
  text
    .max(mostCharacters)
    .regex(/^[^\s@-]/, 'must not be empty and not begin with a space, @ or -');
const word = textOf(200);
const name = text.min(1).max(200);
const line = textOf(1_000);
/** An argument, and not standard input: so a mistyped code gets the nearest ones. */
const wholeAnswer = text
  .trim()
  .max(1_000_000)
  .regex(/^[^@-]/, 'must not be empty and not begin with @ or -');

export const fieldKinds = {
  pastedText,
  word,
  name,
  line,
  wholeAnswer,
  countText,
  count,
};
