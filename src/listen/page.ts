import { createHash } from 'node:crypto';
import { pageScript } from './page-script.js';
import { pageStyle } from './page-style.js';
import type { WireResponse } from '../contract/wire.js';

/** The page at `/`: a constant text, so its policy can have the hash of its only script and style. */
export const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>pvg listen</title>
<link rel="icon" href="data:,">
<style>${pageStyle}</style>
</head>
<body>
<header>
<h1>pvg listen</h1>
<p class="place"><span id="state" role="status">connecting</span> · profile <b id="profile">…</b> · answered by <b id="answers">…</b></p>
</header>
<main>
<nav id="filters" aria-label="Which requests are shown" hidden>
<button type="button" id="all" aria-pressed="true">All</button>
<button type="button" id="problems" aria-pressed="false">Problems</button>
</nav>
<section id="empty">
<p><b>No request yet.</b></p>
<p>Use <code class="address"></code> in your game server instead of the service’s address, and keep the paths. Each request then appears here with its diagnosis. Try it:</p>
<pre>curl -H 'Content-Type: application/json' -d '{"gameId":"demo","username":"player-1"}' <span class="address"></span>/xmdt/session</pre>
</section>
<ol id="list" aria-label="Requests, newest first"></ol>
<p id="news" class="aside" aria-live="polite"></p>
</main>
<script>${pageScript}</script>
</body>
</html>
`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policy = [
  "default-src 'none'",
  `script-src ${hashOf(pageScript)}`,
  `style-src ${hashOf(pageStyle)}`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function guarded(status: number, body: string, headers: Readonly<Record<string, string>>): WireResponse {
  const all = {
    'content-security-policy': "default-src 'none'",
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    ...headers,
  };
  return { status, headers: Object.entries(all), body: Buffer.from(body) };
}

export const pageAnswer = (): WireResponse =>
  guarded(200, page, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy });

export const jsonAnswer = (status: number, json: string): WireResponse =>
  guarded(status, json, { 'content-type': 'application/json' });

/** The browser saves it and shows nothing of it. */
export const fileAnswer = (name: string, text: string): WireResponse =>
  guarded(200, text, {
    'content-type': 'application/json',
    'content-disposition': `attachment; filename="${name}"`,
  });
