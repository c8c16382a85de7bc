// The picture of docs/speed.md: a dot for each command, its interval as a line, its goal as a tick; logarithmic axis.

import { figure } from './tables.mjs';

const wide = 860;
const left = 330;
const right = 90;
const rowHeight = 22;
const top = 66;

// The picture has its own background, so it can be read on any page.
const style = `
  .ground { fill: #ffffff } text { font: 13px system-ui, sans-serif; fill: #24292f }
  .title { font-size: 15px; font-weight: 600 } .faint { fill: #57606a; font-size: 12px }
  .grid { stroke: #d0d7de } .goal { stroke: #bc4c00; stroke-width: 2 }
  .pvg { fill: #0969da; stroke: #0969da } .other { fill: #6e7781; stroke: #6e7781 }
  text.pvg { stroke: none; fill: #0550ae } text.other { stroke: none; fill: #57606a }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117 } text { fill: #e6edf3 } .faint { fill: #9198a1 }
    .grid { stroke: #30363d } .goal { stroke: #f0883e }
    .pvg { fill: #58a6ff; stroke: #58a6ff } .other { fill: #9198a1; stroke: #9198a1 }
    text.pvg { fill: #79c0ff } text.other { fill: #9198a1 }
  }`;

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const round = (value) => String(Math.round(value * 10) / 10);

/** The marks of the axis: powers of two around all values. */
function gridOf(values) {
  const from = Math.floor(Math.log2(Math.min(...values)));
  const to = Math.ceil(Math.log2(Math.max(...values)));
  return Array.from({ length: to - from + 1 }, (_, step) => 2 ** (from + step));
}

/** @param {{ title: string, says: string, rows: { label: string, pvg: boolean, median: number, low: number, high: number, goal?: number }[] }} chart */
export function drawn({ title, says, rows }) {
  const grid = gridOf([1, ...rows.flatMap(({ low, high, goal }) => [low, high, goal ?? 1])]);
  const [least, most] = [Math.log2(grid[0]), Math.log2(grid.at(-1))];
  const x = (value) => round(left + ((Math.log2(value) - least) / (most - least)) * (wide - left - right));
  const high = top + rows.length * rowHeight + 40;
  const bottom = top + rows.length * rowHeight;
  const lines = grid.map(
    (value) =>
      `<line class="grid" x1="${x(value)}" x2="${x(value)}" y1="${String(top - 8)}" y2="${String(bottom)}"/>` +
      `<text class="faint" text-anchor="middle" x="${x(value)}" y="${String(bottom + 18)}">${String(value)}×</text>`,
  );
  const marks = rows.map((row, at) => {
    const y = top + at * rowHeight + 8;
    const kind = row.pvg ? 'pvg' : 'other';
    const goal =
      row.goal === undefined
        ? ''
        : `<line class="goal" x1="${x(row.goal)}" x2="${x(row.goal)}" y1="${String(y - 8)}" y2="${String(y + 8)}"/>`;
    return (
      `<text class="${kind}" text-anchor="end" x="${String(left - 14)}" y="${String(y + 4)}">${escaped(row.label)}</text>` +
      `<line class="${kind}" stroke-width="2" x1="${x(row.low)}" x2="${x(row.high)}" y1="${String(y)}" y2="${String(y)}"/>` +
      `<circle class="${kind}" r="4" cx="${x(row.median)}" cy="${String(y)}"/>${goal}` +
      `<text class="${kind}" x="${String(wide - right + 14)}" y="${String(y + 4)}">${figure(row.median)}×</text>`
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(wide)} ${String(high)}" width="${String(wide)}" height="${String(high)}" role="img" aria-label="${escaped(title)}">
<style>${style}
</style>
<rect class="ground" width="100%" height="100%"/>
<text class="title" x="20" y="26">${escaped(title)}</text>
<text class="faint" x="20" y="44">${escaped(says)}</text>
${[...lines, ...marks].join('\n')}
</svg>
`;
}
