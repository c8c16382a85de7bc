import { hash } from 'node:crypto';
import type { Summary } from './summary.js';
import { visible } from '../text/visible.js';

/** The summary of a batch as one HTML file: no script, nothing from elsewhere, no receipt. */

export interface ReportFacts {
  readonly profile: string;
  readonly environment: string;
  readonly input: string;
  readonly startedAtMs: number;
  readonly elapsedMs: number;
  readonly ended: string;
  readonly version: string;
}

const style = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid #8884; vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
svg { width: 100%; height: auto; font: 13px system-ui, sans-serif; }
svg text { fill: currentColor; }
dt { font-weight: 600; } dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; } dd { margin: 0; }
`;

// Of one lightness, and told apart without seeing colours by the names beside them.
const colours: Readonly<Record<string, string>> = {
  'paid-and-recorded': '#2e7d32',
  'paid-recorded-with-error': '#b26a00',
  'paid-never-received': '#c62828',
  'paid-recorded-elsewhere': '#6a1b9a',
  pending: '#1565c0',
  cancelled: '#546e7a',
  'not-confirmed': '#4e342e',
};
const otherColour = '#777777';

export function reportPage(summary: Summary, facts: ReportFacts): string {
  const lines = summary.lines();
  const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; img-src data:; base-uri 'none'; form-action 'none'`;
  const list: readonly (readonly [string, string])[] = [
    ['Input', facts.input],
    ['Profile', `${facts.profile} (${facts.environment})`],
    ['Begun', new Date(facts.startedAtMs).toISOString()],
    ['Took', `${(facts.elapsedMs / 1000).toFixed(1)} s`],
    [
      'Rows',
      `${String(summary.rows)}${summary.before > 0 ? `, ${String(summary.before)} of them by an earlier run` : ''}`,
    ],
    ['Failed', String(summary.failed)],
    ['Ended', facts.ended],
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Look-ups: ${escaped(facts.input)}</title>
<style>${style}</style>
</head>
<body>
<h1>Look-ups of ${escaped(facts.input)}</h1>
<dl>${list.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('\n')}</dl>
<h2>By verdict</h2>
${chart(lines)}
<table>
<thead><tr><th>Verdict or error</th><th class="n">Rows</th><th>Meaning</th></tr></thead>
<tbody>
${lines.map(({ name, rows, says }) => `<tr><td>${escaped(name)}</td><td class="n">${String(rows)}</td><td>${escaped(says)}</td></tr>`).join('\n')}
</tbody>
</table>
<p>Made by pvg ${escaped(facts.version)}. A look-up changes nothing.</p>
</body>
</html>
`;
}

const rowHeight = 26;
const nameWidth = 190;
const barWidth = 480;
const chartWidth = 760;

function chart(lines: readonly { readonly name: string; readonly rows: number }[]): string {
  const most = Math.max(1, ...lines.map(({ rows }) => rows));
  const bars = lines.map(({ name, rows }, at) => {
    const y = at * rowHeight;
    const width = Math.max(2, Math.round((rows / most) * barWidth));
    const colour = Object.hasOwn(colours, name) ? (colours[name] ?? otherColour) : otherColour;
    return `<text x="0" y="${String(y + 17)}">${escaped(name)}</text><rect x="${String(nameWidth)}" y="${String(y + 4)}" width="${String(width)}" height="${String(rowHeight - 8)}" fill="${colour}"/><text x="${String(nameWidth + width + 8)}" y="${String(y + 17)}">${String(rows)}</text>`;
  });
  const says = lines.map(({ name, rows }) => `${name}: ${String(rows)}`).join(', ');
  return `<svg viewBox="0 0 ${String(chartWidth)} ${String(Math.max(1, lines.length) * rowHeight)}" role="img" aria-label="${escaped(says)}">${bars.join('')}</svg>`;
}

const escaped = (text: string): string =>
  visible(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
