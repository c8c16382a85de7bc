/** The look of pages that pvg writes: on screen, in the dark, on paper, at any width. Nothing is fetched; nothing depends on colour. */
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
body { margin: 0; padding: 2rem 1rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
  -webkit-text-size-adjust: 100%; }
main { max-width: 58rem; margin: 0 auto; padding: 2.25rem 2.5rem 2rem; background: var(--sheet); border: 1px solid var(--line);
  border-radius: 0.75rem; }
.banner { margin: -2.25rem -2.5rem 2rem; padding: 0.625rem 2.5rem; border-bottom: 1px solid var(--line); border-radius: 0.75rem 0.75rem 0 0;
  color: var(--careful); background: var(--careful-bg); font-size: 0.9375rem; font-weight: 600; overflow-wrap: anywhere; }
header { display: flex; flex-wrap: wrap; gap: 0.125rem 1.5rem; justify-content: space-between; align-items: baseline; margin-bottom: 1.25rem; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.3; letter-spacing: -0.01em; font-weight: 650; overflow-wrap: anywhere; }
h2 { margin: 0 0 0.5rem; font-size: 0.9375rem; line-height: 1.4; font-weight: 650; overflow-wrap: anywhere; }
header p, .place { margin: 0; color: var(--soft); font-size: 0.875rem; overflow-wrap: anywhere; }
header .place { width: 100%; }
header b, .place b { color: var(--ink); font-weight: 600; }
section { margin-top: 1.75rem; }
article { margin-top: 2.5rem; padding-top: 2rem; border-top: 3px solid var(--line); }
article.only { margin-top: 0; padding-top: 0; border-top: 0; }
article > h2 { margin: 0; font-size: 1.25rem; line-height: 1.35; letter-spacing: -0.01em; }
article > .place { margin-bottom: 0.875rem; }
.verdict { display: grid; grid-template-columns: 2.25rem minmax(0, 1fr); gap: 0 1rem; margin: 0; padding: 1.25rem 1.375rem 1.25rem 1.25rem;
  border-radius: 0.625rem; border: 1px solid color-mix(in srgb, currentColor 45%, transparent); }
.good { color: var(--good); background: var(--good-bg); } .careful { color: var(--careful); background: var(--careful-bg); }
.bad { color: var(--bad); background: var(--bad-bg); }
svg { width: 1.125rem; height: 1.125rem; background: none; }
.verdict svg { width: 2.25rem; height: 2.25rem; margin-top: 0.0625rem; }
.verdict .says { margin: 0; font-size: 1.25rem; font-weight: 650; line-height: 1.35; letter-spacing: -0.01em; overflow-wrap: anywhere; }
.badges { display: flex; flex-wrap: wrap; gap: 0.375rem; margin: 0.625rem 0 0; padding: 0; list-style: none; font-size: 0.8125rem; }
.badges li { padding: 0 0.625rem; border: 1px solid currentColor; border-radius: 0.875rem; overflow-wrap: anywhere; font-weight: 600; line-height: 1.625rem; }
.badges code { font-size: 0.75rem; }
.next { grid-column: 1 / -1; margin: 1.125rem 0 0; padding-top: 1rem; border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
.next h3 { margin: 0 0 0.125rem; font-size: 0.8125rem; font-weight: 650; color: var(--soft); }
.next p { margin: 0; max-width: 46rem; color: var(--ink); overflow-wrap: anywhere; }
.pair { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 2.5rem; }
dl { margin: 0; font-size: 0.9375rem; }
dl > div { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: 0 1rem; padding: 0.375rem 0; border-top: 1px solid var(--line); }
.pair dl > div { grid-template-columns: 7.25rem minmax(0, 1fr); }
dl > div:last-child { border-bottom: 1px solid var(--line); }
dt { color: var(--soft); overflow-wrap: anywhere; } dd { margin: 0; overflow-wrap: anywhere; }
small { display: block; color: var(--soft); font-size: 0.8125rem; font-weight: 400; line-height: 1.45; overflow-wrap: anywhere; }
code { font: 0.875em/1.5 ui-monospace, "SF Mono", "Cascadia Mono", Consolas, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
ul.list { margin: 0; padding: 0; list-style: none; font-size: 0.9375rem; }
ul.list li { position: relative; padding: 0.375rem 0 0.375rem 1.5rem; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
ul.list li:last-child { border-bottom: 1px solid var(--line); }
ul.list li::before { position: absolute; left: 0.25rem; font-weight: 700; color: var(--soft); content: "?"; }
ul.odd li::before { content: "!"; color: var(--careful); }
.lead { margin: 0 0 0.5rem; color: var(--soft); font-size: 0.875rem; }
.after { margin: 0.75rem 0 0; font-size: 0.9375rem; overflow-wrap: anywhere; }
.error { padding: 0.875rem 1.125rem; border-radius: 0.5rem; background: var(--well); }
.error p { margin: 0.25rem 0 0; overflow-wrap: anywhere; }
ol { margin: 0; padding: 0; list-style: none; font-size: 0.9375rem; }
ol li { padding: 0.5rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
ol li:last-child { border-bottom: 1px solid var(--line); }
ol p { margin: 0; }
.glance li { display: grid; grid-template-columns: 1.125rem minmax(0, 2fr) minmax(0, 3fr); gap: 0 0.75rem; }
.glance svg, td svg { margin-top: 0.1875rem; }
.glance span, td .good, td .careful, td .bad { background: none; }
.glance b { font-weight: 600; }
details { margin-top: 1.25rem; font-size: 0.9375rem; }
summary { width: max-content; padding: 0.125rem 0; color: var(--accent); font-size: 0.875rem; font-weight: 600; cursor: pointer; }
summary:focus-visible, input:focus-visible + label { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 0.25rem; }
details > dl { margin-top: 0.5rem; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; font-size: 0.875rem; line-height: 1.5; }
th { padding: 0.25rem 0.75rem 0.375rem 0; color: var(--soft); font-size: 0.8125rem; font-weight: 600; text-align: left; vertical-align: bottom; }
td { padding: 0.5rem 0.75rem 0.5rem 0; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
th:last-child, td:last-child { padding-right: 0; }
tbody tr:last-child td { border-bottom: 1px solid var(--line); }
.calls th:nth-child(1) { width: 24%; } .calls th:nth-child(3) { width: 12%; } .calls th:nth-child(4) { width: 15%; }
.calls th:nth-child(5) { width: 6.5%; } .calls th:nth-child(6) { width: 12%; }
.what { display: grid; grid-template-columns: 1.125rem minmax(0, 1fr); gap: 0 0.625rem; }
.number { text-align: right; font-variant-numeric: tabular-nums; } .moment { font-variant-numeric: tabular-nums; }
.here .says { font-weight: 600; }
input[type="radio"] { position: absolute; width: 1px; height: 1px; opacity: 0; }
.filter { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0 0 0.75rem; padding: 0; border: 0; font-size: 0.875rem; }
.filter legend { padding: 0; margin-bottom: 0.375rem; color: var(--soft); }
.filter label { padding: 0.125rem 0.75rem; border: 1px solid var(--line); border-radius: 1rem; cursor: pointer; }
.filter input:checked + label { border-color: var(--accent); background: var(--accent); color: var(--sheet); font-weight: 600; }
.filter input:focus-visible + label { border-radius: 1rem; }
.filter label span { opacity: 0.75; font-variant-numeric: tabular-nums; }
.below { margin: 0.125rem 0 0; color: var(--soft); font-size: 0.8125rem; overflow-wrap: anywhere; }
meter { width: 100%; max-width: 8rem; }
footer { margin-top: 2rem; padding-top: 0.875rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 0.8125rem; line-height: 1.5; }
footer p { margin: 0; }
@media screen and (max-width: 44rem) {
  body { padding: 0; background: var(--sheet); }
  main { padding: 1.25rem 1rem 1.5rem; border: 0; border-radius: 0; }
  .banner { margin: -1.25rem -1rem 1.25rem; padding: 0.5rem 1rem; border-radius: 0; }
  .pair { grid-template-columns: minmax(0, 1fr); }
  .verdict { padding: 1rem; gap: 0 0.75rem; grid-template-columns: 1.75rem minmax(0, 1fr); }
  .verdict svg { width: 1.75rem; height: 1.75rem; }
  .verdict .says { font-size: 1.125rem; }
  .glance li { grid-template-columns: 1.125rem minmax(0, 1fr); } .glance li > :nth-child(3) { grid-column: 2; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr, td { display: block; }
  tr { padding: 0.625rem 0; border-top: 1px solid var(--line); }
  td, tbody tr:last-child td { padding: 0.125rem 0; border: 0; }
  td.number { text-align: left; }
  td[data-name] { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: 0 0.75rem; }
  td[data-name]::before { color: var(--soft); content: attr(data-name); }
  td:empty { display: none; }
}
@media screen and (max-width: 20rem) {
  dl > div, .pair dl > div { grid-template-columns: minmax(0, 1fr); }
}
@media print {
  :root { color-scheme: light; --ground: #fff; --sheet: #fff; --ink: #000; --soft: #444; --line: #c9ced6; --well: #fff; --accent: #444;
    --good: #0a4f38; --good-bg: #fff; --careful: #6b3e00; --careful-bg: #fff; --bad: #8a1025; --bad-bg: #fff; }
  @page { margin: 14mm 15mm; }
  html { font-size: 9pt; }
  body { padding: 0; }
  main { max-width: none; padding: 0; border: 0; }
  .banner { margin: 0 0 1rem; padding: 0.25rem 0.75rem; border: 1.5pt solid; border-radius: 0.375rem; }
  section { margin-top: 1.125rem; }
  article { margin-top: 1.5rem; padding-top: 1.25rem; } article.only { margin-top: 0; padding-top: 0; }
  dl > div, ul.list li { padding-top: 0.25rem; padding-bottom: 0.25rem; }
  .verdict { border-width: 1.5pt; padding: 0.875rem; } .error { padding: 0; }
  .verdict, .error, .pair, dl > div, li, tr, .next { break-inside: avoid; } h1, h2, h3, .place { break-after: avoid; }
  thead { display: table-header-group; }
  .filter legend, .filter input:not(:checked) + label { display: none; }
  .filter input:checked + label { border-color: #000; background: none; color: #000; }
  details:not([open]) { display: none; }
}
`;
