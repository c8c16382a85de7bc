// Makes docs/terminal.svg: what the first commands of the README print on a terminal of 80 columns. Needs `script` of util-linux.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { htmlEscape } from 'escape-goat';

const columns = 80;
const [advance, lineHeight, margin] = [8.4, 17, 16];
const commands = [
  ['pvg lookup --profile local --product-id gems_100 \\', '  --receipt demo-purchased'],
  ['pvg diagnose --profile local docs/examples/refused/request.http'],
];

const cwd = fileURLToPath(new URL('..', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'pvg-picture-'));
const env = { PATH: process.env.PATH, HOME: home, TERM: 'xterm-256color', FORCE_COLOR: '1' };

function screenOf(lines) {
  const words = lines.join('\n').replace(/^pvg/, `'${process.execPath}' bin/pvg.js`);
  const typed = `stty cols ${columns} rows 50; ${words}`;
  const ended = spawnSync('script', ['-qec', typed, '/dev/null'], {
    cwd,
    env,
    encoding: 'utf8',
    input: '',
  });
  if (ended.error) throw ended.error;
  return `\u001b[2m$\u001b[22m ${lines.join('\n')}\n${ended.stdout.replaceAll('\r', '')}`;
}

const on = { 1: 'b', 2: 'd', 31: 'r', 32: 'g', 33: 'y', 36: 'c' };
const off = { 22: 'bd', 39: 'rgyc' };

/** An SGR sequence, or text up to the next one. */
const sequence = new RegExp(String.raw`\x1b\[(\d*)m|([^\x1b]+)`, 'g');

/** One line with its colours (SGR): a text for each run of one look, at its column. */
function drawn(line, at) {
  const y = (margin + (at + 0.8) * lineHeight).toFixed(1);
  let [looks, column, texts] = ['', 0, ''];
  for (const [, code, text = ''] of line.matchAll(sequence)) {
    if (code !== undefined) {
      looks = on[code]
        ? looks + on[code]
        : looks.replace(new RegExp(`[${off[code] ?? 'a-z'}]`, 'g'), '');
      continue;
    }
    const x = (margin + column * advance).toFixed(1);
    const width = (text.length * advance).toFixed(1);
    const look = looks === '' ? '' : ` class="${[...looks].join(' ')}"`;
    texts += `<text x="${x}" y="${y}" textLength="${width}"${look}>${htmlEscape(text)}</text>`;
    column += text.length;
  }
  return texts;
}

const style = `text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1f2328; white-space: pre; }
rect { fill: #f6f8fa; stroke: #d1d9e0; }
.b { font-weight: 600; } .d { fill: #59636e; } .r { fill: #a40e26; } .g { fill: #116329; } .y { fill: #7d4e00; } .c { fill: #1b6f8a; }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc; } rect { fill: #0d1117; stroke: #3d444d; }
.d { fill: #9198a1; } .r { fill: #ff8182; } .g { fill: #56d364; } .y { fill: #e3b341; } .c { fill: #76d9e6; }
}`;

try {
  const lines = commands.map(screenOf).join('\n').trimEnd().split('\n');
  const [width, height] = [columns * advance + 2 * margin, lines.length * lineHeight + 2 * margin];
  writeFileSync(
    join(cwd, 'docs', 'terminal.svg'),
    [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
      '<title>pvg looks up a purchase, then explains why a signature does not match</title>',
      `<style>${style}</style>`,
      `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
      ...lines.map(drawn).filter((each) => each !== ''),
      '</svg>\n',
    ].join('\n'),
  );
} finally {
  rmSync(home, { recursive: true, force: true });
}
