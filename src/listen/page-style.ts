/** The style of the listener's page: light and dark, readable at any width, loads nothing. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: #f6f7f9; --card: #fff; --ink: #1a1f27; --soft: #586273; --line: #dbe0e8; --well: #f1f3f7;
  --good: #0b6b3a; --good-bg: #dff5e7; --bad: #a3142a; --bad-bg: #fde4e7; --odd: #7a4b00; --odd-bg: #fdf0d2;
  --none: #4a5361; --none-bg: #e7eaf0; --accent: #1f5fd0; --mark: #ffd6dc;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12151b; --card: #1a1f27; --ink: #e7eaf0; --soft: #a0abbb; --line: #2d3542; --well: #12161d;
    --good: #7fdba6; --good-bg: #12351f; --bad: #ff9cab; --bad-bg: #451520; --odd: #f5c970; --odd-bg: #3d2c08;
    --none: #b6bfcc; --none-bg: #2a313c; --accent: #8ab4ff; --mark: #6b1c2b;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, "Segoe UI", sans-serif; }
main, header { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 1.5rem; }
h1 { margin: 0; font-size: 1.25rem; line-height: 1.3; letter-spacing: -0.01em; }
code, pre, .bytes { font: 0.875rem/1.5 ui-monospace, "SF Mono", Consolas, "DejaVu Sans Mono", monospace; }
.place { margin: 0.125rem 0 0; color: var(--soft); font-size: 0.9375rem; overflow-wrap: anywhere; }
.place b { color: var(--ink); font-weight: 600; }
#state::before { content: ""; display: inline-block; width: 0.5rem; height: 0.5rem; margin-right: 0.375rem;
  border-radius: 50%; background: var(--good); vertical-align: 0.0625rem; }
#state.away { color: var(--bad); } #state.away::before { background: var(--bad); }
nav { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 1.25rem 0 0.75rem; }
nav button { padding: 0.25rem 0.75rem; border: 1px solid var(--line); border-radius: 999px; background: var(--card);
  color: var(--ink); font: inherit; font-size: 0.875rem; cursor: pointer; }
nav button[aria-pressed="true"] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); font-weight: 600; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
ol { list-style: none; margin: 0; padding: 0 0 4rem; }
li { margin: 0 0 0.5rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--card); overflow: hidden; }
summary { display: grid; grid-template-columns: 4.5rem 8rem 10.5rem 2.5rem minmax(0, 1fr) 0.75rem; gap: 0 0.75rem; align-items: baseline;
  padding: 0.625rem 0.875rem; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::after { content: "›"; color: var(--soft); font-size: 1.25rem; line-height: 1; justify-self: center; }
details[open] > summary::after { transform: rotate(90deg); }
summary:hover { background: var(--well); }
summary:focus-visible { outline-offset: -2px; border-radius: 0.5rem; }
.time, .status { color: var(--soft); font-variant-numeric: tabular-nums; font-size: 0.875rem; }
.where { overflow-wrap: anywhere; font-size: 0.9375rem; }
.word { justify-self: start; padding: 0 0.5rem; border-radius: 999px; font-size: 0.8125rem; font-weight: 600; white-space: nowrap;
  color: var(--none); background: var(--none-bg); }
.signature-right .word { color: var(--good); background: var(--good-bg); }
.cannot-succeed .word, .cause-found .word, .signature-missing .word { color: var(--bad); background: var(--bad-bg); }
.cause-unknown .word { color: var(--odd); background: var(--odd-bg); }
.gist { overflow-wrap: anywhere; }
.gist > code { font-weight: 600; }
.gist > span { display: block; color: var(--soft); font-size: 0.9375rem; }
.gist > span:only-child { color: var(--ink); }
.more { padding: 0.25rem 0.875rem 1rem; border-top: 1px solid var(--line); }
.more h2 { margin: 0.875rem 0 0.25rem; font-size: 0.8125rem; font-weight: 600; color: var(--soft); }
.more p, .more ul { margin: 0; max-width: 46rem; overflow-wrap: anywhere; }
.more ul { padding-left: 1.125rem; }
.fix { padding: 0.5rem 0.75rem; border-left: 3px solid var(--accent); background: var(--well); border-radius: 0 0.375rem 0.375rem 0; }
.bytes { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.375rem 0.75rem; margin: 0.375rem 0 0;
  padding: 0.625rem 0.75rem; border-radius: 0.375rem; background: var(--well); }
.bytes dt { color: var(--soft); } .bytes dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
.bytes .hex { color: var(--soft); font-size: 0.8125rem; }
mark { background: var(--mark); color: inherit; border-radius: 2px; }
pre { margin: 0; padding: 0.625rem 0.75rem; border-radius: 0.375rem; background: var(--well); white-space: pre-wrap; overflow-wrap: anywhere; }
.facts { color: var(--soft); font-size: 0.875rem; }
#empty { margin-top: 1.25rem; padding: 1.5rem; border: 1px dashed var(--line); border-radius: 0.5rem; color: var(--soft); }
#empty p { margin: 0 0 0.5rem; } #empty b, #empty p code { color: var(--ink); }
.aside { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[hidden] { display: none !important; }
@media (max-width: 48rem) {
  summary { grid-template-columns: max-content minmax(0, 1fr) max-content 0.75rem; row-gap: 0.125rem; }
  .status { grid-row: 1; grid-column: 3; } summary::after { grid-row: 1; grid-column: 4; }
  .where, .gist { grid-column: 1 / -1; }
  .bytes { grid-template-columns: minmax(0, 1fr); gap: 0.125rem; } .bytes dd + dt { margin-top: 0.5rem; }
}
`;
