// Makes the page docs/errors.md from the program's catalogues, and adds nothing to what they say.

/** @typedef {import('../src/wording/catalogue.js').CatalogueEntry} CatalogueEntry */

const heading = `<!-- \`npm run docs\` makes this page from \`src/wording/code-words.ts\`, \`src/contract/listed.ts\`, \`src/service/policy.ts\` and \`src/failure.ts\`: change those, not this page. -->

# Every error of the service

\`pvg explain-error <code>\` says the same on the command line, also of the codes of pvg.
§ numbers are sections of the service's contract: see [the service, section by section](service.md) or \`pvg help service\`.

- **Retry**: "after fixing" means: fix the cause first, for example the request, the secret or a setting of the operator.
- **Grant**: whether the game may grant the item on this answer. It may grant only when \`success\` is true.
- **Exit**: the [exit status](reference/exit-statuses.md) of \`pvg\`.
`;

const columns = ['Status', 'Code', 'Means', 'Who acts', 'Retry', 'Grant', 'Exit'];

const retryWords = {
  never: 'never',
  'after-fixing': 'after fixing',
  'with-back-off': 'with back-off',
  later: 'later',
  'when-paid': 'not at once: a pending payment may be paid later',
};
const grantWords = { no: 'no', 'not-again': 'not again', 'does-not-apply': 'does not apply' };

const line = (cells) =>
  `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;

const row = ([code, { status, means, who, retry, grant, exit }]) =>
  line([status, `\`${code}\``, means, who, retryWords[retry], grantWords[grant], exit]);

const whatToDo = ([code, { fix, causes }]) =>
  `- \`${code}\`: ${fix}${causes ? ` Listed causes: ${causes.join('; ')}.` : ''}`;

const part = (title, catalogue) => {
  const entries = Object.entries(catalogue).sort(([, one], [, other]) => one.status - other.status);
  const table = [line(columns), line(columns.map(() => '---')), ...entries.map(row)];
  return `## ${title}\n\n${table.join('\n')}\n\nWhat to do:\n\n${entries.map(whatToDo).join('\n')}\n`;
};

const ownPart = (pvgCodes) => {
  const rows = Object.entries(pvgCodes).map(([code, { exits, when }]) =>
    line([`\`${code}\``, when, exits.join(', ')]),
  );
  const table = [line(['Code', 'When', 'Exit']), line(['---', '---', '---']), ...rows];
  return `## Codes of pvg itself\n\nThey are in \`error.code\` when the service did not send a code. The statuses are those of a\nsingle call: \`http-<status>\` ends as that status does. A batch has its own statuses: 11 if it got no answer at\nall, 20 if an outage ended it or rows failed, 21 if only rows that cannot be read are left\n([many look-ups](guides/batch-at-scale.md)). It ends an outage with the code of the last failure, which may also be one of the service.\n\n${table.join('\n')}\n`;
};

/**
 * Markdown, not yet laid out by prettier.
 * @param {{
 *   catalogue: Record<'gateway' | 'session', Record<string, CatalogueEntry>>,
 *   pvgCodes: Record<string, { readonly exits: readonly number[], readonly when: string }>,
 * }} catalogues
 */
export const errorsPage = ({ catalogue, pvgCodes }) =>
  [
    heading,
    part('Gateway (§7.1)', catalogue.gateway),
    part('Session interface (§7.2)', catalogue.session),
    ownPart(pvgCodes),
    '## Not listed\n\nA code or a status that is in none of these tables has no known meaning. `pvg` shows it as it came and lists it under\n`anomalies`. About every 4xx the contract says: the request was wrong, fix it, do not retry blindly. About every 5xx it\nsays: retry with exponential back-off. `pvg help not-shown` lists everything that the contract leaves open.\n',
  ].join('\n');
