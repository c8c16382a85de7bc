/** How languages and tools mark a value that is to be filled in. */
const marks = ['{{*}}', '${*}', '{*}', '#{*}', '$*'] as const;

/** The text of a template in which a value was not filled in. */
export const unfilled = (name: string): readonly string[] =>
  marks.map((mark) => mark.replace('*', () => name));

export const isUnfilled = (text: string): boolean => /^(?:\{\{\w+\}\}|[$#]?\{\w+\}|\$\w+|%s)$/.test(text);

/** Messages of which nothing was filled in: joined by dots if they have three values. */
export const unfilledMessages = (isWhole: boolean): readonly string[] => {
  const whole = ['clientId timestamp bodyHash', 'client_id timestamp body_hash'].map((names) =>
    names.split(' '),
  );
  return isWhole
    ? [
        '%s.%s.%s',
        ...marks.flatMap((_, at) => whole.map((names) => names.map((name) => unfilled(name)[at]).join('.'))),
      ]
    : ['%s', ...['body', 'BODY', 'payload'].flatMap(unfilled)];
};
