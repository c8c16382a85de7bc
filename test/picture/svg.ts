import { displayWidth } from '../../src/output/width.js';

/** What a terminal shows, as a picture that follows the reader's light or dark theme. */

const advance = 8.4;
const lineHeight = 17;
const margin = 16;

const classes: Readonly<Record<string, string>> = {
  1: 'b',
  2: 'd',
  31: 'r',
  32: 'g',
  33: 'y',
  36: 'c',
};

const style = `text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1f2328; white-space: pre; }
rect { fill: #f6f8fa; stroke: #d1d9e0; }
.b { font-weight: 600; } .d { fill: #59636e; } .r { fill: #a40e26; } .g { fill: #116329; } .y { fill: #7d4e00; } .c { fill: #1b6f8a; }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc; } rect { fill: #0d1117; stroke: #3d444d; }
.d { fill: #9198a1; } .r { fill: #ff8182; } .g { fill: #56d364; } .y { fill: #e3b341; } .c { fill: #76d9e6; }
}`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

// An SGR sequence, or text up to the next one.
const sequence = new RegExp(String.raw`\x1b\[(\d*)m|([^\x1b]+)`, 'g');

interface Run {
  readonly text: string;
  readonly marks: readonly string[];
}

/** A line with its colours (SGR) as runs of one look. */
function runsOf(line: string): Run[] {
  const marks = new Set<string>();
  const runs: Run[] = [];
  for (const [, code, text] of line.matchAll(sequence)) {
    if (text !== undefined) runs.push({ text, marks: [...marks] });
    else if (code === '22') for (const mark of ['b', 'd']) marks.delete(mark);
    else if (code === '39') for (const mark of ['r', 'g', 'y', 'c']) marks.delete(mark);
    else if (classes[code ?? ''] !== undefined) marks.add(classes[code ?? ''] ?? '');
    else marks.clear();
  }
  return runs;
}

function drawn(line: string, at: number): string {
  let column = 0;
  const y = margin + (at + 0.8) * lineHeight;
  return runsOf(line)
    .map(({ text, marks }) => {
      const x = margin + column * advance;
      const width = displayWidth(text);
      column += width;
      const look = marks.length > 0 ? ` class="${marks.join(' ')}"` : '';
      return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" textLength="${(width * advance).toFixed(1)}"${look}>${escaped(text)}</text>`;
    })
    .join('');
}

/** @param screen what was printed, with its colours @param columns of the terminal */
export function terminalPicture(screen: string, columns: number, title: string): string {
  const lines = screen.trimEnd().split('\n');
  const width = Math.ceil(columns * advance + 2 * margin);
  const height = Math.ceil(lines.length * lineHeight + 2 * margin);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(width)} ${String(height)}" width="${String(width)}" height="${String(height)}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${style}</style>`,
    `<rect x="0.5" y="0.5" width="${String(width - 1)}" height="${String(height - 1)}" rx="8"/>`,
    ...lines.map(drawn).filter((each) => each !== ''),
    '</svg>',
    '',
  ].join('\n');
}
