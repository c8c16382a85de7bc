// Makes docs/reference/exit-statuses.md from the tables of src/failure.ts and the catalogues of the service's errors.
import { code, joined, prose, table } from './markdown.mjs';

const heading = `<!-- \`npm run docs\` makes this page from \`src/failure.ts\` and \`src/contract/listed.ts\`: change those, not this page. -->

# Exit statuses

\`pvg help exit-status\` prints the first two columns. The codes are in the member \`error.code\` of the
JSON; [every error](../errors.md) says what each one means. What a script does with each status: [pvg in
scripts](../guides/scripting.md#exit-statuses). A batch that the service ended has the code of its last failure: a code of pvg, or
one of the service with the status 20.`;

const listed = (codes) => codes.map(code).join(', ');

/**
 * Markdown, not yet laid out by prettier.
 * @param {{
 *   exitStatuses: Record<number, string>,
 *   pvgCodes: Record<string, Readonly<Record<'exits' | 'exitsOfOutage', readonly number[]>>>,
 *   catalogues: readonly Record<string, { readonly exit: number }>[],
 * }} given
 */
export const exitStatusesPage = ({ exitStatuses, pvgCodes, catalogues }) => {
  const ownOf = (status) =>
    Object.entries(pvgCodes).flatMap(([name, { exits, exitsOfOutage }]) =>
      [...exits, ...exitsOfOutage].includes(status) ? [name] : [],
    );
  return joined(
    heading,
    table(
      ['Status', 'Meaning', 'Codes of pvg', 'Codes of the service'],
      Object.entries(exitStatuses).map(([status, says]) => [
        status,
        prose(says),
        listed(ownOf(Number(status))),
        listed(
          catalogues.flatMap((codes) =>
            Object.keys(codes).filter((each) => codes[each].exit === Number(status)),
          ),
        ),
      ]),
    ),
  );
};
