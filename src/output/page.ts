import { createHash } from 'node:crypto';
import { html as markup, noMarkup, trustedMarkup, type Markup } from './markup.js';
import type { Environment } from '../contract/environments.js';
import { joinSentences } from '../text/sentences.js';
import { pageStyle } from './page-style.js';

/** One HTML file on its own: no script, no request, and a stranger's text only as text. */

/** The page as text. `style`: further rules, after those of all pages; a constant of the program. */
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

/** What nobody may take for real; null if all of it is about prod. `demo`: answered by the emulator inside pvg. */
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

/** At a glance: as a shape and a word; colour only adds to them. */
export type Tone = 'good' | 'careful' | 'bad';

/** The style has a sign for each tone, so that the page also works without colours. */
export function mark(tone: Tone): Markup {
  return markup`<span class="sign ${tone}"></span>`;
}
