import { createHash } from 'node:crypto';
import { html as markup, noMarkup, trustedMarkup, type Markup } from './markup.js';
import type { Environment } from '../contract/environments.js';
import { joinSentences } from '../text/sentences.js';
import { pageStyle } from './page-style.js';

/** Makes HTML pages of one file: without scripts and requests, and with texts of strangers only as text. */

/** The page as text. @param style more CSS rules, a constant of the program: it is not escaped */
export function htmlPage(title: string, main: Markup, style = ''): string {
  const rules = pageStyle + style;
  const hash = createHash('sha256').update(rules).digest('base64');
  // The program's own constants, which escaping would spoil.
  const fixed =
    trustedMarkup(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<style>${rules}</style>`);
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
${fixed}
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="referrer" content="no-referrer" />
<title>${title}</title>
</head>
<body>
<main>
${main}
</main>
</body>
</html>`;
  return `${page.text}\n`;
}

/** A sentence of pvg. What it has in backquotes, such as a command, is shown as code. */
export function prose(text: string): Markup[] {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? markup`${part}` : markup`<code>${part}</code>`));
}

/** The banner of a page that is not about real purchases; null if all of it is about prod. `demo`: the emulator answered. */
export function bannerWords(
  services: readonly { environment: Environment; demo: boolean }[],
): string | null {
  const testServices = services.filter(({ environment }) => environment === 'dev');
  if (testServices.length === 0) return null;
  return joinSentences(
    testServices.some(({ demo }) => demo) && 'Demo data: the emulator inside pvg.',
    testServices.some(({ demo }) => !demo) && 'Test environment (dev).',
    testServices.length < services.length &&
      'Other parts are about prod: each part names its environment.',
  );
}

export function banner(text: string | null): Markup {
  return text === null ? noMarkup : markup`<p class="banner" role="note">${text}</p> `;
}

export function section(title: string, content: Markup): Markup {
  return markup`<section>
<h2>${title}</h2>
    ${content}
  </section> `;
}

/** A smaller line below another text. */
export function smallText(text = ''): Markup {
  return text === '' ? noMarkup : markup`<p class="below">${text}</p>`;
}

/** What a reader sees at a glance, by a sign and a word. The colour only adds to them. */
export type Tone = 'good' | 'careful' | 'bad';

/** The style has a sign for each tone, so that the page also works without colours. */
export function mark(tone: Tone): Markup {
  return markup`<span class="sign ${tone}"></span>`;
}
