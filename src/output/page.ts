import { createHash } from 'node:crypto';
import { html as markup, Markup, nothing } from './markup.js';
import type { Environment } from '../contract/environments.js';
import { pageStyle } from './page-style.js';

/** One HTML file on its own: no script, no request, and a stranger's text only as text. */

interface Page {
  readonly title: string;
  /** Further rules, after those of all pages. A constant of the program. */
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
  const page = markup`<!doctype html>
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
<main>
${main}
</main>
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
        ? markup`${at % 2 === 0 ? '' : '`'}${part}`
        : markup`<code>${part}</code>`,
    );

interface Place {
  readonly environment: Environment;
  /** Answered by the emulator inside pvg. */
  readonly demo: boolean;
}

/** What nobody may take for real; null if all of it is about prod. */
export function bannerWords(places: readonly Place[]): string | null {
  const tests = places.filter(({ environment }) => environment === 'dev');
  if (tests.length === 0) return null;
  return [
    ...(tests.some(({ demo }) => demo) ? ['Demo data: the emulator inside pvg.'] : []),
    ...(tests.some(({ demo }) => !demo) ? ['Test environment (dev).'] : []),
    ...(tests.length < places.length ? ['Other parts are about prod: each part names its environment.'] : []),
  ].join(' ');
}

export const banner = (text: string | null): Markup =>
  text === null ? nothing : markup`<p class="banner" role="note">${text}</p> `;

export const section = (title: string, content: Markup): Markup =>
  markup`<section>
<h2>${title}</h2>
    ${content}
  </section> `;

/** A smaller line below another text. */
export const below = (text = ''): Markup => (text === '' ? nothing : markup`<p class="below">${text}</p>`);

/** At a glance: as a shape and a word; colour only adds to them. */
export type Tone = 'good' | 'careful' | 'bad';

// A shape for each tone, so that the page also works without colours.
const shape = (paths: string): Markup =>
  new Markup(
    `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`,
  );

export const shapes: Readonly<Record<Tone, Markup>> = {
  good: shape('<circle cx="12" cy="12" r="9.5"/><path d="M7.5 12.5l3 3 6-6.5"/>'),
  careful: shape('<path d="M12 3L22 20.5H2z"/><path d="M12 10v4.5M12 17.4v.1"/>'),
  bad: shape('<path d="M8 2.5h8l5.5 5.5v8L16 21.5H8L2.5 16V8z"/><path d="M9 9l6 6M15 9l-6 6"/>'),
};

export const mark = (tone: Tone): Markup => markup`<span class="${tone}">${shapes[tone]}</span>`;
