import { createHash } from 'node:crypto';
import type { Context, Secrets } from '../context.js';
import { withoutQuery } from '../contract/interfaces.js';
import type { WireResponse } from '../contract/wire.js';
import { spelled } from '../diagnosis/spelling.js';
import { html as markup, Markup } from '../output/markup.js';
import { pageStyle } from '../output/page-style.js';
import { equalText } from '../signing/digest.js';
import { escapeControls, mapTexts, replaceUnsafe } from '../text/visible.js';
import { type Printable, printJson } from '../text/json/json.js';
import { utf8Text } from '../text/utf8.js';
import { entryDetails, entryRow, type ListenEntry } from './entry.js';
import { withoutReceipts, type ReceivedRequest } from './request.js';

const mostShownEntries = 1_000;
const longestShownRequest = 16 * 1024;

/** The page of `pvg listen`: the newest requests, and of each what -v shows and the request as it came. */
export class Site {
  private readonly shownEntries: Printable[] = [];
  private count = 0;

  constructor(
    private readonly context: Pick<Context, 'secrets' | 'timeZone'>,
    /** Whoever has it may read requests. Without it, any program on this computer could have its own signed here. */
    private readonly key: string,
    private readonly page: WireResponse,
  ) {}

  add(entry: ListenEntry): void {
    this.count += 1;
    this.shownEntries.push(shownEntry(entry, this.context));
    if (this.shownEntries.length > mostShownEntries) this.shownEntries.shift();
  }

  /** undefined for what does not belong to the page. */
  answer(target: string): WireResponse | undefined {
    const path = withoutQuery(target);
    if (path === '/') return this.page;
    if (path !== '/requests.json') return undefined;
    const json = (status: number, value: Printable): WireResponse => {
      const text = printJson(value, { redact: this.context.secrets.redact });
      return pageResponse(status, text, { type: 'application/json', policy: "default-src 'none'" });
    };
    const query = new URLSearchParams(target.slice(path.length));
    if (!equalText(query.get('key') ?? '', this.key)) return json(403, { says: needsKey });
    const newCount = this.count - (Number(query.get('after')) || 0);
    const requests = this.shownEntries.slice(Math.max(0, this.shownEntries.length - newCount));
    return json(200, { last: this.count, requests });
  }
}

const needsKey =
  'Open the page with the complete address that `pvg listen` printed when it started.';

function shownEntry(
  entry: ListenEntry,
  { timeZone, secrets }: Pick<Context, 'secrets' | 'timeZone'>,
): Printable {
  const { request, refusal } = entry;
  const answeredBy = request.by === 'refused' && 'by pvg itself';
  const answerParts = [`HTTP ${request.answer.status}`, refusal?.code, answeredBy];
  const { facts, code } = entryDetails(entry);
  const shownFacts = [
    ...facts,
    { label: 'Answered', value: answerParts.filter(Boolean).join(', ') },
  ];
  return {
    ...mapTexts(entryRow(entry, timeZone), escapeControls),
    facts: shownFacts.map(({ label, value }) => ({ label, value: escapeControls(value) })),
    code: code.join('\n').trim(),
    request: shownRequest(request, secrets),
  };
}

/**
 * The request as it came, without receipts: pieces of text, and at the odd places escapes of characters that nobody can see
 * or that are not text.
 */
function shownRequest(request: ReceivedRequest, secrets: Secrets): string[] {
  const { method, target, headers, body } = request;
  // Node reads headers as Latin-1; senders write UTF-8.
  const utf8 = (value: string): string => utf8Text(Buffer.from(value, 'latin1')) ?? value;
  const text = body && (utf8Text(body) ?? spelled(Buffer.from(body), false));
  const lines = headers.map(([name, value]) => `${name}: ${utf8(value)}`);
  const whole = [`${method} ${target}`, ...lines, '', text ?? '(not read)'].join('\n');
  // Cut last: half of a secret would not be recognised.
  const safe = withoutReceipts(request)(secrets.redact(whole));
  const cutNote = safe.length > longestShownRequest ? '\n(only the beginning is shown)' : '';
  const marked = replaceUnsafe(safe.slice(0, longestShownRequest) + cutNote, (character) => {
    if (character === '\n' || character === '\t') return character;
    return `\0${spelled(Buffer.from(character), false)}\0`;
  });
  return marked.split('\0');
}

/** @param script `page.js`, which shows what `requests.json` has */
export function pageAnswer(script: string, profile: string): WireResponse {
  const style = pageStyle + listStyle;
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>pvg listen</title>
<link rel="icon" href="data:,">
${new Markup(`<style>${style}</style>`)}
</head>
<body>
<main>
<header>
<h1>pvg listen</h1>
<p id="state" role="status">connecting</p>
<p class="place">profile <b>${profile}</b> · answered by <b>the emulator</b></p>
</header>
<fieldset class="filter">
<input type="radio" name="show" id="all" checked><label for="all">All <span></span></label>
<input type="radio" name="show" id="problems"><label for="problems">Problems <span></span></label>
</fieldset>
<section>
<h2>No request yet</h2>
<p>Use <code class="address"></code> in your game server instead of the service’s address, and keep the paths. Try it:</p>
<pre>curl -H 'Content-Type: application/json' -d '{"gameId":"demo","username":"player-1"}' <span class="address"></span>/xmdt/session</pre>
</section>
<ol id="list" aria-label="Requests, newest first"></ol>
<p id="news" aria-live="polite"></p>
</main>
${new Markup(`<script>${script}</script>`)}
</body>
</html>
`;
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return pageResponse(200, page.text, { type: 'text/html; charset=utf-8', policy });
}

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

interface ContentHeaders {
  readonly type: string;
  /** What the browser may load and run. */
  readonly policy: string;
}

const pageResponse = (
  status: number,
  body: string,
  { type, policy }: ContentHeaders,
): WireResponse => ({
  status,
  headers: [
    ['content-type', type],
    ['content-security-policy', policy],
    ['cache-control', 'no-store'],
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'no-referrer'],
    ['cross-origin-resource-policy', 'same-origin'],
  ],
  body: Buffer.from(body),
});

/** Added to the look of all pages. */
const listStyle = `
main { max-width: 66rem; }
.filter { margin: 0 0 0.75rem; padding: 0; border: 0; } .filter label { margin-right: 1rem; }
#state::before { content: "●"; margin-right: 0.375rem; color: var(--good); } #state.away, #state.away::before { color: var(--bad); }
#list > li { padding: 0; content-visibility: auto; contain-intrinsic-size: auto 3.5rem; } details { margin: 0; }
summary { display: grid; grid-template-columns: 5.5rem 7.5rem 9rem 2.5rem minmax(0, 1fr); gap: 0 0.75rem; align-items: baseline;
  width: auto; padding: 0.5rem 0.25rem; color: var(--ink); font-weight: 400; }
summary:hover, details[open] > summary { background: var(--well); } summary:focus-visible { outline-offset: -2px; }
.time::before { content: "▸ "; } details[open] .time::before { content: "▾ "; }
summary > * { overflow-wrap: anywhere; }
.time, .status, .gist > span { color: var(--soft); font-variant-numeric: tabular-nums; }
.gist > span { display: block; } .gist > code { font-weight: 600; }
.word { justify-self: start; padding: 0 0.5rem; border-radius: 1rem; font-size: 0.8125rem; font-weight: 600; white-space: nowrap; }
.more { padding: 0.25rem 0.25rem 1.25rem; } .more h3 { margin: 1rem 0 0.25rem; font-size: 0.8125rem; color: var(--soft); }
.fix { padding: 0.5rem 0.75rem; border-left: 3px solid var(--accent); background: var(--well); }
pre, dd { white-space: pre-wrap; overflow-wrap: anywhere; font: 0.875rem/1.5 ui-monospace, "SF Mono", Consolas, "DejaVu Sans Mono", monospace; }
pre { margin: 0; padding: 0.625rem 0.75rem; border-radius: 0.375rem; background: var(--well); }
mark { color: var(--careful); background: var(--careful-bg); }
#news { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
main:has(#problems:checked) #list > :not(.problem), main:has(#list > li) section, main:not(:has(#list > li)) .filter { display: none; }
@media (max-width: 44rem) {
  summary { grid-template-columns: max-content minmax(0, 1fr) max-content; } .where, .gist { grid-column: 1 / -1; }
  .status { grid-row: 1; grid-column: 3; }
}
`;
