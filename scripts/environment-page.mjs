// Makes docs/reference/environment.md from the text of `pvg help environment`.
import { code, joined, prose, table } from './markdown.mjs';

const heading = `<!-- \`npm run docs\` makes this page from the topics in \`src/commands/topics.ts\`: change those, not this page. -->

# Environment variables

\`pvg help environment\` prints the same. How to use them in a container: [profiles and secrets](../guides/profiles.md#in-a-container-or-in-ci).`;

const row = /^ {2}(\S.*?) {2,}(\S.*)$/;

/** A line that begins with two blanks is a row: a name, then what it says. */
function part(text) {
  const lines = text.split('\n');
  const rows = lines.flatMap((line) => {
    const [, name, says] = row.exec(line) ?? [];
    return name === undefined ? [] : [{ name, says }];
  });
  const before = prose(lines.filter((line) => !row.test(line)).join(' '));
  if (rows.length === 0) return before;
  const isOrder = /^\d+\. /.test(rows[0].name);
  return joined(
    before,
    isOrder
      ? rows.map(({ name, says }) => `${name}: ${prose(says)}`).join('\n')
      : table(
          ['Variable', 'Meaning'],
          rows.map(({ name, says }) => [name.split(', ').map(code).join(', '), prose(says)]),
        ),
  );
}

/**
 * Markdown, not yet laid out by prettier.
 * @param {string} topic the text of `pvg help environment`
 */
export const environmentPage = (topic) => joined(heading, ...topic.split('\n\n').map(part));
