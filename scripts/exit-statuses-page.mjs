// Makes docs/reference/exit-statuses.md from the table of src/failure.ts and the catalogues of the service's errors.
import { code, joined, prose, table } from './markdown.mjs';

const heading = `<!-- \`npm run docs\` makes this page from \`src/failure.ts\`, \`src/gateway/errors.ts\` and \`src/session/errors.ts\`: change those, not this page. -->

# Exit statuses

\`pvg help exit-status\` prints the first two columns. The codes are in the member \`error.code\` of the
JSON; [every error](../errors.md) says what each one means. What a script does with each status: [pvg in
scripts](../guides/scripting.md#exit-statuses).`;

const listed = (codes) => codes.map(code).join(', ');

/**
 * Markdown, not yet laid out by prettier.
 * @param {{
 *   exitStatuses: Record<number, string>,
 *   failures: Record<string, readonly [exit: number, when: string]>,
 *   catalogues: readonly Record<string, { readonly exit: number }>[],
 * }} given
 */
export const exitStatusesPage = ({ exitStatuses, failures, catalogues }) =>
  joined(
    heading,
    table(
      ['Status', 'Meaning', 'Codes of pvg', 'Codes of the service'],
      Object.entries(exitStatuses).map(([status, says]) => [
        status,
        prose(says),
        listed(Object.keys(failures).filter((each) => failures[each][0] === Number(status))),
        listed(
          catalogues.flatMap((codes) =>
            Object.keys(codes).filter((each) => codes[each].exit === Number(status)),
          ),
        ),
      ]),
    ),
  );
