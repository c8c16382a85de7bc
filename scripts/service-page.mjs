// Makes docs/service.md: the service's contract in pvg's own words, as `pvg help service` prints it.

const heading = `<!-- \`npm run docs\` makes this page from the sections in \`src/contract/service.ts\`: change those, not this page. -->

# The service, section by section

The service has a contract, and pvg does what the contract shows. Each § number is a heading of this page. You find § numbers
in reports, in the output of \`pvg explain-error\` and \`-v\`, and in the JSON member \`section\`. "Not shown" means that the
contract leaves something open: pvg assumes nothing in its place. \`pvg help service\` prints the same.
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
