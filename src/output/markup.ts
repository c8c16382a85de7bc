import { htmlEscape } from 'escape-goat';
import { visible } from '../text/visible.js';

/** HTML that is safe to print. Only `html` makes it, and only the program's own text gets into it unescaped. */
export class Markup {
  constructor(readonly text: string) {}
}

type Piece = string | Markup | readonly Markup[];

/** A tagged template: what is put in is text, unless it was made by this very function. */
export const html = (strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup =>
  new Markup(strings.map((own, at) => own + printed(pieces[at] ?? '')).join(''));

const printed = (piece: Piece): string => {
  if (piece instanceof Markup) return piece.text;
  if (typeof piece === 'string') return htmlEscape(visible(clipped(piece)));
  return piece.map(({ text }) => text).join('');
};

const longestText = 2_000;

/** With the length, so that nobody takes the cut for the end. */
export const clipped = (text: string): string =>
  text.length <= longestText ? text : `${text.slice(0, longestText)}… (${String(text.length)} characters)`;

export const nothing = new Markup('');
