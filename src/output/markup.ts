import { htmlEscape } from 'escape-goat';
import { clipText, escapeControls } from '../text/visible.js';

/** HTML that is safe to print. Only `html` makes it, and only the program's own text gets into it unescaped. */
export class Markup {
  constructor(readonly text: string) {}
}

type Piece = string | Markup | readonly Markup[];

/** A tagged template: what is put in is text, unless it was made by this very function. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  const texts = strings.map((ownText, index) => ownText + printPiece(pieces[index] ?? ''));
  return new Markup(texts.join(''));
}

function printPiece(piece: Piece): string {
  if (piece instanceof Markup) return piece.text;
  if (typeof piece === 'string') return htmlEscape(escapeControls(clipText(piece)));
  return piece.map(({ text }) => text).join('');
}

export const noMarkup = new Markup('');
