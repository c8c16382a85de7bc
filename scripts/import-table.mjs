// The table of docs/architecture.md that says which room may import what, made from the lint rule that holds it.

const rule = 'no-restricted-imports';

/** `src/gateway may import only: signing, contract (docs/architecture.md)` */
const allowedIn = (message) => /may import only: (.*) \(docs/.exec(message)?.[1] ?? '';

const roomOf = ({ files, rules }, allPackages) => {
  const [, { paths, patterns }] = rules[rule];
  const refused = paths.map(({ name }) => name);
  return {
    room: files[0].split('/')[1],
    imports: allowedIn(patterns[0].message),
    packages: allPackages.filter((name) => !refused.includes(name)).join(', '),
  };
};

const code = (list) =>
  list === '' || list === 'nothing of ours'
    ? '–'
    : list
        .split(', ')
        .map((name) => `\`${name}\``)
        .join(', ');

/**
 * Markdown, not yet laid out by prettier.
 * @param {readonly unknown[]} config of eslint.config.js
 */
export const importTable = (config) => {
  const restricted = config.filter(({ rules }) => rules?.[rule] !== undefined);
  const allPackages = [
    ...new Set(restricted.flatMap(({ rules }) => rules[rule][1].paths.map(({ name }) => name))),
  ].sort();
  const rows = restricted
    .map((entry) => roomOf(entry, allPackages))
    .map(({ room, imports, packages }) => `| \`${room}\` | ${code(imports)} | ${code(packages)} |`);
  return ['| Room | May import, besides itself | Packages |', '| --- | --- | --- |', ...rows].join('\n');
};

const marks = ['<!-- made by `npm run docs`: begin -->', '<!-- made by `npm run docs`: end -->'];

/** The page with its table made anew. */
export const withImportTable = (page, config) => {
  const [before = '', rest = ''] = page.split(marks[0]);
  const [, after] = rest.split(marks[1]);
  if (after === undefined) throw new TypeError('docs/architecture.md has lost the marks of its import table');
  return `${before}${marks[0]}\n\n${importTable(config)}\n\n${marks[1]}${after}`;
};
