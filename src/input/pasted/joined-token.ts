interface JoinedToken {
  readonly token: string;
  /** What was done, for the person. */
  readonly note: string;
}

/** A name, or a word below the receipt, is no piece of it. A short end may be anything, and is a piece. */
const mayBeWord = /^(?:[A-Z]?[a-z]{2,}|(?=.{4})(?:[a-z\d_.-]+|[A-Z\d_.-]+))$/;

/**
 * A receipt that a program wrapped: all lines but the last have one width, and together they have the form of the store's
 * tokens. undefined for anything else.
 */
export function joinedToken(text: string): JoinedToken | undefined {
  const pieces = text
    .trim()
    .split('\n')
    .map((line) => line.trim());
  const last = pieces.at(-1) ?? '';
  const width = pieces[0]?.length ?? 0;
  const isWrapped = pieces.slice(0, -1).every(({ length }) => length === width);
  if (pieces.length < 2 || !isWrapped || last.length > width || mayBeWord.test(last))
    {return undefined;}
  const token = pieces.join('');
  if (!/^[a-z]{16,64}\.AO-[\w-]{30,}$/.test(token)) return undefined;
  return { token, note: `Joined the ${pieces.length} lines of the receipt into one.` };
}
