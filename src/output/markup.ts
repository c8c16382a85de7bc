import { htmlEscape } from 'escape-goat';
import { clipText, escapeControls } from '../text/visible.js';

/** HTML that is safe to print. It is made by `html`, which escapes texts, or by `trustedMarkup`, which escapes nothing. */
class Markup {
  constructor(readonly text: string) {}
}

export type { Markup };

/** Raw HTML: nothing of it is escaped. Only for the program's own text, such as a style or a script of the build. */
export function trustedMarkup(text: string): Markup {
  return new Markup(text);
}

type Piece = string | Markup | readonly Markup[];

/** A tagged template for HTML. Each value in it is escaped as text, unless it is already Markup. */
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
