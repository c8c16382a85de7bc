/** A text with its parts in braces: `{clientId}.{timestamp}.{hash}`. All other text stays as it is. */

const part = /\{(\w+)\}/;

export const filled = <Name extends string>(
  template: string,
): ((parts: Readonly<Record<Name, string>>) => string) => {
  const pieces = template.split(part);
  return (parts) => pieces.map((piece, at) => (at % 2 === 0 ? piece : parts[piece as Name])).join('');
};

const names: Readonly<Record<string, string>> = {
  clientId: 'client_id',
  hash: 'body_hash',
  wrongHash: 'wrong_body_hash',
};

/** The template for people: `client_id.timestamp.body_hash`. Adjacent parts get a plus sign. */
export const spoken = (template: string): string =>
  template
    .split(part)
    .map((piece, at, pieces) => {
      if (at % 2 === 1) return names[piece] ?? piece;
      return piece === '' && at > 0 && at < pieces.length - 1 ? ' + ' : JSON.stringify(piece).slice(1, -1);
    })
    .join('')
    .replaceAll('\\"', '"');
