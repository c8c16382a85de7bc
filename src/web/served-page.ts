import { createHash } from 'node:crypto';
import { constants, gzipSync } from 'node:zlib';
import type { Context } from '../context.js';
import { headerValues, type WireRequest, type WireResponse } from '../contract/wire.js';
import { html as markup, trustedMarkup, type Markup } from '../output/markup.js';
import { pageStyle } from '../output/page-style.js';
import { type Printable, printJson } from '../text/json/json.js';

/** The pages that pvg serves on this computer: one file each, whose only script and style are named by their hashes. */

/** A page of src/pages, which the build makes. @throws {PvgError} `configuration-unreadable`: it is damaged */
export async function openPage(
  { shipped }: Pick<Context, 'shipped'>,
  name: 'desk' | 'listen',
): Promise<WireResponse> {
  const title = `pvg ${name}`;
  return servedPage({
    title,
    style: pageStyle + (await shipped('pages', `${name}.css`)),
    script: await shipped('pages', `${name}.js`),
    body: markup`<div id="app"><noscript><main><h1>${title}</h1><p>This page needs JavaScript.</p></main></noscript></div>`,
  });
}

/** The page, compressed for a browser that takes it so: it may be far away, behind a tunnel. */
export function compressedFor(headers: WireRequest['headers'], page: WireResponse): WireResponse {
  if (!takesGzip(headers)) return page;
  return {
    ...page,
    headers: [...page.headers, ['content-encoding', 'gzip']],
    body: gzipSync(page.body, { level: constants.Z_BEST_COMPRESSION }),
  };
}

/** `gzip;q=0` forbids it (RFC 9110, 12.4.2). */
function takesGzip(headers: WireRequest['headers']): boolean {
  const codings = headerValues(headers, 'accept-encoding').flatMap((value) => value.split(','));
  return codings.some((coding) => {
    const [name, ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase());
    const isForbidden = parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    return name === 'gzip' && !isForbidden;
  });
}

interface PageParts {
  readonly title: string;
  /** CSS, a constant of the program: it is not escaped. */
  readonly style: string;
  /** JavaScript, likewise. */
  readonly script: string;
  /** What stands there until the script runs. */
  readonly body: Markup;
}

function servedPage({ title, style, script, body }: PageParts): WireResponse {
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
${trustedMarkup(`<style>${style}</style>`)}
</head>
<body>
${body}
${trustedMarkup(`<script>${script}</script>`)}
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `script-src ${cspHash(script)}`,
    `style-src ${cspHash(style)}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return {
    status: 200,
    headers: servedHeaders('text/html; charset=utf-8', policy),
    body: Buffer.from(page.text),
  };
}

export function servedJson(
  status: number,
  value: Printable,
  redact: (text: string) => string = (text) => text,
): WireResponse {
  return {
    status,
    headers: servedHeaders('application/json'),
    body: Buffer.from(printJson(value, { redact })),
  };
}

/** `policy`: what the browser may load and run. */
export function servedHeaders(type: string, policy = "default-src 'none'"): [string, string][] {
  return [
    ['content-type', type],
    ['content-security-policy', policy],
    ['cache-control', 'no-store'],
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'no-referrer'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['cross-origin-opener-policy', 'same-origin'],
  ];
}

const cspHash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
