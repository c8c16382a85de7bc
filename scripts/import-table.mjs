// Makes the table of docs/architecture.md that says what each room may import, from the lint rule that enforces it.

const code = (list) => (list.length === 0 ? '–' : list.map((name) => `\`${name}\``).join(', '));

/**
 * Markdown, not yet laid out by prettier.
 * @param {{rooms: Record<string, readonly string[]>, packages: Record<string, readonly string[]>}} config of eslint.config.js
 */
export const importTable = ({ rooms, packages }) => {
  const rows = Object.entries(rooms).map(
    ([room, allowed]) =>
      `| \`${room}\` | ${code(allowed)} | ${code([...(packages[room] ?? [])].sort())} |`,
  );
  return ['| Room | May also import | Packages |', '| --- | --- | --- |', ...rows].join('\n');
};

const marks = ['<!-- made by `npm run docs`: begin -->', '<!-- made by `npm run docs`: end -->'];

/** The page with a new table. */
export const withImportTable = (page, config) => {
  const [before = '', rest = ''] = page.split(marks[0]);
  const [, after] = rest.split(marks[1]);
  if (after === undefined)
    throw new TypeError('docs/architecture.md has lost the marks of its import table');
  return `${before}${marks[0]}\n\n${importTable(config)}\n\n${marks[1]}${after}`;
};
