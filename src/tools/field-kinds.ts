import * as z from 'zod';

/** What a caller may give as a field of a tool. */

/** What is wrong with a text, for whoever called the tool: the schema library would speak of its own types. */
function textProblem({ code, input, maximum }: z.core.$ZodRawIssue): string {
  if (input === undefined || code === 'too_small') return missing;
  return code === 'too_big'
    ? `must have at most ${Number(maximum).toLocaleString('en')} characters`
    : 'must be a text';
}

const missing = 'is missing, or empty';
const text = z.string({ error: textProblem });
const pastedText = text.min(1).max(1_000_000);
const countSays = 'must be a number from 1 to 9999';
const countText = text.regex(/^[1-9]\d{0,3}$/, countSays);
const countNumber = z.int(countSays).min(1, countSays).max(9_999, countSays);
const count = z.union([countText, countNumber], { error: countSays });
/** A text that becomes a word of a command line: there `-` begins an option or is standard input, and `@` names a file. */
const textOf = (mostCharacters: number): z.ZodString =>
  text
    .max(mostCharacters)
    .regex(/^[^\s@-]/, 'must not be empty and not begin with a space, @ or -');
/** An id, a ticket or a date. */
const word = textOf(200);
/** A username. It may begin with any character, because it stands behind its option: `--username=@maria`. */
const name = text.min(1).max(200);
/** A sentence that a person wrote. */
const line = textOf(1_000);
/**
 * A code, or a whole answer of the service. It becomes an argument of `explain-error`, not its standard input: only for an
 * argument that is a mistyped code does `explain-error` suggest the nearest codes.
 */
const wholeAnswer = text
  .trim()
  .max(1_000_000)
  .regex(/^[^@-]/, 'must not be empty and not begin with @ or -');

/** A text that must be one of a few values. */
const choiceOf = (choices: readonly string[]): z.ZodEnum =>
  z.enum(choices, {
    error: ({ input }) => (input === undefined ? missing : `must be one of: ${choices.join(', ')}`),
  });

export const fieldKinds = {
  pastedText,
  word,
  name,
  line,
  wholeAnswer,
  countText,
  count,
  choiceOf,
};
