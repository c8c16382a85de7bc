/** Nobody sees them, so whoever pasted them does not know that they are sent. Default_Ignorable: fillers and joiners. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

export const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** The rest of a sentence about a value with outer white space or an invisible character; undefined for any other. */
export function hiddenIn(value: string): string | undefined {
  const characters = [...value];
  const [first = '', last = ''] = [characters[0], characters.at(-1)];
  const isHidden = (character: string): boolean => /^\s/u.test(character) || invisible.test(character);
  const what = 'white space or an invisible character';
  if (isHidden(first)) return `begins with ${what} (${codePoint(first)})`;
  if (isHidden(last)) return `ends with ${what} (${codePoint(last)})`;
  const at = characters.findIndex((character) => invisible.test(character));
  if (at === -1) return undefined;
  return `has an invisible character (${codePoint(characters[at] ?? '')}) at character ${String(at + 1)} of ${String(characters.length)}`;
}
