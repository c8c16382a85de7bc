// The page docs/service.md: the service's contract in pvg's own words, as `pvg help service` prints it.

const heading = `# The service, section by section

Made from \`src/contract/service.ts\` by \`npm run docs\`: change that, not this page. \`pvg help service\` prints the same.

The service has a contract, and pvg does what the contract shows. A § number in a report, in the output of
\`pvg explain-error\`, of \`-v\` and in the JSON member \`section\` is a heading of this page. "Not shown" means that the
contract leaves it open: pvg never fills it in.
`;

const part = ({ section, title, says }) => {
  const level = section.includes('.') ? '###' : '##';
  return `${level} ${section} ${title}\n\n${says.map((each) => `- ${each}\n`).join('')}`;
};

/**
 * Markdown, not yet laid out by prettier.
 * @param {readonly import('../src/contract/service.js').ServiceSection[]} sections
 */
export const servicePage = (sections) => [heading, ...sections.map(part)].join('\n');
