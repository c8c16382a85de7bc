import { createHash } from 'node:crypto';
import { html, Markup } from './markup.js';
import { pageStyle } from './page-style.js';

/** One HTML file on its own: no script, no request, and a stranger's text only as text. */

export interface Page {
  readonly title: string;
  /** Rules of this kind of page, after those of all pages. A constant of the program. */
  readonly style?: string;
  readonly main: Markup;
}

export function htmlPage({ title, style = '', main }: Page): string {
  const rules = pageStyle + style;
  const hash = createHash('sha256').update(rules).digest('base64');
  // The program's own constants, which escaping would spoil.
  const policy = new Markup(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">`,
  );
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        ${policy}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
        ${new Markup(`<style>${rules}</style>`)}
      </head>
      <body>
        <main>${main}</main>
      </body>
    </html>`;
  return `${page.text}\n`;
}

/** All of pvg's sentences have commands in backquotes. */
export const prose = (text: string): Markup[] =>
  text
    .split('`')
    .map((part, at, parts) =>
      at % 2 === 0 || at === parts.length - 1
        ? html`${at % 2 === 0 ? '' : '`'}${part}`
        : html`<code>${part}</code>`,
    );

export const bannerOf = (text: string | null): Markup =>
  text === null ? new Markup('') : html`<p class="banner" role="note">${text}</p> `;

export const section = (title: string, content: Markup): Markup =>
  html`<section>
    <h2>${title}</h2>
    ${content}
  </section> `;
