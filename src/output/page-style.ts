/**
 * The look of pages that pvg writes: on screen, in the dark, on paper, at any width. Nothing is fetched; nothing depends
 * on colour.
 */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: #eef1f5; --sheet: #fff; --ink: #17202c; --soft: #55606f; --line: #dde2ea; --well: #f4f6f9; --accent: #1d4f91;
  --good: #0a5f43; --good-bg: #e4f4ec; --careful: #7a4700; --careful-bg: #fdf1db; --bad: #98172d; --bad-bg: #fce8ea;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0e1116; --sheet: #171b22; --ink: #e6eaf0; --soft: #9eaaba; --line: #2c3440; --well: #1d222b; --accent: #8db8f5;
    --good: #74d8ab; --good-bg: #12301f; --careful: #f3c56b; --careful-bg: #372807; --bad: #ff9fae; --bad-bg: #3e141d;
  }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 2rem 1rem; background: var(--ground); color: var(--ink); overflow-wrap: anywhere;
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }
main { max-width: 58rem; margin: 0 auto; padding: 2.25rem 2.5rem 2rem; background: var(--sheet); border: 1px solid var(--line);
  border-radius: 0.75rem; }
h1, h2, h3, p, ol, ul, dl, dd { margin: 0; padding: 0; list-style: none; }
h1 { font-size: 1.5rem; line-height: 1.3; }
h2 { margin-bottom: 0.5rem; font-size: 0.9375rem; }
.banner { margin-bottom: 1.5rem; padding: 0.5rem 1rem; border: 1px solid; border-radius: 0.5rem; color: var(--careful);
  background: var(--careful-bg); font-weight: 600; }
header { display: flex; flex-wrap: wrap; gap: 0.125rem 1.5rem; justify-content: space-between; align-items: baseline; margin-bottom: 1.25rem; }
header .place { width: 100%; }
header p, .place, .lead, footer, small, .below { color: var(--soft); font-size: 0.875rem; }
header b, .place b { color: var(--ink); }
section { margin-top: 1.75rem; }
article { margin-top: 2.5rem; padding-top: 2rem; border-top: 3px solid var(--line); }
article > h2 { margin: 0; font-size: 1.25rem; }
article > .place { margin-bottom: 0.875rem; }
.verdict { display: grid; grid-template-columns: 2.25rem minmax(0, 1fr); gap: 0 1rem; padding: 1.25rem; border: 1px solid; border-radius: 0.625rem; }
.good { color: var(--good); background: var(--good-bg); } .careful { color: var(--careful); background: var(--careful-bg); }
.bad { color: var(--bad); background: var(--bad-bg); }
svg { width: 1.125rem; height: 1.125rem; margin-top: 0.1875rem; }
.verdict svg { width: 2.25rem; height: 2.25rem; margin: 0; }
.verdict .says { font-size: 1.25rem; line-height: 1.35; } .says { font-weight: 600; }
.badges { display: flex; flex-wrap: wrap; gap: 0.375rem; margin-top: 0.625rem; font-size: 0.8125rem; }
.badges li { padding: 0 0.625rem; border: 1px solid; border-radius: 1rem; font-weight: 600; }
.next { grid-column: 1 / -1; margin-top: 1.125rem; padding-top: 1rem; border-top: 1px solid; }
.next h3 { font-size: 0.8125rem; color: var(--soft); }
.next p { color: var(--ink); }
dl, ol, .after, details { font-size: 0.9375rem; }
dl > div, ol > li { padding: 0.375rem 0; border-top: 1px solid var(--line); }
dl > div:last-child, ol > li:last-child { border-bottom: 1px solid var(--line); }
dl > div { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: 0 1rem; }
dt { color: var(--soft); }
small { display: block; }
code { font: 0.875em/1.5 ui-monospace, "SF Mono", "Cascadia Mono", Consolas, "DejaVu Sans Mono", monospace; }
.lead { margin-bottom: 0.5rem; } .after { margin-top: 0.75rem; }
.glance li { display: grid; grid-template-columns: 1.125rem minmax(0, 2fr) minmax(0, 3fr); gap: 0 0.75rem; }
.what { display: grid; grid-template-columns: 1.125rem minmax(0, 1fr); gap: 0 0.625rem; }
.verdict span, .glance span, .what span { background: none; }
details { margin-top: 1.25rem; }
summary { padding: 0.125rem 0; color: var(--accent); font-size: 0.875rem; font-weight: 600; cursor: pointer; }
summary:focus-visible, input:focus-visible + label { outline: 2px solid var(--accent); outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; font-size: 0.875rem; }
th { padding: 0.25rem 0.75rem 0.375rem 0; color: var(--soft); text-align: left; vertical-align: bottom; }
td { padding: 0.5rem 0.75rem 0.5rem 0; border-top: 1px solid var(--line); vertical-align: top; }
.number { text-align: right; } .number, .moment, .filter span { font-variant-numeric: tabular-nums; }
.filter { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0 0 0.75rem; padding: 0; border: 0; font-size: 0.875rem; }
.filter input { position: absolute; opacity: 0; }
.filter label { padding: 0.125rem 0.75rem; border: 1px solid var(--line); border-radius: 1rem; cursor: pointer; }
.filter input:checked + label { background: var(--accent); color: var(--sheet); font-weight: 600; }
meter { width: 100%; max-width: 8rem; }
footer { margin-top: 2rem; padding-top: 0.875rem; border-top: 1px solid var(--line); }
@media screen and (max-width: 44rem) {
  body { padding: 0; }
  main { padding: 1.25rem 1rem 1.5rem; border: 0; border-radius: 0; }
  .glance li { grid-template-columns: 1.125rem minmax(0, 1fr); } .glance li > :nth-child(3) { grid-column: 2; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr, td { display: block; }
  tr { padding: 0.625rem 0; border-top: 1px solid var(--line); }
  td { padding: 0.125rem 0; border: 0; text-align: left; }
  td[data-name] { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: 0 0.75rem; }
  td[data-name]::before { color: var(--soft); content: attr(data-name); } td > .below { grid-column: 2; }
  td:empty { display: none; }
}
@media screen and (max-width: 20rem) {
  dl > div { grid-template-columns: minmax(0, 1fr); }
}
@media print {
  :root { color-scheme: light; --ground: #fff; --sheet: #fff; --ink: #000; --soft: #444; --line: #c9ced6; --well: #fff; --accent: #444;
    --good: #0a4f38; --good-bg: #fff; --careful: #6b3e00; --careful-bg: #fff; --bad: #8a1025; --bad-bg: #fff; }
  @page { margin: 14mm 15mm; }
  html { font-size: 9pt; }
  body, main { max-width: none; padding: 0; border: 0; }
  .verdict, dl > div, li, tr, .next { break-inside: avoid; } h1, h2, h3, .place { break-after: avoid; }
  .filter legend, .filter input:not(:checked) + label, details:not([open]) { display: none; }
  .filter input:checked + label { background: none; color: #000; }
}
`;
