// Results as Markdown: the same text on the terminal and in docs/speed.md.

/** A ratio is precise to three digits at most. A dash: this machine cannot measure it. */
export const figure = (value, more = 0) =>
  Number.isNaN(value)
    ? '–'
    : Math.abs(value) >= 1000
      ? Math.round(value).toLocaleString('en-US')
      : value.toFixed((Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0) + more);

export const spread = ({ median, low, high, of }, more = 0) =>
  Number.isNaN(median)
    ? '–'
    : of === 1
      ? `${figure(median, more)} (one run)`
      : `${figure(median, more)} [${figure(low)}–${figure(high)}]`;

const line = (cells) => `| ${cells.join(' | ')} |`;

/** The first column has words, the others figures. */
export const table = ({ head, rows }) =>
  [line(head), line(head.map((_, at) => (at === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n');

/** One more digit if the median misses the goal but rounds to it: “≥ 0.95, 0.95, missed” explains nothing. */
const measured = ({ atMost, atLeast, found, verdict }) =>
  spread(
    found,
    verdict.startsWith('missed') && Number(figure(found.median)) === (atMost ?? atLeast) ? 1 : 0,
  );

export const goalTable = (compared) =>
  table({
    head: ['Goal', 'must be', 'measured', ''],
    rows: compared.map(({ says, atMost, atLeast, unit, found, verdict }) => [
      says,
      `${atMost === undefined ? `≥ ${String(atLeast)}` : `≤ ${String(atMost)}`} ${unit}`,
      found === undefined
        ? '–'
        : `${measured({ atMost, atLeast, found, verdict })}${found.remark === undefined ? '' : ` (${found.remark})`}`,
      verdict.startsWith('missed') ? `**${verdict}**` : verdict,
    ]),
  });

const [begin, end] = ['begin', 'end'].map((at) => `<!-- bench goals: ${at} -->`);

/** The page with the text between its marks. */
export const placed = (page, text) =>
  `${page.slice(0, page.indexOf(begin) + begin.length)}\n\n${text}\n\n${page.slice(page.indexOf(end))}`;
