import { hash } from 'node:crypto';
import { html, Markup } from '../output/markup.js';
import { refundCaveat } from './closing.js';
import type { Summary, SummaryLine } from './summary.js';

/** The summary of a batch as one HTML file: no script, nothing from elsewhere, no receipt. */

interface ReportFacts {
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
meter { width: 8rem; }
dt { font-weight: 600; } dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; } dd { margin: 0; }
`;

// Constants of pvg itself, which escaping would damage.
const policy = new Markup(
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'">`,
);
const styleElement = new Markup(`<style>${style}</style>`);

export function reportPage(summary: Summary, facts: ReportFacts): string {
  const before = summary.before > 0 ? `, ${String(summary.before)} of them by an earlier run` : '';
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        ${policy}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Look-ups: ${facts.input}</title>
        ${styleElement}
      </head>
      <body>
        <h1>Look-ups of ${facts.input}</h1>
        <dl>
          ${fact('Input', facts.input)} ${fact('Profile', `${facts.profile} (${facts.environment})`)}
          ${fact('Started', new Date(facts.startedAtMs).toISOString())}
          ${fact('Duration', `${(facts.elapsedMs / 1000).toFixed(1)} s`)}
          ${fact('Rows', `${String(summary.rows)}${before}`)} ${fact('Failed', String(summary.failed))}
          ${fact('Result', facts.ended)}
        </dl>
        <h2>By verdict</h2>
        <table>
          <thead>
            <tr>
              <th>Verdict or error</th>
              <th class="n">Rows</th>
              <th></th>
              <th>Meaning</th>
            </tr>
          </thead>
          <tbody>
            ${summary.lines().map((line) => row(line, summary.rows))}
          </tbody>
        </table>
        <p>${refundCaveat}</p>
        <p>Made by pvg ${facts.version}. A look-up changes nothing.</p>
      </body>
    </html>`;
  return `${page.text}\n`;
}

const fact = (name: string, value: string): Markup =>
  html`<dt>${name}</dt>
    <dd>${value}</dd>`;

const row = ({ name, rows, says }: SummaryLine, all: number): Markup =>
  html`<tr>
    <td>${name}</td>
    <td class="n">${String(rows)}</td>
    <td><meter max="${String(all)}" value="${String(rows)}"></meter></td>
    <td>${says}</td>
  </tr>`;
