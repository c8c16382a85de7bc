/**
 * The look of pages that pvg writes: on screen, in the dark, on paper, at any width. Nothing is fetched; nothing depends
 * on colour.
 */
export const pageStyle = `
:root { color-scheme: light dark; --sheet: #fff; --ink: #17202c; --soft: #55606f; --line: #dde2ea; --well: #f4f6f9;
  --accent: #1d4f91; --good: #0a5f43; --careful: #7a4700; --careful-bg: #fdf1db; --bad: #98172d; }
@media (prefers-color-scheme: dark) {
  :root { --sheet: #171b22; --ink: #e6eaf0; --soft: #9eaaba; --line: #2c3440; --well: #1d222b;
    --accent: #8db8f5; --good: #74d8ab; --careful: #f3c56b; --careful-bg: #372807; --bad: #ff9fae; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--sheet); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 58rem; margin: 0 auto; padding: 1.5rem 1rem; }
h1, h2, h3, p, ol, ul, dl, dd { margin: 0; padding: 0; list-style: none; }
h1 { font-size: 1.5rem; } h2 { margin-bottom: 0.5rem; font-size: 1.125rem; } h3 { font-size: 1rem; }
header { margin-bottom: 1rem; } section, article, details, footer { margin-top: 1.75rem; }
article, footer { padding-top: 1rem; border-top: 2px solid var(--line); }
header p, .place, .lead, footer, small, .below, dt, th { color: var(--soft); }
small { display: block; } small, .below, dl, ol { font-size: 0.9375rem; } table { font-size: 0.875rem; }
code { font: 0.875em ui-monospace, monospace; }
.banner, .verdict { margin-bottom: 1rem; padding: 1rem; border: 1px solid; border-radius: 0.5rem; }
.good { color: var(--good); } .careful, .banner { color: var(--careful); } .bad { color: var(--bad); }
.says, .banner { font-weight: 600; } .verdict .says { font-size: 1.25rem; }
.sign { font-weight: 700; } .sign.good::before { content: '✔'; } .sign.careful::before { content: '!'; } .sign.bad::before { content: '✘'; }
.verdict, .what { display: grid; grid-template-columns: 1.5rem minmax(0, 1fr); gap: 0 0.5rem; }
.next { grid-column: 2; margin-top: 1rem; color: var(--ink); }
.badges { display: flex; flex-wrap: wrap; gap: 0 1.5rem; } .after { margin-top: 0.75rem; }
dl > div, ol > li { padding: 0.375rem 0; border-top: 1px solid var(--line); }
dl > div { display: grid; grid-template-columns: minmax(0, 9rem) minmax(0, 1fr); gap: 0 1rem; }
blockquote { margin: 0.5rem 0; padding-left: 0.75rem; border-left: 3px solid var(--line); } header b { color: var(--ink); }
summary { color: var(--accent); cursor: pointer; }
summary:focus-visible { outline: 2px solid var(--accent); }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th, td { padding: 0.375rem 0.75rem 0.375rem 0; text-align: left; vertical-align: top; } td { border-top: 1px solid var(--line); }
.number { text-align: right; } meter { width: 100%; }
@media screen and (max-width: 44rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr, td { display: block; } td { border: 0; text-align: left; } tr { border-top: 1px solid var(--line); }
  td[data-name]::before { color: var(--soft); content: attr(data-name) ": "; } td[data-name] > div { display: inline-block; }
}
@media print {
  :root { color-scheme: light; --sheet: #fff; --ink: #000; --soft: #444; --line: #ccc; --good: #000; --careful: #000; --bad: #000; }
  .verdict, dl > div, li, tr { break-inside: avoid; } h1, h2, h3 { break-after: avoid; }
  details:not([open]) { display: none; }
}
`;
